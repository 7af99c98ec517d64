"""Which phrases a scenario needs: one list for each way in which its attributes are told and asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsim.spec.load import Spec
    from memsim.spec.model import Attribute

_CHOICES = 4  # fewer results of a property are no ψ
_EXTREMES = [f"{direction}.{size}" for direction in ("max", "min") for size in ("two", "more")]
#: By use: the lists of questions that an attribute needs.
_BY_USE: dict[str, list[str]] = {
    "ask": ["ask.{0}"],
    "bridge": ["bridge.{0}"],
    "compare": [f"extreme.{{0}}.{way}" for way in _EXTREMES],
    "closest": ["closest.{0}.two", "closest.{0}.more"],
    "order": ["order.{0}.max", "order.{0}.min"],
    "amount": ["amount.{0}"],
    "sum": ["aggregate.{0}.sum"],
    "mean": ["aggregate.{0}.mean"],
    "range": ["aggregate.{0}.range"],
}


def needed_phrases(spec: Spec) -> Iterator[str]:
    """Yield the keys of the lists of phrases that a scenario needs, in the order of its files."""
    file = spec.file
    yield "language"
    for name, topic in file.topics.items():
        yield from (f"openers.{name}", f"tails.{name}")
        yield from (f"wording.{name}.{wording}" for wording in ("role", "name") if getattr(topic, wording))
        if topic.role:
            yield f"statements.{topic.name}"
    own = next((name for name, klass in file.classes.items() if klass.own and klass.topic), None)
    yield from _own(spec, own) if own else ()
    told = {name for klass, nodes in file.nodes.items() if not file.classes[klass].own and file.classes[klass].topic for name in nodes}
    for name, attribute in file.attributes.items():
        if name in told:
            yield from _attribute(spec, name, attribute)
    yield from _common(spec)


def _psi(spec: Spec, name: str) -> list[str]:
    attribute = spec.file.attributes[name]
    known = [prop for prop in attribute.knowledge if len(set(next(iter(spec.knowledge[name, prop].values())).values())) >= _CHOICES]
    return list(dict.fromkeys([*attribute.transforms, *known]))


def _attribute(spec: Spec, name: str, attribute: Attribute) -> Iterator[str]:
    if attribute.told:
        yield f"statements.{name}"
    for use in attribute.uses:
        yield from (f"questions.{key.format(name)}" for key in _BY_USE[use])
    if "bridge" in attribute.uses and spec.domains[name].kind == "entity":
        yield f"questions.chain.{name}"
    yield from (f"questions.predicate.{name}.{kind}" for kind in attribute.predicates)
    yield from (f"questions.member.{name}.{prop}" for prop in attribute.members)
    if "ask" in attribute.uses:
        yield from (f"questions.transform.{psi}.{name}" for psi in _psi(spec, name))


def _own(spec: Spec, own: str) -> Iterator[str]:
    file = spec.file
    yield f"wording.{file.classes[own].topic}.own"
    rivalled = {name for klass, nodes in file.nodes.items() if file.classes[klass].topic and not file.classes[klass].own for name in nodes}
    for name in file.nodes[own]:
        attribute = file.attributes[name]
        if attribute.told:
            yield f"own.{name}"
        if "ask" in attribute.uses and name in rivalled:
            yield f"questions.own.{name}"
        if attribute.group or ("ask" in attribute.uses and name in rivalled):
            yield from (f"questions.own_transform.{psi}.{name}" for psi in _psi(spec, name))


def _common(spec: Spec) -> Iterator[str]:
    attributes = spec.file.attributes.values()
    if any(attribute.predicates or attribute.members for attribute in attributes):
        yield from ("questions.count", "questions.which", "none")
    if any("order" in attribute.uses for attribute in attributes):
        yield "order.separator"
    yield from ("questions.chatter.before", "questions.chatter.after", "questions.hybrid")
