"""Calendar days in a text, told by date: "12 March 2027", "March 12th", 2027-03-12, 三月十二号. Days told from another ("tomorrow") are not read."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from memsim.text.days import MONTHS, WEEKDAYS
from memsim.text.figures import figures
from memsim.text.numerals import ordinal

_KEPT = 8192


class Day(NamedTuple):
    """A date in a text.

    Attributes:
        year, month, day: None where it is not said.
        weekday: 0 for Monday to 6 for Sunday, or None.
        start, end: Where it stands in the text that was read.
        unclear: Whether it can as well be the day and month the other way round: 3/4/2027.
    """

    year: int | None
    month: int
    day: int | None
    weekday: int | None
    start: int
    end: int
    unclear: bool = False


_ORDINAL = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_ORDINALS = {word: number for number, word in enumerate(_ORDINAL, start=1)} | {
    f"{tens}{mark}{word}": base + number
    for tens, base, ends in (("twenty", 20, 9), ("thirty", 30, 1))
    for mark in "- "
    for number, word in enumerate(_ORDINAL[:ends], start=1)
} | {"thirtieth": 30}  # fmt: skip
_ORD = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_MONTH = "|".join((*(f"{name[:3]}(?:\\.|{name[3:]})?" for name in MONTHS if name[3:]), "May", "Sept\\.?"))
_AFTER_MONTH = re.compile(rf"\b({_MONTH}) (?:the )?({_ORD})\b", re.IGNORECASE)
_BEFORE_MONTH = re.compile(rf"\b({_ORD})(?= (?:day )?(?:of )?(?:{_MONTH})\b)", re.IGNORECASE)
_NUMBERED = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_WEEKDAY = "|".join(f"{name[:3]}(?:{name[3:]}|\\.)?" for name in WEEKDAYS["en"]) + "|Tues|Thurs?"
_WEEKDAYS = {name[:3].lower(): number for number, name in enumerate(WEEKDAYS["en"])}
_STAR = r"(?:周|星期|礼拜)[一二三四五六日天1-6]"
_STARS = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6} | {str(number + 1): number for number in range(6)}

_BEFORE = rf"(?:(?P<wd>{_WEEKDAY}),? (?:the )?)?"
_AFTER = rf"(?:,? ?\(?(?P<wd2>{_WEEKDAY})\b\)?)?"
_D, _M, _Y = r"(?P<d>3[01]|[12]\d|0?[1-9])", r"(?P<m>1[0-2]|0?[1-9])", r"(?P<y>(?:1[5-9]|20|21)\d\d)"
_EN = rf"(?P<name>{_MONTH})"
_NTH = r"(?:st|nd|rd|th)?"
_REACH = 20
_PAIRED_BEFORE = re.compile(r"(?<![\d:/.-])(\d{1,2})(?:st|nd|rd|th)? ?(?:-|/|to|and|or|&) ?(?:the )?\Z", re.IGNORECASE)
_PAIRED_AFTER = re.compile(r" ?(?:-|to |and |or |至|到|、|和|或) ?(?:the )?(\d{1,2})(?:(?:st|nd|rd|th)\b|[日号]|(?=\W*\Z))", re.IGNORECASE)
#: Tried at each place in this order.
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d-]){_Y}[-/.]{_M}[-/.]{_D}(?![\d])(?:t(?=\d))?{_AFTER}",
        rf"(?:{_Y} ?年 ?)?(?<!\d){_M} ?月 ?(?:{_D}(?!\d) ?[日号]?)?(?:[ ,(]*(?P<star>{_STAR})\)?)?",
        rf"\b{_BEFORE}(?<![\d.]){_D}{_NTH}[ -](?:day )?(?:of )?{_EN}\b\.?(?:(?:,? |-)(?:of )?{_Y}\b)?{_AFTER}",
        rf"\b{_BEFORE}{_EN}\b\.?[ -](?:the )?{_D}{_NTH}\b(?![:\d])(?:,? ?(?:of )?{_Y}\b)?{_AFTER}",
        rf"\b{_EN}\b\.?,? (?:of )?{_Y}\b",
        rf"(?<![\d/.-])(?P<one>\d{{1,2}})(?P<mark>[/.-])(?P<two>\d{{1,2}})(?P=mark){_Y}(?![\d/-])",
        r"(?<![\d/.])(?P<one>\d{1,2})/(?P<two>\d{1,2})(?![\d/.]|\))",
        r"(?<![\d.])(?P<one>\d{1,2})\.(?P<two>0?[1-9]|1[0-2])\.(?!\d)",
        r"\A\W*(?P<one>\d{1,2})(?=-)-(?P<two>\d{1,2})\W*\Z",
        rf"(?<![\d-]){_Y}-(?P<m>1[0-2]|0[1-9])(?![\d-])",
        rf"(?:\A|(?<=\bin )){_EN}\b",
    )
)


@lru_cache(_KEPT)
def dated(text: str) -> str:
    """Return a text in figures, ordinals beside a month too: "the twelfth of March" as "the 12th of March"."""
    text = _AFTER_MONTH.sub(lambda found: f"{found[1]} {ordinal(_ORDINALS[found[2].lower()])}", text)
    return figures(_BEFORE_MONTH.sub(lambda found: ordinal(_ORDINALS[found[1].lower()]), text))


def _weekday(groups: dict[str, str | None]) -> int | None:
    name, star = groups.get("wd") or groups.get("wd2"), groups.get("star")
    return _WEEKDAYS[name[:3].lower()] if name else _STARS[star[-1]] if star else None


def _whole(value: str | None) -> int | None:
    return int(value) if value else None


def _day(found: re.Match[str]) -> Day | None:
    groups = found.groupdict()
    year, day, name, unclear = _whole(groups.get("y")), _whole(groups.get("d")), groups.get("name"), False
    month = _NUMBERED[name[:3].lower()] if name else _whole(groups.get("m"))
    if groups.get("one"):
        one, two = int(groups["one"] or 0), int(groups["two"] or 0)
        dotted = found[0][len(groups["one"] or "")] == "."
        day, month = (one, two) if one > 12 or dotted else (two, one)
        unclear = not dotted and max(one, two) <= 12 and one != two
    if month is None or not 1 <= month <= 12 or (day is not None and not 1 <= day <= monthrange(year or 2028, month)[1]):
        return None
    return Day(year, month, day, _weekday(groups), found.start(), found.end(), unclear)


def _found(text: str) -> Iterator[Day]:
    taken = [False] * len(text)
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            day = None if any(taken[found.start() : found.end()]) else _day(found)
            if day:
                taken[day.start : day.end] = [True] * (day.end - day.start)
                yield day


def _neighbours(text: str, day: Day) -> Iterator[Day]:
    """Return the other day of a pair that says its month once: "25-26 October", "October 25 and 26", 7月22日至23日."""
    for found in (
        _PAIRED_BEFORE.search(text[max(0, day.start - _REACH) : day.start]),
        _PAIRED_AFTER.match(text[day.end : day.end + _REACH]),
    ):
        if found and day.day and 1 <= int(found[1]) <= monthrange(day.year or 2028, day.month)[1] and int(found[1]) != day.day:
            yield day._replace(day=int(found[1]), weekday=None)


@lru_cache(_KEPT)
def dates(text: str) -> tuple[Day, ...]:
    """Return the dates in a text that `dated` returned, in order."""
    told = list(_found(text))
    return tuple(sorted([*told, *(other for day in told for other in _neighbours(text, day))], key=lambda day: day.start))


def agrees(day: Day, year: int | None) -> bool:
    """Return whether the weekday that is said with a date is that of the date; `year` is for a date without one. Unknown years cannot contradict."""
    year = day.year or year
    if day.weekday is None or year is None or day.day is None:
        return True
    return _possible(year, day.month, day.day, lambda found: found.weekday() == day.weekday)


def _possible(year: int, month: int, day: int, holds: Callable[[date], bool]) -> bool:
    return day <= monthrange(year, month)[1] and holds(date(year, month, day))
