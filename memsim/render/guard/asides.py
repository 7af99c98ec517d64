"""The rule of what is said beside a fact: nothing but chatter that is known as a whole, and what the phrase says there, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memsim.render.guard.case import Case
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.patterns import END, START
from memsim.render.guard.reading import MARKS


def aside(case: Case) -> Iterator[str]:
    """A clause that names neither subject nor value is known chatter, or takes up a word of the phrase or of phrases for the same attribute.

    Plain words can be put together so that they take a fact back ("That was then.") or tell it of another ("So am I."): no list of such
    sentences can be whole, a list of those that are harmless can. Messages of the pool tell no fact, and are free to chat; what a question asks,
    other rules look at.
    """
    if isinstance(case.given, Statement) and not case.given.attribute:
        return
    asks, kept = isinstance(case.given, Inquiry), {_words(case.text.tokens[start:end]) for start, end in case.text.told}
    tongue, tokens = case.scene.tongue, case.scene.literal(case.new)
    for start, end in case.new.told:
        words = _words(case.new.tokens[start:end])
        if MARKS.isdisjoint(words) and words not in kept and not (asks and case.new.sentence(start).asks):
            own = tongue.rest(tokens[start:end], (tongue.function,))
            if own == tongue.rest(tokens[start:end], (*case.context.known, tongue.function)):
                yield tongue.join(words)


def _words(clause: Sequence[str]) -> tuple[str, ...]:
    return tuple(token for token in clause if token not in {START, END})
