"""Questions that stand twice, word for word or but for case, width and punctuation: within a history and over the set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import exact, near, plain
from memsim.io.formats.audited import Asked, Audited

#: Of the questions that may stand twice in a set: some have few answers, such as the seasons, and are asked again with the same one by chance.
LIMIT = 0.0005


class _Told(NamedTuple):
    """What was asked: in these words, which read so."""

    words: int
    reading: int


class _First:
    """Who was the first to ask in some words, and in words that read so."""

    def __init__(self) -> None:
        self._by_words: dict[int, str] = {}
        self._by_reading: dict[int, str] = {}

    def add(self, asked: Asked, told: _Told) -> None:
        self._by_words.setdefault(told.words, asked.id)
        self._by_reading.setdefault(told.reading, asked.id)

    def compare(self, same: Tally, similar: Tally, asked: Asked, told: _Told) -> None:
        """Hold a question to those before it: of one in the same words, that it also reads like others is not told."""
        first, like = self._by_words.get(told.words), self._by_reading.get(told.reading)
        example = f"{asked.id}: {asked.question} (as {first or like})"
        same.test(broken=first is not None, example=example)
        similar.test(broken=first is None and like is not None, example=example)


class Questions:
    """See the module.

    Asked of another history, the same words are another question, unless answer and choices are the same too: then who answers one answers both
    without looking. How many words are shared all the same is told beside (``texts_repeated``): pooled retrieval cannot tell them apart.
    """

    def __init__(self) -> None:
        self._within = Tally("question-repeated-within", "no question is asked twice of one history")
        self._near_within = Tally("question-near-within", "no two of one history differ in case, width and punctuation alone")
        self._across = Tally(
            "question-repeated-across", f"at most {LIMIT:.2%} of the questions stand with the same answer and choices in two histories"
        )
        self._near_across = Tally(
            "question-near-across", f"at most {LIMIT:.2%} differ from one of another history in case, width and punctuation alone"
        )
        self._before = _First()
        self._texts: set[int] = set()

    def see(self, history: Audited) -> None:
        here, whole_here = _First(), []
        for asked in history.asked:
            told = _Told(exact(asked.question), near(asked.question))
            self._texts.add(told.words)
            here.compare(self._within, self._near_within, asked, told)
            here.add(asked, told)
            parts = (asked.question, str(asked.answer), *sorted(asked.choices))
            whole = _Told(exact("\n".join(parts)), exact("\n".join(map(plain, parts))))
            self._before.compare(self._across, self._near_across, asked, whole)
            whole_here.append((asked, whole))
        for asked, whole in whole_here:
            self._before.add(asked, whole)

    def findings(self) -> Iterator[Finding]:
        yield from (tally.finding() for tally in (self._within, self._near_within))
        few = [tally.found <= LIMIT * tally.tested for tally in (self._across, self._near_across)]
        yield self._across.finding(ok=few[0], detail={"texts_repeated": self._across.tested - len(self._texts)})
        yield self._near_across.finding(ok=few[1])
