"""Checks across the files of a scenario: references, phrases, knowledge, thresholds. Each fault names file, key, value and what was expected."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from memsim.errors import ScenarioError
from memsim.spec.phrases import phrases_with_slots, slots

if TYPE_CHECKING:
    from memsim.spec.load import Spec


_WEEKDAYS = tuple("0123456")


def validate(spec: Spec) -> None:
    """Raise ScenarioError for the first fault found."""
    _references(spec)
    _nodes(spec)
    _rules(spec)
    _knowledge(spec)
    for language in spec.file.languages:
        _phrases_present(spec, language)
        _phrases_sound(spec, language)


def _known(spec: Spec, key: str, name: str | None, known: Iterable[str], what: str) -> None:
    if name is not None and name not in known:
        raise ScenarioError(spec.path, key, repr(name), f"{what}: {', '.join(known)}")


def _references(spec: Spec) -> None:
    file = spec.file
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
        domain = spec.domains[name]
        for threshold in attribute.thresholds:
            _known(spec, f"attributes.{name}.thresholds", str(threshold), domain.keys, "a value of the domain")
        if {"compare", "count"} & set(attribute.uses) and domain.numbers is None and domain.kind != "moment":
            raise ScenarioError(spec.path, f"attributes.{name}.uses", "compare or count", "a domain whose values have a number")
        if "count" in attribute.uses and not attribute.thresholds:
            raise ScenarioError(spec.path, f"attributes.{name}.thresholds", "none", "at least one threshold for `count`")


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
        topic = file.classes[klass].topic
        for name in filter(None, (file.topics[topic].role, file.topics[topic].name) if topic else ()):
            _known(spec, f"nodes.{klass}", name, nodes, "nodes with the attributes that word a subject")


def _rules(spec: Spec) -> None:
    for place, rule in enumerate(spec.file.rules):
        for klass in rule.classes:
            _known(spec, f"rules[{place}].classes", klass, spec.file.classes, "a class")
            for name, bound in (("when", rule.when), ("then", rule.then)):
                numbered = [a for a in spec.file.nodes[klass] if spec.domains[a].numbers is not None]
                _known(spec, f"rules[{place}].{name}.attribute", bound.attribute, numbered, f"an attribute of {klass} with numbers")


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
    file, phrases = spec.file, spec.phrases[language]
    path = spec.folder / f"phrases.{language}.yaml"
    needed: list[tuple[str, str, Collection[str]]] = [("language", language, [phrases.language])]
    for topic in file.topics:
        wordings = [field for field in ("role", "name") if getattr(file.topics[topic], field)]
        needed += [("openers", topic, phrases.openers), ("tails", topic, phrases.tails), ("wording", topic, phrases.wording)]
        needed += [(f"wording.{topic}", wording, phrases.wording.get(topic, {})) for wording in wordings]
        if file.topics[topic].role:
            needed.append(("statements", file.topics[topic].name, phrases.statements))
    for name, attribute in file.attributes.items():
        lists: dict[str, Collection[str]] = {
            "ask": phrases.questions.ask,
            "bridge": phrases.questions.bridge,
            "compare": phrases.questions.extreme,
            "count": phrases.questions.count,
        }
        keys = {"ask": "ask", "bridge": "bridge", "compare": "extreme", "count": "count"}
        needed += [(f"questions.{keys[use]}", name, lists[use]) for use in attribute.uses]
        needed += [("statements", name, phrases.statements)] if attribute.uses else []
        for transform in dict.fromkeys([*attribute.transforms, *attribute.knowledge]):
            needed.append((f"questions.transform.{transform}", name, phrases.questions.transform.get(transform, {})))
    for key, name, there in needed:
        if name not in there:
            raise ScenarioError(path, key, f"nothing for {name!r}", "at least one phrase: the scenario uses it and declares this language")


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
