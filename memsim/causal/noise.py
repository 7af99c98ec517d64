"""Noise: facts that no query reads, cut from the same cloth as those that one does; and among them near-misses, which are distractors.

A near-miss tells another attribute of a holder that has the same values as the one asked, or what the query reads of an entity
of the topic that is no holder.

Each is about a holder (attribute-side), about another entity of the topic or, where only one topic is asked about, about one of another topic (both
entity-side). There are as many as there is evidence, and they tell what evidence tells about as often (`memsim.causal.balance`): else a message with a
number in it, or one of a long history, would be evidence rather than noise.
"""

from __future__ import annotations

import numpy as np

from memsim.causal.catalog import Catalog
from memsim.causal.hints import AXES, DISTRACTOR, HOLDERS, LISTED, NOISE, NOISY, OTHER_ATTRIBUTE, OTHER_ENTITY, Bools, Rows, Told
from memsim.questions.patterns import OWN, WORDINGS
from memsim.rng import Floats, Ints
from memsim.spec.noise import NoiseWeights, tellable

_ROLE, _NAME, _OWN = map(WORDINGS.index, ("role", "name", OWN))
_ATTRIBUTE_SIDE, _ENTITY_SIDE = AXES.index("attribute_side"), AXES.index("entity_side")
#: Up to the first a fact is about a holder, up to the second about another of the topic, above about another topic; fewer are about a small topic, most of
#: whose facts of the kinds asked are told anyway.
_SIDES, _SMALL_SIDES = (0.4, 0.7), (0.15, 0.3)
_LANES = NOISE.stop - NOISE.start
_ON_HOLDERS = 0.6  # share of noise that is about a holder, roughly
_LEAST = 1e-3  # weight of what is told and hardly ever asked, where 1 is the largest
_TINY = np.finfo(np.float64).tiny


class Tellable:
    """Which attributes a message may tell of each class in passing, and how often.

    Args:
        catalog: The scenario made ready.
        mass: Weights, (classes, attributes), of no special sum; those of the scenario by default, or else as often as each is evidence.

    Attributes:
        cells: What may be told, (classes, attributes); other weights count for nothing.
    """

    def __init__(self, catalog: Catalog, mass: Floats | None = None) -> None:
        file, layout = catalog.spec.file, catalog.layout
        lists = [[layout.column[name] for name in tellable(file, klass)] for klass in layout.classes]
        self.cells = np.zeros((len(lists), len(layout.attributes)), dtype=np.bool_)
        self.columns = np.full((len(lists), max(map(len, lists))), -1, dtype=np.int64)
        for place, columns in enumerate(lists):
            self.cells[place, columns] = True
            self.columns[place, : len(columns)] = columns
        if mass is None:
            mass = table_of(catalog, catalog.spec.noise) if catalog.spec.noise else expected(catalog)
        mass = np.where(self.cells, mass, 0.0)
        mass /= mass.max() or 1.0
        self.weights = np.maximum(np.take_along_axis(mass, np.maximum(self.columns, 0), axis=1), _LEAST)
        self.members = [layout.members(topic) for topic in file.topics]
        by_class = mass.sum(axis=1)
        of_topic = np.array([by_class[np.unique(layout.class_of[members])].sum() for members in self.members])
        self.small = np.array([len(members) < 2 * HOLDERS for members in self.members])
        self.topic_weights = np.maximum(of_topic, _LEAST)
        words = [(layout.column[topic.role] if topic.role else -1, layout.column[topic.name]) for topic in file.topics.values()]
        self.words = np.array(words)  # the attributes that word a subject by its role and by its name, (topics, 2)

    def draw(self, klass: Ints, barred: Ints, keys: Floats) -> Ints:
        """Return a random attribute of each class outside `barred` (k, n), by weight, or -1.

        Args:
            klass: Shape (n,).
            barred: Attributes, shape (k, n).
            keys: Uniforms, (attributes, n); those above 1 come first. The largest u^(1/weight) wins (Efraimidis & Spirakis 2006); its logarithm is
                compared, since powers of small weights are all 0.
        """
        columns, weights = self.columns[klass].T, self.weights[klass].T
        free = (columns >= 0) & np.all(columns[None] != barred[:, None], axis=0)
        race = np.where(free, np.log(np.maximum(keys, _TINY)) / np.where(keys > 1, 1.0, weights), -np.inf)
        chosen = np.argmax(race, axis=0)
        return np.where(free.any(axis=0), columns[chosen, np.arange(len(klass))], -1)


