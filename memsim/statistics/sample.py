"""A random sample of fixed size, drawn while texts stream by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memsim.rng import Rng

_SEED = 0  # a set's figures are the same whenever they are asked for


class Sample:
    """So many of all texts, uniformly and without replacement, in random order.

    Text number i has the i-th number of a named stream; those with the smallest numbers are the sample. So it does not depend on how the texts
    are cut into parts, and its first texts are a smaller sample.

    Args:
        size: The most texts that it holds.
        purpose: The name of the stream.
    """

    def __init__(self, size: int, purpose: str) -> None:
        self._size, self._purpose, self._seen, self._bound = size, purpose, 0, 1.0
        self._kept: list[tuple[float, int, str]] = []

    def add(self, texts: Sequence[str]) -> None:
        """Take more of the texts, which come in order."""
        numbers = Rng(_SEED, np.arange(self._seen, self._seen + len(texts))).one(self._purpose)
        self._kept += [
            (float(numbers[place]), self._seen + place, texts[place]) for place in np.flatnonzero(numbers < self._bound).tolist()
        ]
        self._seen += len(texts)
        if len(self._kept) > 2 * self._size:
            self._shrink()

    def texts(self) -> list[str]:
        """Return the sample of what was added so far."""
        self._shrink()
        return [text for _, _, text in self._kept]

    def _shrink(self) -> None:
        self._kept = sorted(self._kept)[: self._size]
        if len(self._kept) == self._size:
            self._bound = self._kept[-1][0]
