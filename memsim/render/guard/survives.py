"""Rules of what must survive: subject, value, what else fills a phrase, and who speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from memsim.render.guard.asking import Asked
from memsim.render.guard.case import Case
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.patterns import END, NUMBER, Span
from memsim.render.guard.reading import MARKS, VALUES, Reading
from memsim.render.guard.values import lowered, occurrences
from memsim.text.figures import plain
from memsim.text.numerals import is_number


def subject(case: Case) -> Iterator[str]:
    """The subject is named."""
    yield from (text for what, text in case.missing if what == "subject")


def value(case: Case) -> Iterator[str]:
    """The value is said, in a form that means exactly it."""
    yield from (text for what, text in case.missing if what == "value")


def slots(case: Case) -> Iterator[str]:
    """All that fills a question or a message of the pool is there."""
    yield from (text for what, text in case.missing if what == "slot")


def given_away(case: Case) -> Iterator[str]:
    """A question says no choice, and nothing that fills it, more often than its phrase does."""
    if isinstance(case.given, Inquiry):
        old, new = lowered(case.text.raw), lowered(case.new.raw)
        for text in dict.fromkeys((*case.given.choices, *(member for slot in case.given.slots for member in case.scene.members(slot)))):
            said = lowered(plain(text))
            if len(occurrences(new, said)) > len(occurrences(old, said)):
                yield text


def counted(case: Case) -> Iterator[str]:
    """What a number of the pool counts stays: minutes, not miles."""
    if isinstance(case.given, Statement) and not case.given.attribute and any(map(is_number, case.given.slots)):
        said = case.scene.tongue.units(case.new.masked) | set(case.new.tokens)
        for number, after in pairwise(case.text.tokens):
            if number == NUMBER and after not in MARKS and after != END and after not in said and not case.scene.tongue.units(after) & said:
                yield after


def person(case: Case) -> Iterator[str]:
    """The user's own facts are told and asked in the first person."""
    given, first = case.given, case.scene.first
    if isinstance(given, Inquiry):
        asked = [case.text.tokens[slice(*sentence[:2])] for sentence in case.text.sentences if sentence.asks]
        if any(first.find(tokens) for tokens in asked if MARKS.isdisjoint(tokens)) and not case.new.found(first):
            yield "nobody speaks"
        return
    told = given.attribute and not given.subject
    if told and any(map(first.find, _telling(case.text))) and not any(map(first.find, _telling(case.new))):
        yield "nobody speaks"


def _telling(text: Reading) -> Iterator[tuple[str, ...]]:
    """Yield the tokens of the sentences that say the value, with those of a question that it answers."""
    for place, sentence in enumerate(text.sentences):
        if not VALUES.isdisjoint(text.tokens[sentence.start : sentence.end]):
            before = text.sentences[place - 1] if place and text.sentences[place - 1].asks else sentence
            yield text.tokens[before.start : sentence.end]


def attribute(case: Case) -> Iterator[str]:
    """What is said of the subject stays: where values do not say what they are, a word that does; never one that speaks of something else."""
    said, here, own = case.scene.tongue.units(case.new.masked), case.context.known[0], case.context.own
    stands = case.context.stands
    if own & here and not own & said and not (stands and case.new.found(stands)):
        yield "none of " + ", ".join(sorted(own & here))
    yield from sorted((said & case.context.foreign) - here)


def asked(case: Case) -> Iterator[str]:
    """A question asks the same: of each of its phrases a word that decides what it asks stays, and all operators do, and none comes in."""
    asked = case.context.asked
    if asked is None:
        return
    asking, tongue = case.scene.asking, case.scene.tongue
    said, here = tongue.units(case.new.masked), tongue.units(asked.core)
    core = tongue.split(asked.core)
    same = [group for group in case.scene.operators if group.find(core) and case.new.found(group)]
    for meaning in asked.meanings:
        decides = asking.decides[meaning]
        if decides & here and not decides & said and not case.scene.operated(meaning).intersection(same):
            yield "none of " + ", ".join(sorted(decides & here))
    yield from _parts(case, asked)
    yield from _operators(case, asked)


def _parts(case: Case, asked: Asked) -> Iterator[str]:
    """Yield the phrases of a question in parts that no slot tells of, and of which no word is left, nor one that may stand for it."""
    tongue, wording = case.scene.tongue, case.scene.wording
    said = tongue.units(case.new.masked)
    for part in asked.bare if len(asked.meanings) > 1 else ():
        own = tongue.units(part)
        if not ((own - tongue.empty) | wording.instead(own)) & said:
            yield part


def _operators(case: Case, asked: Asked) -> Iterator[str]:
    """Yield the operators that are gone, and what is new and no word of phrases for the same."""
    core, new = case.scene.tongue.split(asked.core), case.new.tokens
    safe, groups = case.new.found(case.scene.idioms), (*case.scene.operators, *case.scene.diverting)
    told = [span for group in groups for span in group.find(core)]
    for group in groups:
        before, after = [span for span in group.find(core) if not _within(span, told)], case.new.found(group)
        if len(after) > max(len(case.text.found(group)), 1):
            yield " ".join(new[slice(*after[-1])])
        if before and not after and group in case.scene.operators:
            yield "no " + " ".join(core[slice(*before[0])])
        elif after and not case.text.found(group):
            words = new[slice(*after[0])]
            if any(start <= after[0][0] < end for start, end in safe):
                continue
            same = f" {' '.join(words)} " in asked.runs or (len(words) == 1 and case.scene.tongue.units(words[0]) <= asked.known)
            if not same:
                yield " ".join(words)


def _within(span: Span, others: Iterable[Span]) -> bool:
    """Return whether a piece of a text is part of another: "less than 30" of "no less than 30"."""
    return any(start <= span[0] and span[1] <= end and (start, end) != span for start, end in others)
