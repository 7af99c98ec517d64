"""Which of the texts that a model gave for what was asked is kept, and why none is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memsim.render.guard import Guard, Inquiry, Statement, longest

Given = Statement | Inquiry
#: Reasons why no text is kept, beside the guard's rules: there is none, it is the phrase's own, it is too long (where nothing else is asked of it).
MISSING, COPY, LENGTH = "missing", "copy", "length"


class Verdict(NamedTuple):
    """The text that is kept, or None and why."""

    text: str | None
    reason: str = ""


class Judge:
    """Judges in this process.

    Args:
        guards: By language; without any, texts only need a sane length.
    """

    def __init__(self, guards: Mapping[str, Guard]) -> None:
        self._guards = guards

    async def __call__(self, language: str, said: Sequence[tuple[Given, Sequence[str]]]) -> list[Verdict]:
        """Return a verdict on each of several things to keep, of which a model gave texts."""
        return self.judge(language, said)

    def judge(self, language: str, said: Sequence[tuple[Given, Sequence[str]]]) -> list[Verdict]:
        """Return what `__call__` returns."""
        return [self._first(language, given, texts) for given, texts in said]

    def _first(self, language: str, given: Given, texts: Sequence[str]) -> Verdict:
        reason = MISSING
        for text in texts:
            found = self._fault(language, given, text)
            if found is None:
                return Verdict(text)
            reason = found
        return Verdict(None, reason)

    def _fault(self, language: str, given: Given, text: str) -> str | None:
        if not self._guards:
            return LENGTH if len(text) > longest(given.text) else None
        if text == given.text:
            return COPY
        rejections = self._guards[language].judge(given, text)
        return rejections[0].rule if rejections else None
