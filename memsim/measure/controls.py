"""Memories made of the truth: the ceiling and the floor. Only the bench can build them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from memsim.memory.keeping import Keeping, in_order
from memsim.memory.protocol import Memory, Shared
from memsim.records import History, Item, Recalled


class Chosen(Keeping):
    """Recalls the messages with given ids, in the order of the history.

    Args:
        ids: As the memory is given them.
    """

    whole = True

    def __init__(self, ids: Collection[str]) -> None:
        super().__init__(Shared())
        self._ids = ids

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the chosen messages."""
        return in_order([message for message in self.messages if message.mid in self._ids])


def _oracle(history: History, item: Item) -> Memory:
    """Return a memory that recalls exactly the evidence (the paper's OracleMem)."""
    return Chosen({f"m{place}" for place, message in enumerate(history.messages) if message.mid in item.truth.evidence})


def _noisy(history: History, item: Item) -> Memory:
    """Return a memory that recalls everything but the evidence (the paper's NoisyMem)."""
    return Chosen({f"m{place}" for place, message in enumerate(history.messages) if message.mid not in item.truth.evidence})


#: By kind of memory: returns one for a question of a history.
TRUTHFUL: dict[str, Callable[[History, Item], Memory]] = {"oracle": _oracle, "noisy": _noisy}
