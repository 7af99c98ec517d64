"""From draws to rows of a table that sum to 1 in round numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from memsim.network.elicit.cases import Implicit

Floats = NDArray[np.float64]
_PARTS = 1_000_000  # weights are multiples of a millionth, so that files are short and do not hang on the last bit of a float


def weigh(implicit: Implicit, drawn: Mapping[int, Sequence[int]], size: int) -> Floats:
    """Return the table of a node, shape (combinations, size).

    The row of a case with draws is (1 - s) times their shares, plus s/2 times its row as it was, plus s/2 times the mean of the shares over all cases with
    draws, without what the rules forbid in this case; s is the node's smoothing. All other rows are as they were.

    Args:
        implicit: The node.
        drawn: The codes of the values that were drawn, by case.
        size: How many values there are, new ones included.
    """
    table = np.zeros((len(implicit.table), size))
    table[:, : implicit.site.domain.size] = implicit.table
    cases = sorted(drawn)
    if cases:
        shares = np.stack([np.bincount(drawn[case], minlength=size) / len(drawn[case]) for case in cases])
        fits = implicit.allowed[cases][:, np.minimum(np.arange(size), implicit.site.domain.size)]
        others = shares.mean(axis=0) * fits
        rows, smoothing = [implicit.numbers[case] for case in cases], implicit.node.smoothing
        base = (table[rows] + others / others.sum(axis=1, keepdims=True)) / 2
        table[rows] = _rounded((1 - smoothing) * shares + smoothing * base)
    return table


def _rounded(rows: Floats) -> Floats:
    """Round each row to parts that sum to the whole: those with the largest remainders are rounded up."""
    parts = np.floor(rows * _PARTS)
    missing = _PARTS - parts.sum(axis=1, keepdims=True)
    rank = np.argsort(np.argsort(parts - rows * _PARTS, axis=1, kind="stable"), axis=1, kind="stable")
    return (parts + (rank < missing)) / _PARTS
