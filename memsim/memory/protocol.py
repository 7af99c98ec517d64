"""What a memory is, and what memories of one run may share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from memsim.records import Message, Recalled

T = TypeVar("T")


class Memory(Protocol):
    """The thing under test; a fresh one for each history, which is reset before anything is stored.

    Optional besides: ``settle()``, called once after the last message and timed apart; ``answer(asked) -> str`` for an agent that answers
    by itself; ``close()``, which is always called; ``usage``, a `Usage` of what its models took; and ``whole = True`` for one that
    recalls all it has, whatever k.
    """

    def reset(self) -> None:
        """Forget everything."""

    def store(self, message: Message) -> None:
        """Take one message; they come in the order of the history."""

    def recall(self, query: str, k: int) -> Sequence[Recalled]:
        """Return at most k things that bear on a query, the best first."""


class Shared:
    """What the memories of one run keep for each other, such as vectors of texts met before.

    To measure what taking in a history costs, a memory is given an empty one of its own.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def get(self, key: str, make: Callable[[], T]) -> T:
        """Return what is kept under a key; make it when first asked for."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]
