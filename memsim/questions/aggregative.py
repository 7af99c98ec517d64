"""aggregative: how many of a stated scope satisfy a predicate.

Example: "How many of my cousin, my uncle, … are taller than 170 cm?"

Predicate and threshold do not depend on the world: a threshold that somebody has would give the count away.
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "aggregative"
_SCOPES = (4, 5)


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every counted attribute, direction, wording and scope."""
    for klass in scope.classes:
        count = scope.spec.file.classes[klass].count
        for attribute in scope.attributes(klass, "count"):
            for wording in ("role", "name") if scope.role else ("name",):
                for predicate in ("above", "below"):
                    for size in [size for size in _SCOPES if size < count]:
                        yield Pattern(NAME, scope.topic, klass, attribute, wording, predicate=predicate, scope=size)
