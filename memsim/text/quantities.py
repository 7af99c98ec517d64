"""Numbers with their units in a text: "183 cm", 一米八三, "an hour and a half", "$2,400", "3 days ago". Exact: fractions, never floats."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from memsim.text.figures import figures
from memsim.text.units import NAMES, SIGNS, Unit, unit

_KEPT = 8192
_REACH = 60  # characters: enough for the words that make a range or a direction of a number


class Quantity(NamedTuple):
    """A number in a text.

    Attributes:
        number: As it is said, in its unit; in the smallest unit of its measure where several are added up ("1 m 83 cm").
        unit: None where none is said.
        directed: Whether it says before or after now, which is then its sign: "3 days ago" is -3 days.
        ranged: Whether it is an end of a range, or open at one end: "3 to 5", "10+".
        start, end: Where it stands in the text in figures.
    """

    number: Fraction
    unit: Unit | None
    directed: bool
    ranged: bool
    start: int
    end: int

    @property
    def size(self) -> Fraction:
        """In the smallest unit of its measure."""
        return self.number * (self.unit.size if self.unit else 1)


_NUMBER = r"\d+(?:\.\d+)?(?:e[+-]?\d{1,3}(?!\w))?(?:/\d+(?![/\d]))?"
_SIMPLE = re.compile(
    rf"(?:(?<![\w)])(?P<minus>-|minus |negative ))?(?P<sign>[{re.escape(SIGNS)}]) ?(?P<money>{_NUMBER})"
    r"|(?:(?<![\w.)])(?P<below>-|minus |negative |负|零下))?(?<![a-zà-ɏ_#\d])(?<!\d[./])(?<![a-z]-)"
    rf"(?P<number>{_NUMBER})(?!(?:st|nd|rd|th)\b)(?![a-z]*\d)(?P<open>\+(?! ?\d)|[多余几])?"
    rf"(?:(?P<half>(?: and a|个)? ?(?:half|半))?[ -]?(?:(?:whole|full|more|整) ?)?(?P<unit>{NAMES})(?P<late> and a half|半(?!天))?)?",
    re.IGNORECASE,
)
_WORDED = (
    (re.compile(r"(?<=\d) 1/2(?![/\d])"), ".5"),
    (re.compile(r"(?<=\d) 1/4(?![/\d])"), ".25"),
    (re.compile(r"(?<=\d) 3/4(?![/\d])"), ".75"),
    (re.compile(r"(?<![\d:])(\d{1,2}):(\d\d) ?(?=h(?:ours?|rs?)?\b)", re.IGNORECASE), r"\1 hours \2 minutes "),
    (re.compile(r"(?<=\d)( ?(?:ft|feet|foot)) (\d{1,2}) ?in\b", re.IGNORECASE), r"\1 \2 inches"),
    (re.compile(r"(?<![\d.])([12]) ?m ?(\d\d)(?![\d.]| ?[a-z])", re.IGNORECASE), r"\1.\2 m"),
    (re.compile(r"\b(?:all|(?:the|an) (?:whole|entire|full)) day\b(?! long)", re.IGNORECASE), "1 day"),
    (re.compile(r"(?<![一1半])[整全]天"), "1天"),
    (re.compile(r"(?<=\dh) ?(\d+) ?m?(?![a-z\d])", re.IGNORECASE), r" \1 minutes"),
    (re.compile(r"(?<=\d)'(\d{1,2})(?:\"|'')?(?!\d)"), r" feet \1 inches"),
    (re.compile(r"\b(?<!and a )(?<!and )(?:half (?:an? )?|an? half[ -])(?=hour|day|year|minute|met|dozen)", re.IGNORECASE), "0.5 "),
    (re.compile(r"\b(?:3|three)[ -]quarters? of (?:an? )?(?=hour|day|year)", re.IGNORECASE), "0.75 "),
    (re.compile(r"\b(?:an? |1 )?quarter (?:of an? )?(?=hour|day|year)", re.IGNORECASE), "0.25 "),
    (re.compile(r"\ban? (?:whole |full )?(?=hour|day|week|month|year|minute|fortnight|second\b)", re.IGNORECASE), "1 "),
    (re.compile(r"(?<![\d个时天年])半(?=个?(?:小时|钟头|天|年|月))"), "0.5"),
    (re.compile(r"整整"), ""),
    (re.compile(r"[一1]整(?=天|年|周|个)"), "1"),
)
_BETWEEN = re.compile(r"\s*(?:-|~|to|through|到|至)\s*", re.IGNORECASE)
_OR = re.compile(r"\s*(?:or|或者?|还是)\s*", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from|anywhere from)\s+(?:\w+ ){0,2}$|[从在介于]\s*$", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:,\s*|,?\s*and\s+|又|零)?\Z", re.IGNORECASE)
_PAST = re.compile(r"\s*(?:ago|earlier|before (?:now|today)|back\b|in the past|behind|(?:之|以)?前)", re.IGNORECASE)
_COMING = re.compile(r"\s*(?:from (?:now|today)|ahead|later|away|to (?:go|come)|in the future|'? time\b|(?:之|以)?后)", re.IGNORECASE)
_IN = re.compile(r"(?:\bin|\bstill|\banother|还有|还要|还剩|再过|再等)\s*$", re.IGNORECASE)
_DAYS = {
    "the day after tomorrow": 2, "tomorrow": 1, "today": 0, "yesterday": -1, "the day before yesterday": -2,
    "大后天": 3, "后天": 2, "明天": 1, "今天": 0, "昨天": -1, "前天": -2, "大前天": -3,
}  # fmt: skip
_NEAR = re.compile(
    "|".join(sorted((rf"(?<!from )(?<!before )\b{day}\b(?! is\b| \()" if day.isascii() else day for day in _DAYS), key=len, reverse=True)),
    re.IGNORECASE,
)


@lru_cache(_KEPT)
def counted(text: str) -> str:
    """Return a plain text in figures, halves and quarters too: what `quantities` reads, and its places are those of."""
    for pattern, new in _WORDED:
        text = pattern.sub(new, text)
    return figures(text)


def _half(found: re.Match[str]) -> Fraction:
    return Fraction(1, 2) if found["half"] or found["late"] else Fraction(0)


def _number(text: str) -> Fraction | None:
    whole, slash, below = text.partition("/")
    return None if slash and not int(below) else Fraction(whole) / (int(below) if slash else 1)


def _simple(text: str, found: re.Match[str]) -> Quantity | None:
    number = _number(found["money"] or found["number"])
    if number is None:
        return None
    said = unit(found["sign"] or found["unit"] or "")
    number += _half(found)
    negative = bool(found["minus"] or found["below"])
    past, coming = _PAST.match(text, found.end()), _COMING.match(text, found.end())
    directed = (
        said is not None
        and said.measure in {"time", "months"}
        and bool(past or coming or _IN.search(text[max(0, found.start() - _REACH) : found.start()]))
    )
    return Quantity(-number if negative or (directed and past) else number, said, directed, bool(found["open"]), found.start(), found.end())


def _merged(text: str, found: list[Quantity]) -> list[Quantity]:
    """Return the quantities with those added up that are one: "1 m 83 cm", "2 hours and 30 minutes"."""
    out: list[Quantity] = []
    for one in found:
        last = out[-1] if out else None
        if last and last.unit and one.unit and _adds(text, last, one):
            sign = -1 if last.number < 0 or one.number < 0 else 1
            size = sign * (abs(last.size) + abs(one.size))
            out[-1] = Quantity(
                size / one.unit.size, one.unit, one.directed or last.directed, ranged=one.ranged, start=last.start, end=one.end
            )
        else:
            out.append(one)
    return out


def _adds(text: str, last: Quantity, one: Quantity) -> bool:
    smaller = last.unit is not None and one.unit is not None and last.unit.measure == one.unit.measure and abs(one.size) < last.unit.size
    return bool(smaller) and bool(_JOINED.match(text[last.end : one.start]))


def _ranged(text: str, found: list[Quantity]) -> list[Quantity]:
    """Return the quantities, the ends of ranges marked; the first of two has the unit of the second, that of alternatives too."""
    out = list(found)
    for place in range(len(out) - 1):
        one, other = out[place], out[place + 1]
        gap = text[one.end : other.start]
        minus = other.number < 0 and gap == ""
        joined = (
            _BETWEEN.fullmatch(gap)
            or minus
            or (_FROM.search(text[max(0, one.start - _REACH) : one.start]) and gap.strip().lower() in {"and", "和", "与"})
        )
        if _OR.fullmatch(gap) and one.unit is None:
            out[place] = one._replace(unit=other.unit)
        elif joined and one.number != other.number and not (gap.strip() == "-" and " " in gap and one.unit != other.unit):
            end = other._replace(number=abs(other.number), ranged=True) if minus else other._replace(ranged=True)
            out[place], out[place + 1] = one._replace(ranged=True, unit=one.unit or other.unit), end
    return out


@lru_cache(_KEPT)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities in a text that `counted` returned, in order. Ordinals and figures in names ("T745") are none."""
    simple = [one for one in (_simple(text, found) for found in _SIMPLE.finditer(text)) if one]
    day = unit("day")
    near = [Quantity(Fraction(_DAYS[found[0].lower()]), day, True, False, found.start(), found.end()) for found in _NEAR.finditer(text)]
    return tuple(sorted([*_ranged(text, _merged(text, simple)), *near], key=lambda one: one.start))
