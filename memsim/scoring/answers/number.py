"""Answers that are numbers, with or without a unit, and spans of time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from memsim.records import Answer
from memsim.scoring.answers.counting import all_listed, countable
from memsim.scoring.answers.kind import Candidate, Part, Unworded
from memsim.scoring.answers.said import uncited
from memsim.text.dates import dated, dates
from memsim.text.figures import plain
from memsim.text.quantities import Quantity, quantities
from memsim.text.times import times
from memsim.text.units import COUNTS, Unit, comparable, unit

_WANTED = re.compile(r"\b(?:in|how many|number of) (\w+)|(?:按|用|换算成|多少|几个?)(\w{1,3})", re.IGNORECASE)
_REACH = 60
_LONE = re.compile(r"\W*[\d.]+\W*")
_YEAR = re.compile(
    r"(?<![\d.,-])(?:\(|\b(?:in|since|during|spring|summer|autumn|fall|winter|q[1-4]|early|late|mid) )(?:19|20)\d\d(?!\d|[.,]\d)"
)
_SUM = re.compile(r"(?:\A|(?<=[\n;])|(?<=\. ))(?:(?!\. )[^\n;])*(?:(?<![<>!])=|\bequals\b|等于)(?=\s*\S)")
_AGE = re.compile(r"\(?\b(?:aged?|who(?: is|'s)) \d+\b\)?|(?<=\d)岁", re.IGNORECASE)
_CONCLUDED = re.compile(
    r"(?:\b(?:so|therefore|thus|hence|total(?:s|ling)?|in all|altogether|sum|gap|difference|makes?|equals|adds? up to|which is|leaves)\b(?:[^,;(\n.\d]|,(?= \D))*"
    "|=\\s*|->\\s*|→\\s*|(?:一共|总共|共计?|合计|总和|总数|加起来|相?差|所以|因此|等于)[^,。;\\n\\d]{0,6})\\Z",
    re.IGNORECASE,
)
_CONCLUDED_AFTER = re.compile(r"(?: \w+)? (?:in total|altogether|in all|apart|overall)\b", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\W*(?:(?:or|maybe|perhaps|and)\b|或者?|还是|也可能)\W*", re.IGNORECASE)
_NOUN = re.compile(
    r" ((?!guests|persons|attendees|heads|participants|others|seats|visitors|colleagues|friends)[a-z]{4,}s)\b(?<!ss)", re.IGNORECASE
)
_TIME = frozenset({"time", "months"})


class Number(Unworded):
    """A number. Dates beside it, years and sums that lead to it ("12 + 7 = 19") are not taken for answers."""

    name = "number"
    family = "quantity"

    def view(self, text: str) -> str:
        return dated(countable(text))

    def read(self, answer: Answer, question: str) -> Quantity | None:
        found = quantities(self.view(plain(answer.text)))
        if not found and answer.number is not None:
            found = (Quantity(Fraction(str(answer.number)), None, directed=False, ranged=False, start=0, end=0),)
        if len(found) != 1 or found[0].ranged:
            return None
        return found[0]._replace(unit=found[0].unit or unit(answer.unit or "") or wanted(question))

    def find(self, view: str, part: Part) -> list[Candidate]:
        cleared = self._cleared(view, part)
        found = [Candidate(one, one.start, one.end, one.ranged) for one in quantities(cleared) if one.start != one.end]
        if not any(self._fits(one.value, part.value) for one in found):
            return found or self._all(view, part)
        fitting = [one for one in found if self._fits(one.value, part.value) or self._offered(one.value, part)]
        fitting = [one for one in fitting if not self._of_things(cleared, one, part)]
        return concluded(cleared, fitting)

    def _of_things(self, view: str, one: Candidate, part: Part) -> bool:
        """Return whether a number that should count people counts something that the question does not ask about: "300 tables"."""
        if one.value.unit is not None or part.value.unit is None or part.value.unit.measure != "people":
            return False
        noun = _NOUN.match(view, one.end)
        return bool(noun) and noun[1].casefold() not in part.question.casefold() if noun else False

    def _all(self, view: str, part: Part) -> list[Candidate]:
        listed = all_listed(view, plain(part.question))
        if listed is None:
            return []
        number, start, end = listed
        return [Candidate(Quantity(Fraction(number), None, directed=False, ranged=False, start=start, end=end), start, end)]

    def _offered(self, value: Quantity, part: Part) -> bool:
        return any(option.value and self.same(value, option.value) for option in part.options)

    def _cleared(self, view: str, part: Part) -> str:
        """Return the reply without what only looks like an answer; a number alone is one."""
        if _LONE.fullmatch(view):
            return view
        text = uncited(view, part.question)
        for one in dates(text):
            text = text if one.unclear else _blanked(text, one.start, one.end)
        for moment in times(text):
            text = text if moment.open and ":" not in text[moment.start : moment.end] else _blanked(text, moment.start, moment.end)
        aged = part.value.unit is not None and part.value.unit.measure == "age"
        for pattern in (_SUM, _YEAR) if aged else (_SUM, _YEAR, _AGE):
            for found in pattern.finditer(text):
                text = _unless_alone(text, found.start(), found.end())
        return text

    def _fits(self, value: Quantity, right: Quantity) -> bool:
        return value.unit is None or compatible(value.unit, right.unit)

    def told(self, question: str, part: Part) -> list[Quantity]:
        return list(quantities(self.view(question)))

    def same(self, value: Quantity, other: Quantity) -> bool:
        if not self._fits(value, other):
            return False
        number, wanted_number = (value.size, other.size) if value.unit and other.unit else (value.number, other.number)
        if other.directed and not value.directed:
            return value.number < 0 and number == wanted_number
        return number == wanted_number

    def near(self, value: Quantity, right: Quantity) -> bool:
        """A rounded number of at least two figures, or a span of days that does not say whether it is past."""
        if not self._fits(value, right):
            return False
        number, exact = (value.size, right.size) if value.unit and right.unit else (value.number, right.number)
        if right.directed and not value.directed:
            return number == abs(exact)
        return _rounded(number, exact)


class Duration(Number):
    """A span of time, in any unit that is exactly the same: "90 minutes", "an hour and a half"."""

    name = "duration"

    def read(self, answer: Answer, question: str) -> Quantity | None:
        value = super().read(answer, question)
        return value if value and value.unit and value.unit.measure in _TIME else None

    def _fits(self, value: Quantity, right: Quantity) -> bool:
        return value.unit is not None and compatible(value.unit, right.unit)


def concluded(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return of several numbers the one that the others lead to ("150 and 12, so 138"; "198 in total (50 + 28 + 120)"), else all."""
    ends = [place for place, one in enumerate(found) if _leads_to(text, found, place)]
    if len(found) < 2 or not ends:
        return list(found)
    last = ends[-1]
    beside = [(found[place], found[place + 1]) for place in (last - 1, last) if 0 <= place < len(found) - 1]
    if any(one.rough or _ALTERNATIVE.fullmatch(text[one.end : other.start]) for one, other in beside):
        return list(found)
    return [found[last]]