def expected(catalog: Catalog) -> Floats:
    """Return weights by how often the patterns ask for each attribute, (classes, attributes): near, where every way of asking finds worlds as easily."""
    mass, told = _evidence(catalog)
    return mass / (1.0 - _ON_HOLDERS * told)


def table_of(catalog: Catalog, weights: NoiseWeights) -> Floats:
    """Return weights as a table, (classes, attributes)."""
    layout = catalog.layout
    out = np.zeros((len(layout.classes), len(layout.attributes)))
    for (klass, attribute), weight in weights.items():
        out[layout.classes.index(klass), layout.column[attribute]] = weight
    return out


def _evidence(catalog: Catalog) -> tuple[Floats, Floats]:
    """Return how often each attribute of each class is evidence, up to a factor, and in which share of its topic's questions it is told anyway.

    Both (classes, attributes); facts of that attribute cannot be noise about a holder.
    """
    layout = catalog.layout
    out, told = np.zeros((2, len(layout.classes), len(layout.attributes)))
    rows = np.zeros(len(layout.classes))
    for cell in catalog.cells.values():
        chances = np.diff(cell.cumulative, prepend=0.0)
        members = np.unique(layout.class_of[layout.members(cell.topic)])
        rows[members] += 1
        for place, chance in zip(cell.patterns.tolist(), chances.tolist(), strict=True):
            pattern = catalog.patterns[place]
            holder = layout.classes.index("user" if pattern.own else pattern.klass)
            person = layout.classes.index(pattern.person) if pattern.person else holder
            out[holder, layout.column[pattern.attribute]] += chance * (pattern.scope if pattern.statistic else 1)
            for name in filter(None, (pattern.attribute, pattern.reads)):
                told[members, layout.column[name]] += chance
            if pattern.reads:
                out[holder, layout.column[pattern.reads]] += chance * (pattern.scope if pattern.extreme else 1)
            if pattern.link:
                out[person, catalog.name_column[place]] += chance
            if pattern.chain and pattern.bridge:
                out[person, layout.column[pattern.bridge]] += chance
    return out, told / np.maximum(rows, 1)[:, None]


def add_noise(catalog: Catalog, tellable: Tellable, rows: Rows, told: Told, hybrid: Bools) -> None:
    """Complete the noise facts of `told` in place; `hybrid` says which part rows belong to a hybrid, shape (p,)."""
    size, layout = len(rows.row), catalog.layout
    wanted = _wanted(catalog, rows.pattern)
    sides, spread = rows.uniform("noise/side", _LANES), rows.uniform("noise/entity", _LANES)
    far_topics, named = rows.uniform("noise/topic", _LANES), rows.uniform("noise/wording", _LANES) < 0.5
    keys = rows.uniform("noise/attribute", tellable.columns.shape[1] * _LANES).reshape(_LANES, -1, size)
    outsiders = _outsiders(catalog, rows, told)
    nothing, holder_bars = np.full((1, size), -2), _barred(catalog, rows)
    topic = catalog.topic[rows.pattern]
    small = tellable.small[topic]
    about_holder, about_topic = np.where(small, np.array(_SMALL_SIDES)[:, None], np.array(_SIDES)[:, None])
    for lane in range(_LANES):
        at = NOISE.start + lane
        which = (spread[lane] * HOLDERS).astype(np.int64)
        holder = told.holders[which, np.arange(size)]
        outsider = outsiders[min(lane, len(outsiders) - 1)]
        far_topic = _far_topic(tellable, topic, far_topics[lane])
        far = _member(tellable, far_topic, spread[lane])
        is_far = (sides[lane] >= about_topic) & ~hybrid & (len(tellable.members) > 1)
        is_outsider = ~is_far & (sides[lane] >= about_holder) & (outsider >= 0)
        is_holder = ~is_far & ~is_outsider
        entity = np.where(is_far, far, np.where(is_outsider, outsider, holder))
        klass = layout.class_of[entity]
        near = is_holder & (lane == 0)  # rather an attribute with the same values, where there is one: a near-miss
        race = keys[lane] + np.where(near, _alike(catalog, rows, tellable.columns[klass].T), 0)
        attribute = tellable.draw(klass, np.where(is_holder, holder_bars, nothing), race)
        told.entity[at], told.attribute[at] = entity, np.maximum(attribute, 0)
        alike = np.where(is_holder, told.wording[which, np.arange(size)], told.wording[1])  # as what is asked of the holder, or of a rival
        plain = np.where(is_far, np.where(named[lane], _NAME, _ROLE), alike)
        told.wording[at] = _wordings(catalog, tellable, told, at, np.where(is_far, far_topic, topic), plain)
        fresh = ~np.any((told.entity[:at] == entity) & (told.attribute[:at] == attribute) & told.active[:at], axis=0)
        told.active[at] = (attribute >= 0) & (lane < wanted) & fresh
        told.kind[at], told.axis[at] = NOISY, np.where(is_holder, _ATTRIBUTE_SIDE, _ENTITY_SIDE)
        for miss, axis in (
            (is_holder & _alike(catalog, rows, told.attribute[at]), OTHER_ATTRIBUTE),
            (is_outsider & _read(catalog, rows, told.attribute[at]), OTHER_ENTITY),
        ):
            told.kind[at, miss], told.axis[at, miss] = DISTRACTOR, axis


