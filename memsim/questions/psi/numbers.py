"""ψ whose results are numbers: sums of digits, conversions, days."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from memsim.questions.psi.base import Floats, Ints, Knowledge, NumberResult
from memsim.records import Fact
from memsim.spec.domains import Domain
from memsim.text import clock, words

LAST_DIGITS = 4
INCH, DECADE, HOUR = 2.54, 10.0, 60.0
_FAR = 400  # days


@dataclass(frozen=True)
class DaysUntil(NumberResult):
    """How many days after the question's day a moment lies; fewer than 0 for the past. `words` says how days read, by language."""

    words: Mapping[str, Mapping[str, str]]
    name = "days_until"
    size = 2 * _FAR

    def codes(self, values: Ints, now: Ints) -> Ints:
        """Return the days, counted from far back so that none is below 0."""
        return values // clock.DAY - now // clock.DAY + _FAR

    def number(self, code: int) -> float:
        """Return the days."""
        return float(code - _FAR)

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the days in words: "3 days ago", "tomorrow"."""
        return [words.days_away(code - _FAR, self.words[language]) for code in codes.tolist()]

    def run(self, fact: Fact, _knowledge: Knowledge, now: str) -> float:
        """Subtract the days."""
        return float(clock.parse_iso(fact.value) // clock.DAY - clock.parse_iso(now) // clock.DAY)

    def sql(self, alias: str, now: str) -> tuple[str, str]:
        """Subtract SQLite's day numbers."""
        return f"julianday(date({alias}.value)) - julianday(date({now}))", ""


@dataclass(frozen=True)
class DigitSum(NumberResult):
    """The sum of the last four digits of a number."""

    domain: Domain
    name = "digit_sum"
    size = 1 + 9 * LAST_DIGITS

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the sums."""
        if self.domain.kind == "digits":
            return sum((values // 10**place % 10 for place in range(LAST_DIGITS)), start=np.zeros_like(values))
        line = self.domain.split(values)[-1]
        return 1 + line // 10 + line % 10

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> float:
        """Add the last four digits."""
        return float(sum(int(digit) for digit in fact.value[-LAST_DIGITS:]))

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Add the last four digits."""
        return " + ".join(f"substr({alias}.value, -{place}, 1)" for place in range(1, LAST_DIGITS + 1)), ""


@dataclass(frozen=True)
class Inches(NumberResult):
    """A length in centimetres as whole inches; no whole number of centimetres lies halfway between two."""

    numbers: Floats
    name = "inches"

    @property
    def size(self) -> int:
        """One more than the most inches."""
        return int(self._inches.max()) + 1

    @property
    def _inches(self) -> Ints:
        return np.rint(self.numbers / INCH).astype(np.int64)

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the inches."""
        return self._inches[values]

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> float | None:
        """Convert and round."""
        return None if fact.number is None else float(round(fact.number / INCH))

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Convert and round."""
        return f"round({alias}.number / {INCH!r})", ""


@dataclass(frozen=True)
class InTenYears(NumberResult):
    """An age ten years on."""

    numbers: Floats
    name = "in_ten_years"

    @property
    def size(self) -> int:
        """One more than the oldest."""
        return int(self.numbers.max() + DECADE) + 1

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the ages."""
        return (self.numbers[values] + DECADE).astype(np.int64)

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> float | None:
        """Add."""
        return None if fact.number is None else fact.number + DECADE

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Add."""
        return f"{alias}.number + {DECADE!r}", ""


@dataclass(frozen=True)
class Hours(NumberResult):
    """Minutes as hours; the code is the value's place, so that quarters of an hour keep apart."""

    numbers: Floats
    name = "hours"

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.numbers)

    def codes(self, values: Ints, _now: Ints) -> Ints:
        """Return the value's own code: no two values last equally long."""
        return values

    def number(self, code: int) -> float:
        """Return the hours."""
        return float(self.numbers[code] / HOUR)

    def run(self, fact: Fact, _knowledge: Knowledge, _now: str) -> float | None:
        """Divide."""
        return None if fact.number is None else fact.number / HOUR

    def sql(self, alias: str, _now: str) -> tuple[str, str]:
        """Divide."""
        return f"{alias}.number / {HOUR!r}", ""
