"""Queries over a stated scope of d subjects: how many, which ones, a sum, a mean, a range, an order.

Each statistic has two faces here that must agree, its meaning in Python and its SQL; `memsim.causal.derived` knows how likely its results are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memsim.questions.predicates import Predicate
from memsim.questions.query import Knowledge, Value
from memsim.questions.sql import among, quoted
from memsim.records import Fact


@dataclass(frozen=True, slots=True)
class ScopeQuery:
    """A statistic of one attribute over a scope; NULL unless each subject's value is told.

    Attributes:
        attribute: Whose values are read.
        subjects: The scope.
        statistic: A key of STATISTICS.
        predicate: What `count` and `which` ask of each.
        separator: What stands between the subjects of an answer that lists them.
        none: The answer of `which` where nobody fits.
    """

    attribute: str
    subjects: tuple[str, ...]
    statistic: str
    predicate: Predicate | None = None
    separator: str = ", "
    none: str = ""

    @property
    def hops(self) -> int:
        """One step: all facts of the scope are read at once."""
        return 1

    @property
    def numbered(self) -> bool:
        """Whether the values are read as numbers."""
        return self.predicate is None or self.predicate.numbered

    def unique_sql(self) -> list[str]:
        """Return nothing: the scope is stated, no bridge is crossed."""
        return []

    def sql(self) -> str:
        """Return the query as SQL over facts(mid, time, subject, attribute, said, value, number) and knowledge."""
        inside = among("c", self.subjects, self.attribute)
        known = f"CASE WHEN c.{'number' if self.numbered else 'value'} IS NOT NULL THEN c.subject END"
        guard = f"count(DISTINCT {known}) = {len(self.subjects)}"
        if self.statistic.startswith("order"):
            guard += f" AND count(DISTINCT c.number) = {len(self.subjects)}"
        return f"SELECT CASE WHEN {guard} THEN {STATISTICS[self.statistic].sql(self)} END FROM facts c WHERE {inside}"

    def run(self, facts: Sequence[Fact], knowledge: Knowledge) -> tuple[Value, list[str]]:
        """Return the answer (None where the facts do not give one) and the mids read."""
        scope = [f for f in facts if f.attribute == self.attribute and f.subject in self.subjects]
        scope = [f for f in scope if f.number is not None or not self.numbered]
        if {f.subject for f in scope} != set(self.subjects):
            return None, []
        value = STATISTICS[self.statistic].run(self, scope, knowledge)
        return value, [f.mid for f in scope] if value is not None else []


@dataclass(frozen=True, slots=True)
class Statistic:
    """One way of making an answer of a scope: its SQL over the facts c, and its meaning."""

    sql: Callable[[ScopeQuery], str]
    run: Callable[[ScopeQuery, Sequence[Fact], Knowledge], Value]
    answer_type: str = "number"


def _fits(query: ScopeQuery, scope: Sequence[Fact], knowledge: Knowledge) -> list[Fact]:
    assert query.predicate is not None  # noqa: S101 - `count` and `which` always have one, for the type checker
    return [fact for fact in scope if query.predicate.holds(fact, knowledge)]


def _numbers(scope: Sequence[Fact]) -> list[float]:
    return [fact.number for fact in scope if fact.number is not None]


def _count_sql(query: ScopeQuery) -> str:
    assert query.predicate is not None  # noqa: S101 - as above
    return f"sum(CASE WHEN {query.predicate.sql('c')} THEN 1 ELSE 0 END)"


def _listed(query: ScopeQuery, condition: str, by: str) -> str:
    inside = among("s", query.subjects, query.attribute)
    rows = f"SELECT s.subject AS subject FROM facts s WHERE {inside}{condition} ORDER BY {by}"
    return f"SELECT group_concat(l.subject, {quoted(query.separator)}) FROM ({rows}) l WHERE 1"


def _which_sql(query: ScopeQuery) -> str:
    assert query.predicate is not None  # noqa: S101 - as above
    fitting = _listed(query, f" AND {query.predicate.sql('s')}", "s.subject")
    return f"coalesce(({fitting}), {quoted(query.none)})"


def _which(query: ScopeQuery, scope: Sequence[Fact], knowledge: Knowledge) -> str:
    return query.separator.join(sorted(fact.subject for fact in _fits(query, scope, knowledge))) or query.none


def _order(query: ScopeQuery, scope: Sequence[Fact], *, largest_first: bool) -> str | None:
    numbers = sorted(_numbers(scope))
    if any(one == other for one, other in pairwise(numbers)):
        return None
    by_number = {fact.number: fact.subject for fact in scope}
    return query.separator.join(by_number[number] for number in sorted(numbers, reverse=largest_first))


STATISTICS: dict[str, Statistic] = {
    "count": Statistic(_count_sql, lambda query, scope, known: float(len(_fits(query, scope, known)))),
    "which": Statistic(_which_sql, _which, "text"),
    "sum": Statistic(lambda _: "sum(c.number)", lambda _, scope, __: sum(_numbers(scope))),
    "mean": Statistic(lambda _: "round(avg(c.number), 1)", lambda _, scope, __: round(sum(_numbers(scope)) / len(scope), 1)),
    "range": Statistic(lambda _: "max(c.number) - min(c.number)", lambda _, scope, __: max(_numbers(scope)) - min(_numbers(scope))),
    "amount": Statistic(lambda _: "max(c.number) - min(c.number)", lambda _, scope, __: max(_numbers(scope)) - min(_numbers(scope))),
    "order_max": Statistic(
        lambda query: f"({_listed(query, '', 's.number DESC')})", lambda query, scope, _: _order(query, scope, largest_first=True), "text"
    ),
    "order_min": Statistic(
        lambda query: f"({_listed(query, '', 's.number')})", lambda query, scope, _: _order(query, scope, largest_first=False), "text"
    ),
}
