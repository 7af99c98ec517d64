"""BM25 over words, and over pairs of characters in Chinese."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memsim.memory.keeping import Keeping, best, searched
from memsim.memory.protocol import Shared
from memsim.records import Message, Recalled
from memsim.text.tokens import terms

K1, B = 1.5, 0.75
_MOST = 200_000  # texts kept: messages of the pool come again with each history, the others do not


class Counted(NamedTuple):
    """The terms of a text: their numbers, how often each comes, and how many there are in all."""

    ids: NDArray[np.int32]
    counts: NDArray[np.int32]
    length: int


class Lexicon:
    """Numbers of terms, and the counted terms of texts met before."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._texts: dict[str, Counted] = {}

    def counted(self, text: str) -> Counted:
        """Return a text's terms."""
        known = self._texts.get(text)
        if known is None:
            if len(self._texts) >= _MOST:
                self._texts.clear()
            found = Counter(terms(text))
            ids = [self.numbers.setdefault(term, len(self.numbers)) for term in found]
            counts = np.array(list(found.values()), dtype=np.int32)
            known = self._texts[text] = Counted(np.array(ids, dtype=np.int32), counts, int(counts.sum()))
        return known


class BM25(Keeping):
    """Okapi BM25 (Robertson & Zaragoza 2009) with k1 = 1.5, b = 0.75 and Lucene's idf, which is never negative."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._lexicon = shared.get("lexicon", Lexicon)
        self._counted: list[Counted] = []
        self._postings: _Postings | None = None

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._counted, self._postings = [], None

    def store(self, message: Message) -> None:
        """Keep a message with its terms."""
        super().store(message)
        self._counted.append(self._lexicon.counted(searched(message)))
        self._postings = None

    def settle(self) -> None:
        """Put the terms of all messages side by side."""
        self._postings = _Postings(self._counted)

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the k messages that score best.

        Complexity: O(terms of the query x terms of the history), as array operations.
        """
        if self._postings is None:
            self.settle()
        assert self._postings is not None  # noqa: S101 - settle makes it
        wanted = [(self._lexicon.numbers.get(term), times) for term, times in Counter(terms(query)).items()]
        return best(self.messages, self._postings.scores([(number, times) for number, times in wanted if number is not None]), k)


class _Postings:
    def __init__(self, counted: list[Counted]) -> None:
        lengths = np.array([text.length for text in counted], dtype=np.float64)
        self._ids = np.concatenate([text.ids for text in counted] or [np.empty(0, np.int32)])
        self._tf = np.concatenate([text.counts for text in counted] or [np.empty(0, np.int32)]).astype(np.float64)
        self._places = np.repeat(np.arange(len(counted)), [len(text.ids) for text in counted])
        mean = lengths.mean() if lengths.any() else 1.0
        self._damping = K1 * (1 - B + B * lengths / mean)

    def scores(self, wanted: list[tuple[int, int]]) -> NDArray[np.float64]:
        """Return each message's score, shape (messages,), for (term, times asked)."""
        n = len(self._damping)
        out = np.zeros(n)
        for number, times in wanted:
            held = np.flatnonzero(self._ids == number)
            places, tf = self._places[held], self._tf[held]
            idf = np.log1p((n - len(held) + 0.5) / (len(held) + 0.5))
            out[places] += times * idf * tf * (K1 + 1) / (tf + self._damping[places])
        return out
