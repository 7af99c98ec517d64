"""What of a set the leak checks look at: all of a small one, a fixed sample of a large one."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from memsim.check.finding import Finding
from memsim.io.formats.audited import Audited
from memsim.rng import Rng

QUESTIONS, MESSAGES = 20_000, 250_000
_SEED, _BLOCK = 0, 4096


class Sample:
    """Whole histories, drawn without knowing how many there will be; a larger sample holds a smaller one, and two of one size are the same.

    Each history has a random number by its place in the set, and those with the smallest are kept (bottom-k sampling, Cohen & Kaplan 2007).

    Args:
        questions: How many are kept at most, in each language.
        messages: Likewise; None where messages are not looked at, which are then left out.
    """

    def __init__(self, questions: int = QUESTIONS, messages: int | None = MESSAGES) -> None:
        self._most = (questions, messages)
        self._kept: dict[str, list[tuple[int, int, Audited]]] = {}
        self._sizes: dict[str, list[int]] = {}
        self._least: dict[str, int] = {}  # keys that are kept are above this
        self._seen = 0

    def add(self, history: Audited) -> None:
        """Keep a history, or what it pushes out of the sample."""
        place, self._seen = self._seen, self._seen + 1
        language, key = history.language, -_keys(place // _BLOCK)[place % _BLOCK]
        if key < self._least.get(language, key):
            return
        kept, sizes = self._kept.setdefault(language, []), self._sizes.setdefault(language, [0, 0])
        heapq.heappush(kept, (key, place, history if self._most[1] is not None else replace(history, posts=())))
        self._count(sizes, history, 1)
        while len(kept) > 1 and self._over(sizes):
            self._least[language], _, left = heapq.heappop(kept)
            self._count(sizes, left, -1)

    def languages(self) -> Iterator[tuple[str, list[Audited]]]:
        """Yield each language with what is kept of it, in the set's order."""
        for language in sorted(self._kept):
            yield language, [history for _, _, history in sorted(self._kept[language], key=lambda one: one[1])]

    def _count(self, sizes: list[int], history: Audited, sign: int) -> None:
        sizes[0] += sign * len(history.asked)
        sizes[1] += sign * len(history.posts)

    def _over(self, sizes: list[int]) -> bool:
        return any(most is not None and size > most for size, most in zip(sizes, self._most, strict=True))


class Sampled(ABC):
    """A check that looks at a sample of the set, language by language.

    Args:
        questions, messages: As `Sample` takes them.
    """

    def __init__(self, questions: int = QUESTIONS, messages: int | None = MESSAGES) -> None:
        self._sample = Sample(questions, messages)

    def see(self, history: Audited) -> None:
        """Take in a history."""
        self._sample.add(history)

    def findings(self) -> Iterator[Finding]:
        """Yield what was found, language by language."""
        for language, histories in self._sample.languages():
            yield from self._found(language, histories)

    @abstractmethod
    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        """Yield what was found in one language."""


@lru_cache(64)
def _keys(block: int) -> list[int]:
    places = np.arange(block * _BLOCK, (block + 1) * _BLOCK)
    return Rng(_SEED, places).words("check/leaks/sample")[0].tolist()
