"""Units of measure, and which are exactly so many of another."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: what it measures, and how many of the smallest unit of that it is. Units of different measures are never converted."""

    measure: str
    size: Fraction


#: Measure -> size in the smallest unit -> how the unit is written, as patterns, in any case.
_TABLE: dict[str, dict[str, str]] = {
    "metric length": {
        "1": r"mm|millimetres?|millimeters?|毫米", "10": r"cms?|centimetres?|centimeters?|厘米|公分", "1000": r"m|metres?|meters?|米|公尺",
        "1000000": r"kms?|kilometres?|kilometers?|公里|千米",
    },
    "imperial length": {"1": r"inch|inches|英寸", "12": r"ft|foot|feet|英尺", "36": r"yards?|码", "63360": r"miles?|英里"},
    "time": {
        "1": r"s|secs?|seconds?|秒钟?", "60": r"mins?|minutes?|分钟?", "900": r"刻钟", "3600": r"hrs?|h|hours?|个?小时|个?钟头",
        "86400": r"days?|天", "604800": r"weeks?|wks?|周|个?星期|个?礼拜", "1209600": r"fortnights?",
    },
    "months": {"1": r"months?|mos?|个月", "12": r"years?|yrs?|年"},
    "age": {"12": r"years?[ -]old|years? of age|周?岁"},
    "mass": {"1": r"g|grams?|克", "500": r"斤", "1000": r"kgs?|kilos?|kilograms?|公斤|千克", "1000000": r"tonnes?|吨"},
    "volume": {"1": r"ml|millilitres?|milliliters?|毫升", "1000": r"l|litres?|liters?|升"},
    "dollars": {"1": r"dollars?|usd|bucks?|美元|美金"}, "euros": {"1": r"euros?|eur|欧元"}, "sterling": {"1": r"gbp|quid|英镑"},
    "pounds": {"1": r"pounds?|lbs?|磅"}, "yuan": {"1": r"yuan|rmb|cny|人民币|块钱?|元"}, "yen": {"1": r"yen|jpy|日元"},
    "per cent": {"1": r"%|percent|percentage points?|per cent"},
    "degrees": {"1": r"°c?|degrees? celsius|degrees?|度"},
    "people": {"1": r"people|persons?|participants?|guests?|attendees|个?人|位|名"},
}  # fmt: skip
_SIGNS = {"$": "dollars", "€": "euros", "£": "sterling", "¥": "yuan", "￥": "yuan"}
#: Measures whose name alone does not tell a reader anything that the bare number does not.
COUNTS = frozenset({"people", "age"})
#: A year of age is a year; a pound may be money.
_ALIKE = {frozenset({"age", "months"}), frozenset({"pounds", "sterling"})}

_UNITS = [
    (re.compile(rf"(?:{pattern})\Z", re.IGNORECASE), Unit(measure, Fraction(size)))
    for measure, sizes in _TABLE.items()
    for size, pattern in sizes.items()
]


def _ended(name: str) -> str:
    return rf"{name}(?![a-zà-ɏ])" if name[0].isascii() and name[0].isalpha() else name


_WRITINGS = [name for sizes in _TABLE.values() for pattern in sizes.values() for name in pattern.split("|")]
#: Any unit as a pattern, the longest writing first; Latin ones must end there.
NAMES = "|".join(sorted(map(_ended, _WRITINGS), key=len, reverse=True))
SIGNS = "".join(_SIGNS)


def unit(name: str) -> Unit | None:
    """Return the unit of a name or sign, or None."""
    if name in _SIGNS:
        return Unit(_SIGNS[name], Fraction(1))
    return next((one for pattern, one in _UNITS if pattern.match(name.strip())), None)


def comparable(one: Unit, other: Unit) -> bool:
    """Return whether numbers of two units can be the same thing: both measure one thing, or need no unit to be understood."""
    pair = frozenset({one.measure, other.measure})
    return len(pair) == 1 or pair in _ALIKE
