"""Which facts a trajectory tells: for each part of its question four holders of the attribute asked, all told alike, one of them the target.

Arrays are by part row: a hybrid trajectory has two rows, all others one. Facts of a part stand in fixed places: the attribute asked of up to five
entities, the identifying attribute of four, the name links of four, and noise; `active` says which are told.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import Catalog
from memsim.rng import Floats, Ints, Rng

Bools = NDArray[np.bool_]
HOLDERS = 4
LISTED = 5
ASKED, READS, LINKS, NOISE = slice(0, 5), slice(5, 9), slice(9, 13), slice(13, 16)
FACTS = 16
KINDS = ("evidence", "distractor", "context", "noise")
AXES = (None, "other_entity", "other_attribute", "entity_side", "attribute_side")
EVIDENCE, DISTRACTOR, CONTEXT, NOISY = range(4)


@dataclass
class Rows:
    """The part rows of a block: which trajectory each is of, and its numbers.

    Attributes:
        row: Trajectory of each part row, shape (p,); first parts stand first.
        pattern: Pattern drawn, shape (p,).
    """

    rngs: tuple[Rng, Rng]
    row: Ints
    pattern: Ints

    def uniform(self, purpose: str, lanes: int) -> Floats:
        """Return uniforms of shape (lanes, p); the two parts of a hybrid read streams of their own."""
        return np.concatenate([rng.uniform(f"part{part}/{purpose}", lanes) for part, rng in enumerate(self.rngs)], axis=1)


@dataclass
class Told:
    """The facts told by each part row.

    Attributes:
        holders: Entities, shape (5, p); the first four hold the attribute asked, the first `scope` are listed by the question.
        target: Which of the first four holds the answer (0 for counts), shape (p,).
        entity, attribute, wording, kind, axis: Shape (16, p).
        active: Whether the fact is told, shape (16, p).
        threshold: Code of the predicate's threshold, shape (p,); chosen with the candidates.
        fair: Whether the target is well defined (no tie), shape (p,).
    """

    holders: Ints
    target: Ints
    entity: Ints
    attribute: Ints
    wording: Ints
    kind: Ints
    axis: Ints
    active: Bools
    threshold: Ints
    fair: Bools


def draw_patterns(catalog: Catalog, cells: list[tuple[str, str]], purpose: Floats) -> Ints:
    """Return one pattern a part row; `cells` names each row's (question type, topic)."""
    pattern = np.empty(len(cells), dtype=np.int64)
    names = sorted(set(cells))
    number = {name: place for place, name in enumerate(names)}
    which = np.array([number[cell] for cell in cells])
    for place, name in enumerate(names):
        cell, rows = catalog.cells[name], which == place
        chosen = np.searchsorted(cell.cumulative, purpose[rows], side="right")
        pattern[rows] = cell.patterns[np.minimum(chosen, len(cell.patterns) - 1)]
    return pattern


def choose_holders(catalog: Catalog, rows: Rows, codes: Ints) -> Ints:
    """Return five entities of the pattern's class in random order, like the first on the pattern's `alike` attribute where possible; shape (5, p)."""
    first, count, alike = catalog.first[rows.pattern], catalog.count[rows.pattern], catalog.alike[rows.pattern]
    most = int(count.max())
    lane = np.arange(most)[:, None]
    order = rows.uniform("holders", most)
    order = np.where(lane < count, order, 9.0)
    leader = np.argmin(order, axis=0)
    slot = catalog.layout.slot[np.where(lane < count, first + lane, first), np.maximum(alike, 0)]
    values = codes[np.maximum(slot, 0), rows.row]
    unlike = (values != values[leader, np.arange(len(leader))]) & (alike >= 0) & (lane < count)
    picked = np.argsort(order + unlike, axis=0, kind="stable")[:LISTED]
    if len(picked) < LISTED:
        picked = np.concatenate([picked, picked[:1]])
    return first + np.where(picked < count, picked, picked[0])


def tell(catalog: Catalog, rows: Rows, holders: Ints) -> Told:
    """Return the facts to tell (noise aside, see `noise`); moments are still to come, so extremes of moments are settled by `settle_target`."""
    size = len(rows.row)
    scope, linked = catalog.scope[rows.pattern], catalog.linked[rows.pattern]
    counted = catalog.predicate[rows.pattern] != 0
    told = Told(
        holders=holders,
        target=np.zeros(size, dtype=np.int64),
        entity=np.concatenate([holders, holders[:4], holders[:4], np.zeros((3, size), dtype=np.int64)]),
        attribute=np.zeros((FACTS, size), dtype=np.int64),
        wording=np.zeros((FACTS, size), dtype=np.int64),
        kind=np.full((FACTS, size), DISTRACTOR),
        axis=np.full((FACTS, size), 1),
        active=np.zeros((FACTS, size), dtype=bool),
        threshold=np.zeros(size, dtype=np.int64),
        fair=np.ones(size, dtype=bool),
    )
    told.attribute[ASKED] = catalog.attribute[rows.pattern]
    told.attribute[READS] = np.maximum(catalog.reads[rows.pattern], 0)
    told.attribute[LINKS] = catalog.name_column[rows.pattern]
    told.wording[ASKED] = catalog.wording[rows.pattern]
    told.wording[READS] = catalog.asked_wording[rows.pattern]
    told.active[:4] = True
    told.active[4] = counted & (catalog.count[rows.pattern] > HOLDERS)
    told.active[READS] = catalog.reads[rows.pattern] >= 0
    told.active[LINKS] = linked
    told.kind[LINKS], told.axis[LINKS] = CONTEXT, 0
    listed = np.arange(LISTED)[:, None] < scope
    told.kind[ASKED] = np.where(counted & listed, EVIDENCE, told.kind[ASKED])
    return told


def settle_target(catalog: Catalog, rows: Rows, told: Told, numbers: Floats) -> None:
    """Find the target among the holders and mark the evidence.

    Args:
        catalog: The scenario's catalog.
        rows: The part rows.
        told: Completed in place.
        numbers: Number of the identifying attribute of the four holders, shape (4, p).
    """
    sign, scope = catalog.extreme[rows.pattern], catalog.scope[rows.pattern]
    lane = np.arange(HOLDERS)[:, None]
    inside = (lane < scope) & (sign != 0)
    signed = np.where(inside, numbers * sign, -np.inf)
    best = signed.max(axis=0)
    told.target = np.where(sign != 0, np.argmax(signed, axis=0), 0)
    told.fair &= (sign == 0) | ((signed == best).sum(axis=0) == 1)
    counted = catalog.predicate[rows.pattern] != 0
    is_target = (lane == told.target) & ~counted
    for place, evidence in ((slice(0, 4), is_target), (READS, np.where(sign != 0, inside, is_target)), (LINKS, is_target)):
        told.kind[place] = np.where(evidence, EVIDENCE, told.kind[place])
    told.axis[told.kind == EVIDENCE] = 0
