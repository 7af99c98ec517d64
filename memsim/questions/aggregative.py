"""aggregative: how many of a stated scope satisfy a predicate, which ones, what their numbers add up to, average or span.

Example: "How many of my cousin, my uncle, … are taller than 170 cm?"

Predicate and threshold do not depend on the world: a threshold that somebody has would give the count away. The largest or smallest value itself is
never the answer: among four told values the largest is seen without knowing whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "aggregative"
#: By statistic, the sizes of its scopes: a list of five has too many subsets, a mean of four ends in .25 and .75, which no rule rounds alike everywhere.
_SCOPES = {"count": (3, 4, 5, 6), "which": (3, 4), "sum": (3, 4), "mean": (3,), "range": (3,)}


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every statistic, attribute, predicate, wording and scope."""
    for klass in scope.classes:
        for statistic, among in _SCOPES.items():
            for attribute, predicate in _ways(scope, klass, statistic):
                for wording in scope.wordings:
                    for size in scope.sizes(klass, among):
                        yield Pattern(NAME, scope.topic, klass, attribute, wording, statistic=statistic, predicate=predicate, scope=size)


def _ways(scope: Scope, klass: str, statistic: str) -> Iterator[tuple[str, str | None]]:
    """Yield the attributes that a statistic reads, with the predicate if it has one."""
    if statistic not in ("count", "which"):
        yield from ((attribute, None) for attribute in scope.attributes(klass, statistic))
        return
    for name in scope.varying(klass):
        attribute = scope.spec.file.attributes[name]
        yield from ((name, predicate) for predicate in attribute.predicates)
        yield from ((name, f"member:{prop}") for prop in attribute.members)
