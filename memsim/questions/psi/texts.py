"""ψ whose results are texts: what is known of a value, or a piece of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memsim.questions.psi.base import Ints, Knowledge, TextResult
from memsim.records import Fact
from memsim.spec.domains import Domain
from memsim.text import clock


@dataclass(frozen=True)
class Lookup(TextResult):
    """What the scenario knows of a value: a city's country, a nurse's duty."""

    name: str
    attribute: str
    index: Ints
    results: Mapping[str, tuple[str, ...]]

    @property
    def size(self) -> int:
        """How many different results there are."""
        return int(self.index.max()) + 1

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the number of each value's result."""
        return self.index[values]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the results."""
        return [self.results[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge, _now: str) -> str | None:
        """Look the value up."""
        return knowledge.get((fact.attribute, fact.value, self.name))

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Join knowledge on the value."""
        return (
            "k.result",
            f" JOIN knowledge k ON k.attribute = {alias}.attribute AND k.property = '{self.name}' AND k.value = {alias}.value",
        )


@dataclass(frozen=True)
class Weekday(TextResult):
    """The day of the week of a moment."""

    results: Mapping[str, tuple[str, ...]]
    name = "weekday"
    size = 7

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return 0 for Sunday to 6 for Saturday, as strftime's %w."""
        return (values // clock.DAY + 4) % 7

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the names of the days."""
        return [self.results[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, knowledge: Knowledge, _now: str) -> str | None:
        """Compute the day from the ISO time and look its name up."""
        day = (clock.weekday(clock.parse_iso(fact.value)) + 1) % 7
        return knowledge.get((fact.attribute, str(day), "weekday"))

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Join knowledge on SQLite's own calendar."""
        join = (
            f" JOIN knowledge k ON k.attribute = {alias}.attribute AND k.property = 'weekday' AND k.value = strftime('%w', {alias}.value)"
        )
        return "k.result", join


@dataclass(frozen=True)
class Suffix(TextResult):
    """What follows the @ of an address, with the @."""

    domain: Domain
    providers: Domain
    name = "suffix"

    @property
    def size(self) -> int:
        """How many providers there are."""
        return self.providers.size

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the provider's code."""
        return self.domain.split(values)[-1]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the providers behind an @."""
        return ["@" + self.providers.surfaces[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> str:
        """Cut the value at its @."""
        return fact.value[fact.value.index("@") :]

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Cut the value at its @."""
        return f"substr({alias}.value, instr({alias}.value, '@'))", ""


@dataclass(frozen=True)
class Surname(TextResult):
    """The last word of a full name, or the first character of one without a space."""

    domain: Domain
    surnames: Domain
    place: int
    name = "surname"

    @property
    def size(self) -> int:
        """How many surnames there are."""
        return self.surnames.size

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the surname's code."""
        return self.domain.split(values)[self.place]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the surnames."""
        return [self.surnames.surfaces[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> str:
        """Split the name."""
        _given, space, surname = fact.value.partition(" ")
        return surname if space else fact.value[:1]

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Split the name."""
        value = f"{alias}.value"
        return f"CASE WHEN instr({value}, ' ') > 0 THEN substr({value}, instr({value}, ' ') + 1) ELSE substr({value}, 1, 1) END", ""


@dataclass(frozen=True)
class Prefix(TextResult):
    """The three digits behind the first mark of a number: its area code."""

    domain: Domain
    areas: Domain
    name = "prefix"
    digits = 3

    @property
    def size(self) -> int:
        """How many prefixes there are."""
        return self.areas.size

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the prefix's code."""
        return self.domain.split(values)[0]

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the prefixes."""
        return [self.areas.surfaces[language][code] for code in codes.tolist()]

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> str:
        """Cut out what stands behind the mark."""
        start = fact.value.find("(" if "(" in fact.value else "-") + 1
        return fact.value[start : start + self.digits]

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Cut out what stands behind the mark."""
        value = f"{alias}.value"
        start = f"CASE WHEN instr({value}, '(') > 0 THEN instr({value}, '(') ELSE instr({value}, '-') END"
        return f"substr({value}, {start} + 1, {self.digits})", ""
