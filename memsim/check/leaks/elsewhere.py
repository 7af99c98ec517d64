"""How often an option stands, or is right, elsewhere in the set: what can be known of a prior without any message.

The histories are split in halves, and each half is judged by the other's counts. Counts of all other histories would do better, but pull each other apart: where
each letter is right in exactly a quarter of the questions, the one that is right most often elsewhere is never right here.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from memsim.check.leaks.options import Floats, Ints, Options
from memsim.rng import Rng
from memsim.text.words import normalised

#: Of each question, of each option: what it is counted by, one or several.
Keys = Sequence[Sequence[Sequence[Hashable]]]


def by_text(options: Options) -> Keys:
    """Return the text of each part of each option, with its place among the parts and the question type."""
    return [
        [[(kind, place, normalised(part)) for place, part in enumerate(parts)] for parts in row]
        for kind, row in zip(options.types, options.parts, strict=True)
    ]


def by_question(options: Options) -> Keys:
    """Return the text of each option with that of its question."""
    rows = zip(options.asked, options.normal, strict=True)
    return [[[(question, text)] for text in texts] for question, texts in ((normalised(asked.question), texts) for asked, texts in rows)]


class Coded(NamedTuple):
    """Keys as numbers.

    Attributes:
        codes: Of each key of each option, `size` where there is none, shape (n, most, keys).
        size: How many different ones there are.
    """

    codes: Ints
    size: int

    def counts(self, options: Options, fold: Ints, *, right_only: bool) -> Floats:
        """Return how often each key stands, or is right, in each fold, shape (folds, size + 1); infinite for what is no key."""
        rows = np.arange(len(options))
        codes = self.codes[rows, options.target] if right_only else self.codes.reshape(len(rows), -1)
        out = np.zeros((int(fold.max(initial=0)) + 1, self.size + 1))
        np.add.at(out, (fold[:, None], codes), 1)
        out[:, self.size] = np.inf
        return out

    def least(self, seen: Floats, fold: Ints) -> Floats:
        """Return what each option's least common key has in its fold's row of some counts, shape (n, most); infinite where there is no option."""
        return seen[fold[:, None, None], self.codes].min(axis=2)


def coded(options: Options, by: Keys) -> Coded:
    """Return keys as numbers."""
    number: dict[Hashable, int] = {}
    rows = [[[number.setdefault(key, len(number)) for key in option] for option in row] for row in by]
    most = max((len(option) for row in rows for option in row), default=1)
    codes = np.full((*options.there.shape, most), len(number))
    for place, row in enumerate(rows):
        for letter, option in enumerate(row):
            codes[place, letter, : len(option)] = option
    return Coded(codes, len(number))


def commonness(options: Options, by: Keys, *, right_only: bool) -> Floats:
    """Return how often each option stands, or is right, in the other half; of several keys the least common counts; shape (n, most)."""
    names, cluster = np.unique(np.asarray(options.clusters, dtype=np.str_), return_inverse=True)
    half = Rng(0, np.arange(len(names))).below("check/leaks/halves", 2)[cluster]
    keys = coded(options, by)
    counts = keys.counts(options, half, right_only=right_only)
    other = counts[::-1] if len(counts) > 1 else np.zeros_like(counts)
    return np.where(options.there, keys.least(other, half), np.nan)
