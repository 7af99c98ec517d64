"""post_processing: ψ of a value, found directly or over a bridge; of the user's own values too.

Example: "In which country is the city that my uncle works in?"
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import OWN, Pattern, Scope

NAME = "post_processing"


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every ψ of every attribute, for a worded subject and for a bridge."""
    for klass, attribute, wording in scope.asked():
        for transform in scope.transforms(attribute):
            yield Pattern(NAME, scope.topic, klass, attribute, wording, transform=transform)
            for bridge in scope.attributes(klass, "bridge"):
                if bridge != attribute:
                    yield Pattern(NAME, scope.topic, klass, attribute, wording, bridge=bridge, transform=transform)
    yield from _own(scope)


def _own(scope: Scope) -> Iterator[Pattern]:
    """Yield ψ of the user's values, rivalled by those of three others or by three other values of the user."""
    for klass, attribute in scope.asked_own():
        for transform in scope.transforms(attribute):
            yield Pattern(NAME, scope.topic, klass, attribute, OWN, transform=transform)
    for attribute, rivals in scope.grouped_own():
        for transform in scope.transforms(attribute):
            yield Pattern(NAME, scope.topic, scope.own or "", attribute, OWN, transform=transform, rivals=rivals)
