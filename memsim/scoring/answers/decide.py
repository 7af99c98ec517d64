"""What a reply comes to for one part of a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from memsim.scoring.answers.context import affirmed, opaque
from memsim.scoring.answers.denying import denied
from memsim.scoring.answers.hedging import asked, rough, unsure
from memsim.scoring.answers.kind import Candidate, Option, Part
from memsim.text.figures import plain

_MOST_VALUES = 60
_SHORT_WORDS, _SHORT_HAN = 12, 30


class Verdict(NamedTuple):
    """The outcome for a part, why, and the text of the option that the reply comes to, if it is one."""

    outcome: str
    detail: str
    option: str | None = None


def decide(said: str, part: Part) -> Verdict:
    """Return what a statement comes to: the values of the kind wanted that it affirms must be one, and exactly the right one."""
    kind = part.kind
    view = affirmed(kind.view(said))
    found = _new(kind.find(view, part), part)
    if not found:
        return _nothing(said, part)
    if len(found) > _MOST_VALUES:
        return Verdict("dump", f"says {len(found)} values")
    clear = opaque(view, [(one.start, one.end) for one in found])
    held = [one for one in found if not _denied(one, clear, part)]
    if not held:
        return Verdict("wrong", "says only what it is not")
    stated = [one for one in held if not asked(clear, one.start, one.end)]
    if not stated:
        return Verdict("unparsed", "only asks")
    exact = [one for one in stated if not _inexact(one, clear, part)]
    values = _distinct([one for one in stated if one in exact or not _rough(one, clear, part)], part)
    if len(values) > 1:
        return Verdict("dump", f"says {len(values)} different values")
    if not values:
        return Verdict("approximate", "says it only roughly")
    verdict = _single(values[0], part)
    if verdict.outcome == "correct" and not any(kind.same(one.value, part.value) for one in exact):
        return Verdict("approximate", "says it without being sure")
    return verdict


def _denied(one: Candidate, clear: str, part: Part) -> bool:
    """Return whether a candidate is denied: "less than 5" only makes 5 inexact, while "less than modest" denies it."""
    inexact = part.kind.family == "quantity" and _rough(one, clear, part)
    return not one.weighed and not inexact and denied(clear, one.start, one.end, part.question)


def _rough(one: Candidate, clear: str, part: Part) -> bool:
    family = part.kind.family
    return one.rough or (family in {"quantity", "calendar"} and rough(clear, one.start, one.end, family))


def _inexact(one: Candidate, clear: str, part: Part) -> bool:
    return _rough(one, clear, part) or unsure(clear, one.start, one.end)


def _new(found: Sequence[Candidate], part: Part) -> list[Candidate]:
    """Return the candidates without those that only repeat the question."""
    kind = part.kind
    asked = kind.told(plain(part.question), part)
    known = [part.value, *(option.value for option in part.options if option.value is not None)]

    def repeated(value: Any) -> bool:
        return not any(kind.same(value, one) for one in known) and any(kind.same(value, one) for one in asked)

    return [one for one in found if not repeated(one.value)]


def _distinct(found: Sequence[Candidate], part: Part) -> list[Candidate]:
    """Return the candidates with those left out that say no other value than one before; of the right answer, all are one."""
    out: list[Candidate] = []
    for one in found:
        right = part.kind.same(one.value, part.value)
        if not any((right and part.kind.same(other.value, part.value)) or part.kind.same(one.value, other.value) for other in out):
            out.append(one)
    return out


def _single(one: Candidate, part: Part) -> Verdict:
    kind = part.kind
    if kind.same(one.value, part.value):
        return Verdict("correct", "", part.spoken)
    option = _option(one, part.options, part)
    if option is not None:
        return Verdict(f"distractor:{option.axis or 'unknown'}", f"says {option.text}", option.text)
    if kind.near(one.value, part.value):
        return Verdict("approximate", "says only a part of it, or rounds it")
    return Verdict("wrong", "says another value")


def _option(one: Candidate, options: Sequence[Option], part: Part) -> Option | None:
    return next((option for option in options if option.value is not None and part.kind.same(one.value, option.value)), None)


def _nothing(said: str, part: Part) -> Verdict:
    """Return what a reply without a known value comes to: a short text is an answer where any text can be one."""
    words = len(re.findall(r"[^\W_]+", said))
    han = len(re.findall(r"[\u3400-\u9fff]", said))
    if part.kind.worded and words and (han <= _SHORT_HAN if han else words <= _SHORT_WORDS):
        return Verdict("wrong", "says something else")
    return Verdict("unparsed", f"says no {part.kind.name}")
