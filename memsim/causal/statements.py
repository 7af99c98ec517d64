"""A plan's facts in the order in which they are told, and how they read in a language."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import WORDINGS, Catalog
from memsim.causal.trajectory import Plan
from memsim.render.phrases import PhraseBook
from memsim.rng import Floats, Ints, Rng
from memsim.text import clock

Texts = NDArray[np.object_]


@dataclass(frozen=True)
class Facts:
    """Told facts, one a message, by trajectory and then in the order of telling; all arrays (facts,).

    Attributes:
        row: The trajectory's place in the plan.
        place: The message's place in its history, from 0.
        entity, attribute, wording, kind, axis, code: As planned.
        minute: When it is told.
        number: The value's number, NaN without.
        numbers: Uniforms for opener, core and tail, (3, facts).
        forms: For moments, how they are told ("next_week"); else "".
    """

    row: Ints
    place: Ints
    entity: Ints
    attribute: Ints
    wording: Ints
    kind: Ints
    axis: Ints
    code: Ints
    minute: Ints
    number: Floats
    numbers: Floats
    forms: list[str]


def told_facts(catalog: Catalog, plan: Plan, seed: int) -> Facts:
    """Return the facts of a plan in order of telling."""
    a = plan.arrays
    fact, row = np.nonzero(a["place"] >= 0)
    order = np.lexsort((a["place"][fact, row], row))
    fact, row = fact[order], row[order]
    entity, attribute = a["entity"][fact, row], a["attribute"][fact, row]
    code, place = a["codes"][catalog.layout.slot[entity, attribute], row], a["place"][fact, row]
    minute = a["times"][place, row]
    rng = Rng(seed, plan.index)
    numbers = np.stack([rng.uniform(f"render/{name}", len(a["place"]))[place, row] for name in ("opener", "core", "tail")])
    spread = rng.uniform("render/form", len(a["place"]))[place, row]
    moments = np.isin(attribute, [catalog.layout.column[n] for n, d in catalog.spec.domains.items() if d.kind == "moment"])
    forms = [""] * len(row)
    for at in np.flatnonzero(moments).tolist():
        ways = clock.forms(int(minute[at]), int(code[at]))
        forms[at] = ways[int(spread[at] * len(ways))]
    kept = {name: a[name][fact, row] for name in ("wording", "kind", "axis")}
    number = catalog.layout.number(attribute, code)
    return Facts(row, place, entity, attribute, kept["wording"], kept["kind"], kept["axis"], code, minute, number, numbers, forms)


class Wording:
    """How a scenario's entities and values read in one language."""

    def __init__(self, catalog: Catalog, language: str) -> None:
        self.catalog, self.language = catalog, language
        self.book = PhraseBook(catalog.spec.phrases[language])
        layout, file = catalog.layout, catalog.spec.file
        self.topics = list(file.topics)
        self.topic_of = np.array([self.topics.index(file.classes[name].topic or self.topics[0]) for name in layout.classes])[layout.class_of]
        words = [(topic.role or topic.name, topic.name) for topic in file.topics.values()]
        self._columns = np.array([[layout.column[name] for name in pair] for pair in words])

    def values(self, attribute: Ints, code: Ints) -> Texts:
        """Return how values read, in the shape of the codes."""
        out = np.empty(code.shape, dtype=object)
        for column in np.unique(attribute).tolist():
            at = attribute == column
            out[at] = self.catalog.layout.texts(self.catalog.layout.attributes[column], code[at], self.language)
        return out

    def subjects(self, codes: Ints, entity: Ints, wording: Ints, row: Ints) -> Texts:
        """Return how entities are worded, in the shape of `entity`."""
        topic = self.topic_of[entity]
        column = self._columns[topic, wording]
        plain = self.values(column, codes[self.catalog.layout.slot[entity, column], row])
        for place, name in enumerate(self.topics):
            for number, word in enumerate(WORDINGS):
                if self.catalog.spec.file.topics[name].role is None and word == "role":
                    continue
                before, _, after = self.book.wording[name][word].partition("{value}")
                if before or after:
                    at = (topic == place) & (wording == number)
                    plain[at] = [f"{before}{text}{after}" for text in plain[at]]
        return plain

    def said(self, facts: Facts, values: Texts) -> list[str]:
        """Return the values as they are said in messages: moments relative to the message, all else as it reads."""
        out = values.tolist()
        for at, form in enumerate(facts.forms):
            if form:
                out[at] = clock.said(int(facts.minute[at]), int(facts.code[at]), form, self.language)
        return out
