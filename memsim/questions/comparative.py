"""comparative: an extreme among two to four entities, as a hop to another attribute of the winner; the amount between two; the order of three or four.

Example: "What's the hobby of the older of my cousin and my boss?"

Never bare "who is oldest": roles give that away.
"""

from __future__ import annotations

from collections.abc import Iterator

from memsim.questions.patterns import Pattern, Scope

NAME = "comparative"
_SCOPES = (2, 3, 4)
_ORDERS = (3, 4)


def patterns(scope: Scope) -> Iterator[Pattern]:
    """Yield every compared attribute, direction and scope for every other attribute of the winner; amounts and orders of every attribute."""
    for klass, attribute, wording in scope.asked():
        if attribute != scope.role:
            yield from _extremes(scope, klass, attribute, wording)
    for klass in scope.classes:
        for wording in scope.wordings:
            for attribute in scope.attributes(klass, "amount"):
                yield Pattern(NAME, scope.topic, klass, attribute, wording, statistic="amount", scope=2)
            for attribute in scope.attributes(klass, "order"):
                for statistic in ("order_max", "order_min"):
                    for size in _ORDERS:
                        yield Pattern(NAME, scope.topic, klass, attribute, wording, statistic=statistic, scope=size)


def _extremes(scope: Scope, klass: str, attribute: str, wording: str) -> Iterator[Pattern]:
    ways = [(compared, direction) for compared in scope.attributes(klass, "compare") for direction in ("max", "min")]
    ways += [(compared, "closest") for compared in scope.attributes(klass, "closest")]
    for way in ways:
        if way[0] != attribute:
            for size in _SCOPES:
                yield Pattern(NAME, scope.topic, klass, attribute, wording, extreme=way, scope=size)
