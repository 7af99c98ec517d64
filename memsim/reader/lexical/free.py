"""Answers in free text: from the sentence that bears most on the question, the value of the kind that is wanted, or what the question does not say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date

from memsim.reader.lexical.days import around, told_day
from memsim.reader.lexical.support import Sentence, read_closely
from memsim.reader.lexical.terms import is_light, stems
from memsim.reader.lexical.values import Value, values
from memsim.records import Asked, Passage, Reply

_BEFORE, _AHEAD = 2, 60  # days before and after a message that it may speak of without a date
_PIECE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+(?:['’.@&-][^\W_\u3040-\u30ff\u3400-\u9fff]+)*")
_GLUE = frozenset({"", " ", "-", "·"})


def tell(asked: Asked, passages: Sequence[Passage]) -> Reply:
    """Return the answer of the kind that the question wants, from the sentence with one that bears most on it; ``unparsed`` if none has."""
    find = _FINDERS.get(asked.answer_type, _text)
    read = read_closely(asked, passages)
    for sentence in sorted(read, key=lambda sentence: -sentence.bearing):
        answer = find(sentence, asked)
        if answer:
            return Reply("answered", answer, raw=sentence.text)
    return Reply("unparsed", reason=f"no passage that bears on the question holds an answer of the kind {asked.answer_type or 'text'!r}")


def _values(sentence: Sentence, asked: Asked, *kinds: str) -> list[Value]:
    """Return the values of some kinds that the question does not name itself."""
    named = {(value.kind, value.key) for value in values(asked.question)}
    return [value for value in values(sentence.text) if value.kind in kinds and (value.kind, value.key) not in named]


def _first(*kinds: str) -> Callable[[Sentence, Asked], str]:
    return lambda sentence, asked: next((value.text for value in _values(sentence, asked, *kinds)), "")


def _day(sentence: Sentence, asked: Asked) -> date | None:
    """Return the day that a sentence tells; without a year it is the next one after the day of the message."""
    if not sentence.time:
        return None
    said = date.fromisoformat(sentence.time[:10])
    for value in _values(sentence, asked, "date"):
        year = re.search(r"\d{4}", value.text)
        for candidate in [int(year[0])] if year else range(said.year, said.year + 8):  # until a leap year
            try:
                day = date.fromisoformat(f"{candidate}-{value.key}")
            except ValueError:  # 29 February of another year
                continue
            if year or day >= said:
                return day
    return told_day(sentence.text, sentence.time, around(sentence.time, _BEFORE, _AHEAD), asked.language)


def _date(sentence: Sentence, asked: Asked) -> str:
    return _first("date")(sentence, asked) or str(_day(sentence, asked) or "")


def _moment(sentence: Sentence, asked: Asked) -> str:
    """Return a moment in ISO 8601 as far as it is told: ``2027-03-12T19:00``, ``2027-03-12`` or ``19:00``."""
    day = str(_day(sentence, asked) or "")
    clock = next((f"{int(value.key) // 60:02d}:{int(value.key) % 60:02d}" for value in _values(sentence, asked, "clock")), "")
    return "T".join(filter(None, (day, clock)))


def _text(sentence: Sentence, asked: Asked) -> str:
    """Return the longest run of words that are not in the question and say something; one of names before any other."""
    return max(_runs(sentence.text, asked.question), key=lambda run: (run[0].isupper(), len(run)), default="")


def _runs(text: str, question: str) -> list[str]:
    """Return the runs of neighbouring words, or characters where they are not spaced, that are new; names and other words apart."""
    asked = {*stems(question), *_PIECE.findall(question)}
    runs: list[list[re.Match[str]]] = []
    for piece in _PIECE.finditer(text):
        if piece[0] in asked or all(word in asked or is_light(word) for word in stems(piece[0])):
            continue
        before = runs[-1][-1] if runs else None
        if before and text[before.end() : piece.start()] in _GLUE and before[0][0].islower() == piece[0][0].islower():
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return [text[run[0].start() : run[-1].end()] for run in runs]


#: By kind of answer, what finds it in a sentence; other kinds are texts.
_FINDERS: dict[str, Callable[[Sentence, Asked], str]] = {
    "number": _first("length", "number"),
    "date": _date,
    "moment": _moment,
    "time": _moment,
    "duration": _first("span"),
    "name": _text,
    "text": _text,
}
