"""Guesses: from a score for each option to the letter taken, ties broken by a fixed stream."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memsim.rng import Rng

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def take_best(score: Floats, index: Ints, purpose: str) -> Ints:
    """Return the option of the highest score, shape (n, 4) -> (n,); NaN is lowest, equals are drawn from a stream of this purpose."""
    score = np.where(np.isnan(score), -np.inf, score)
    tie = Rng(0, index).uniform(f"benchmark/{purpose}", 4).T
    return np.argmax(np.where(score == score.max(axis=1, keepdims=True), tie, -1.0), axis=1)


def shuffled_targets(index: Ints) -> Ints:
    """Return letters that have nothing to do with the questions, for the control."""
    return Rng(0, index).below("benchmark/shuffled", 4)
