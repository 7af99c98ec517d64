"""Where a text says a value, in any form that means exactly it: "34" and "thirty-four", "29 May" and "May 29th", 183 cm and 1.83 m."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from memsim.text.dates import Day, agrees, dated, dates
from memsim.text.figures import figures
from memsim.text.numerals import english
from memsim.text.quantities import Quantity, counted, quantities
from memsim.text.times import Time, times
from memsim.text.units import COUNTS, comparable

Span = tuple[int, int]
#: Returns where a text, plain and in lower case, says a value.
Finder = Callable[[str], list[Span]]

_KEPT = 4096
_FAR = 36  # characters of the longest form of a quantity or a date
_TRIES = 80  # pieces of a text that are looked at for one value
_MEETING = re.compile(r"(?<=[\u3400-\u9fff])(?=[a-z\d])|(?<=[a-z\d])(?=[\u3400-\u9fff])")
_SPELLED = "|".join(sorted([*map(english, (*range(20), *range(20, 100, 10))), "hundred", "thousand", "million", "point"], reverse=True))
_NUMERALS = "零〇一二两三四五六七八九十百千万亿"
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_STARTS = re.compile(
    rf"(?<![a-z\d.])(?<!\d,)\d|(?<!\w)(?:an?|half|three|all|the whole|{_SPELLED}|{_MONTHS}|mon|tue|wed|thu|fri|sat|sun)|[{_NUMERALS}整周星]"
)
_STOPS = re.compile(r"(?<=[a-z\d.])(?![\w])|(?<=[\u3400-\u9fff])|(?<=[a-z\d])(?=[\u3400-\u9fff])")
_RUNS = re.compile(r"(?<![a-z\d@._])\+?\(?\d(?:[\d ().-]*\d)?(?![a-z\d@_])")
_GROUPED = re.compile(r"[\d ().-]{5,}")
_DIGITS = {"zero": "0", "oh": "0", "o": "0", **{english(digit): str(digit) for digit in range(1, 10)}}
_DIGITS |= {char: str(digit) for digit, char in enumerate("零一二三四五六七八九")} | {"〇": "0", "幺": "1"}
_DIGIT = f"(?:(?<!\\w)(?:{'|'.join(word for word in _DIGITS if word.isascii())})(?!\\w)|[{''.join(word for word in _DIGITS if not word.isascii())}])"
_SPOKEN_RUNS = re.compile(rf"{_DIGIT}(?:[\s,、，-]*{_DIGIT}){{4,}}")
_ENDS_AS_NUMBER = re.compile(rf"(?:\d|[{_NUMERALS}]|(?<!\w)(?:{_SPELLED}))\Z")
_BEGINS_AS_NUMBER = re.compile(rf"\d|(?:{_SPELLED})(?!\w)")
_GOES_ON_BEFORE = re.compile(rf"\d[.,:/-]?\Z|(?<!\w)(?:{_SPELLED})(?: and)?[ -]\Z|[~<>±+≈]\s?\Z")
_WEEKDAY = re.compile(r"(?:星期|周|礼拜)[一二三四五六]\Z")  # 星期三两点 is no number 三两
_DAY_OF_WEEK = re.compile(r"(?:星期|周|礼拜)[一二三四五六日天]")
_COUNTED = "对桌组队户双批打倍周寸斤席家桶箱车届元块尺丈亩吨克秒营班票排"  # what Chinese counts besides people, years and centimetres
_GOES_ON = re.compile(rf"\s?[%+~{_COUNTED}]|[.,:/]?\d|-\d")
_GOES_ON_AFTER = re.compile(rf"{_GOES_ON.pattern}|[ -](?:and )?(?:{_SPELLED})(?!\w)")
_MINUTES = re.compile(r":\d\d\Z")  # 15:30 two weeks from now is no number 30 two


def lowered(text: str) -> str:
    """Return a text in lower case, character by character: places stay what they are."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def occurrences(low: str, wanted: str) -> list[Span]:
    """Return where a text in lower case holds another as whole words and numbers: 34 is neither in 134 nor in "34.5" nor in "thirty-four thousand"."""
    out: list[Span] = []
    start = low.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        if not (_cut_before(low, start, wanted) or _cut_after(low, end, wanted)):
            out.append((start, end))
        start = low.find(wanted, start + 1)
    return out


