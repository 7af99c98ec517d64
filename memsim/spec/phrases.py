"""The shape of ``phrases.<language>.yaml``, and the slots that each kind of phrase may have."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Lines = Annotated[list[str], Field(min_length=1)]
Mark = Annotated[str, Field(min_length=1)]  # what stands between two texts, so that they can be told apart again


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Enumeration(_Strict):
    """Separators of "A, B and C"."""

    separator: Mark
    last: Mark


class Degrees(_Strict):
    """Noun phrases for one of two, and one of more."""

    two: Lines
    more: Lines


class Extreme(_Strict):
    """Noun phrases for the largest and the smallest."""

    max: Degrees
    min: Degrees


class Orders(_Strict):
    """Questions for an order, the largest or the smallest first."""

    max: Lines
    min: Lines


class Chatter(_Strict):
    """What surrounds a noisy question."""

    before: Lines
    after: Lines


ByAttribute = dict[str, Lines]


class Questions(_Strict):
    """Everything a question is made of.

    Attributes:
        ask, own: Questions for a value, of a subject and of the user; by attribute.
        transform, own_transform: The same for ψ of a value; by transform, then attribute.
        bridge, extreme, closest, chain: Noun phrases that identify a subject; by attribute.
        count, which: Frames around a predicate: how many, and which ones.
        predicate, member: Verb phrases, by attribute and then kind of predicate or property.
        aggregate, amount, order: Questions over a scope; by attribute.
    """

    ask: ByAttribute
    own: ByAttribute = {}
    transform: dict[str, ByAttribute] = {}
    own_transform: dict[str, ByAttribute] = {}
    bridge: ByAttribute = {}
    extreme: dict[str, Extreme] = {}
    closest: dict[str, Degrees] = {}
    chain: ByAttribute = {}
    count: Lines | None = None
    which: Lines | None = None
    predicate: dict[str, ByAttribute] = {}
    member: dict[str, ByAttribute] = {}
    aggregate: dict[str, ByAttribute] = {}
    amount: ByAttribute = {}
    order: dict[str, Orders] = {}
    chatter: Chatter
    hybrid: Lines


class Order(_Strict):
    """How an answer lists an order."""

    separator: Mark


class Days(_Strict):
    """How an answer tells how far away a day is; `past` and `future` hold {n}."""

    past: str
    yesterday: str
    today: str
    tomorrow: str
    future: str


class PhraseFile(_Strict):
    """All phrases of a scenario in one language.

    Attributes:
        own: Statements of the user's own facts, by attribute.
        none: The empty set as an answer.
        results: How a computed number reads, by the attribute that a statistic is made of or by ψ; `{n}` alone where there is nothing.
    """

    language: str
    wording: dict[str, dict[str, str]]
    enumeration: Enumeration = Field(alias="list")
    order: Order | None = None
    none: str | None = None
    days: Days | None = None
    results: dict[str, str] = {}
    openers: dict[str, Lines]
    tails: dict[str, Lines]
    statements: ByAttribute
    own: ByAttribute = {}
    questions: Questions


def slots(phrase: str) -> list[str]:
    """Return the slot names of a phrase, or raise ValueError for unbalanced braces or a slot with a format."""
    found = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(phrase) if name is not None]
    dressed = [name for name, form, conversion in found if form or conversion]
    if dressed:
        raise ValueError(f"slot {dressed[0]!r} has a format; expected it plain")
    return [name for name, _, _ in found]


Groups = tuple[set[str], ...]
_SUBJECT, _LIST = {"subject", "Subject"}, {"list", "List"}
_VALUE, _LOW, _HIGH, _NUMBER = {"value", "a_value"}, {"low"}, {"high"}, {"n"}
#: The slots of each kind of phrase, by the start of its key; the first start that fits counts.
_GROUPS: tuple[tuple[str, Groups], ...] = (
    ("wording.", ({"value"},)),
    ("openers.", ()),
    ("tails.", ()),
    ("statements.", (_SUBJECT, _VALUE)),
    ("own.", (_VALUE,)),
    ("results.", (_NUMBER,)),
    ("days.past", (_NUMBER,)),
    ("days.future", (_NUMBER,)),
    ("days.", ()),
    ("questions.ask.", (_SUBJECT,)),
    ("questions.own.", ()),
    ("questions.transform.", (_SUBJECT,)),
    ("questions.own_transform.", ()),
    ("questions.bridge.", (_VALUE,)),
    ("questions.extreme.", ({"list"},)),
    ("questions.closest.", ({"list"}, _VALUE)),
    ("questions.chain.", ({"subject"},)),
    ("questions.count", (_LIST, {"predicate"})),
    ("questions.which", (_LIST, {"predicate"})),
    ("questions.member.", (_VALUE,)),
    ("questions.aggregate.", (_LIST,)),
    ("questions.amount.", (_LIST,)),
    ("questions.order.", (_LIST,)),
    ("questions.chatter.", ()),
    ("questions.hybrid", ({"first"}, {"second"})),
)


def _groups(key: str) -> Groups:
    if key.startswith("questions.predicate."):
        return (_LOW, _HIGH) if ".between[" in key else (_VALUE,)
    return next(groups for start, groups in _GROUPS if key.startswith(start))


def phrases_with_slots(file: PhraseFile) -> Iterator[tuple[str, str, Groups]]:
    """Yield (key, phrase, groups): exactly one slot of each group must stand in the phrase, and no other."""
    tree = file.model_dump(include={"wording", "days", "openers", "tails", "statements", "own", "results", "questions"})
    for key, phrase in leaves("", tree):
        yield key, phrase, () if key.endswith(".own") and key.startswith("wording.") else _groups(key)


def leaves(prefix: str, tree: object) -> Iterator[tuple[str, str]]:
    """Yield (key, phrase) of a tree of phrases: names joined by dots, places in lists in brackets."""
    if isinstance(tree, dict):
        for name, branch in tree.items():
            yield from leaves(f"{prefix}.{name}" if prefix else name, branch)
    elif isinstance(tree, list):
        for place, branch in enumerate(tree):
            yield f"{prefix}[{place}]", branch
    elif tree is not None:
        yield prefix, str(tree)
