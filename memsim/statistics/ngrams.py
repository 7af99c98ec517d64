"""Distinct-n: how many n-grams differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from memsim.rng import GAMMA, U64, mix64

ORDERS = (1, 2, 3, 4)
_PENDING = 1 << 22  # n-grams that wait to be counted


class NGrams:
    """Counts n-grams of one length over texts that stream by; none spans two texts.

    An n-gram is told by 64 bits made from the numbers of its tokens: among ten million different ones, two share theirs with a chance of 3 in a million.
    """

    def __init__(self, n: int) -> None:
        self._n, self._total, self._waiting = n, 0, 0
        self._known: U64 = np.empty(0, dtype=np.uint64)
        self._pending: list[U64] = []

    def add(self, numbers: U64, lengths: Sequence[int]) -> None:
        """Take texts: the numbers of their tokens one after the other, and how many tokens each has."""
        codes = mix64(numbers)
        for step in range(1, self._n):
            codes = mix64(codes[:-1] + mix64(numbers[step:] + np.uint64(GAMMA)))
        left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(numbers))  # tokens from here to the end of the text
        found = codes[left[: len(codes)] >= self._n]
        self._total += len(found)
        self._waiting += len(found)
        self._pending.append(found)
        if self._waiting > _PENDING:
            self._merge()

    def distinct(self) -> float | None:
        """Return different n-grams / n-grams (Li et al. 2016, arXiv 1510.03055), None where there are none."""
        self._merge()
        return len(self._known) / self._total if self._total else None

    def _merge(self) -> None:
        self._known = np.unique(np.concatenate([self._known, *self._pending]))
        self._pending, self._waiting = [], 0


class Vocabulary:
    """Numbers tokens in the order in which they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, texts: Iterable[Sequence[str]]) -> U64:
        """Return the number of each token, one text after the other, shape (tokens,)."""
        known = self._numbers
        return np.array([known.setdefault(token, len(known)) for tokens in texts for token in tokens], dtype=np.uint64)
