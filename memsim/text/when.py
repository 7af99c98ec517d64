"""How a moment is said in a message: a day as seen from the day of the message, and a time of the day."""

from __future__ import annotations

from functools import lru_cache

from memsim.text.clock import DAY, clock
from memsim.text.days import WAYS, Gap, gap
from memsim.text.numerals import counted

_KEPT = 4096  # texts remembered: enough for a block, bounded for a set of millions


@lru_cache(_KEPT)
def _fitting(seen: Gap, language: str) -> tuple[tuple[str, ...], ...]:
    families: dict[str, list[str]] = {}
    for name, way in WAYS[language].items():
        if way.fits(seen):
            families.setdefault(way.family, []).append(name)
    return tuple(map(tuple, families.values()))


def _by_family(told: int, moment: int, language: str) -> tuple[tuple[str, ...], ...]:
    return _fitting(gap(told // DAY, moment // DAY).alike(), language)


def forms(told: int, moment: int, language: str) -> tuple[str, ...]:
    """Return the names of the ways in which a moment can be told at `told` without being misread, in the order of `days.WAYS`."""
    return tuple(name for names in _by_family(told, moment, language) for name in names)


@lru_cache(_KEPT)
def hours(minute: int, language: str) -> tuple[str, ...]:
    """Return the ways of saying a time of the day, the plain one first: "7:30 pm", "half past 7 in the evening", "19:30"."""
    hour, rest = divmod(minute, 60)
    plain = clock(minute, language)
    exact = (f"{hour}:{rest:02d}",) if hour > 12 else ()  # an hour up to 12 would leave open which half of the day
    if hour == 12 or not 6 <= hour <= 20:
        return (plain, *exact)
    if language == "zh":
        part, after = plain[:2], plain.partition("点")[2]
        early = (f"早上{hour}点{after}",) if hour < 10 else ()
        return (plain, *((f"{part}{counted(hour if hour < 12 else hour - 12)}点{after}",) if rest in (0, 30) else ()), *early, *exact)
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    number = f"{hour % 12 or 12}{f':{rest:02d}' if rest else ''}"
    half = (f"half past {hour % 12 or 12} {part}",) if rest == 30 else ()
    return (plain, f"{number} {part}", *half, *exact)


@lru_cache(_KEPT)
def _around(minute: int, language: str, *, turns: bool) -> tuple[tuple[str, str], ...]:
    """Return what may stand before and after a day to say a time of it."""
    times = hours(minute, language)
    if language == "zh":
        return tuple(("", time) for time in times)
    first = tuple((f"at {time} ", "") for time in times if " in the " not in time) if turns else ()
    return (*(("", f" at {time}") for time in times), *first)


def said(told: int, moment: int, form: str, language: str, spread: float = 0.0) -> str:
    """Return the moment as it is said in a message sent at `told`: "next Friday at 7 pm", "9天后下午3点".

    Args:
        told: When the message is sent.
        moment: What it tells.
        form: One of `forms`.
        language: Of the text.
        spread: In [0, 1): which of the ways of saying the time of the day; 0 is the plain one.
    """
    way = WAYS[language][form]
    around = _around(moment % DAY, language, turns=way.turns)
    before, after = around[int(spread * len(around))]
    return f"{before}{way.words(gap(told // DAY, moment // DAY))}{after}"


def choose(told: int, moment: int, language: str, spread: float) -> str:
    """Return one of `forms` by a uniform in [0, 1): first a family of ways, then a way, each as likely as any."""
    families = _by_family(told, moment, language)
    place, rest = divmod(spread * len(families), 1.0)
    names = families[int(place)]
    return names[int(rest * len(names))]


def sayings(told: int, moment: int, language: str) -> set[str]:
    """Return every text that tells the moment in a message sent at `told`, and that no careful reader takes for another."""
    ways, seen = WAYS[language], gap(told // DAY, moment // DAY)
    days = [(ways[form].words(seen), ways[form].turns) for form in forms(told, moment, language)]
    return {f"{before}{day}{after}" for day, turns in days for before, after in _around(moment % DAY, language, turns=turns)}