def _wanted(catalog: Catalog, pattern: Ints) -> Ints:
    """Return how many facts of noise to tell: as many as there is evidence, so that a history's length says nothing of their shares."""
    scope, statistic = catalog.scope[pattern], catalog.statistic[pattern] >= 0
    steps = 1 + (catalog.reads[pattern] >= 0) + catalog.linked[pattern] + (catalog.chained[pattern] & catalog.is_bridge[pattern])
    evidence = np.where(statistic, scope, steps + np.where(catalog.extreme[pattern] != 0, scope - 1, 0))
    return np.minimum(evidence, _LANES)


def _barred(catalog: Catalog, rows: Rows) -> Ints:
    """Return what is told of the holders anyway, (k, p)."""
    pattern = rows.pattern
    return np.concatenate([[catalog.attribute[pattern]], [catalog.reads[pattern]], catalog.rivals[pattern].T])


def _wordings(catalog: Catalog, tellable: Tellable, told: Told, at: int, topic: Ints, plain: Ints) -> Ints:
    """Return how the subjects of one lane are worded: plainly so, but never by what the fact tells, and the user in the first person."""
    role, name = tellable.words[topic].T
    plain = np.where((role < 0) | (told.attribute[at] == role) | (plain == _OWN), _NAME, plain)
    plain = np.where((told.attribute[at] == name) & (role >= 0), _ROLE, plain)
    return np.where(told.entity[at] == catalog.layout.first["user"], _OWN, plain)


def _far_topic(tellable: Tellable, topic: Ints, uniform: Floats) -> Ints:
    """Return another topic, by the weight of what may be told of it."""
    weights = np.where(np.arange(len(tellable.members))[:, None] != topic, tellable.topic_weights[:, None], 0.0)
    climbing = np.cumsum(weights, axis=0)
    return np.minimum((climbing <= uniform * climbing[-1]).sum(axis=0), len(tellable.members) - 1)


def _member(tellable: Tellable, topic: Ints, uniform: Floats) -> Ints:
    """Return an entity of each row's topic."""
    out = np.empty(len(topic), dtype=np.int64)
    for place, members in enumerate(tellable.members):
        there = topic == place
        out[there] = members[(uniform[there] * len(members)).astype(np.int64)]
    return out


def _alike(catalog: Catalog, rows: Rows, attribute: Ints) -> Bools:
    """Return where an attribute has the same values as the one asked: a hometown where a workplace is asked."""
    return catalog.domain_group[attribute] == catalog.domain_group[catalog.attribute[rows.pattern]]


def _read(catalog: Catalog, rows: Rows, attribute: Ints) -> Bools:
    """Return where an attribute is one that the query reads."""
    return (attribute == catalog.attribute[rows.pattern]) | (attribute == catalog.reads[rows.pattern])


def _outsiders(catalog: Catalog, rows: Rows, told: Told) -> Ints:
    """Return entities of each row's topic that are none of its holders, in random order and then -1; (k, p)."""
    mine = catalog.members[catalog.topic[rows.pattern]].T
    free = mine >= 0
    told_of = np.where(catalog.statistic[rows.pattern] >= 0, LISTED, HOLDERS)
    for lane in range(LISTED):
        free &= (mine != told.holders[lane]) | (lane >= told_of)
    keys = np.where(free, rows.uniform("noise/outside", len(mine)), -1.0)
    order = np.argsort(-keys, axis=0)[:_LANES]
    return np.where(np.take_along_axis(free, order, axis=0), np.take_along_axis(mine, order, axis=0), -1)
