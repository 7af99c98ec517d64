"""single_hop: the value of (subject, attribute), the user's own too.

Example: "What does my cousin do for fun?"
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import OWN, Pattern, Scope

NAME = "single_hop"


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every attribute under every wording."""
    for klass, attribute, wording in scope.asked():
        yield Pattern(NAME, scope.topic, klass, attribute, wording)
    for klass, attribute in scope.asked_own():
        yield Pattern(NAME, scope.topic, klass, attribute, OWN)