def spaced(low: str) -> str:
    """Return a text with a space wherever Chinese and Latin characters meet, as many write it."""
    return _MEETING.sub(" ", low)


def as_there(low: str, wanted: str) -> Finder:
    """Return what finds a text between the same characters as in another text: 13 in "row 13B", though it is no number there."""
    start = low.find(wanted)
    if not wanted or start < 0:
        return lambda _: []
    left = min(start, 1)
    around = re.compile(re.escape(low[start - left : start + len(wanted) + 1]))
    return lambda text: [(found.start() + left, found.start() + left + len(wanted)) for found in around.finditer(text)]


def _latin(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"


def _numeral(before: str, after: str) -> bool:
    """Return whether a Chinese numeral goes on from one text into the next."""
    return before[-1] in _NUMERALS and after[0] in _NUMERALS and not _WEEKDAY.search(before[-3:])


def _cut_before(low: str, start: int, wanted: str) -> bool:
    before = low[start - 1 : start]
    if not before:
        return False
    if (_latin(before) and _latin(wanted[0])) or before in "@_" or _numeral(low[:start], wanted):
        return True
    if before == "-" and wanted[0].isalpha() and low[start - 2 : start - 1].isalpha():
        return True
    return bool(_BEGINS_AS_NUMBER.match(wanted)) and bool(_GOES_ON_BEFORE.search(low[max(0, start - 14) : start]))


def _cut_after(low: str, end: int, wanted: str) -> bool:
    after = low[end : end + 1]
    if not after:
        return False
    last = wanted[-1]
    if (_latin(after) and _latin(last)) or after in "@_" or _numeral(wanted, after):
        return True
    if after == "-" and last.isalpha() and low[end + 1 : end + 2].isalpha():
        return True
    if _WEEKDAY.search(wanted[-3:]) or not _ENDS_AS_NUMBER.search(wanted[-14:]):
        return False
    return bool((_GOES_ON if _MINUTES.search(wanted[-3:]) else _GOES_ON_AFTER).match(low[end : end + 16]))


@lru_cache(_KEPT)
def finder(said: str, articles: tuple[str, ...]) -> Finder:
    """Return what finds a value.

    Args:
        said: The value as it is said: a quantity, a day of the year, figures in groups, or any text.
        articles: Words that may stand before it or not.
    """
    low = lowered(said)
    bare = next((low.removeprefix(f"{article} ") for article in articles if low.startswith(f"{article} ")), low)
    if _GROUPED.fullmatch(low):
        digits = re.sub(r"\D", "", low)
        return lambda text: [
            *(found.span() for found in _RUNS.finditer(text) if re.sub(r"\D", "", found[0]) == digits),
            *(found.span() for found in _SPOKEN_RUNS.finditer(text) if _digits(found[0]) == digits),
        ]
    day = _only(dates, dated(bare))
    if day:
        return lambda text: occurrences(text, bare) or _days(text, day)
    quantity = _only(quantities, counted(low))
    if quantity:
        spoken = _spoken(quantity)
        return lambda text: [*_quantities(text, quantity), *all_of(text, (low, *spoken))]
    time = _only(times, figures(low))
    if time:
        return lambda text: _times(text, time) or occurrences(text, low)
    if _DAY_OF_WEEK.fullmatch(low):
        ways = [f"{week}{day}" for week in ("星期", "礼拜", "周") for day in ("日天" if low[-1] in "日天" else low[-1])]
        return lambda text: [*all_of(text, ways)]
    return _texts(low, articles)


def _digits(spoken: str) -> str:
    return "".join(_DIGITS[word] for word in re.findall(_DIGIT, spoken))


@lru_cache(_KEPT)
def is_measure(said: str) -> bool:
    """Return whether a text is a number, a quantity or a date."""
    low = lowered(said)
    return bool(_GROUPED.fullmatch(low) or _only(dates, dated(low)) or _only(quantities, counted(low)))


def _spoken(wanted: Quantity) -> tuple[str, ...]:
    """Return how a length of one to three metres is said in words: "a metre seventy-three"."""
    if wanted.unit is None or wanted.unit.measure != "metric length" or wanted.size % 10 or not 1000 < wanted.size < 3000:
        return ()
    metres, rest = divmod(int(wanted.size) // 10, 100)
    spelled = (
        {english(rest), english(rest).replace("-", " "), str(rest)}
        if rest > 9
        else {f"oh {english(rest)}", f"o {english(rest)}", str(rest)}
    )
    metre = [
        f"{number} {unit}"
        for number in (str(metres), english(metres), *(["a"] if metres == 1 else []))
        for unit in ("metre", "meter", "metres", "meters")
    ]
    return tuple(f"{before}{joint}{after}" for before in metre for joint in (" ", " and ") for after in sorted(spelled))


def _only(find: Callable[[str], Sequence[Any]], text: str) -> Any:
    """Return what is found in a text where it is one thing, and all of the text."""
    found = find(text)
    return found[0] if len(found) == 1 and (found[0].start, found[0].end) == (0, len(text)) else None


def _texts(low: str, articles: tuple[str, ...]) -> Finder:
    leads = [f"{article} " if article.isascii() else article for article in articles]
    bare = next((low.removeprefix(lead) for lead in leads if low.startswith(lead)), low)
    ways = [bare, *sorted({bare.replace("-", " "), bare.replace("-", ""), spaced(bare)} - {bare})]
    return lambda text: next((spans for spans in (occurrences(text, way) for way in ways) if spans), [])


def _days(low: str, wanted: Day) -> list[Span]:
    def same(found: Day) -> bool:
        dated_alike = (found.month, found.day) == (wanted.month, wanted.day) and not found.unclear
        years = {found.year, wanted.year} - {None}
        return (
            dated_alike and len(years) < 2 and (found.year is None or wanted.year is not None) and (found.weekday is None or knows(found))
        )

    def knows(found: Day) -> bool:
        return wanted.year is not None and agrees(found, wanted.year)

    if not any(same(day) for day in dates(dated(low))):
        return []
    return _pieces(low, lambda text: (day := _only(dates, dated(text))) is not None and same(day))


def _times(low: str, wanted: Time) -> list[Span]:
    def same(text: str) -> bool:
        found = _only(times, figures(text))
        return found is not None and (found.minute, found.open) == (wanted.minute, wanted.open)

    return _pieces(low, same)


def day_spans(low: str, year: int, month: int, day: int) -> list[Span]:
    """Return where a text says a date, with or without its year and weekday."""
    return _days(low, Day(year, month, day, None, 0, 0))


def _quantities(low: str, wanted: Quantity) -> list[Span]:
    def same(found: Quantity) -> bool:
        if found.ranged or found.directed:
            return False
        if found.unit and wanted.unit:
            return comparable(found.unit, wanted.unit) and found.size == wanted.size
        unit = found.unit or wanted.unit
        return found.number == wanted.number and (unit is None or unit.measure in COUNTS)

    if not any(same(quantity) for quantity in quantities(counted(low))):
        return []
    return _pieces(low, lambda text: (one := _only(quantities, counted(text))) is not None and same(one))


def _pieces(low: str, fits: Callable[[str], bool]) -> list[Span]:
    """Return the pieces of a text that fit as a whole, the longest from each place on."""
    out: list[Span] = []
    tries = 0
    for start in (found.start() for found in _STARTS.finditer(low)):
        if out and start < out[-1][1]:
            continue
        for end in reversed([found.start() for found in _STOPS.finditer(low, start + 1, start + _FAR)]):
            tries += 1
            piece = low[start:end]
            if tries <= _TRIES and fits(piece) and not _cut_before(low, start, piece) and not _cut_after(low, end, piece):
                out.append((start, end))
                break
    return out


def all_of(low: str, ways: Iterable[str]) -> Iterator[Span]:
    """Yield every place where a text holds one of several others."""
    for way in ways:
        yield from occurrences(low, way)
