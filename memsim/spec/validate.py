"""Checks across the files of a scenario: references, phrases, knowledge, thresholds. Each fault names file, key, value and what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memsim.errors import ScenarioError
from memsim.spec.implicit import check_implicit
from memsim.spec.model import Bound, Reference
from memsim.spec.needs import needed_phrases
from memsim.spec.noise import check_noise
from memsim.spec.phrases import leaves, phrases_with_slots, slots
from memsim.spec.sayings import check_forms

if TYPE_CHECKING:
    from memsim.spec.load import Spec
    from memsim.spec.model import Attribute


_THRESHOLDS = 12
_ADDED = {"sum", "mean", "range", "amount"}
_NUMBERED = {"compare", "order", "closest", "sum", "mean", "range", "amount"}
_WEEKDAYS = tuple("0123456")


def validate(spec: Spec) -> None:
    """Raise ScenarioError for the first fault found."""
    _references(spec)
    check_forms(spec)
    _nodes(spec)
    check_implicit(spec)
    _rules(spec)
    _knowledge(spec)
    check_noise(spec)
    for language in spec.file.languages:
        _phrases_present(spec, language)
        _phrases_sound(spec, language)


def _known(spec: Spec, key: str, name: str | None, known: Iterable[str], what: str) -> None:
    if name is not None and name not in known:
        raise ScenarioError(spec.path, key, repr(name), f"{what}: {', '.join(known)}")


def _references(spec: Spec) -> None:
    file = spec.file
    for name, klass in file.classes.items():
        if klass.own and name != "user":
            raise ScenarioError(spec.path, f"classes.{name}.own", "true", "`own` for the class `user` only")
    if "user" not in file.classes or file.classes["user"].count != 1:
        raise ScenarioError(spec.path, "classes.user", "not one instance", "a class `user` with count 1")
    for name, topic in file.topics.items():
        for field in ("role", "name"):
            _known(spec, f"topics.{name}.{field}", getattr(topic, field), file.attributes, "an attribute")
    for name, klass in file.classes.items():
        _known(spec, f"classes.{name}.topic", klass.topic, file.topics, "a topic")
    for name, attribute in file.attributes.items():
        _known(spec, f"attributes.{name}.topic", attribute.topic, file.topics, "a topic")
        _known(spec, f"attributes.{name}.alike", attribute.alike, file.attributes, "an attribute")
        _uses(spec, name, attribute)


def _uses(spec: Spec, name: str, attribute: Attribute) -> None:
    """What is asked of an attribute fits its values."""
    domain, numbers = spec.domains[name], spec.domains[name].numbers
    for threshold in attribute.thresholds:
        _known(spec, f"attributes.{name}.thresholds", str(threshold), domain.keys, "a value of the domain")
    codes = [domain.keys.index(str(threshold)) for threshold in attribute.thresholds]
    if codes != sorted(set(codes)) or len(codes) > _THRESHOLDS:
        raise ScenarioError(spec.path, f"attributes.{name}.thresholds", attribute.thresholds, f"at most {_THRESHOLDS}, in rising order")
    numbered = [*sorted({*attribute.uses} & _NUMBERED), *attribute.predicates]
    if numbered and numbers is None and domain.kind != "moment":
        raise ScenarioError(spec.path, f"attributes.{name}", ", ".join(numbered), "a domain whose values have a number")
    if (attribute.predicates or "closest" in attribute.uses) and not attribute.thresholds:
        raise ScenarioError(spec.path, f"attributes.{name}.thresholds", "none", "at least one threshold")
    if numbered and numbers is not None and (numbers[1:] <= numbers[:-1]).any():
        raise ScenarioError(spec.path, f"attributes.{name}", "values out of order", "values in rising order of number")
    if attribute.predicates.count("between") and len(attribute.thresholds) == 1:
        raise ScenarioError(spec.path, f"attributes.{name}.thresholds", "one", "two thresholds at least, for `between`")
    whole = numbers is None or bool((numbers == numbers.round()).all())
    if {*attribute.uses} & _ADDED and not whole:
        raise ScenarioError(spec.path, f"attributes.{name}.uses", ", ".join(sorted({*attribute.uses} & _ADDED)), "whole numbers")
    for prop in attribute.members:
        _known(spec, f"attributes.{name}.members", prop, attribute.knowledge, "a property of `knowledge`")


def _nodes(spec: Spec) -> None:
    file = spec.file
    for klass in file.classes:
        if klass not in file.nodes:
            raise ScenarioError(spec.path, "nodes", ", ".join(file.nodes), f"nodes of class {klass!r}")
    for klass, nodes in file.nodes.items():
        _known(spec, f"nodes.{klass}", klass, file.classes, "a class")
        for name, node in nodes.items():
            _known(spec, f"nodes.{klass}.{name}", name, file.attributes, "an attribute")
            for parent in node.parents:
                key = f"nodes.{klass}.{name}.parents"
                if parent.startswith("user."):
                    _known(spec, key, parent, [f"user.{a}" for a in file.nodes["user"]], "a parent that is a node")
                else:
                    _known(spec, key, parent, nodes, "a parent that is a node of the same class, or user.<attribute>")
        _refers(spec, klass)
        topic = None if file.classes[klass].own else file.classes[klass].topic
        for name in filter(None, (file.topics[topic].role, file.topics[topic].name) if topic else ()):
            _known(spec, f"nodes.{klass}", name, nodes, "nodes with the attributes that word a subject")


def _refers(spec: Spec, klass: str) -> None:
    """A class refers to one other at most, each entity to another one if it is found by that, and by what names them."""
    nodes, file = spec.file.nodes[klass], spec.file
    refer = [name for name in nodes if spec.domains[name].kind == "entity"]
    if len(refer) > 1:
        raise ScenarioError(spec.path, f"nodes.{klass}", ", ".join(refer), "one attribute at most that refers to another entity")
    for name in refer:
        domain, key = spec.domains[name], f"attributes.{name}.domain"
        _known(spec, f"{key}.classes", klass, domain.entities, f"{klass!r} among the classes whose entities refer to others")
        topic = file.classes[domain.entities[klass]].topic
        _known(spec, f"{key}.name", domain.name, [file.topics[topic].name] if topic else [], f"what names a {domain.entities[klass]}")
        if "bridge" in file.attributes[name].uses and nodes[name].cpd != "distinct":
            expected = "`distinct`: a bridge over another entity must lead to one"
            raise ScenarioError(spec.path, f"nodes.{klass}.{name}.cpd", nodes[name].cpd, expected)


def _rules(spec: Spec) -> None:
    for place, rule in enumerate(spec.file.rules):
        for klass in rule.classes:
            _known(spec, f"rules[{place}].classes", klass, spec.file.classes, "a class")
            for number, bound in enumerate(rule.when):
                _bound(spec, f"rules[{place}].when[{number}]", klass, bound)
            _bound(spec, f"rules[{place}].then", klass, rule.then)


def _bound(spec: Spec, key: str, klass: str, bound: Bound) -> None:
    limits = {name: limit for name in ("at_least", "at_most") if (limit := getattr(bound, name)) is not None}
    keys = {name: listed for name in ("one_of", "none_of") if (listed := getattr(bound, name)) is not None}
    if not limits and not keys:
        raise ScenarioError(spec.path, key, "no condition", "at_least, at_most, one_of or none_of")
    attributes, domains, told = spec.file.attributes, spec.domains, _told(spec, klass)
    _known(spec, f"{key}.attribute", bound.attribute, told, f"an attribute of {klass} or the user that has listed values and is told about")
    if limits:
        numbered = {name: own for name, own in told.items() if domains[own].numbers is not None}
        _known(spec, f"{key}.attribute", bound.attribute, numbered, f"an attribute of {klass} or the user with numbers")
        unit = attributes[told[bound.attribute]].unit
        alike = [name for name, own in numbered.items() if attributes[own].unit == unit]
        for name, limit in limits.items():
            if isinstance(limit, Reference):
                _known(
                    spec, f"{key}.{name}.attribute", limit.attribute, alike, f"an attribute of {klass} or the user in {unit or 'no unit'}"
                )
    for name, listed in keys.items():
        for one in listed:
            _known(spec, f"{key}.{name}", one, domains[told[bound.attribute]].keys, f"a value of {bound.attribute!r}")


def _told(spec: Spec, klass: str) -> dict[str, str]:
    """Return what a rule of a class may speak of, with its attribute: only what stands in the world with a key, so that the check sees it too."""
    parts = {part for domain in spec.domains.values() for part in domain.parts}
    names = {name: name for name in spec.file.nodes[klass]} | {f"user.{name}": name for name in spec.file.nodes["user"]}
    return {
        name: own for name, own in names.items() if spec.domains[own].listed and own not in parts and not spec.file.attributes[own].latent
    }


def _knowledge(spec: Spec) -> None:
    for (name, prop), by_language in spec.knowledge.items():
        domain = spec.domains[name]
        for by_key in by_language.values():
            keys = domain.keys or (_WEEKDAYS if prop == "weekday" else ())
            missing = [key for key in keys if key not in by_key]
            if missing:
                path = spec.priors / spec.file.attributes[name].knowledge[prop]
                raise ScenarioError(path, "column 'value'", f"no row for {missing[0]!r}", f"a row for each value of {name!r}")


def _phrases_present(spec: Spec, language: str) -> None:
    path = spec.folder / f"phrases.{language}.yaml"
    there = dict(leaves("", spec.phrases[language].model_dump(by_alias=True)))
    lists = {key.rpartition("[")[0] for key in there} | set(there)
    for key in needed_phrases(spec):
        expected = spec.phrases[language].language if key == "language" else language
        if key not in lists or expected != language:
            raise ScenarioError(
                path, key, "nothing" if key not in lists else repr(expected), "phrases: the scenario uses it and declares this language"
            )


def _phrases_sound(spec: Spec, language: str) -> None:
    path = spec.folder / f"phrases.{language}.yaml"
    for key, phrase, groups in phrases_with_slots(spec.phrases[language]):
        try:
            found = slots(phrase)
        except ValueError as error:
            raise ScenarioError(path, key, repr(phrase), f"balanced braces around plain slots ({error})") from None
        for group in groups:
            if len([name for name in found if name in group]) != 1:
                raise ScenarioError(path, key, repr(phrase), f"exactly one of the slots {', '.join(sorted(group))}")
        unknown = [name for name in found if not any(name in group for group in groups)]
        if unknown:
            allowed = ", ".join(sorted(name for group in groups for name in group)) or "none"
            raise ScenarioError(path, key, f"unknown slot {unknown[0]!r} in {phrase!r}", f"slots: {allowed}")
