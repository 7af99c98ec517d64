"""Memories made of the truth: the ceiling and the floor. Only the bench can build them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from memsim.measure.given import Given
from memsim.memory.keeping import Keeping, in_order
from memsim.memory.protocol import Memory, Shared
from memsim.records import Item, Recalled


class Picked(Keeping):
    """Recalls the messages with given ids, in the order of the history.

    Args:
        ids: As the memory is given them.
    """

    whole = True

    def __init__(self, ids: Collection[str]) -> None:
        super().__init__(Shared())
        self._ids = ids

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the picked messages."""
        return in_order([message for message in self.messages if message.mid in self._ids])


def _oracle(given: Given, item: Item) -> Memory:
    """Return a memory that recalls exactly the evidence (the paper's OracleMem)."""
    return Picked({told for told, mid in given.mids.items() if mid in item.truth.evidence})


def _noisy(given: Given, item: Item) -> Memory:
    """Return a memory that recalls everything but the evidence (the paper's NoisyMem)."""
    return Picked({told for told, mid in given.mids.items() if mid not in item.truth.evidence})


#: By kind of memory: returns one for a question of a history.
TRUTHFUL: dict[str, Callable[[Given, Item], Memory]] = {"oracle": _oracle, "noisy": _noisy}
