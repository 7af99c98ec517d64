"""`Pattern`: one way of asking, with all but the entities and values fixed; and `Scope`, what a topic offers to build patterns from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memsim.questions.psi.base import Transform
from memsim.questions.psi.registry import find
from memsim.questions.query import Link
from memsim.spec.load import Spec

OWN = "own"
WORDINGS = ("role", "name", OWN)
_RIVALS = 3


@dataclass(frozen=True)
class Pattern:
    """One way of asking.

    Attributes:
        question_type: The type it belongs to.
        topic: The topic it asks about.
        klass: The class of the four holders of the answer's attribute; of three of them where the user is the fourth.
        attribute: The attribute whose value (or ψ of it, or a statistic) is the answer.
        wording: How the facts of that attribute word their subject, one of WORDINGS; "own" asks about the user.
        bridge: The attribute that identifies the target, or, with a chain, the person who leads to it.
        extreme: (attribute, "max" | "min" | "closest") that identifies the target within the scope.
        statistic: What is made of a scope: a key of `scopes.STATISTICS`.
        predicate: What `count` and `which` ask: a kind of bound, or "member:" and a property.
        scope: How many entities the question lists.
        link: Which way a name fact leads from the identifying wording to the answer's, or to the name that a chain needs.
        chain: The attribute that leads from a person's name to the target.
        person: With a chain, the class of the persons.
        transform: ψ.
        rivals: Other attributes of the target whose values are the wrong options, where they rival each other.
    """

    question_type: str
    topic: str
    klass: str
    attribute: str
    wording: str
    bridge: str | None = None
    extreme: tuple[str, str] | None = None
    statistic: str | None = None
    predicate: str | None = None
    scope: int = 1
    link: Link | None = None
    chain: str | None = None
    person: str | None = None
    transform: Transform | None = None
    rivals: tuple[str, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the user is the target."""
        return self.wording == OWN

    @property
    def asked_wording(self) -> str:
        """How the question and the identifying facts word their subject."""
        if self.chain:
            return "role" if self.link else "name"
        return {"to_name": "role", "to_role": "name", None: self.wording}[self.link]

    @property
    def reads(self) -> str | None:
        """The attribute of the target that identifies it, if any."""
        return self.chain or self.bridge or (self.extreme[0] if self.extreme else None)

    @property
    def shape(self) -> tuple[object, ...]:
        """What patterns share that ask in the same manner; an attribute is asked in each of its shapes as often as any other."""
        transform = self.transform.name if self.transform else None
        by_extreme = self.extreme and self.extreme[1] == "closest"
        kind = None if self.statistic is None else self.statistic.partition("_")[0]
        return (self.own, self.bridge is not None, self.extreme is not None, by_extreme, kind, self.link is not None, self.chain, transform)


@dataclass(frozen=True)
class Scope:
    """What one topic of a scenario offers."""

    spec: Spec
    topic: str

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes of the topic, the user's own aside."""
        file = self.spec.file
        return tuple(name for name, klass in file.classes.items() if klass.topic == self.topic and not klass.own)

    @cached_property
    def own(self) -> str | None:
        """The user's own class, where its facts belong to this topic."""
        return next((name for name, klass in self.spec.file.classes.items() if klass.topic == self.topic and klass.own), None)

    @property
    def role(self) -> str | None:
        """The attribute that words a subject by its role."""
        return self.spec.file.topics[self.topic].role

    @property
    def name(self) -> str:
        """The attribute that words a subject by its name."""
        return self.spec.file.topics[self.topic].name

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """The wordings of subjects other than the user."""
        return ("role", "name") if self.role else ("name",)

    def attributes(self, klass: str, use: str) -> list[str]:
        """Return the attributes of a class that a use is declared for and that vary within the class."""
        return [name for name in self.varying(klass) if use in self.spec.file.attributes[name].uses]

    def varying(self, klass: str) -> list[str]:
        """Return the attributes of a class that are not the same for all its instances."""
        nodes = self.spec.file.nodes[klass]
        return [name for name, node in nodes.items() if not (node.cpd == "copy" and node.p == 1 and node.parents[0].startswith("user."))]

    def asked(self) -> Iterator[tuple[str, str, str]]:
        """Yield (class, attribute, wording) of every answer that can be stated: a wording never holds the value it asks for."""
        for klass in self.classes:
            for attribute in self.attributes(klass, "ask"):
                for wording in self.wordings:
                    if attribute != (self.role if wording == "role" else self.name):
                        yield klass, attribute, wording

    def asked_own(self) -> Iterator[tuple[str, str]]:
        """Yield (class, attribute) of every answer about the user that three others of the class can rival."""
        if self.own:
            mine = self.attributes(self.own, "ask")
            for klass in self.classes:
                yield from ((klass, name) for name in self.attributes(klass, "ask") if name in mine and name != self.role)

    def grouped_own(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield (attribute, its three rivals) of the user's attributes that rival each other."""
        attributes = self.spec.file.attributes
        mine = [name for name in (self.spec.file.nodes[self.own] if self.own else ()) if attributes[name].group]
        for name in mine:
            rivals = tuple(other for other in mine if other != name and attributes[other].group == attributes[name].group)
            if len(rivals) >= _RIVALS:
                yield name, rivals[:_RIVALS]

    def links(self, attribute: str, wording: str) -> list[Link]:
        """Return the name link that can lead to a fact of this wording; none where there are no roles or the answer is a wording."""
        if self.role is None or attribute in (self.role, self.name):
            return []
        return ["to_name" if wording == "name" else "to_role"]

    def transforms(self, attribute: str) -> list[Transform]:
        """Return the ψ of an attribute."""
        return find(self.spec, attribute)

    def sizes(self, klass: str, among: tuple[int, ...]) -> list[int]:
        """Return the sizes of scopes that leave somebody of the class out."""
        return [size for size in among if size < self.spec.file.classes[klass].count]
