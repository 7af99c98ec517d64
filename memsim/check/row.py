"""One trajectory in one language as the checks see it: rows from the files, the dataset's own scenario, a prover."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memsim.check.proofs import LiteralProver
from memsim.io.folder import Joined, WorldFact
from memsim.records import Fact
from memsim.render.phrases import PhraseBook
from memsim.spec.load import Spec
from memsim.spec.model import NodeSpec, Rule

_LITERAL = r"'((?:[^']|'')*)'"
_BRIDGE = re.compile(rf"\ba\.attribute = {_LITERAL} AND a\.value = {_LITERAL}")
_ASKED = re.compile(rf"\b[bc]\.attribute = {_LITERAL}")
_SCOPE = re.compile(r"\b[ac]\.subject IN \(((?:'(?:[^']|'')*'(?:, )?)+)\)")
_EXTREME = re.compile(rf"SELECT (max|min)\(c\.number\) FROM facts c WHERE .*? AND c\.attribute = {_LITERAL}\)")
_PREDICATE = re.compile(r"sum\(c\.number ([<>]) (\d+\.\d+)\)")
_SUBJECT = re.compile(rf"\b(?:b\.subject|n\.subject|n\.value) = {_LITERAL}")
_PROPERTY = re.compile(rf"k\.property = {_LITERAL}")


@dataclass(frozen=True)
class Reading:
    """What a part's SQL says, read from its text.

    Attributes:
        bridge: (attribute, value), for a bridge.
        extreme: ("max" | "min", attribute).
        predicate: (">" | "<", number).
        scope: The subjects listed.
        subject: The one subject worded.
        asked: The attribute asked.
        transform: ψ: a knowledge property, "suffix", "digit_sum" or None.
    """

    bridge: tuple[str, str] | None
    extreme: tuple[str, str] | None
    predicate: tuple[str, float] | None
    scope: tuple[str, ...]
    subject: str | None
    asked: str
    transform: str | None


def _unquoted(text: str) -> str:
    return text.replace("''", "'")


def read_sql(sql: str) -> Reading:
    """Return what a query of memsim's dialect asks; raises ValueError where it asks nothing."""
    asked = _ASKED.findall(sql)
    if not asked:
        raise ValueError("the SQL names no attribute that it asks for")
    bridge, extreme, predicate, subject = _BRIDGE.search(sql), _EXTREME.search(sql), _PREDICATE.search(sql), _SUBJECT.search(sql)
    scope, prop = _SCOPE.search(sql), _PROPERTY.search(sql)
    transform = prop[1] if prop else "suffix" if "instr(b.value" in sql else "digit_sum" if "substr(b.value, -1" in sql else None
    return Reading(
        bridge=(_unquoted(bridge[1]), _unquoted(bridge[2])) if bridge else None,
        extreme=(extreme[1], _unquoted(extreme[2])) if extreme else None,
        predicate=(predicate[1], float(predicate[2])) if predicate else None,
        scope=tuple(_unquoted(one) for one in re.findall(_LITERAL, scope[1])) if scope else (),
        subject=_unquoted(subject[1]) if subject else None,
        asked=_unquoted(asked[-1]),
        transform=transform,
    )


