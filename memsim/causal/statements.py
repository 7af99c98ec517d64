"""A plan's facts in the order in which they are told, and how they read in a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from memsim.causal.catalog import Catalog
from memsim.causal.hints import FACTS
from memsim.causal.sayings import Sayings
from memsim.causal.trajectory import Plan
from memsim.questions.patterns import OWN, WORDINGS
from memsim.render.phrases import PhraseBook
from memsim.render.statements import Statements
from memsim.rng import Floats, Ints, Rng
from memsim.text import when

if TYPE_CHECKING:
    from memsim.causal.forms import Form

Texts = NDArray[np.object_]
#: Phrases of one history are spread by irrational strides (Weyl 1916) from a random start: each is uniform, none comes twice in a row.
_STRIDES = np.array([0.7548776662466927, 0.6180339887498949, 0.5698402909980532])


@dataclass(frozen=True)
class Facts:
    """Told facts, one a message, by trajectory and then in the order of telling; all arrays (facts,).

    Attributes:
        row: The trajectory's place in the plan.
        part: The part of its question that the fact was planned for.
        place: The message's place in its history, from 0.
        entity, attribute, wording, kind, axis, code: As planned.
        minute: When it is told.
        number: The value's number, NaN without.
        numbers: Uniforms for opener, core and tail, (3, facts).
        said: Uniforms for the way in which the value is said, for that in which a day is told and for that of the time of the day, (3, facts).
    """

    row: Ints
    part: Ints
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
    said: Floats


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
    numbers = (rng.uniform("render/statement", 3)[:, row] + place * _STRIDES[:, None]) % 1.0
    said = np.stack([rng.uniform(f"render/{purpose}", len(a["place"]))[place, row] for purpose in ("saying", "form", "hour")])
    kept = {name: a[name][fact, row] for name in ("wording", "kind", "axis")}
    number = catalog.layout.number(attribute, code)
    return Facts(
        row, fact // FACTS, place, entity, attribute, kept["wording"], kept["kind"], kept["axis"], code, minute, number, numbers, said
    )


class Wording:
    """How a scenario's entities and values read in one language.

    Attributes:
        forms: By (pattern, option), what `asking` has made ready; kept here for as long as the language's phrases.
    """

    def __init__(self, catalog: Catalog, language: str) -> None:
        self.catalog, self.language = catalog, language
        self.book = PhraseBook(catalog.spec.phrases[language])
        layout, file = catalog.layout, catalog.spec.file
        self._sayings = Sayings(layout, language)
        self.topics = list(file.topics)
        self.statements = Statements(self.book, layout.attributes, self.topics)
        self.topic_of = np.array([self.topics.index(file.classes[name].topic or self.topics[0]) for name in layout.classes])[
            layout.class_of
        ]
        words = [(topic.role or topic.name, topic.name, topic.name) for topic in file.topics.values()]
        self._columns = np.array([[layout.column[name] for name in three] for three in words])
        patterns = [[self.book.wording[name].get(word, "{value}").partition("{value}") for word in WORDINGS] for name in self.topics]
        self._before = pa.array([pattern[0] for pair in patterns for pattern in pair])
        self._after = pa.array([pattern[2] for pair in patterns for pattern in pair])
        self.forms: dict[tuple[int, int], Form] = {}

    def values(self, attribute: Ints, code: Ints) -> Texts:
        """Return how values read as Python strings, in the shape of the codes."""
        texts = self.catalog.layout.mixed_texts(attribute.ravel(), code.ravel(), self.language)
        return texts.to_numpy(zero_copy_only=False).reshape(code.shape)

    def subjects(self, codes: Ints, entity: Ints, wording: Ints, row: Ints) -> pa.Array:
        """Return how entities are worded, as Arrow strings; arguments of shape (n,) but the worlds' codes."""
        topic = self.topic_of[entity]
        column = self._columns[topic, wording]
        plain = self.catalog.layout.mixed_texts(column, codes[self.catalog.layout.slot[entity, column], row], self.language)
        pattern = pa.array(topic * len(WORDINGS) + wording)
        plain = pc.if_else(pa.array(wording == WORDINGS.index(OWN)), "", plain)
        return pc.binary_join_element_wise(self._before.take(pattern), plain, self._after.take(pattern), "")

    def said(self, facts: Facts, values: pa.Array) -> pa.Array:
        """Return the values as they are said in messages: moments as seen from the message, all else in one of its forms."""
        timed = self.catalog.layout.moment[facts.attribute]
        day, hour = facts.said[1:, timed].tolist()
        told = []
        for at, moment, one, other in zip(facts.minute[timed].tolist(), facts.code[timed].tolist(), day, hour, strict=True):
            told.append(when.said(at, moment, when.choose(at, moment, self.language, one), self.language, other))
        values = self._sayings.pick(facts.attribute, facts.code, values, facts.said[0])
        return pc.replace_with_mask(values, pa.array(timed), pa.array(told, pa.string()))
