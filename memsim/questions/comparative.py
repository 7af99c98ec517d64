"""comparative: an extreme among two to four entities, as a hop to another attribute of the winner.

Example: "What's the hobby of the older of my cousin and my boss?"

Never bare "who is oldest": roles give that away.
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "comparative"
_SCOPES = (2, 3, 4)


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every compared attribute, direction and scope for every other attribute of the winner."""
    for klass, attribute, wording in scope.asked():
        for compared in scope.attributes(klass, "compare"):
            if compared == attribute or attribute in (scope.role, scope.name):
                continue
            for direction in ("max", "min"):
                for size in _SCOPES:
                    yield Pattern(NAME, scope.topic, klass, attribute, wording, extreme=(compared, direction), scope=size)
