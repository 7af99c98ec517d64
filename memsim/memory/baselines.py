"""Memories that look at no text: all, the last, the first, any, nothing."""

from __future__ import annotations

import numpy as np

from memsim.memory.keeping import Keeping, in_order
from memsim.records import Recalled
from memsim.rng import Rng


class Full(Keeping):
    """Recalls everything, in the order of the history (the paper's FullMem)."""

    whole = True

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return all messages."""
        return in_order(self.messages)


class Recent(Keeping):
    """Recalls the last messages, the latest first (the paper's ReceMem)."""

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the last k messages."""
        return in_order(self.messages[: -k - 1 : -1])


class First(Keeping):
    """Recalls the first messages: a control, since sets with evidence up front reward it."""

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the first k messages."""
        return in_order(self.messages[:k])


class Random(Keeping):
    """Recalls any k messages: a control. The same question of the same history draws the same."""

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return k messages drawn without replacement."""
        drawn = Rng(0, np.arange(len(self.messages))).one(f"memory/random/{query}")
        return in_order([self.messages[place] for place in np.argsort(drawn, kind="stable")[:k].tolist()])


class Nothing(Keeping):
    """Recalls nothing: what can be answered without memory (the paper's NonMem)."""

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return nothing."""
        return []
