"""Words and meaning together: reciprocal rank fusion of BM25 and dense retrieval."""

from __future__ import annotations

from memsim.memory.bm25 import BM25
from memsim.memory.dense import Retrieved
from memsim.memory.protocol import Shared
from memsim.records import Message, Recalled

_CONSTANT = 60  # of the paper; it damps the lead of the first ranks
_DEPTH = 100  # ranks of each list that take part


class Hybrid:
    """Sums 1 / (60 + rank) over both rankings (Cormack, Clarke & Büttcher 2009); of equal sums, the earlier message comes first.

    A message without a word of the query has no rank among words: BM25 would rank those by their place in the history.

    Args:
        shared: What the memories of a run keep for each other.
        dense: The parameters of `Retrieved`.
    """

    def __init__(self, shared: Shared, **dense: str) -> None:
        self._words, self._meaning = BM25(shared), Retrieved(shared, **dense)

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it."""
        return self._meaning.identity()

    def reset(self) -> None:
        """Forget everything."""
        self._words.reset()
        self._meaning.reset()

    def store(self, message: Message) -> None:
        """Keep a message in both."""
        self._words.store(message)
        self._meaning.store(message)

    def settle(self) -> None:
        """Index both."""
        self._words.settle()
        self._meaning.settle()

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the k messages with the highest sums."""
        sums: dict[tuple[str, ...], float] = {}
        found: dict[tuple[str, ...], Recalled] = {}
        depth = max(k, _DEPTH)
        for ranking in ([one for one in self._words.recall(query, depth) if one.score > 0], self._meaning.recall(query, depth)):
            for rank, one in enumerate(ranking, 1):
                assert one.sources is not None  # noqa: S101 - both keep messages as they are
                found.setdefault(one.sources, one)
                sums[one.sources] = sums.get(one.sources, 0.0) + 1 / (_CONSTANT + rank)
        place: dict[tuple[str, ...], int] = {(message.mid,): number for number, message in enumerate(self._words.messages)}
        order = sorted(sums, key=lambda sources: (-sums[sources], place[sources]))[:k]
        return [found[sources]._replace(score=sums[sources]) for sources in order]
