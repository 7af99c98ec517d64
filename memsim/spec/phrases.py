"""The shape of ``phrases.<language>.yaml``, and the slots that each kind of phrase may have."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Lines = Annotated[list[str], Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Enumeration(_Strict):
    """Separators of "A, B and C"."""

    separator: str
    last: str


class Degrees(_Strict):
    """Noun phrases for an extreme of two, and of more."""

    two: Lines
    more: Lines


class Extreme(_Strict):
    """Noun phrases for the largest and the smallest."""

    max: Degrees
    min: Degrees


class Predicate(_Strict):
    """How-many questions strictly above and strictly below a threshold."""

    above: Lines
    below: Lines


class Chatter(_Strict):
    """What surrounds a noisy question."""

    before: Lines
    after: Lines


class Questions(_Strict):
    """Everything a question is made of; keyed by attribute (transforms: by transform, then attribute)."""

    ask: dict[str, Lines]
    bridge: dict[str, Lines]
    extreme: dict[str, Extreme]
    count: dict[str, Predicate]
    transform: dict[str, dict[str, Lines]]
    chatter: Chatter
    hybrid: Lines


class PhraseFile(_Strict):
    """All phrases of a scenario in one language."""

    language: str
    wording: dict[str, dict[str, str]]
    enumeration: Enumeration = Field(alias="list")
    openers: dict[str, Lines]
    tails: dict[str, Lines]
    statements: dict[str, Lines]
    questions: Questions


def slots(phrase: str) -> list[str]:
    """Return the slot names of a phrase, or raise ValueError for unbalanced braces or a slot with a format."""
    found = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(phrase) if name is not None]
    dressed = [name for name, form, conversion in found if form or conversion]
    if dressed:
        raise ValueError(f"slot {dressed[0]!r} has a format; expected it plain")
    return [name for name, _, _ in found]


_STATEMENT = ({"subject", "Subject"}, {"value", "a_value"})
_ASK = ({"subject", "Subject"},)
_COUNT = ({"list", "List"}, {"value"})


def phrases_with_slots(file: PhraseFile) -> Iterator[tuple[str, str, tuple[set[str], ...]]]:
    """Yield (key, phrase, groups): exactly one slot of each group must stand in the phrase, and no other."""
    for topic, by_wording in file.wording.items():
        for wording, phrase in by_wording.items():
            yield f"wording.{topic}.{wording}", phrase, ({"value"},)
    yield from _lists("openers", file.openers, ())
    yield from _lists("tails", file.tails, ())
    yield from _lists("statements", file.statements, _STATEMENT)
    questions = file.questions
    yield from _lists("questions.ask", questions.ask, _ASK)
    yield from _lists("questions.bridge", questions.bridge, ({"value", "a_value"},))
    for attribute, extreme in questions.extreme.items():
        for name, degrees in (("max", extreme.max), ("min", extreme.min)):
            yield from _lists(f"questions.extreme.{attribute}.{name}", {"two": degrees.two, "more": degrees.more}, ({"list"},))
    for attribute, predicate in questions.count.items():
        yield from _lists(f"questions.count.{attribute}", {"above": predicate.above, "below": predicate.below}, _COUNT)
    for transform, by_attribute in questions.transform.items():
        yield from _lists(f"questions.transform.{transform}", by_attribute, _ASK)
    yield from _lists("questions.chatter", {"before": questions.chatter.before, "after": questions.chatter.after}, ())
    yield from _lists("questions", {"hybrid": questions.hybrid}, ({"first"}, {"second"}))


def _lists(prefix: str, lists: dict[str, list[str]], groups: tuple[set[str], ...]) -> Iterator[tuple[str, str, tuple[set[str], ...]]]:
    for name, phrases in lists.items():
        for index, phrase in enumerate(phrases):
            yield f"{prefix}.{name}[{index}]", phrase, groups
