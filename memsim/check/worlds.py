"""Promise 9: the world makes sense, and what is told of it is true of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memsim.check.row import Row, Ruled, Valued
from memsim.network.rules import broken
from memsim.spec.model import Rule, SequenceNode

_UNKNOWN = object()
_FICTION = {"phone": re.compile(r"\(\d{3}\) 555-01\d\d|100-\d{3}5-01\d\d"), "email": re.compile(r"[^@\s]+@[a-z.]+\.example")}


def world(row: Row) -> Iterator[str]:
    """Promise 9."""
    if row.in_order:  # what follows goes by places
        yield from _values(row)
        yield from _rules(row)
        yield from _references(row)
        yield from _identifiers(row)
    else:
        found, expected = [fact[:3] for fact in row.world], row.setting.attributes
        wrong = next((pair for pair in zip(found, expected, strict=False) if pair[0] != pair[1]), (found[-1:], expected[-1:]))
        yield f"the world has {len(found)} facts, the scenario {len(expected)}; the first to differ is {wrong[0]}, expected {wrong[1]}"
    yield from _told(row)


def _values(row: Row) -> Iterator[str]:
    """Every value is one of its domain and has that value's number."""
    for (entity, _class, attribute, value, number), known in zip(row.world, row.setting.numbers, strict=True):
        if known is None:
            timed = row.spec.domains[attribute].kind == "moment"
            if (number is not None) != timed:
                yield f"{entity} has {attribute} {value!r} with number {number}; expected {'its minutes' if timed else 'none'}"
        elif known.get(value, _UNKNOWN) != number:
            yield f"{entity} has {attribute} {value!r} with number {number}; expected {known.get(value, 'a value of the domain')}"
    for klass, attribute, places in row.setting.different:
        values = [row.world[place][3] for place in places]
        for value in sorted({value for value in values if values.count(value) > 1}):
            yield f"{values.count(value)} of class {klass} have the {attribute} {value!r}; expected different ones"


class _Told(NamedTuple):
    """A value of the world as a rule sees it."""

    number: float
    key: str | None

    def among(self, keys: Sequence[str]) -> bool:
        return self.key in keys


def _rules(row: Row) -> Iterator[str]:
    values = [fact[3:] for fact in row.world]
    for one in row.setting.ruled:
        mine = tuple([values[place] for place in one.places])
        if mine not in one.known:  # worlds repeat themselves: few verdicts are ever worked out
            one.known[mine] = _broken(row, one, mine)
        for rule in one.known[mine]:
            found = ", ".join(f"{name} {value}" for name, (value, _number) in zip(one.names, mine, strict=True))
            yield f"{one.entity} breaks the rule {rule.name!r}: {found}"


def _broken(row: Row, one: Ruled, values: Sequence[Valued]) -> list[Rule]:
    keys = row.setting.keys
    seen = {
        name: _Told(math.nan if number is None else number, keys[name.removeprefix("user.")].get(value))
        for name, (value, number) in zip(one.names, values, strict=True)
    }
    return [rule for rule in one.rules if broken(rule, seen.__getitem__)]


def _references(row: Row) -> Iterator[str]:
    """Every reference to another entity is the name of one of its class."""
    for entity, klass, attribute, value, _number in row.world:
        domain = row.spec.domains[attribute]
        referred = domain.entities.get(klass)
        if referred and value not in [fact[3] for fact in row.world if fact[1] == referred and fact[2] == domain.name]:
            yield f"{entity} has {attribute} {value!r}; expected the {domain.name} of a {referred}"


def _identifiers(row: Row) -> Iterator[str]:
    owners: dict[tuple[str, str], str] = {}
    for place, node in row.setting.identifiers:
        entity, _class, attribute, value, _number = row.world[place]
        other = owners.setdefault((attribute, value), entity)
        if other != entity:
            yield f"{entity} and {other} share the {attribute} {value!r}"
        if isinstance(node, SequenceNode) and not (value.isdigit() and value.startswith(node.prefix) and _luhn(value)):
            yield f"{entity} has {attribute} {value!r}, which fails its prefix or checksum"
        fiction = _FICTION.get(attribute)
        if fiction and not fiction.fullmatch(value):
            yield f"{entity} has {attribute} {value!r}, which is outside the ranges reserved for fiction"


def _luhn(digits: str) -> bool:
    doubled = [int(d) * (1 + place % 2) for place, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _told(row: Row) -> Iterator[str]:
    """Each hint is true of its entity, and its subject is how the entity is worded."""
    topics, book = row.spec.file.topics, row.setting.book
    for message in row.told:
        for hint in message["hints"]:
            value, number = row.of(hint["entity"], hint["attribute"])
            if value != hint["value"] or number != hint["number"]:
                yield f"{message['mid']} tells {hint['attribute']} {hint['value']!r} of {hint['entity']}; the world has {value!r}"
            klass = row.spec.file.classes.get(hint["entity"].rpartition("-")[0])
            topic = klass.topic if klass else None
            if topic is None:
                yield f"{message['mid']} speaks of {hint['entity']}, which has no topic"
                continue
            words = [(kind, name) for kind, name in (("role", topics[topic].role), ("name", topics[topic].name)) if name]
            if klass is not None and klass.own:
                words = [("own", topics[topic].name)]
            worded = [book.subject(topic, kind, row.of(hint["entity"], name)[0] or "") for kind, name in words]
            if hint["subject"] not in worded:
                yield f"{message['mid']} calls {hint['entity']} {hint['subject']!r}; expected {' or '.join(worded)}"
