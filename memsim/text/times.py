"""Times of the day in a text: "7:30 pm", "half past seven in the evening", 19:30, 晚上七点半."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_KEPT = 8192


class Time(NamedTuple):
    """A time of the day.

    Attributes:
        minute: Since midnight.
        open: Whether it may as well be twelve hours later: "half past seven".
        start, end: Where it stands in the text that was read.
    """

    minute: int
    open: bool
    start: int
    end: int


_LATE = {"pm", "afternoon", "evening", "night", "tonight", "下午", "傍晚", "晚上", "夜里", "晚", "今晚", "晚间", "午后"}
_NOON = {"中午", "noon"}
_PART = r"(?P<part>a\.?m\b\.?|p\.?m\b\.?|(?:in the |at |this )?(?:morning|afternoon|evening|night)|noon|midnight|tonight)"
_ZH = r"(?P<part>凌晨|清晨|早上|早晨|早|上午|中午|午后|下午|傍晚|今晚|晚上|晚间|晚|夜里)"
_REACH = 12
_OR_BEFORE = re.compile(r"(?<![\d:./-])(\d{1,2}) ?(?:or|and|to|-|或|到|至) ?\Z", re.IGNORECASE)
_OR_AFTER = re.compile(r" ?(?:or|to|或|到|至) ?(\d{1,2})(?![\d:/.,]|\s*\w)", re.IGNORECASE)
_H, _MM = r"(?P<h>2[0-4]|1\d|0?\d)", r"(?P<mm>[0-5]\d)"
#: Tried at each place in this order; what stands before must not go on into the number.
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d.:]){_H}[:.h]{_MM}(?::\d\d(?:\.\d+)?)?(?:z\b|[+-]\d\d:\d\d)?,? ?{_PART}",
        rf"(?<![\d.:]){_H}[:h]{_MM}(?::\d\d(?:\.\d+)?)?(?:z\b|[+-]\d\d:\d\d)?(?![\d:])",
        (
            rf"\b(?:(?P<quarter>(?:a |1 )?quarter|0\.25)|(?P<half>half)|(?P<some>\d{{1,2}})(?: minutes?)?) (?P<way>past|to|after|before) {_H}\b"
            rf"(?: o'?clock\b)?(?:,? ?{_PART})?"
        ),
        rf"(?<![\d.:-]){_H} {_MM},? ?{_PART}",
        rf"(?<![\d.:-]){_H}(?: o'?clock)?,? ?{_PART}",
        rf"(?<![\d.:-]){_H} o'?clock\b",
        r"\b(?P<part>noon|midday|midnight)\b",
        rf"{_ZH} ?{_H} ?(?:[点时]钟?整?(?:(?P<half>半)|(?P<quarters>[13一三])刻|{_MM}分?|(?P<m>\d)分)?|:(?P<colon>[0-5]\d))",
        rf"(?<![\d.]){_H} ?[点时]钟?整?(?:(?P<half>半)|(?P<quarters>[13一三])刻|{_MM}分?|(?P<m>\d)分)?(?!间)",
        r"(?P<part>正午|午夜)",
        r"\A\W*(?P<h>[01]\d|2[0-3])(?P<mm>[0-5]\d)(?: ?hours| ?hrs)?\W*\Z",
    )
)


def _time(found: re.Match[str]) -> Time | None:
    groups = {name: text.lower() for name, text in found.groupdict().items() if text}
    part = _part(groups.get("part", ""))
    if "h" not in groups:
        return Time(0 if part in {"midnight", "午夜"} else 720, False, found.start(), found.end())
    hour, minute = int(groups["h"]), _minutes(groups)
    if part in _LATE and not (part in {"night", "晚上", "夜里"} and hour == 12):
        hour = hour + 12 if hour < 12 else hour
    elif part in _NOON:
        hour = hour + 12 if hour < 3 else hour
    elif part and hour == 12:
        hour = 0
    total = hour * 60 + minute
    iso = found.string[max(0, found.start() - 1) : found.start()] in {"t", "T"}
    spoken = not (part or iso or hour > 12 or groups["h"].startswith("0"))
    return Time(total % 1440, spoken, found.start(), found.end()) if 0 <= total <= 1440 else None


def _part(text: str) -> str:
    return re.sub(r"[. ]|in the|at |this", "", text)


def _minutes(groups: dict[str, str]) -> int:
    some = 30 if "half" in groups else 15 if "quarter" in groups else int(groups.get("some", 0))
    some += {"1": 15, "3": 45, "一": 15, "三": 45}.get(groups.get("quarters", ""), 0)
    return int(groups.get("mm") or groups.get("m") or groups.get("colon") or 0) + (-some if groups.get("way") in {"to", "before"} else some)


def _found(text: str) -> Iterator[Time]:
    taken = [False] * len(text)
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            time = None if any(taken[found.start() : found.end()]) else _time(found)
            if time:
                taken[time.start : time.end] = [True] * (time.end - time.start)
                yield time


def _alternatives(text: str, time: Time) -> Iterator[Time]:
    """Return the bare hours that stand for a time beside another: "6:30 or 7", "between 6 and 6:30"."""
    for found in (_OR_BEFORE.search(text[max(0, time.start - _REACH) : time.start]), _OR_AFTER.match(text[time.end : time.end + _REACH])):
        if found and int(found[1]) <= 24:
            yield Time(int(found[1]) % 24 * 60, True, time.start, time.end)


@lru_cache(_KEPT)
def times(text: str) -> tuple[Time, ...]:
    """Return the times of the day in a text in figures, in order."""
    told = list(_found(text))
    return tuple(sorted([*told, *(other for time in told for other in _alternatives(text, time))], key=lambda time: time.start))
