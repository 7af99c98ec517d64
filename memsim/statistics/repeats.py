"""How many texts repeat another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

_DIGITS = re.compile(r"\d+")


class Repeats:
    """Counts how many of the texts that stream by were there before."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._total = 0

    def add(self, texts: Iterable[str]) -> None:
        """Take more texts."""
        for text in texts:
            self._seen.add(
                int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
            )  # the texts themselves would fill memory
            self._total += 1

    def share(self) -> float | None:
        """Return the share of texts that were there before, 1 - different texts / texts; None where there are none."""
        return (self._total - len(self._seen)) / self._total if self._total else None


def blurred(tokens: Sequence[str]) -> str:
    """Return a text as it reads without case and punctuation, each number as 0; `tokens` as `memsim.text.tokens.words` gives them."""
    return _DIGITS.sub("0", " ".join(tokens))
