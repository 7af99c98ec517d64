"""How options read: the number that stands in one, whom it lists, and which told facts it may come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isnan, nan

from memsim.check.reading import Reading
from memsim.render.phrases import PhraseBook
from memsim.spec.load import Spec
from memsim.text import clock, words

_LAST_DIGITS, _INCH, _DECADE, _HOUR, _AREA = 4, 2.54, 10, 60, re.compile(r"[(-](\d{3})")
_FAR = 400
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?")
Knowledge = Sequence[tuple[str, str, str, str]]


def plain_number(text: str) -> float:
    """Return the number that a text is, or NaN."""
    return float(text) if _PLAIN.fullmatch(text) else nan


class OptionReader:
    """Takes the texts of options apart, by what is asked.

    Args:
        spec: The scenario.
        book: The phrases of the options' language.
    """

    def __init__(self, spec: Spec, book: PhraseBook) -> None:
        self._book = book
        self._values = {
            name: dict(zip(domain.surfaces[book.language], domain.numbers.tolist(), strict=True))
            for name, domain in spec.domains.items()
            if domain.listed and domain.numbers is not None
        }
        self._counts = {words.count(count, book.language): float(count) for count in range(100)}
        self._days = {words.days_away(day, book.days): float(day) for day in range(-_FAR, _FAR)} if book.days else {}
        self.moments: dict[str, float] = {}
        self._cache: dict[tuple[str, str | None, str | None, str], float] = {}

    def number(self, asked: Reading, text: str) -> float:
        """Return what an option says as a number: an amount, days from today, minutes, a rank, the size of a set; NaN where it says none."""
        key = (asked.asked, asked.statistic, asked.transform, text)
        if key not in self._cache:
            self._cache[key] = self._number(asked, text)
        return self._cache[key]

    def _number(self, asked: Reading, text: str) -> float:
        if asked.statistic == "count":
            return self._counts.get(text, nan)
        if asked.statistic == "which":
            return 0.0 if text == self._book.none else float(len(text.split(self._book.separator)))
        if asked.statistic:
            before, _, after = self._book.results.get(asked.asked, "{n}").partition("{n}")
            return plain_number(text.removeprefix(before).removesuffix(after))
        if asked.transform:
            return self._days.get(text, nan) if asked.transform == "days_until" else plain_number(text)
        return self._values.get(asked.asked, self.moments).get(text, nan)

    def places(self, asked: Reading, text: str) -> tuple[int, ...] | None:
        """Return the places in the question's scope of those whom an option lists, in the option's order; None where options list nobody."""
        if asked.statistic == "which":
            parts = [] if text == self._book.none else text.split(self._book.separator)
        elif asked.statistic in ("order_max", "order_min"):
            parts = text.split(self._book.order)
        else:
            return None
        return tuple(asked.scope.index(part) for part in parts if part in asked.scope)


def _surname(value: str, _number: float) -> str:
    return value.partition(" ")[2] or value[:1]


def _prefix(value: str, _number: float) -> str:
    found = _AREA.search(value)
    return found[1] if found else ""


def _digit_sum(value: str, _number: float) -> str:
    digits = value[-_LAST_DIGITS:]
    return str(sum(map(int, digits))) if len(digits) == _LAST_DIGITS and digits.isdigit() and digits.isascii() else ""


#: How a fact reads after each computed ψ, "" where it does not apply; the dates of moments apart.
_COMPUTED: dict[str, Callable[[str, float], str]] = {
    "digit_sum": _digit_sum,
    "suffix": lambda value, _: value[value.index("@") :] if "@" in value else "",
    "prefix": _prefix,
    "surname": _surname,
    "inches": lambda _, number: "" if isnan(number) else f"{round(number / _INCH):g}",
    "in_ten_years": lambda _, number: "" if isnan(number) else f"{number + _DECADE:g}",
    "hours": lambda _, number: "" if isnan(number) else f"{number / _HOUR:g}",
}


class Sources:
    """Every text as which a told fact may stand in an option: itself, in full, after what is known of it, after any computed ψ.

    Args:
        spec: The scenario.
        book: The phrases of the options' language.
        knowledge: Rows of (attribute, value, property, result) in that language.
    """

    def __init__(self, spec: Spec, book: PhraseBook, knowledge: Knowledge) -> None:
        self._language, self._days = book.language, book.days
        self._known: dict[tuple[str, str], dict[str, str]] = {}
        for attribute, value, prop, result in knowledge:
            self._known.setdefault((attribute, value), {})[prop] = result
        named = {name for name, attribute in spec.file.attributes.items() if "surname" in attribute.transforms}
        named |= {name for name, domain in spec.domains.items() if domain.entities}
        self._named = named
        self._moments = {name for name, domain in spec.domains.items() if domain.kind == "moment"}
        self._cache: dict[tuple[str, str], dict[str, str]] = {}

    def of(self, attribute: str, value: str, number: float, now: int) -> dict[str, str]:
        """Return the texts of one fact by ψ; "" for none.

        Args:
            attribute: Its attribute.
            value: Its value, ISO 8601 for moments.
            number: Its number, or NaN.
            now: Minute of the question.
        """
        key = (attribute, value)
        if key not in self._cache:
            self._cache[key] = self._moment(attribute, value) if attribute in self._moments else self._plain(attribute, value, number)
        if attribute in self._moments and self._days:
            days = int(number) // clock.DAY - now // clock.DAY
            return self._cache[key] | {"days_until": words.days_away(days, self._days)}
        return self._cache[key]

    def is_moment(self, attribute: str) -> bool:
        """Return whether an attribute's values are moments."""
        return attribute in self._moments

    def _moment(self, attribute: str, value: str) -> dict[str, str]:
        minute = clock.parse_iso(value)
        day = str((clock.weekday(minute) + 1) % 7)
        return {"": clock.absolute(minute, self._language)} | self._known.get((attribute, day), {})

    def _plain(self, attribute: str, value: str, number: float) -> dict[str, str]:
        out = {"": value} | self._known.get((attribute, value), {})
        made = {name: compute(value, number) for name, compute in _COMPUTED.items() if name != "surname" or attribute in self._named}
        return out | {name: text for name, text in made.items() if text}
