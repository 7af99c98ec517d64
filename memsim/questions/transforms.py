"""ψ: what post-processing does to a value. One class a kind; `find` gives the transforms of an attribute.

Each has three faces that must agree: on arrays of codes (to plan), on one fact (its meaning), and in SQL (its proof).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memsim.errors import ScenarioError
from memsim.records import Fact
from memsim.spec.domains import Domain
from memsim.spec.load import Spec
from memsim.text import clock

Ints = NDArray[np.int64]
Knowledge = Mapping[tuple[str, str, str], str]
_LAST_DIGITS = 4


class Transform(Protocol):
    """What a question type needs of ψ."""

    @property
    def name(self) -> str:
        """The transform's name, as phrases and the SQL's knowledge know it."""

    @property
    def answer_type(self) -> str:
        """Either "text" or "number": how the answer is compared."""

    @property
    def size(self) -> int:
        """How many results there are; codes run from 0."""

    def codes(self, values: Ints) -> Ints:
        """Return small codes of the results: equal where the results read the same, in every language."""

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return how results read."""

    def run(self, fact: Fact, knowledge: Knowledge) -> str | float | None:
        """Return the result for one fact."""

    def sql(self, alias: str) -> tuple[str, str]:
        """Return (expression, join) for the fact of that alias."""


@dataclass(frozen=True)
class Lookup:
    """What the scenario knows of a value: a city's country, a nurse's duty."""

    name: str
    attribute: str
    index: Ints
    results: Mapping[str, tuple[str, ...]]
    answer_type = "text"

    @property
    def size(self) -> int:
        """How many different results there are."""
        return int(self.index.max()) + 1

    def codes(self, values: Ints) -> Ints:
        """Return the number of each value's result."""
        return self.index[values]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the results."""
        return [self.results[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge) -> str | None:
        """Look the value up."""
        return knowledge.get((fact.attribute, fact.value, self.name))

    def sql(self, alias: str) -> tuple[str, str]:
        """Join knowledge on the value."""
        return (
            "k.result",
            f" JOIN knowledge k ON k.attribute = {alias}.attribute AND k.property = '{self.name}' AND k.value = {alias}.value",
        )


@dataclass(frozen=True)
class Weekday:
    """The day of the week of a moment."""

    results: Mapping[str, tuple[str, ...]]
    name = "weekday"
    answer_type = "text"
    size = 7

    def codes(self, values: Ints) -> Ints:
        """Return 0 for Sunday to 6 for Saturday, as strftime's %w."""
        return (values // clock.DAY + 4) % 7

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the names of the days."""
        return [self.results[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge) -> str | None:
        """Compute the day from the ISO time and look its name up."""
        day = (clock.weekday(clock.parse_iso(fact.value)) + 1) % 7
        return knowledge.get((fact.attribute, str(day), "weekday"))

    def sql(self, alias: str) -> tuple[str, str]:
        """Join knowledge on SQLite's own calendar."""
        join = (
            f" JOIN knowledge k ON k.attribute = {alias}.attribute AND k.property = 'weekday' AND k.value = strftime('%w', {alias}.value)"
        )
        return "k.result", join


@dataclass(frozen=True)
class Suffix:
    """What follows the @ of an address, with the @."""

    domain: Domain
    providers: Domain
    name = "suffix"
    answer_type = "text"

    @property
    def size(self) -> int:
        """How many providers there are."""
        return self.providers.size

    def codes(self, values: Ints) -> Ints:
        """Return the provider's code."""
        return self.domain.split(values)[-1]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the providers behind an @."""
        return ["@" + self.providers.surfaces[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge) -> str:
        """Cut the value at its @."""
        return fact.value[fact.value.index("@") :]

    def sql(self, alias: str) -> tuple[str, str]:
        """Cut the value at its @."""
        return f"substr({alias}.value, instr({alias}.value, '@'))", ""


@dataclass(frozen=True)
class DigitSum:
    """The sum of the last four digits of a number that ends in them."""

    domain: Domain
    name = "digit_sum"
    answer_type = "number"
    size = 1 + 9 * _LAST_DIGITS

    def codes(self, values: Ints) -> Ints:
        """Return the sums."""
        line = self.domain.split(values)[-1]
        return 1 + line // 10 + line % 10

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the sums in digits."""
        return [str(code) for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge) -> float:
        """Add the last four digits."""
        return float(sum(int(digit) for digit in fact.value[-_LAST_DIGITS:]))

    def sql(self, alias: str) -> tuple[str, str]:
        """Add the last four digits."""
        return " + ".join(f"substr({alias}.value, -{place}, 1)" for place in range(1, _LAST_DIGITS + 1)), ""


def _lookup(spec: Spec, attribute: str, prop: str) -> Lookup:
    by_language = spec.knowledge[attribute, prop]
    keys = spec.domains[attribute].keys
    rows = [tuple(by_language[language][key] for language in spec.file.languages) for key in keys]
    distinct = list(dict.fromkeys(rows))
    for place, language in enumerate(spec.file.languages):
        if len({row[place] for row in distinct}) != len(distinct):
            path = spec.priors / spec.file.attributes[attribute].knowledge[prop]
            raise ScenarioError(
                path, f"column {language!r}", "results merged in one language only", "results that are equal in all languages or in none"
            )
    index = np.array([distinct.index(row) for row in rows])
    return Lookup(prop, attribute, index, {lang: tuple(row[i] for row in distinct) for i, lang in enumerate(spec.file.languages)})


def _weekday(spec: Spec, attribute: str) -> Weekday:
    by_language = spec.knowledge[attribute, "weekday"]
    return Weekday({language: tuple(results[str(day)] for day in range(7)) for language, results in by_language.items()})


def _suffix(spec: Spec, attribute: str) -> Suffix:
    domain = spec.domains[attribute]
    return Suffix(domain, spec.domains[domain.parts[-1]])


def _digit_sum(spec: Spec, attribute: str) -> DigitSum:
    domain = spec.domains[attribute]
    for language, pattern in domain.pattern.items():
        if not pattern.endswith("01{%s}" % domain.parts[-1]):  # noqa: UP031 - braces
            raise ScenarioError(
                spec.path, f"attributes.{attribute}.domain.pattern.{language}", pattern, "a pattern that ends in 01 and two digits"
            )
    return DigitSum(domain)


COMPUTED: dict[str, Callable[[Spec, str], Transform]] = {"weekday": _weekday, "suffix": _suffix, "digit_sum": _digit_sum}


def find(spec: Spec, attribute: str) -> list[Transform]:
    """Return the transforms that a scenario declares for an attribute, in declared order."""
    declared = spec.file.attributes[attribute]
    computed: list[Transform] = [COMPUTED[name](spec, attribute) for name in declared.transforms if name in COMPUTED]
    unknown = [name for name in declared.transforms if name not in COMPUTED]
    if unknown:
        raise ScenarioError(spec.path, f"attributes.{attribute}.transforms", unknown[0], f"one of {', '.join(COMPUTED)}")
    looked_up = [_lookup(spec, attribute, prop) for prop in declared.knowledge if prop not in COMPUTED]
    return [*computed, *looked_up]
