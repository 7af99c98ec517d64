"""The ways of saying a value that all mean exactly this value: "29 May", "May 29th"; 183厘米, 一米八三. One registry: a name, a function a language.

A value that is said otherwise than its function knows it ("a long weekend") reads only as itself. No two values share a way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from re import findall

from memsim.text.clock import day_of_year
from memsim.text.days import MONTHS
from memsim.text.numerals import MOST, chinese, counted, english, ordinal

_KEPT = 8192
_DAY = 1440
_LONGEST = 14 * _DAY
#: Returns the ways of saying a value, given how it reads and its number in the attribute's unit.
Ways = Callable[[str, int], tuple[str, ...]]


def _of_year(number: int) -> date:
    return date(2027, 1, 1) + timedelta(days=number - 1)


def _day_en(_: str, number: int) -> tuple[str, ...]:
    day = _of_year(number)
    month, nth = MONTHS[day.month - 1], ordinal(day.day)
    figures = (f"{day.month}/{day.day}",) if day.day > 12 else ()  # up to 12 it might be day and month
    return (day_of_year(number, "en"), f"{month} {day.day}", f"{month} {nth}", f"{nth} {month}", f"{month} the {nth}", *figures)


def _day_zh(_: str, number: int) -> tuple[str, ...]:
    day = _of_year(number)
    words = f"{chinese(day.month)}月{chinese(day.day)}"
    return (day_of_year(number, "zh"), f"{day.month}月{day.day}号", f"{words}号", f"{words}日")


def _height_en(_: str, number: int) -> tuple[str, ...]:
    metres = f"{number // 100}.{number % 100:02d}"
    return (f"{number} cm", f"{number}cm", f"{number} centimetres", f"{metres} m", f"{metres} metres")


def _height_zh(_: str, number: int) -> tuple[str, ...]:
    metres, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    figures = f"{metres}米{rest:02d}" if rest else f"{metres}米"
    tail = f"{chinese(tens)}{chinese(ones) if ones else ''}" if rest else ""
    return (f"{number}厘米", f"{number}公分", f"{number}cm", figures, f"{counted(metres)}米{tail}")


def _age_en(_: str, number: int) -> tuple[str, ...]:
    return (str(number), english(number))


def _age_zh(_: str, number: int) -> tuple[str, ...]:
    return (f"{number}岁", f"{chinese(number)}岁")


def _people_en(_: str, number: int) -> tuple[str, ...]:
    short = number <= 100 or number % 100 == 0  # nobody writes out one hundred and twenty
    return (f"{number} people", *((f"{english(number)} people",) if short and number <= MOST else ()))


def _people_zh(_: str, number: int) -> tuple[str, ...]:
    words = (f"{chinese(number)}人", f"{counted(number)}个人") if number <= MOST else ()
    return (f"{number}人", f"{number}个人", *words)


def _grouped(surface: str, _: int) -> tuple[str, ...]:
    groups = findall(r"\d+", surface)
    return (surface, "-".join(groups), " ".join(groups))


def _span_en(_: str, number: int) -> tuple[str, ...]:
    days, minutes = divmod(number, _DAY)
    if days and not minutes:
        if days == 1:
            return ("a whole day", "one whole day", "a full day", "one full day")
        return (f"{english(days)} days", f"{days} days", f"{english(days)} full days")
    hours, rest = divmod(number, 60)
    plural = "hours" if hours != 1 else "hour"
    whole = (f"{english(hours)} {plural}", f"{hours} {plural}") if hours and not rest else ()
    half = (f"{english(hours)} and a half hours",) if hours and rest == 30 else ()
    odd = {30: ("half an hour",), 45: ("three quarters of an hour",), 90: ("an hour and a half",)}.get(number, ())
    few = (f"{number} minutes", f"{english(number)} minutes") if number <= 90 else ()
    return (*odd, *whole, *half, *few)


def _span_zh(_: str, number: int) -> tuple[str, ...]:
    days, minutes = divmod(number, _DAY)
    if days and not minutes:
        return ("一整天", "整整一天") if days == 1 else (f"{counted(days)}天", f"{days}天", f"整整{counted(days)}天")
    hours, rest = divmod(number, 60)
    words = counted(hours)
    whole = (f"{words}个小时", f"{hours}个小时", f"{words}小时", f"{hours}小时", f"{words}个钟头") if hours and not rest else ()
    half = (f"{words}个半小时", f"{hours}个半小时", f"{words}个半钟头") if hours and rest == 30 else ()
    odd = {30: ("半个小时", "半个钟头"), 45: ("三刻钟",)}.get(number, ())
    few = (f"{number}分钟", f"{chinese(number)}分钟") if number <= 90 else ()
    return (*odd, *whole, *half, *few)


#: By name and language.
FORMS: dict[str, Mapping[str, Ways]] = {
    "day": {"en": _day_en, "zh": _day_zh},
    "height": {"en": _height_en, "zh": _height_zh},
    "age": {"en": _age_en, "zh": _age_zh},
    "people": {"en": _people_en, "zh": _people_zh},
    "phone": {"en": _grouped, "zh": _grouped},
    "hours": {"en": _span_en, "zh": _span_zh},
}
#: Names that need no number: the ways are read off the text.
TEXTUAL = frozenset({"phone"})
_RANGES = {"day": (1, 365), "height": (100, 299), "age": (0, MOST), "people": (1, 100_000), "phone": (0, 0), "hours": (1, _LONGEST)}


@lru_cache(_KEPT)
def ways(name: str, surface: str, number: float | None, language: str) -> tuple[str, ...]:
    """Return every way of saying a value, as it reads first.

    Args:
        name: One of FORMS.
        surface: How the value reads.
        number: In the unit that the name is about: day of the year, cm, years, people, minutes; of no use to those in TEXTUAL.
        language: Of the text.
    """
    make, (low, high) = FORMS[name].get(language), _RANGES[name]
    exact = 0 if name in TEXTUAL else None if number is None or number != int(number) else int(number)
    if make is None or exact is None or not low <= exact <= high:
        return (surface,)
    made = make(surface, exact)
    return tuple(dict.fromkeys((surface, *made))) if surface in made else (surface,)
