"""Target encoding that never sees the row it encodes: statistics of a key come from other folds only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memsim.rng import Rng

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
FOLDS = 5


def folds(index: Ints) -> Ints:
    """Return the fold of each trajectory, drawn apart from its question type."""
    return Rng(0, index).below("benchmark/fold", FOLDS)


def combined(*keys: Ints) -> Ints:
    """Return small numbers, equal where all keys are equal."""
    out = np.zeros_like(np.broadcast_arrays(*keys)[0])
    for key in keys:
        out = np.unique(out * (int(key.max()) + 1) + key, return_inverse=True)[1].reshape(out.shape)
    return out


class Encoder:
    """The mean of a residual by key, over the folds allowed.

    Args:
        key: Small numbers, any shape.
        residual: Truth minus chance, same shape.
        fold: Same shape.
    """

    def __init__(self, key: Ints, residual: Floats, fold: Ints) -> None:
        self.key, self.fold = key, fold
        cell, size = (key * FOLDS + fold).ravel(), (int(key.max()) + 1) * FOLDS
        self.count = np.bincount(cell, minlength=size).reshape(-1, FOLDS).astype(float)
        self.total = np.bincount(cell, residual.ravel(), minlength=size).reshape(-1, FOLDS)

    def encode(self, held_out: int, smoothing: float, prior: Floats | float = 0.0) -> Floats:
        """Return the encoding of every row when fold `held_out` is tested: without that fold, and without a row's own."""
        return (self._without(self.total, held_out) + smoothing * prior) / (self._without(self.count, held_out) + smoothing)

    def _without(self, by_fold: Floats, held_out: int) -> Floats:
        rest = by_fold.sum(axis=1)[:, None] - by_fold - by_fold[:, [held_out]]
        rest[:, held_out] += by_fold[:, held_out]
        return rest[self.key, self.fold]
