"""Questions that stand twice, word for word or but for case, width and punctuation: within a history and over the set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import exact, near, plain
from memsim.io.formats.audited import Asked, Audited


class _First(NamedTuple):
    """Who asked it first, and in which words."""

    id: str
    words: int


class Questions:
    """See the module.

    Asked of another history, the same words are another question, unless answer and choices are the same too: then who answers one answers both
    without looking. How many words are shared all the same is told beside (``texts_repeated``): pooled retrieval cannot tell them apart.
    """

    def __init__(self) -> None:
        self._within = Tally("question-repeated-within", "no question is asked twice of one history")
        self._near_within = Tally("question-near-within", "no two of one history differ in case, width and punctuation alone")
        self._across = Tally("question-repeated-across", "no question stands with the same answer and choices in two histories")
        self._near_across = Tally("question-near-across", "no two of two histories differ so in case, width and punctuation alone")
        self._whole: dict[int, _First] = {}
        self._texts: set[int] = set()

    def see(self, history: Audited) -> None:
        asked_here: dict[int, _First] = {}
        whole_here: dict[int, _First] = {}
        for asked in history.asked:
            self._texts.add(exact(asked.question))
            code, one = near(asked.question), _First(asked.id, exact(asked.question))
            _compare(self._within, self._near_within, asked, one, asked_here.get(code))
            asked_here.setdefault(code, one)
            parts = (asked.question, str(asked.answer), *sorted(asked.choices))
            code, one = exact("\n".join(map(plain, parts))), _First(asked.id, exact("\n".join(parts)))
            _compare(self._across, self._near_across, asked, one, self._whole.get(code))
            whole_here.setdefault(code, one)
        for code, one in whole_here.items():
            self._whole.setdefault(code, one)

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._within, self._near_within))
        yield self._across.finding(detail={"texts_repeated": self._across.tested - len(self._texts)})
        yield self._near_across.finding()


def _compare(same: Tally, similar: Tally, asked: Asked, one: _First, first: _First | None) -> None:
    """Hold a question to the first that reads like it."""
    example = f"{asked.id}: {asked.question} (as {first.id})" if first else ""
    same.test(broken=first is not None and first.words == one.words, example=example)
    similar.test(broken=first is not None and first.words != one.words, example=example)
