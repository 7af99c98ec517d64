"""Noise: facts that no query reads, cut from the same cloth as the rest; and the near-miss that tells another attribute of the same kind.

One is about a holder (attribute-side), one about another entity of the topic and, where only one topic is asked about, one about an entity of another topic
(both entity-side).
"""

from __future__ import annotations

import numpy as np

from memsim.causal.catalog import Catalog
from memsim.causal.hints import AXES, DISTRACTOR, FACTS, HOLDERS, LISTED, NOISE, NOISY, Bools, Rows, Told
from memsim.rng import Floats, Ints

_ATTRIBUTE_SIDE, _ENTITY_SIDE, _OTHER_ATTRIBUTE = AXES.index("attribute_side"), AXES.index("entity_side"), AXES.index("other_attribute")


class Tellable:
    """Which attributes a message may tell of each class in passing: all with a use that do not word a subject."""

    def __init__(self, catalog: Catalog) -> None:
        file, layout = catalog.spec.file, catalog.layout
        words = {attribute for topic in file.topics.values() for attribute in (topic.role, topic.name)}
        lists = []
        for klass in layout.classes:
            topic = file.classes[klass].topic
            names = [a for a in file.nodes[klass] if file.attributes[a].uses and a not in words] if topic else []
            lists.append([layout.column[name] for name in names])
        self.columns = np.full((len(lists), max(map(len, lists))), -1, dtype=np.int64)
        for place, columns in enumerate(lists):
            self.columns[place, : len(columns)] = columns
        self.members = [layout.members(topic) for topic in file.topics]
        self.has_role = np.array([topic.role is not None for topic in file.topics.values()])

    def draw(self, klass: Ints, barred: Ints, keys: Floats) -> Ints:
        """Return a random attribute of each class outside `barred` (k, n), or -1; keys (attributes, n)."""
        columns = self.columns[klass].T
        free = columns >= 0
        for one in barred:
            free &= columns != one
        chosen = np.argmax(np.where(free, keys, -1.0), axis=0)
        return np.where(free.any(axis=0), columns[chosen, np.arange(len(klass))], -1)


def add_noise(catalog: Catalog, tellable: Tellable, rows: Rows, told: Told, hybrid: Bools) -> None:
    """Complete the noise facts of `told` in place; `hybrid` says which part rows belong to a hybrid, shape (p,)."""
    size, layout = len(rows.row), catalog.layout
    topic = catalog.topic[rows.pattern]
    lane = rows.uniform("noise/entity", NOISE.stop - NOISE.start)
    keys = rows.uniform("noise/attribute", tellable.columns.shape[1] * 3).reshape(3, -1, size)
    around = np.arange(size)
    holder = told.holders[(lane[0] * HOLDERS).astype(np.int64), around]
    other = _outside(catalog, topic, told.holders, rows)
    topics = len(tellable.members)
    far_topic = (topic + 1 + (lane[2] * (topics - 1)).astype(np.int64)) % topics
    spread = rows.uniform("noise/far", 1)[0]
    far = np.empty(size, dtype=np.int64)
    for place, members in enumerate(tellable.members):
        there = far_topic == place
        far[there] = members[(spread[there] * len(members)).astype(np.int64)]
    barred = np.stack([catalog.attribute[rows.pattern], catalog.reads[rows.pattern]])
    nothing = np.full((1, size), -2)
    told.entity[NOISE] = np.stack([holder, np.maximum(other, 0), far])
    for place, excluded in enumerate((barred, nothing, nothing)):
        entity = told.entity[NOISE.start + place]
        klass = layout.class_of[entity]
        if place == 0:  # rather an attribute with the same values, where there is one: a near-miss
            keys[place] += _alike(catalog, rows, tellable.columns[klass].T)
        told.attribute[NOISE.start + place] = tellable.draw(klass, excluded, keys[place])
    told.active[NOISE] = told.attribute[NOISE] >= 0
    told.active[NOISE.start + 1] &= other >= 0
    told.active[NOISE.start + 2] &= ~hybrid & (topics > 1)
    told.attribute[NOISE] = np.maximum(told.attribute[NOISE], 0)
    by_name = (rows.uniform("noise/wording", 1)[0] < 0.5) | ~tellable.has_role[far_topic]
    told.wording[NOISE] = np.stack([catalog.wording[rows.pattern], catalog.wording[rows.pattern], by_name.astype(np.int64)])
    told.kind[NOISE] = NOISY
    told.axis[NOISE] = np.array([_ATTRIBUTE_SIDE, _ENTITY_SIDE, _ENTITY_SIDE])[:, None]
    near_miss = _alike(catalog, rows, told.attribute[NOISE.start])
    told.kind[NOISE.start, near_miss], told.axis[NOISE.start, near_miss] = DISTRACTOR, _OTHER_ATTRIBUTE


def _alike(catalog: Catalog, rows: Rows, attribute: Ints) -> Bools:
    """Return where an attribute has the same values as the one asked: a hometown where a workplace is asked."""
    return catalog.domain_group[attribute] == catalog.domain_group[catalog.attribute[rows.pattern]]


def _outside(catalog: Catalog, topic: Ints, holders: Ints, rows: Rows) -> Ints:
    """Return an entity of each row's topic that is none of its five holders, or -1."""
    mine = catalog.members[topic].T
    free = mine >= 0
    told_of = np.where(catalog.predicate[rows.pattern] != 0, LISTED, HOLDERS)
    for lane in range(LISTED):
        free &= (mine != holders[lane]) | (lane >= told_of)
    keys = np.where(free, rows.uniform("noise/outside", len(mine)), -1.0)
    return np.where(free.any(axis=0), mine[np.argmax(keys, axis=0), np.arange(len(topic))], -1)


assert NOISE.stop == FACTS  # noqa: S101 - the places of facts are fixed in hints