@dataclass
class Setting:
    """What all rows of a language share."""

    spec: Spec
    language: str
    book: PhraseBook
    prover: LiteralProver
    knowledge: dict[tuple[str, str, str], str]

    @cached_property
    def attributes(self) -> list[tuple[str, str, str]]:
        """(entity, class, attribute) of every fact of a world, in order."""
        file = self.spec.file
        parts = {part for domain in self.spec.domains.values() for part in domain.parts}
        shown = [name for name, attribute in file.attributes.items() if name not in parts and not attribute.latent]
        entities = [(f"{name}-{lane + 1}", name) for name, klass in file.classes.items() for lane in range(klass.count)]
        return [(entity, klass, name) for entity, klass in entities for name in shown if name in file.nodes[klass]]

    @cached_property
    def places(self) -> dict[tuple[str, str], int]:
        """The place in a world of each (entity, attribute)."""
        return {(entity, attribute): place for place, (entity, _class, attribute) in enumerate(self.attributes)}

    @cached_property
    def numbers(self) -> list[dict[str, float | None] | None]:
        """By place in a world, the number of each value that may stand there (None without a number); None where values are not listed."""
        by_attribute: dict[str, dict[str, float | None]] = {}
        for name, domain in self.spec.domains.items():
            if domain.listed:
                values: list[float | None] = [None] * domain.size if domain.numbers is None else domain.numbers.tolist()
                by_attribute[name] = dict(zip(domain.surfaces[self.language], values, strict=True))
        return [by_attribute.get(attribute) for _entity, _class, attribute in self.attributes]

    @cached_property
    def ruled(self) -> list[tuple[Rule, int, int]]:
        """Every rule with the places in a world of the two values that it ties together."""
        place = self.places
        entities = dict.fromkeys((entity, klass) for entity, klass, _attribute in self.attributes)
        return [
            (rule, place[entity, rule.when.attribute], place[entity, rule.then.attribute])
            for rule in self.spec.file.rules
            for entity, klass in entities
            if klass in rule.classes and (entity, rule.when.attribute) in place and (entity, rule.then.attribute) in place
        ]

    @cached_property
    def identifiers(self) -> list[tuple[int, NodeSpec]]:
        """The places in a world of values that identify an entity, with the nodes that drew them."""
        made = {name for name, domain in self.spec.domains.items() if domain.kind in ("product", "digits")}
        nodes = self.spec.file.nodes
        return [(place, nodes[klass][name]) for place, (_entity, klass, name) in enumerate(self.attributes) if name in made]


class Row:
    """One trajectory in one language."""

    def __init__(self, setting: Setting, joined: Joined, world: list[WorldFact], index: int) -> None:
        self.setting, self.spec, self.language = setting, setting.spec, setting.language
        self.index = index
        self.file, self.number = joined.file, joined.row
        self.messages: list[dict[str, Any]] = joined.history["messages"]
        self.history_language: str = joined.history["language"]
        self.question, self.gold, self.world = joined.question, joined.gold, world
        self.told: list[dict[str, Any]] = joined.gold["messages"]
        self.parts: list[dict[str, Any]] = joined.gold["parts"]

    @cached_property
    def facts(self) -> list[Fact]:
        """The facts that the messages state, as the SQL sees them."""
        times = {message["mid"]: message["time"] for message in self.messages}
        return [
            Fact(m["mid"], times.get(m["mid"], ""), h["subject"], h["attribute"], h["said"], h["value"], h["number"])
            for m in self.told
            for h in m["hints"]
        ]

    @cached_property
    def in_order(self) -> bool:
        """Whether the world has each attribute of each entity once, in the scenario's order."""
        return [fact[:3] for fact in self.world] == self.setting.attributes

    def of(self, entity: str, attribute: str) -> tuple[str | None, float | None]:
        """Return (value, number) of an entity's attribute in the world, or (None, None)."""
        if self.in_order:
            place = self.setting.places.get((entity, attribute))
            return self.world[place][3:] if place is not None else (None, None)
        return next((fact[3:] for fact in self.world if (fact[0], fact[2]) == (entity, attribute)), (None, None))

    @cached_property
    def readings(self) -> list[Reading | None]:
        """What each part's SQL asks, None where it cannot be read."""
        out: list[Reading | None] = []
        for part in self.parts:
            try:
                out.append(read_sql(part["sql"]))
            except ValueError:
                out.append(None)
        return out

    @cached_property
    def options(self) -> list[list[str]]:
        """The parts of each choice: one text, or two for a hybrid."""
        return [choice.split(self.setting.book.joint) if len(self.parts) > 1 else [choice] for choice in self.question["choices"]]

    @property
    def target(self) -> int:
        """The target's place, or -1 where the letter is none."""
        return "ABCD".find(self.gold["target"]) if self.gold["target"] else -1
