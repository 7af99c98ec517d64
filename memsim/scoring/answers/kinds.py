"""The kinds of answers, and how to tell which kind an answer is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memsim.records import Answer
from memsim.scoring.answers.boolean import Boolean
from memsim.scoring.answers.date import Date
from memsim.scoring.answers.declining import declines
from memsim.scoring.answers.kind import Kind
from memsim.scoring.answers.listing import Order, Set, items
from memsim.scoring.answers.moment import Moment
from memsim.scoring.answers.name import Name
from memsim.scoring.answers.naming import key
from memsim.scoring.answers.number import Duration, Number
from memsim.scoring.answers.time import TimeOfDay
from memsim.text.dates import dated, dates
from memsim.text.figures import plain
from memsim.text.quantities import counted, quantities
from memsim.text.times import times

ABSENT = "absent"
REGISTRY: dict[str, Kind] = {
    kind.name: kind for kind in (Name(), Number(), Date(), Moment(), TimeOfDay(), Duration(), Set(), Order(), Boolean())
}
#: The names of all kinds; an `absent` answer is right when a reply says that it was not told.
KINDS = (*REGISTRY, ABSENT)
#: What the sets of ours say of an answer, and the kinds that it can then be, tried in this order; a name is what is none of them.
_STORED = {
    "text": ("order", "set", "duration", "number", "moment", "date", "time"),
    "number": ("number",),
    "time": ("moment", "date", "time"),
    "": ("absent", "order", "set", "duration", "moment", "date", "time", "number", "boolean"),
}


def kind_of(answer: Answer, choices: Sequence[str], language: str) -> str:
    """Return the kind of an answer, told from its text and the choices where it is not said, or only as the sets of ours say it (text, number, time).

    A text is a quantity, a date or a time if it is nothing but one; an order if the choices are the same things in other orders; a set if they are some of
    the same things; figures alone are a name where the set says that they are text (the last digits of a telephone number), and a number where it says nothing.
    """
    if answer.kind in KINDS and answer.kind not in _STORED:
        return answer.kind
    offered = own_choices(answer, choices, language)
    told = _STORED.get(answer.kind, _STORED[""])
    return next((name for name in told if _TELLS[name](answer, offered)), "name")


def columns(choices: Sequence[str], parts: int, language: str) -> list[tuple[str, ...]]:
    """Return the choices of a question of several parts, split into what they say to each; () if they are not of so many parts."""
    if parts == 1:
        return [(choice,) for choice in choices]
    split = [tuple(piece.strip() for piece in choice.split("；" if language == "zh" else "; ")) for choice in choices]
    return split if all(len(pieces) == parts for pieces in split) else []


def own_choices(answer: Answer, choices: Sequence[str], language: str) -> tuple[str, ...]:
    """Return what the choices say to the part that an answer is right for."""
    for parts in (1, 2, 3):
        for column in zip(*columns(choices, parts, language), strict=True):
            if any(key(text) == key(answer.text) for text in column):
                return column
    return ()


def _whole(text: str, found: Sequence[object], beside: str = "") -> bool:
    """Return whether a text is nothing but the one value found in it."""
    if len(found) != 1:
        return False
    start, end = getattr(found[0], "start", 0), getattr(found[0], "end", 0)
    return not re.sub(rf"[\s.()\"]|\b(?:in|on|at|the|ago|from now)\b|[前后以之的]|{beside or '(?!)'}", "", text[:start] + text[end:])


def _is_number(answer: Answer, _: Sequence[str]) -> bool:
    if answer.number is not None and answer.kind == "number":
        return True
    text = counted(plain(answer.text))
    if answer.kind == "text" and plain(answer.text).strip().isdecimal():
        return False
    return _whole(text, quantities(text), beside="[个次场家件种条只]") and not _coded(answer.text)


def _coded(text: str) -> bool:
    """Return whether figures are a code: they begin with a zero, or are those of a telephone number."""
    return bool(re.fullmatch(r"0\d+|[+(]?\d{2,4}[)\s-]+\d{3,4}[\s-]\d{3,}", plain(text).strip()))


def _is_duration(answer: Answer, _: Sequence[str]) -> bool:
    text = counted(plain(answer.text))
    value = REGISTRY["duration"].read(Answer(answer.text), "")
    return value is not None and not value.directed and _whole(text, quantities(text))


def _is_moment(answer: Answer, _: Sequence[str]) -> bool:
    return REGISTRY["moment"].read(answer, "") is not None and len(plain(answer.text)) <= 40


def _is_date(answer: Answer, _: Sequence[str]) -> bool:
    text = dated(plain(answer.text))
    return REGISTRY["date"].read(answer, "") is not None and _whole(text, dates(text))


def _is_time(answer: Answer, _: Sequence[str]) -> bool:
    text = dated(plain(answer.text))
    return not _coded(answer.text) and _whole(text, times(text))


def _is_order(_: Answer, choices: Sequence[str]) -> bool:
    orders = [tuple(map(key, items(choice))) for choice in choices]
    return len(orders) > 1 and len(orders[0]) > 1 and all(sorted(order) == sorted(orders[0]) for order in orders)


def _is_set(_: Answer, choices: Sequence[str]) -> bool:
    sets = [frozenset(map(key, items(choice))) for choice in choices]
    return len(sets) > 1 and any(one < other for one in sets for other in sets) and any(len(one) > 1 for one in sets)


def _is_absent(answer: Answer, _: Sequence[str]) -> bool:
    return declines(plain(answer.text)) == "not_stated" and len(answer.text) <= 60


def _is_boolean(answer: Answer, _: Sequence[str]) -> bool:
    return REGISTRY["boolean"].read(answer, "") is not None


_TELLS = {
    "absent": _is_absent,
    "boolean": _is_boolean,
    "date": _is_date,
    "duration": _is_duration,
    "moment": _is_moment,
    "number": _is_number,
    "order": _is_order,
    "set": _is_set,
    "time": _is_time,
}
