"""Answers: there, texts as choices are, and not blank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import visible
from memsim.io.formats.audited import Audited


class Answers:
    """See the module."""

    def __init__(self) -> None:
        self._missing = Tally("answer-missing", "every question has an answer, what cannot be answered too")
        self._number = Tally("answer-number", "answers are texts, never numbers or truth values")
        self._blank = Tally("answer-blank", "no answer is blank")
        self._missing_of: Counter[str] = Counter()

    def see(self, history: Audited) -> None:
        for asked in history.asked:
            answer = asked.answer
            self._missing.test(broken=answer is None, example=f"{asked.id}: {asked.question}")
            if answer is None:
                self._missing_of["unanswerable" if asked.unanswerable else "answerable"] += 1
            else:
                self._number.test(broken=not isinstance(answer, str), example=f"{asked.id}: {answer!r}")
                self._blank.test(broken=isinstance(answer, str) and not visible(answer).strip(), example=f"{asked.id}: {answer!r}")

    def findings(self) -> Iterator[Finding]:
        yield self._missing.finding(detail=self._missing_of)
        yield from (tally.finding() for tally in (self._number, self._blank))
