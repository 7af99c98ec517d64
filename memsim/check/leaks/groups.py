"""Folds for what learns: questions that have a history, or their text, in common stand in the same fold."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from memsim.check.leaks.options import Ints
from memsim.rng import Rng

FOLDS = 5


def joined(*columns: Sequence[Hashable]) -> Ints:
    """Return a number for each row, the same for two rows that agree in some column, directly or through others (connected components)."""
    parent = list(range(len(columns[0])))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = parent[one]
        return one

    for column in columns:
        first: dict[Hashable, int] = {}
        for row, value in enumerate(column):
            parent[root(row)] = root(first.setdefault(value, row))
    return np.array([root(row) for row in range(len(parent))], dtype=np.int64)


def folds(groups: Ints, purpose: str) -> Ints:
    """Return the fold of each row, 0 to FOLDS - 1: a shuffle of the groups, the largest dealt first, each to the fold that has least."""
    names, group, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    order = np.lexsort((Rng(0, names).one(f"check/leaks/{purpose}"), -sizes))
    fold, filled = np.zeros(len(names), dtype=np.int64), np.zeros(FOLDS)
    for one in order.tolist():
        fold[one] = int(filled.argmin())
        filled[fold[one]] += sizes[one]
    return fold[group]
