"""The vectors of texts met before: messages of the noise pool come again with each history."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memsim.memory.embedders import Embedder, Vectors


class TextVectors:
    """Embeds each distinct text once, as long as it is kept.

    Args:
        embedder: What makes the vectors.
        most: How many texts are kept; beyond it, those not asked for longest go, half of them at once. A single call with more texts
            than that keeps them all, until a later one needs room.
    """

    def __init__(self, embedder: Embedder, most: int = 200_000) -> None:
        self.embedder, self.most = embedder, most
        self._places: dict[str, int] = {}  # text -> its row in the two arrays, in the order of the rows
        self._vectors = np.empty((0, 0), np.float32)
        self._asked = np.empty(0, np.int64)  # the call that last asked for a row
        self._calls = 0

    def __len__(self) -> int:
        return len(self._places)

    def rows(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, shape (n, d), a copy; those not kept are embedded in one go."""
        self._calls += 1
        known = [place for place in map(self._places.get, texts) if place is not None]
        self._asked[known] = self._calls
        if len(known) < len(texts):
            self._add([text for text in dict.fromkeys(texts) if text not in self._places])
        return self._vectors[[self._places[text] for text in texts]]

    def _add(self, texts: list[str]) -> None:
        vectors = self.embedder.embed(texts)
        if len(self) + len(texts) > self.most:
            self._forget(self.most - len(texts))
        start, stop = len(self), len(self) + len(texts)
        if stop > len(self._asked):
            self._grow(max(stop, 2 * start), vectors.shape[1])
        self._vectors[start:stop] = vectors
        self._asked[start:stop] = self._calls
        self._places.update(zip(texts, range(start, stop), strict=True))

    def _grow(self, size: int, dimensions: int) -> None:
        vectors, asked = np.empty((size, dimensions), np.float32), np.empty(size, np.int64)
        if self._places:
            vectors[: len(self)], asked[: len(self)] = self._vectors[: len(self)], self._asked[: len(self)]
        self._vectors, self._asked = vectors, asked

    def _forget(self, room: int) -> None:
        """Keep those asked for last, half of them if there is room, and all that the present call asks for."""
        asked = self._asked[: len(self)]
        latest_first = np.argsort(-asked, kind="stable")
        kept = np.sort(latest_first[: max(min(room, self.most // 2), int((asked == self._calls).sum()))])
        texts = list(self._places)
        self._places = {texts[old]: new for new, old in enumerate(kept.tolist())}
        self._vectors, self._asked = self._vectors[kept], self._asked[kept]
