"""ψ: what post-processing does to a value.

Each kind has three faces that must agree: on arrays of codes (to plan), on one fact (its meaning), and in SQL (its proof).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memsim.records import Fact

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Knowledge = Mapping[tuple[str, str, str], str]


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

    def codes(self, values: Ints, now: Ints) -> Ints:
        """Return small codes of the results: equal where the results read the same, in every language; `now` is the questions' minutes, (n,)."""

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return how results read."""

    def number(self, code: int) -> float:
        """Return what the SQL gives for numeric results."""

    def run(self, fact: Fact, knowledge: Knowledge, now: str) -> str | float | None:
        """Return the result for one fact, asked at ISO time `now`."""

    def sql(self, alias: str, now: str) -> tuple[str, str]:
        """Return (expression, join) for the fact of that alias; `now` is the question's time as an SQL literal."""


class TextResult:
    """What text results share."""

    answer_type = "text"

    def number(self, _code: int) -> float:
        """Text results have no number."""
        return float("nan")


@dataclass(frozen=True)
class NumberResult:
    """What numeric results share: the code is the number; by language, a pattern with ``{n}`` says how it reads."""

    pattern: Mapping[str, str]
    answer_type = "number"

    def number(self, code: int) -> float:
        """Return the code."""
        return float(code)

    def texts(self, codes: Ints, language: str) -> list[str]:
        """Return the numbers as they read."""
        return [self.pattern[language].replace("{n}", f"{self.number(code):.12g}") for code in codes.tolist()]
