"""Dates, clock times, spans of time, lengths and numbers in a text, however they are written: "May the 29th" and 5月29日 are one value."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from memsim.text.days import MONTHS
from memsim.text.numerals import MOST, english

_KEPT = 8192


class Value(NamedTuple):
    """A value in a text.

    Attributes:
        kind: A name in `KINDS`.
        key: Equal for equal values of a kind: month and day, minutes of the day, minutes, centimetres, the number.
        text: As it stands in `figures` of the text.
        start: Where it stands there.
    """

    kind: str
    key: str
    text: str
    start: int


_WORDS = {english(number): number for number in range(MOST + 1)}
_UNITS, _TEENS, _TENS = ("|".join(map(english, numbers)) for numbers in (range(1, 10), range(10, 20), range(20, 100, 10)))
_SMALL = rf"(?:{_TENS})(?:[- ](?:{_UNITS}))?|{_TEENS}|{_UNITS}|zero"
_ENGLISH = re.compile(  # it first looks for a letter that a number begins with: three times as fast
    rf"\b(?=[aonztfse])(?:(?P<hundreds>a|{_UNITS}) hundred(?: and (?P<rest>{_SMALL}))?|(?P<small>{_SMALL}))(?P<thousands> thousand)?\b",
    re.IGNORECASE,
)
_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_CHINESE = re.compile(r"[〇零一二两三四五六七八九十][〇零一二两三四五六七八九十百千万]*")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def _english(found: re.Match[str]) -> str:
    """Return the figures of a number in English words, 0 to 999 or as many thousands."""
    hundreds, *rest = ("-".join(found[name].lower().split()) if found[name] else "zero" for name in ("hundreds", "rest", "small"))
    number = 100 * (1 if hundreds == "a" else _WORDS[hundreds]) + sum(_WORDS[word] for word in rest)
    return str(number * 1000 if found["thousands"] else number)


def _chinese(found: re.Match[str]) -> str:
    """Return the figures of a number in Chinese characters, below 100 million."""
    if not any(char in _SCALES for char in found[0]):
        return "".join(str(_DIGITS[char]) for char in found[0])  # digit by digit: 二〇二七, and the centimetres of 一米八三
    above = part = digit = 0
    for char in found[0]:
        if char == "万":
            above, part, digit = (part + digit) * _SCALES[char], 0, 0
        elif char in _SCALES:
            part, digit = part + (digit or 1) * _SCALES[char], 0
        else:
            digit = _DIGITS[char]
    return str(above + part + digit)


@lru_cache(_KEPT)
def figures(text: str) -> str:
    """Return a text with its numbers in figures: "forty-one" as 41, 三十四 as 34, "1,200" as 1200."""
    return _CHINESE.sub(_chinese, _ENGLISH.sub(_english, _GROUPED.sub("", text)))


_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )"
_DAY_OF_WEEK = r"(?:[ （(]*(?:周|星期|礼拜)[1-6日天][）)]?)"
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if name[3:] else name for name in MONTHS)
_NUMBERED = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_MINUTES = {
    "minute": 1, "分钟": 1, "刻钟": 15, "hour": 60, "小时": 60, "钟头": 60, "day": 1440, "天": 1440, "week": 10_080, "周": 10_080,
    "星期": 10_080, "礼拜": 10_080, "month": 43_200, "个月": 43_200, "year": 525_600, "年": 525_600,
}  # fmt: skip
_AMOUNTS = {"半": 0.5, "half a": 0.5, "half an": 0.5, "a": 1.0, "an": 1.0, "quarter of an": 0.25, "3 quarters of an": 0.75}
_AFTER_NOON = frozenset({"p", "afternoon", "evening", "下午", "傍晚", "晚上", "夜里"})


def _date(found: re.Match[str]) -> str:
    month = _NUMBERED.get(found["month"][:3].lower()) or int(found["month"])
    return f"{month:02d}-{int(found['day']):02d}"


def _clock(found: re.Match[str]) -> str:
    groups = found.groupdict()
    hour, minute = int(groups["hour"]), groups.get("minute") or "0"
    half = 30 if groups.get("half") else 15 * int(groups.get("quarters") or 0)
    part = (groups.get("part") or "").lower()
    hour = hour % 12 + 12 if part in _AFTER_NOON else hour % 12 if part == "a" else hour
    return str(hour * 60 + int(minute) + half)


def _span(found: re.Match[str]) -> str:
    amount = found["amount"].lower()
    number = _AMOUNTS[amount] if amount in _AMOUNTS else float(amount)
    return f"{(number + (0.5 if found['half'] or found['late'] else 0.0)) * _MINUTES[found['unit'].lower()]:g}"


def _metres(found: re.Match[str]) -> str:
    return str(100 * int(found["metres"]) + int((found["rest"] or found["tenths"] or "0").ljust(2, "0")))


def _number_of(found: re.Match[str]) -> str:
    return f"{float(found['number']):.10g}"


_Pattern = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]


def _patterns(key: Callable[[re.Match[str]], str], *patterns: str) -> tuple[_Pattern, ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), key) for pattern in patterns)


_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])"
_MONTHS = r"(?P<month>1[0-2]|0?[1-9])"
_HOUR = r"(?P<hour>1\d|2[0-3]|0?\d)"
#: By kind, how it is written in a text whose numbers are in figures, and its key.
KINDS: dict[str, tuple[_Pattern, ...]] = {
    "date": _patterns(
        _date,
        rf"(?:\d{{4}}年)?{_MONTHS}月{_DAY}[日号]?{_DAY_OF_WEEK}?",
        rf"\d{{4}}[-/.]{_MONTHS}[-/.]{_DAY}(?!\d)",
        rf"\b{_WEEKDAY}?{_DAY}(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b(?:,? \d{{4}})?",
        rf"\b{_WEEKDAY}?(?P<month>{_MONTH})\.?(?: the)? {_DAY}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?",
        rf"(?<![\d/.-]){_MONTHS}/(?P<day>1[3-9]|2\d|3[01])(?![\d/])",  # up to 12 it might be day and month
    ),
    "clock": _patterns(
        _clock,
        rf"\b{_HOUR}(?::(?P<minute>[0-5]\d))? ?(?:(?P<part>[ap])\.?m\b|noon\b)",
        rf"\b(?P<half>half past )?{_HOUR}(?::(?P<minute>[0-5]\d))? in the (?P<part>morning|afternoon|evening)\b",
        rf"(?<![\d:]){_HOUR}:(?P<minute>[0-5]\d)(?![\d:]| ?[ap]\.?m\b| in the )",
        rf"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里){_HOUR}点(?:(?P<half>半)|(?P<quarters>[13])刻|(?P<minute>\d{{1,2}})分?)?",
        rf"(?<![\d晨上午晚里]){_HOUR}点(?:(?P<half>半)|(?P<quarters>[13])刻|(?P<minute>\d{{1,2}})分)",
    ),
    "span": _patterns(
        _span,
        r"\b(?P<amount>\d+(?:\.\d+)?|half an?|(?:3 )?quarters? of an|an?)(?P<half> and a half)?[ -](?:whole |full )?"
        r"(?P<unit>minute|hour|day|week|month|year)s?\b(?P<late> and a half)?",
        r"(?P<amount>\d+(?:\.\d+)?|半)整?个?(?P<half>半)?(?P<unit>分钟|刻钟|小时|钟头|天|周|星期|礼拜)(?P<late>半)?",
        r"(?P<amount>(?<!\d)\d{1,2}|半)(?P<half>个半)?(?P<unit>(?<!半)个月|年)(?P<late>半)?",
    ),
    "length": (
        *_patterns(_number_of, r"(?P<number>\d+(?:\.\d+)?) ?(?:cm\b|centimet(?:re|er)s?\b|厘米|公分)"),
        *_patterns(
            _metres,
            r"\b(?P<metres>\d)(?:\.(?P<rest>\d\d?))?(?P<tenths>) ?(?:m|met(?:re|er)s?)\b",
            r"(?<!\d)(?P<metres>\d)(?:\.(?P<tenths>\d\d?))?米(?P<rest>\d\d?)?",
        ),
    ),
    "number": _patterns(_number_of, r"(?P<number>\d+(?:\.\d+)?)"),
}


@lru_cache(_KEPT)
def values(text: str) -> tuple[Value, ...]:
    """Return the values of all kinds in a text, in order; one place may hold several: 29 May is a date and a number."""
    plain = figures(text)
    found = [
        Value(kind, key(match), match[0], match.start())
        for kind, patterns in KINDS.items()
        for pattern, key in patterns
        for match in pattern.finditer(plain)
    ]
    return tuple(sorted(found, key=lambda value: (value.start, -len(value.text))))
