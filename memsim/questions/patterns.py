"""`Pattern`: one way of asking, with all but the entities and values fixed; and `Scope`, what a topic offers to build patterns from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memsim.questions.query import Link
from memsim.questions.transforms import Transform, find
from memsim.spec.load import Spec


@dataclass(frozen=True)
class Pattern:
    """One way of asking.

    Attributes:
        question_type: The type it belongs to.
        topic: The topic it asks about.
        klass: The class of the four holders of the answer's attribute.
        attribute: The attribute whose value (or ψ of it, or a predicate on it) is the answer.
        wording: How the facts of that attribute word their subject, "role" or "name".
        bridge: The attribute that identifies the target.
        extreme: (attribute, "max" | "min") that identifies the target within the scope.
        predicate: "above" or "below", for counts.
        scope: How many entities the question lists.
        link: Which way a name fact leads from the identifying wording to the answer's.
        transform: ψ.
    """

    question_type: str
    topic: str
    klass: str
    attribute: str
    wording: str
    bridge: str | None = None
    extreme: tuple[str, str] | None = None
    predicate: str | None = None
    scope: int = 1
    link: Link | None = None
    transform: Transform | None = None

    @property
    def asked_wording(self) -> str:
        """How the question and the identifying facts word their subject."""
        return {"to_name": "role", "to_role": "name", None: self.wording}[self.link]

    @property
    def reads(self) -> str | None:
        """The attribute that identifies the target, if any."""
        return self.bridge or (self.extreme[0] if self.extreme else None)

    @property
    def shape(self) -> tuple[object, ...]:
        """What patterns share that ask in the same manner; each shape of a type and topic is drawn as often as any other."""
        transform = self.transform.name if self.transform else None
        return (self.bridge is not None, self.extreme is not None, self.link is not None, transform)


@dataclass(frozen=True)
class Scope:
    """What one topic of a scenario offers."""

    spec: Spec
    topic: str

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes of the topic."""
        return tuple(name for name, klass in self.spec.file.classes.items() if klass.topic == self.topic)

    @property
    def role(self) -> str | None:
        """The attribute that words a subject by its role."""
        return self.spec.file.topics[self.topic].role

    @property
    def name(self) -> str:
        """The attribute that words a subject by its name."""
        return self.spec.file.topics[self.topic].name

    def attributes(self, klass: str, use: str) -> list[str]:
        """Return the attributes of a class that a use is declared for and that vary within the class."""
        nodes = self.spec.file.nodes[klass]
        constant = [name for name, node in nodes.items() if node.cpd == "copy" and node.p == 1 and node.parents[0].startswith("user.")]
        return [name for name in nodes if use in self.spec.file.attributes[name].uses and name not in constant]

    def asked(self) -> Iterator[tuple[str, str, str]]:
        """Yield (class, attribute, wording) of every answer that can be stated: a wording never holds the value it asks for."""
        for klass in self.classes:
            for attribute in self.attributes(klass, "ask"):
                for wording in ("role", "name") if self.role else ("name",):
                    if attribute != (self.role if wording == "role" else self.name):
                        yield klass, attribute, wording

    def links(self, attribute: str, wording: str) -> list[Link]:
        """Return the name link that can lead to a fact of this wording; none where there are no roles or the answer is a wording."""
        if self.role is None or attribute in (self.role, self.name):
            return []
        return ["to_name" if wording == "name" else "to_role"]

    def transforms(self, attribute: str) -> list[Transform]:
        """Return the ψ of an attribute."""
        return find(self.spec, attribute)