def _leads_to(text: str, found: Sequence[Candidate], place: int) -> bool:
    one = found[place]
    start = found[place - 1].end if place else 0
    return bool(
        _CONCLUDED.search(text[max(start, one.start - _REACH) : one.start]) or _CONCLUDED_AFTER.match(text[one.end : one.end + _REACH])
    )


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _unless_alone(text: str, start: int, end: int) -> str:
    """Return the text with a place blanked out, if that leaves a number."""
    shorter = _blanked(text, start, end)
    return shorter if quantities(shorter) else text


def _rounded(number: Fraction, exact: Fraction) -> bool:
    """Return whether a number is another one, rounded: to tens or more where it has three figures or more, or to whole ones."""
    if number == exact:
        return True
    places = range(0 if exact.denominator > 1 else 1, len(str(abs(int(exact)))) - 1)
    return any(abs(number - exact) * 2 <= 10**place and number % 10**place == 0 for place in places)


def compatible(one: Unit, right: Unit | None) -> bool:
    """Return whether a number in one unit can answer where another is right; where none is known, any count can."""
    return one.measure in COUNTS if right is None else comparable(one, right)


def wanted(question: str) -> Unit | None:
    """Return the unit that a question asks for, if it says one: "in days", "how many centimetres", 按英寸算."""
    for found in _WANTED.finditer(plain(question)):
        word = found[1] or found[2]
        for size in range(len(word), 0, -1):
            said = unit(word[:size]) if found[2] or size == len(word) else None
            if said and not (size == 1 and word[0].isascii()):
                return said
    return None
