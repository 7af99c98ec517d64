"""Questions with choices as arrays: one row a question, one column an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from memsim.check.leaks.verdict import Tried
from memsim.io.formats.audited import Asked, Audited
from memsim.text.words import normalised

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
_JOINTS = ("; ", "；", " · ", " / ", " | ")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ROUNDING = 1e-12  # a score that differs by less differs by the order in which numbers were added
_LARGEST = 1e30  # sums and differences of a few are finite in single precision, too
_NUMERALS = str.maketrans("一二两三四五六七八九", "1223456789")


@dataclass(frozen=True)
class Options:
    """Questions whose right choice is known.

    Attributes:
        asked: The questions, n of them.
        clusters: The history of each.
        choices: Options as they are written, without the space around them.
        target: The place of the right one, shape (n,).
    """

    asked: Sequence[Asked]
    clusters: Sequence[str]
    choices: Sequence[tuple[str, ...]]
    target: Ints

    def __len__(self) -> int:
        return len(self.asked)

    @cached_property
    def count(self) -> Ints:
        """How many options each question has, shape (n,)."""
        return np.array([len(texts) for texts in self.choices], dtype=np.int64)

    @cached_property
    def there(self) -> Bools:
        """Where there is an option, shape (n, the most options)."""
        return np.arange(self.count.max(initial=0)) < self.count[:, None]

    @cached_property
    def types(self) -> list[str]:
        """The question type of each."""
        return [one.question_type for one in self.asked]

    @cached_property
    def normal(self) -> list[tuple[str, ...]]:
        """Options as they read, without case and punctuation."""
        return [tuple(map(normalised, texts)) for texts in self.choices]

    @cached_property
    def parts(self) -> list[tuple[tuple[str, ...], ...]]:
        """The answers that each option joins: one, or several where all options join as many."""
        return [_parts(texts) for texts in self.choices]

    @cached_property
    def value(self) -> Floats:
        """The number in each option, NaN where the options of a question differ in more than one number of the same place; shape (n, most)."""
        return self.laid([_values(parts) for parts in self.parts])

    @cached_property
    def alike(self) -> Floats:
        """How much of its pairs of neighbouring characters each option shares with the others (Jaccard, the mean), shape (n, most)."""
        return self.laid([_alike(texts) for texts in self.choices])

    def laid(self, values: Sequence[Sequence[float]]) -> Floats:
        """Return a number for each option as an array, NaN where there is no option."""
        out = np.full(self.there.shape, np.nan)
        out[self.there] = np.fromiter((number for row in values for number in row), dtype=np.float64, count=int(self.count.sum()))
        return out

    def take(self, score: Floats) -> tuple[Tried, Bools]:
        """Take the option of the highest score; return what that gets, ties shared, and where the scores differ at all, shape (n,).

        Args:
            score: Shape (n, most); NaN is no option, or one that the rule says nothing of.
        """
        score = np.where(np.isnan(score), -np.inf, score)
        best = np.isclose(score, score.max(axis=1, keepdims=True), rtol=_ROUNDING, atol=_ROUNDING) & self.there
        credit = best[np.arange(len(self)), self.target] / best.sum(axis=1)
        tried = Tried(credit, 1 / self.count, self.clusters, self.types, [one.id for one in self.asked])
        return tried, best.sum(axis=1) < self.count


def options_of(histories: Sequence[Audited]) -> Options:
    """Return the questions of histories that have at least two choices, of which one is called right."""
    rows = [
        (asked, history.id, ascii_uppercase.index(asked.target))
        for history in histories
        for asked in history.asked
        if len(asked.choices) > 1 and asked.target in tuple(ascii_uppercase[: len(asked.choices)])
    ]
    choices = [tuple(text.strip() for text in asked.choices) for asked, _, _ in rows]
    return Options([row[0] for row in rows], [row[1] for row in rows], choices, np.array([row[2] for row in rows], dtype=np.int64))


def _parts(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    for joint in _JOINTS:
        counts = {text.count(joint) for text in texts}
        if len(counts) == 1 and counts != {0}:
            return tuple(tuple(part.strip() for part in text.split(joint)) for text in texts)
    return tuple((text,) for text in texts)


def _values(parts: tuple[tuple[str, ...], ...]) -> list[float]:
    """Return the number of each option in the first of its parts that differs by a number alone; one beyond `_LARGEST` is no number to compare."""
    for place in range(len(parts[0])):
        texts = [part[place].translate(_NUMERALS) for part in parts]
        found = [_NUMBER.findall(text) for text in texts]
        if all(len(numbers) == 1 for numbers in found) and len({_NUMBER.sub("0", text) for text in texts}) == 1:
            values = [float(numbers[0]) for numbers in found]
            return values if max(values) < _LARGEST else [np.nan] * len(parts)
    return [np.nan] * len(parts)


def _alike(texts: Sequence[str]) -> list[float]:
    pairs = [{text[at : at + 2] for at in range(max(1, len(text) - 1))} for text in texts]
    out = [0.0] * len(texts)
    for one, other in combinations(range(len(texts)), 2):
        shared = len(pairs[one] & pairs[other])
        share = shared / ((len(pairs[one]) + len(pairs[other]) - shared) or 1) / (len(texts) - 1)
        out[one] += share
        out[other] += share
    return out
