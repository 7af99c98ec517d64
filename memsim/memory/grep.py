"""Substring search: how far looking for the words of the question goes."""

from __future__ import annotations

import re

import numpy as np

from memsim.memory.keeping import Keeping, best, searched
from memsim.memory.protocol import Shared
from memsim.records import Message, Recalled
from memsim.text.tokens import is_pair, terms

_NO_WORD = re.compile(r"[^a-z0-9_]+")


class Grep(Keeping):
    """Counts the words of the query that are substrings of a message.

    As agentmemory's evaluation defines it: lower case, words of three or more of ``[a-z0-9_]``, a word asked twice counts twice, messages
    without a hit are left out. Beyond it, text in scripts without spaces gives pairs of characters, so that it finds something there at all.
    """

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._bodies: list[str] = []

    def reset(self) -> None:
        """Forget everything."""
        super().reset()
        self._bodies = []

    def store(self, message: Message) -> None:
        """Keep a message, and its text in lower case."""
        super().store(message)
        self._bodies.append(searched(message).lower())

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the k messages that hold most words, none that holds no word.

        Complexity: O(words x characters of the history).
        """
        lower = query.lower()
        words = [word for word in _NO_WORD.sub(" ", lower).split() if len(word) > 2]
        words += filter(is_pair, terms(lower))
        counts = np.array([sum(word in body for word in words) for body in self._bodies], dtype=np.float64)
        return [one for one in best(self.messages, counts, k) if one.score]
