"""Where a text says a moment as the day of its message sees it: "next Friday at 7 pm", "Friday next week, 19:00", "12 March, seven in the evening"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from memsim.render.guard.values import Finder, Span, all_of, day_spans, lowered, occurrences
from memsim.text.clock import DAY, parse_iso
from memsim.text.days import MONTHS, WAYS, WEEKDAYS, Gap, gap
from memsim.text.figures import plain
from memsim.text.numerals import chinese, counted, english, ordinal
from memsim.text.when import hours

_KEPT = 1024
_EPOCH = date(1970, 1, 1)
_WEEK = re.compile(r"周(?=[一二三四五六日])")
_BEFORE = re.compile(r"\b(?:on|at) \Z")
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")


class Ways(NamedTuple):
    """How a moment may be said.

    Attributes:
        days: Each finds the day.
        beside: True of the day, but do not find it: its weekday, "next week".
        times: Each finds the time of the day.
        bare: Leave open which half of the day, unless one of `parts` stands somewhere.
        parts: Of the day.
    """

    days: tuple[str, ...]
    beside: tuple[str, ...]
    times: tuple[str, ...]
    bare: tuple[str, ...]
    parts: tuple[str, ...]


def moment_finder(said: str, told: str, value: str, language: str) -> Finder:
    """Return what finds a moment: nothing, unless both its day and its time are said.

    Args:
        said: As the message says it.
        told: When the message is sent, ISO to the minute.
        value: The moment, ISO to the minute.
        language: Of the text.
    """
    at, moment = parse_iso(told), parse_iso(value)
    ways, day = _ways(at // DAY, moment, language), _EPOCH + timedelta(days=moment // DAY)
    same = lowered(plain(said))

    def find(low: str) -> list[Span]:
        days = [*all_of(low, ways.days), *day_spans(low, day.year, day.month, day.day)]
        times = [*all_of(low, ways.times)]
        parts = [*all_of(low, ways.parts)]
        if not times and parts:
            times = [*all_of(low, ways.bare)]
        whole = occurrences(low, same)
        spans = _disjoint([*whole, *days, *times, *all_of(low, ways.beside), *parts]) if whole or (days and times) else []
        return [_with_preposition(low, span) for span in spans]

    return find


def _disjoint(spans: list[Span]) -> list[Span]:
    """Return the longest spans, those within others left out, in order."""
    out: list[Span] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if all(end <= before or start >= after for before, after in out):
            out.append((start, end))
    return sorted(out)


def _with_preposition(low: str, span: Span) -> Span:
    """Return a span that holds the "on" or "at" before it, too."""
    found = _BEFORE.search(low, max(0, span[0] - 4), span[0])
    return (found.start(), span[1]) if found else span


@lru_cache(_KEPT)
def _ways(told: int, moment: int, language: str) -> Ways:
    seen, minute = gap(told, moment // DAY), moment % DAY
    known = {way.words(seen).removeprefix("on ").lower() for way in WAYS[language].values() if way.fits(seen)}
    more, beside = _DAYS[language]
    days = {*known, *(_WEEK.sub(week, way) for way in known for week in ("星期", "礼拜")), *more(seen)}
    times, bare, parts = _TIMES[language](minute)
    said = {time.lower() for time in (*hours(minute, language), *times)}
    ordered = [sorted(texts, key=lambda text: (-len(text), text)) for texts in (days, beside(seen), said, bare, parts)]
    return Ways(*map(tuple, ordered))


def _this_week(g: Gap) -> bool:
    return g.weeks == 0 and g.days > 0


def _next_week(g: Gap) -> bool:
    return WAYS["en"]["next_week"].fits(g)


def _spelled(number: int) -> tuple[str, str]:
    return str(number), english(number)


def _days_en(g: Gap) -> Iterator[str]:
    weekday = WEEKDAYS["en"][g.weekday].lower()
    if 1 <= g.days <= 6:
        yield weekday
    if _next_week(g):
        yield from (
            f"{weekday} next week",
            f"{weekday} of next week",
            f"next week {weekday}",
            f"next week on {weekday}",
            f"next week, {weekday}",
        )
    if _this_week(g) and g.days >= 2:
        yield from (f"{weekday} of this week", f"this week on {weekday}", f"{weekday} this week")
    for number in _spelled(g.days):
        yield from (
            f"in {number} days",
            f"in {number} days' time",
            f"{number} days from now",
            f"{number} days from today",
            f"{number} days away",
        )
    if g.days % 7 == 0:
        weeks = g.days // 7
        many = ["a week", "one week", "1 week"] if weeks == 1 else [f"{number} weeks" for number in _spelled(weeks)]
        many += ["a fortnight"] if weeks == 2 else []
        yield from (
            f"{before}{week}{after}"
            for week in many
            for before, after in (("in ", ""), ("", " from now"), ("", " from today"), ("", " today"))
        )
    nth = ordinal(g.day)
    if g.months == 0 and g.days >= 2:
        yield from (f"the {nth}", f"the {nth} of the month", f"this month on the {nth}", f"{weekday} {nth}", f"{weekday}, the {nth}")
    if g.months == 1:
        yield from (f"next month on the {nth}", f"the {nth} next month", f"next month, on the {nth}", f"next month, the {nth}")
    month = MONTHS[g.month - 1].lower()
    if g.days <= 300 and g.day <= len(_NTH):
        yield from (f"the {_NTH[g.day - 1]} of {month}", f"{month} {_NTH[g.day - 1]}", f"{month} the {_NTH[g.day - 1]}")


def _beside_en(g: Gap) -> Iterator[str]:
    yield from (WEEKDAYS["en"][g.weekday].lower(), f"the {ordinal(g.day)}")
    yield from (["next week"] if _next_week(g) else ["this week"] if _this_week(g) else [])
    yield from (["next month"] if g.months == 1 else ["this month"] if g.months == 0 else [])


def _days_zh(g: Gap) -> Iterator[str]:
    names = [f"{week}{WEEKDAYS['zh'][g.weekday][1]}" for week in ("周", "星期", "礼拜")] + (
        ["星期天", "礼拜天", "周天"] if g.weekday == 6 else []
    )
    if 1 <= g.days <= 6:
        yield from names
    yield from {1: ("明日", "明儿", "明儿个"), 2: ("后日", "后儿")}.get(g.days, ())
    before = ["这", "这个", "本"] if _this_week(g) else ["下", "下个"] if _next_week(g) else []
    yield from (f"{which}{name}" for which in before for name in names)
    if WAYS["zh"]["week_after_next"].fits(g):
        yield from (f"{which}{name}" for which in ("下下", "下下个") for name in names)
    numbers = {str(g.days), chinese(g.days) if g.days < 1000 else "", counted(g.days) if g.days < 1000 else ""} - {""}
    yield from (f"{number}天{after}" for number in numbers for after in ("后", "以后", "之后"))
    yield from (f"{again}过{number}天" for number in numbers for again in ("", "再"))
    if g.days % 7 == 0:
        many = [f"{number}{week}" for number in (str(g.days // 7), counted(g.days // 7)) for week in ("周", "个星期", "星期", "个礼拜")]
        yield from (f"{week}{after}" for week in many for after in ("后", "以后", "之后"))
        yield from (f"{week}{after}的今天" for week in many for after in ("后", "以后", "之后"))
    nth = [f"{day}{mark}" for day in (str(g.day), chinese(g.day)) for mark in "号日"]
    months = ["", "这个月", "本月", "这月"] if g.months == 0 else ["下个月", "下月"] if g.months == 1 else []
    yield from (f"{month}{day}" for month in months for day in nth if month or g.days >= 2)


def _beside_zh(g: Gap) -> Iterator[str]:
    yield from (f"{week}{WEEKDAYS['zh'][g.weekday][1]}" for week in ("周", "星期", "礼拜"))
    yield from (["星期天", "礼拜天"] if g.weekday == 6 else [])
    yield from (["下周", "下星期", "下个星期"] if _next_week(g) else ["这周", "本周", "这个星期"] if _this_week(g) else [])
    yield from (["下个月", "下月"] if g.months == 1 else ["这个月", "本月"] if g.months == 0 else [])


Times = tuple[set[str], set[str], set[str]]


def _times_en(minute: int) -> Times:
    hour, rest = divmod(minute, 60)
    short = hour % 12 or 12
    half = "am" if hour < 12 else "pm"
    parts = {"morning"} if hour < 12 else {"noon", "midday"} if minute == 720 else {"afternoon"} if hour < 17 else {"afternoon", "evening"}
    parts = parts if hour < 18 else {"evening", "night"} if hour >= 20 else {"evening"}
    bare = {f"{number}{minutes}" for number in _spelled(short) for minutes in ([f":{rest:02d}", f".{rest:02d}"] if rest else ["", ":00"])}
    bare -= {f"{english(short)}{mark}{rest:02d}" for mark in ":."}
    if rest:
        bare |= {f"{english(short)} {english(rest)}"}
    bare |= {f"{number} o'clock" for number in _spelled(short)} if not rest else set()
    ahead = {30: ("half past", short), 15: ("quarter past", short), 45: ("quarter to", short % 12 + 1)}.get(rest)
    bare |= {f"{article}{ahead[0]} {number}" for number in _spelled(ahead[1]) for article in ("", "a ")} if ahead else set()
    marks = (half, f" {half}", f" {half[0]}.m.", f" {half[0]}.m", f"{half[0]}.m.")
    full = {f"{way}{mark}" for way in bare for mark in marks}
    full |= {f"{way} {link}{part}" for way in bare for part in parts for link in ("in the ", "at ", "this ", "that ")}
    full |= {f"{hour}:{rest:02d}"} if hour > 12 else {f"0{hour}:{rest:02d}"} if hour < 10 else set()
    if minute == 720:
        full |= {"noon", "midday", "12 noon", "twelve noon", "12 o'clock noon", "noon sharp"}
    return full, bare, parts


def _times_zh(minute: int) -> Times:
    hour, rest = divmod(minute, 60)
    parts = _part_zh(hour)
    numbers = {str(hour if hour <= 12 else hour - 12), counted(hour if hour <= 12 else hour - 12)}
    minutes = {str(rest), chinese(rest)} if rest else set()
    tails = (
        {"点", "点钟", "点整", ":00"}
        if not rest
        else {f"点{end}" for end in minutes} | {f"点{end}分" for end in minutes} | {f":{rest:02d}"}
    )
    tails |= {30: {"点半"}, 15: {"点一刻"}, 45: {"点三刻"}}.get(rest, set())
    bare = {f"{number}{tail}" for number, tail in product(numbers, tails)}
    full = {f"{part}{way}" for part, way in product(parts, bare)} | {f"{part}的{way}" for part, way in product(parts, bare)}
    if 8 <= hour < 12 and rest:  # whoever writes so of an evening writes 21:30
        full.add(f"{hour}:{rest:02d}")
    if hour > 12 or hour < 10:
        full |= {f"{number}{tail}" for number, tail in product((f"{hour:02d}", *((chinese(hour),) if hour > 12 else ())), tails)}
    return full, bare, parts


def _part_zh(hour: int) -> set[str]:
    if hour < 12:
        return {"上午", *({"早上", "早晨", "清早", "早"} if hour < 10 else set())}
    if hour < 18:
        return {"中午", "正午"} if hour == 12 else {"下午", *({"午后"} if hour < 15 else {"傍晚"} if hour == 17 else set())}
    return {"晚上", "晚间", "晚", *({"傍晚"} if hour < 20 else set())}


_DAYS: dict[str, tuple[Callable[[Gap], Iterator[str]], Callable[[Gap], Iterator[str]]]] = {
    "en": (_days_en, _beside_en),
    "zh": (_days_zh, _beside_zh),
}
_TIMES: dict[str, Callable[[int], Times]] = {"en": _times_en, "zh": _times_zh}
