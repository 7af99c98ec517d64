"""Dates and times as people say them. Moments are whole minutes since 1970-01-01T00:00, without a time zone."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from memsim.text.days import MONTHS, WEEKDAYS

if TYPE_CHECKING:
    import numpy as np

DAY = 1440
_KEPT = 4096  # texts remembered: enough for a block, bounded for a set of millions
_EPOCH = datetime(1970, 1, 1)
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)


def iso(minutes: int) -> str:
    """Return ISO 8601 to the minute, e.g. ``2027-03-12T19:00``."""
    return (_EPOCH + timedelta(minutes=minutes)).isoformat(timespec="minutes")


def iso_texts(minutes: NDArray[np.int64]) -> pa.Array:
    """Return ISO 8601 to the minute for many moments, as Arrow strings."""
    texts = pa.array(minutes * 60).cast(pa.timestamp("s")).cast(pa.string())  # "2027-03-12 19:00:00"; strftime is 16 times slower
    return pc.binary_replace_slice(pc.utf8_slice_codeunits(texts, 0, 16), 10, 11, "T")


def parse_iso(text: str) -> int:
    """Return the minutes of an ISO 8601 moment.

    Raises:
        ValueError: The text is not a moment to the minute without a zone.
    """
    if not _ISO.fullmatch(text):
        raise ValueError(f"{text!r} is not YYYY-MM-DDTHH:MM")
    return int((datetime.fromisoformat(text) - _EPOCH).total_seconds()) // 60


def weekday(minutes: int) -> int:
    """Return 0 for Monday to 6 for Sunday."""
    return (minutes // DAY + 3) % 7


@cache
def day_of_year(ordinal: int, language: str) -> str:
    """Return day 1..365 of a year without 29 February: "29 May", "5月29日"; "05-29" as a key."""
    day = date(2027, 1, 1) + timedelta(days=ordinal - 1)
    if language == "key":
        return f"{day:%m-%d}"
    return f"{day.month}月{day.day}日" if language == "zh" else f"{day.day} {MONTHS[day.month - 1]}"


@cache
def clock(minute: int, language: str) -> str:
    """Return a time of the day: "7 pm", "2:30 pm"; "晚上7点", "下午2点半"."""
    hour, rest = divmod(minute, 60)
    if language == "zh":
        part = "上午" if hour < 12 else "中午" if hour == 12 else "下午" if hour < 18 else "晚上"
        tail = "" if rest == 0 else "半" if rest == 30 else f"{rest}分"
        return f"{part}{hour if hour <= 12 else hour - 12}点{tail}"
    half = "noon" if minute == 12 * 60 else "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}{f':{rest:02d}' if rest else ''} {half}"


@lru_cache(_KEPT)
def absolute(minutes: int, language: str) -> str:
    """Return a moment in full, as an answer option: "Friday 12 March 2027, 7 pm"."""
    day = date(1970, 1, 1) + timedelta(days=minutes // DAY)
    name, at = WEEKDAYS[language][weekday(minutes)], clock(minutes % DAY, language)
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日（{name}）{at}"
    return f"{name} {day.day} {MONTHS[day.month - 1]} {day.year}, {at}"
