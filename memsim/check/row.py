"""One trajectory in one language as the checks see it: rows from the files, the dataset's own scenario, a prover."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from memsim.check.proofs import LiteralProver
from memsim.check.reading import Reading, read_sql
from memsim.io.folder import Joined, WorldFact
from memsim.io.manifest import Rewriting
from memsim.network.rules import named
from memsim.records import Fact
from memsim.render.guard import Guard
from memsim.render.phrases import PhraseBook
from memsim.render.pool import Pool
from memsim.spec.load import Spec
from memsim.spec.model import DistinctNode, NodeSpec, Rule
from memsim.text.numerals import is_number

Valued = tuple[str, float | None]


class Ruled(NamedTuple):
    """The rules of one entity that speak of the same attributes.

    Attributes:
        rules, entity, names: Which.
        places: Where the attributes stand in a world.
        known: By their values, the rules that are broken; shared by the entities of a class.
    """

    rules: list[Rule]
    entity: str
    names: tuple[str, ...]
    places: list[int]
    known: dict[tuple[Valued, ...], list[Rule]]


@dataclass
class Setting:
    """What all rows of a language share.

    Attributes:
        rewriting: How texts were rewritten, as the manifest says; None where the phrases stand.
    """

    spec: Spec
    language: str
    book: PhraseBook
    prover: LiteralProver
    knowledge: dict[tuple[str, str, str], str]
    rewriting: Rewriting | None

    def rewriting_of(self, what: str) -> Rewriting | None:
        """How the ``messages`` or the ``questions`` were rewritten, if they were."""
        return self.rewriting if self.rewriting and what in self.rewriting.what else None

    @cached_property
    def own(self) -> str | None:
        """The one entity of the user's own class."""
        return next((f"{name}-1" for name, klass in self.spec.file.classes.items() if klass.own), None)

    @cached_property
    def pool(self) -> Pool | None:
        """The scenario's noise messages, if it has any in this language."""
        return Pool(self.spec, self.language) if self.language in self.spec.pools else None

    @cached_property
    def guard(self) -> Guard:
        """What texts that a model rewrote must pass."""
        return Guard(self.spec, self.language)

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
    def ruled(self) -> list[Ruled]:
        """All rules, by entity and by the attributes that they speak of."""
        alike: dict[tuple[str, tuple[str, ...]], list[Rule]] = {}
        for rule in self.spec.file.rules:
            for klass in rule.classes:
                alike.setdefault((klass, tuple(sorted(named(rule)))), []).append(rule)
        out = []
        for (klass, names), rules in alike.items():
            known: dict[tuple[Valued, ...], list[Rule]] = {}
            for lane in range(self.spec.file.classes[klass].count):
                entity = f"{klass}-{lane + 1}"
                owned = [("user-1", name[5:]) if name.startswith("user.") else (entity, name) for name in names]
                out.append(Ruled(rules, entity, names, [self.places[fact] for fact in owned], known))
        return out

    @cached_property
    def keys(self) -> dict[str, dict[str, str]]:
        """By attribute with listed values, the key of each text."""
        domains = self.spec.domains.items()
        return {name: dict(zip(d.surfaces[self.language], d.keys, strict=True)) for name, d in domains if d.listed}

    @cached_property
    def different(self) -> list[tuple[str, str, list[int]]]:
        """(class, attribute, places in a world) of values that no two instances of a class share."""
        distinct = [(k, n) for k, nodes in self.spec.file.nodes.items() for n, node in nodes.items() if isinstance(node, DistinctNode)]
        lanes = {klass: range(declared.count) for klass, declared in self.spec.file.classes.items()}
        return [(k, n, [self.places[f"{k}-{lane + 1}", n] for lane in lanes[k]]) for k, n in distinct if (f"{k}-1", n) in self.places]

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
    def told_words(self) -> list[str]:
        """Subjects and values that the messages state, as they read; bare numbers, and the user's "I", mean nothing by themselves."""
        texts = dict.fromkeys(text for fact in self.facts for text in (fact.subject, fact.said, fact.value))
        return [text for text in texts if not is_number(text) and text != self.own_subject]

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

    @cached_property
    def own_subject(self) -> str | None:
        """How the facts of the user word their subject, in the topics that the parts are about."""
        klass = self.spec.file.classes.get((self.setting.own or "").rpartition("-")[0])
        return self.setting.book.wording[klass.topic].get("own") if klass and klass.topic else None

    @property
    def target(self) -> int:
        """The target's place, or -1 where the letter is none."""
        return "ABCD".find(self.gold["target"]) if len(self.gold["target"]) == 1 else -1
