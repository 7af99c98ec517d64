"""What memories that keep messages as they are have in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memsim.memory.protocol import Shared
from memsim.records import Message, Recalled


class Keeping:
    """Keeps every message, in order; how to recall is left to subclasses.

    Args:
        shared: What the memories of a run keep for each other.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.messages: list[Message] = []

    def reset(self) -> None:
        """Forget everything."""
        self.messages = []

    def store(self, message: Message) -> None:
        """Keep a message."""
        self.messages.append(message)


def searched(message: Message) -> str:
    """Return what a message is found by: its text, and before it the name of who says it, where that is more than the role."""
    return message.text if message.speaker.casefold() == message.role.casefold() else f"{message.speaker}: {message.text}"


def in_order(messages: Sequence[Message]) -> list[Recalled]:
    """Return messages as recalled, the first one with the highest score."""
    return [Recalled(message.text, float(len(messages) - place), (message.mid,)) for place, message in enumerate(messages)]


def best(messages: Sequence[Message], scores: NDArray[np.float64], k: int) -> list[Recalled]:
    """Return the k messages with the highest scores; of equal scores, the earlier message comes first.

    Complexity: O(n log n) in the messages.
    """
    order = np.argsort(-scores, kind="stable")[:k]
    return [Recalled(messages[place].text, float(scores[place]), (messages[place].mid,)) for place in order.tolist()]
