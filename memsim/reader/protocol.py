"""What a reader is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memsim.records import Asked, Passage, Reply


class Reader(Protocol):
    """Turns what was recalled into an answer.

    Attributes:
        concurrency: How many questions may be read at a time, in threads.
    """

    concurrency: int

    def read(self, asked: Asked, passages: Sequence[Passage], seed: int) -> Reply:
        """Answer a question from the passages, best first; the same seed asks for the same answer."""

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it: name, model, hashes of prompts, settings."""
