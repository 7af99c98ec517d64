"""Dense retrieval: the messages whose vectors are nearest to the query's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError
from memsim.memory.embedders import Vectors, imported
from memsim.memory.embedders.registry import load_embedder
from memsim.memory.keeping import Keeping, searched
from memsim.memory.protocol import Shared
from memsim.memory.vectors import TextVectors
from memsim.records import Message, Recalled

Found = tuple[NDArray[np.intp], Vectors]


class Index(Protocol):
    """Finds the rows of a matrix that are nearest to a vector; made of the matrix, shape (n, d)."""

    def best(self, query: Vectors, k: int) -> Found:
        """Return the places of the k rows with the highest inner product, best first, and their scores; of equal ones, the first row."""


class NumpyIndex:
    """Looks at every row: O(n d) a query."""

    def __init__(self, rows: Vectors) -> None:
        self._rows = np.ascontiguousarray(rows)  # the order of a sum follows the order in memory

    def best(self, query: Vectors, k: int) -> Found:
        """Return places and scores.

        The sum runs along each row (einsum): BLAS would round a row's score differently with another number of rows, so that a
        message could gain or lose a rank by what is stored beside it.
        """
        scores = np.einsum("ij,j->i", self._rows, query)
        order = np.argsort(-scores, kind="stable")[:k]
        return order, scores[order]


class FaissIndex:
    """Lets faiss look at every row with all cores, for long histories; the same places and scores as `NumpyIndex`.

    Raises:
        MissingDependencyError: faiss is not installed.
    """

    _SLACK = 1e-5  # well above the rounding of an inner product of unit vectors in float32

    def __init__(self, rows: Vectors) -> None:
        self._rows = rows
        self._index = imported("faiss", "the index 'faiss'", "faiss").IndexFlatIP(rows.shape[1])
        self._index.add(rows)

    def best(self, query: Vectors, k: int) -> Found:
        """Return places and scores.

        faiss breaks ties as it pleases, so it only tells the k-th score, and then all rows as near as that; they are ranked here.
        """
        scores, _ = self._index.search(query[None], min(k, len(self._rows)))
        _, _, near = self._index.range_search(query[None], float(scores[0, -1]) - self._SLACK)
        near = np.sort(near)
        order, exact = NumpyIndex(self._rows[near]).best(query, k)
        return near[order], exact


INDEXES: dict[str, Callable[[Vectors], Index]] = {"numpy": NumpyIndex, "faiss": FaissIndex}


class Retrieved(Keeping):
    """Recalls the messages whose text is nearest to the query, by the cosine of their vectors (the paper's RetrMem).

    Messages are embedded when the memory settles, so that their cost is that of taking in a history, and not of its first question.

    Args:
        shared: What the memories of a run keep for each other; here, the vectors of texts.
        embedder: As `load_embedder` knows it.
        index: A key of `INDEXES`.
        api_base: Where the service of a remote embedder listens, if not at its usual address.

    Raises:
        InputError: The index or embedder is unknown.
        MissingDependencyError: A package that one of them needs is not installed.
    """

    def __init__(self, shared: Shared, *, embedder: str = "use", index: str = "numpy", api_base: str | None = None) -> None:
        super().__init__(shared)
        if index not in INDEXES:
            raise InputError(f"unknown index {index!r}; expected one of {', '.join(INDEXES)}")
        self._index_name = index
        key = f"vectors/{embedder}" if api_base is None else f"vectors/{embedder}@{api_base}"
        self._vectors = shared.get(key, lambda: TextVectors(load_embedder(embedder, api_base)))
        INDEXES[index](np.empty((0, 1), np.float32))  # what it needs is loaded now, at the cost of no history
        self._index: Index | None = None

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it: its embedder's identity and its index."""
        return {"embedder": self._vectors.embedder.name, **self._vectors.embedder.identity(), "index": self._index_name}

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._index = None

    def store(self, message: Message) -> None:
        """Keep a message."""
        super().store(message)
        self._index = None

    def settle(self) -> None:
        """Embed the messages not met before, and index all."""
        self._index = INDEXES[self._index_name](self._vectors.rows([searched(message) for message in self.messages]))

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the k messages with the highest cosine; of equal ones, the earlier message comes first.

        The query is embedded anew each time: asked again, it must not seem to cost less.
        """
        if not self.messages:
            return []
        if self._index is None:
            self.settle()
        assert self._index is not None  # noqa: S101 - settle makes it
        places, scores = self._index.best(self._vectors.embedder.embed([query])[0], k)
        found = [self.messages[place] for place in places.tolist()]
        return [Recalled(message.text, score, (message.mid,)) for message, score in zip(found, scores.tolist(), strict=True)]
