"""What a model is asked to write profiles: the prompt of a call, and the JSON Schema of its reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from memsim.llm.prompts import languages, render
from memsim.network.cpd import Ints
from memsim.network.elicit.asking import Question
from memsim.network.graph import BRNet
from memsim.network.infer import supports
from memsim.profiling.written import MISSING
from memsim.rng import Rng
from memsim.spec.load import Spec

ENTITIES, VALUES = "profile", "profile_values"
_LISTED = 500  # more values than this are not listed in the prompt
_EXAMPLES = 12
_ENUM = 20  # more values than this are not listed in the schema: providers bound its size
_TOKENS = 32  # of one value, with what JSON needs around it
_SPARE_TOKENS = 256
_SEEDS = 2**31  # what providers take for a seed is a signed integer of 32 bits


class Listed(NamedTuple):
    """The values of an attribute, as a prompt shows them: all, or some as examples."""

    attribute: str
    classes: str
    shown: list[str]
    complete: bool


class Questions:
    """The calls of one scenario and language.

    Args:
        spec: The scenario.
        network: Its network.
        language: Of the values; the text around them is in English where there is no prompt in it.
    """

    def __init__(self, spec: Spec, network: BRNet, language: str) -> None:
        self._spec, self._network, self._language, self._supports = spec, network, language, supports(network)

    def entities(
        self, nodes: Mapping[str, Sequence[str]], known: Mapping[str, Sequence[str]], codes: Mapping[str, Ints], place: int, seed: int
    ) -> Question:
        """Return what is asked to write all entities of some classes.

        Args:
            nodes: To write, by class.
            known: Written before, by class.
            codes: Of the nodes that are known, shape (instances, n).
            place: Number of the profile.
            seed: Draws the seed of the call, and the order in which values are listed.
        """
        rng = Rng(seed, np.array([place]))
        classes = [(klass, self._spec.file.classes[klass].count, [_attribute(name) for name in names]) for klass, names in nodes.items()]
        prompt = render(
            ENTITIES,
            self._template(ENTITIES),
            classes=classes,
            known=[line for klass, names in known.items() for line in self._known(klass, names, codes, place)],
            listed=self._lists([name for names in nodes.values() for name in names], rng),
        )
        properties = {
            klass: _array(_object({_attribute(name): self._value(name) for name in names}), self._spec.file.classes[klass].count)
            for klass, names in nodes.items()
        }
        size = sum(count * len(attributes) for _, count, attributes in classes)
        return self._question(prompt, properties, size, rng, "+".join(nodes))

    def values(self, name: str, size: int, call: int, seed: int) -> Question:
        """Return what is asked for so many values of one node, for the `call`-th time."""
        rng = Rng(seed, np.array([call]))
        (listed,) = self._lists([name], rng)
        prompt = render(VALUES, self._template(VALUES), draws=size, klass=_words(name.partition(".")[0]), listed=listed)
        return self._question(prompt, {"values": _array(self._value(name), size)}, size, rng, name)

    def _question(self, prompt: str, properties: Mapping[str, Any], size: int, rng: Rng, purpose: str) -> Question:
        call = int(rng.below(f"profiling/call/{purpose}", _SEEDS)[0])
        return Question(prompt, _object(properties), _SPARE_TOKENS + size * _TOKENS, call)

    def _template(self, prompt: str) -> str:
        return self._language if self._language in languages(prompt) else "en"

    def _surfaces(self, name: str) -> Sequence[str]:
        return self._spec.domains[_attribute(name)].surfaces[self._language]

    def _lists(self, names: Sequence[str], rng: Rng) -> list[Listed]:
        """Return the values that nodes can have, each list once, in random order, since models prefer the first of a list."""
        classes: dict[tuple[str, tuple[int, ...]], list[str]] = {}
        for name in names:
            classes.setdefault((_attribute(name), tuple(self._supports[name].tolist())), []).append(name)
        out = []
        for (attribute, codes), alike in classes.items():
            order = rng.permutation(f"profiling/order/{alike[0]}", len(codes))[:, 0].tolist()
            shuffled = [self._surfaces(alike[0])[codes[at]] for at in order]
            complete = len(codes) <= _LISTED
            holders = ", ".join(name.partition(".")[0] for name in alike)
            out.append(Listed(attribute, holders, shuffled if complete else shuffled[:_EXAMPLES], complete))
        return out

    def _known(self, klass: str, names: Sequence[str], codes: Mapping[str, Ints], place: int) -> list[str]:
        """Return a line for each entity of a class."""
        lines = []
        for lane in range(self._spec.file.classes[klass].count):
            told = {name: int(codes[name][lane, place]) for name in names}
            said = [f"{_attribute(name)}: {self._surfaces(name)[code]}" for name, code in told.items() if code != MISSING]
            lines.append(f"{klass} {lane + 1}: {'; '.join(said)}")
        return lines

    def _value(self, name: str) -> dict[str, Any]:
        codes = self._supports[name].tolist()
        listed = {"enum": [self._surfaces(name)[code] for code in codes]} if len(codes) <= _ENUM else {}
        return {"type": "string", **listed}


def _attribute(name: str) -> str:
    return name.split(".", 1)[1]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _array(items: Mapping[str, Any], size: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": size, "maxItems": size}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False}
