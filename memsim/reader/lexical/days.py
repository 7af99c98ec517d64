"""Days that a text tells as seen from the day on which it was said: "next Friday", 大后天, "yesterday"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

from memsim.reader.lexical.values import values
from memsim.text.days import WAYS, gap
from memsim.text.words import mentions

_EPOCH = date(1970, 1, 1)
_KEPT = 16_384
#: Days before, and the day itself, by how they are told.
_NEAR = {
    0: ("today", "tonight", "this morning", "this afternoon", "今天", "今晚", "今早"),
    -1: ("yesterday", "last night", "昨天", "昨晚"),
    -2: ("the day before yesterday", "前天"),
}


@lru_cache(_KEPT)
def _phrases(told: int, day: int, language: str) -> tuple[str, ...]:
    """Return the ways of telling a day on another, the longest first; both in days since 1970-01-01."""
    seen = gap(told, day)
    ways = (way.words(seen) for way in WAYS.get(language, {}).values() if way.fits(seen))
    return tuple(sorted((*ways, *_NEAR.get(seen.days, ())), key=lambda phrase: (-len(phrase), phrase)))


def told_day(text: str, time: str, days: Iterable[date], language: str) -> date | None:
    """Return the one of some days that a text tells; where several fit, the one told at most length: "next Friday" is no "Friday".

    Args:
        text: What was said.
        time: When, in ISO 8601; empty where that is not known, and then no day is.
        days: That may be meant.
        language: Of the text.
    """
    if not time:
        return None
    told = (date.fromisoformat(time[:10]) - _EPOCH).days
    found = [
        (len(phrase), day)
        for day in days
        for phrase in _phrases(told, (day - _EPOCH).days, language)
        if phrase.casefold() in text.casefold() and mentions(text, phrase)
    ]
    return max(found)[1] if found else None


def dated(text: str) -> list[tuple[str, date]]:
    """Return the dates in a text that have a year, each with its key in `terms`; one that no calendar has is none."""
    found = []
    for value in values(text):
        year = re.search(r"\d{4}", value.text)
        month, _, day = value.key.partition("-")
        if value.kind == "date" and year and 1 <= int(day) <= monthrange(int(year[0]), int(month))[1]:
            found.append((f"date:{value.key}", date(int(year[0]), int(month), int(day))))
    return found


def around(time: str, before: int, after: int) -> tuple[date, ...]:
    """Return the days about a moment in ISO 8601; none where it is empty."""
    return tuple(date.fromisoformat(time[:10]) + timedelta(days=away) for away in range(-before, after + 1)) if time else ()
