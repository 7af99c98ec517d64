"""Moments as foreign sets write them: each way is a pattern, and what is written in none of a set's own ways is no moment."""

from __future__ import annotations

import re
from datetime import datetime

from memsim.text.days import MONTHS, WEEKDAYS

_SHORT = 3  # letters of "Mon" and "Dec"
#: By every name of it, which weekday, 0 for Monday, and which month, 1 for January.
_WEEKDAYS = {name: day for day, long in enumerate(WEEKDAYS["en"]) for name in (long, long[:_SHORT])}
_WEEKDAYS |= {name.removeprefix("周"): day for day, name in enumerate(WEEKDAYS["zh"])}
_MONTHS = {name: month for month, long in enumerate(MONTHS, 1) for name in (long, long[:_SHORT])}
_Y, _M, _D, _CLOCK = r"(?P<year>\d{4})", r"(?P<month>\d\d)", r"(?P<day>\d\d)", r"(?P<hour>\d\d):(?P<minute>\d\d)"
_NAMED = r"(?P<month>[A-Z][a-z]+)"


def _way(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


CHINESE = _way(rf"{_Y}年{_M}月{_D}日 周(?P<weekday>.) {_CLOCK}")  # MemDaily: 2024年04月01日 周一 08:39
SLASHED = _way(rf"{_Y}/{_M}/{_D} \((?P<weekday>\w{{3}})\) {_CLOCK}")  # LongMemEval: 2023/05/30 (Tue) 21:56
SPOKEN = _way(rf"(?P<hour>\d?\d):(?P<minute>\d\d) (?P<half>[ap])m on (?P<day>\d?\d) {_NAMED}, {_Y}")  # LoCoMo: 1:56 pm on 8 May, 2023
UTC = _way(rf"{_Y}-{_M}-{_D}T{_CLOCK}:[0-5]\dZ")  # coding-agent-life: 2026-04-08T09:14:00Z
QUOTED = _way(rf"'?{_Y}-{_M}-{_D}[ T]{_CLOCK}(?::[0-5]\d)?'?(?: (?P<weekday>[A-Z][a-z]+))?")  # MemBench: '2024-10-01 08:00' Tuesday
SECONDS = _way(rf"{_NAMED} (?P<day>\d?\d), {_Y}, {_CLOCK}:[0-5]\d")  # HaluMem: Dec 15, 2025, 06:11:23
DAY = _way(rf"{_NAMED}-(?P<day>\d?\d)-{_Y}")  # BEAM: March-15-2024, a day and no hour, which counts as its first minute
#: All of them, for a set whose own way is not known.
ANY = (CHINESE, SLASHED, SPOKEN, UTC, QUOTED, SECONDS, DAY)


def read_time(text: str, *ways: re.Pattern[str]) -> tuple[str | None, bool]:
    """Return a moment in ISO 8601 to the minute, None where the text is none in any of the ways, and whether its weekday is another day's."""
    found = next((match for way in ways if (match := way.fullmatch(text))), None)
    if found is None:
        return None, False
    said = {"hour": "0", "minute": "0"} | {name: part for name, part in found.groupdict().items() if part}
    month = _MONTHS.get(said["month"]) or (int(said["month"]) if said["month"].isdecimal() else 0)
    try:
        moment = datetime(int(said["year"]), month, int(said["day"]), _hour(said), int(said["minute"]))
    except ValueError:
        return None, False
    weekday = said.get("weekday")
    return moment.isoformat(timespec="minutes"), weekday is not None and _WEEKDAYS.get(weekday) != moment.weekday()


def _hour(said: dict[str, str]) -> int:
    """Return the hour of the day.

    Raises:
        ValueError: Half a day has no such hour.
    """
    hour = int(said["hour"])
    if "half" not in said:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if said["half"] == "p" else 0)
