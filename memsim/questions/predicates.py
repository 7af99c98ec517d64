"""What a count or a list asks of each member of a scope: a bound on its number, a range, or what the scenario knows of its value."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memsim.questions.sql import quoted
from memsim.records import Fact

#: By kind: the SQL sign and its meaning.
SIGNS: dict[str, tuple[str, Callable[[float, float], bool]]] = {
    "above": (">", operator.gt),
    "at_least": (">=", operator.ge),
    "below": ("<", operator.lt),
    "at_most": ("<=", operator.le),
    "equal": ("=", operator.eq),
}
BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Bound:
    """A predicate on the number: a sign and one number, or `between` and the two ends, both included."""

    kind: str
    numbers: tuple[float, ...]
    join = ""

    def sql(self, alias: str) -> str:
        """Return the condition on the fact of that alias."""
        if self.kind == BETWEEN:
            low, high = self.numbers
            return f"{alias}.number >= {low!r} AND {alias}.number <= {high!r}"
        return f"{alias}.number {SIGNS[self.kind][0]} {self.numbers[0]!r}"

    def holds(self, fact: Fact, _knowledge: Mapping[tuple[str, str, str], str]) -> bool:
        """Return whether a fact with a number fits."""
        assert fact.number is not None  # noqa: S101 - scopes pass numbered facts only, for the type checker
        if self.kind == BETWEEN:
            return self.numbers[0] <= fact.number <= self.numbers[1]
        return SIGNS[self.kind][1](fact.number, self.numbers[0])

    numbered = True


@dataclass(frozen=True, slots=True)
class Member:
    """A predicate on what the scenario knows of the value: a season, a continent."""

    prop: str
    result: str
    numbered = False

    def sql(self, alias: str) -> str:
        """Return the condition on the fact of that alias."""
        known = f"k.attribute = {alias}.attribute AND k.property = {quoted(self.prop)} AND k.value = {alias}.value"
        return f"(SELECT k.result FROM knowledge k WHERE {known}) = {quoted(self.result)}"

    def holds(self, fact: Fact, knowledge: Mapping[tuple[str, str, str], str]) -> bool:
        """Return whether a fact fits."""
        return knowledge.get((fact.attribute, fact.value, self.prop)) == self.result


Predicate = Bound | Member
