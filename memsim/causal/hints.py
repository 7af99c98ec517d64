"""Which facts a trajectory tells: for each part of its question four holders of the attribute asked, all told alike, one of them the target.

Arrays are by part row: a hybrid trajectory has two rows, all others one. Facts of a part stand in fixed places: the attribute asked of up to six
entities, the identifying attribute of four, the name links of four, what identifies the four persons of a chain, and noise; `active` says which are told.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import EXTREMES, Catalog
from memsim.questions.patterns import OWN, WORDINGS
from memsim.rng import Floats, Ints, Rng

Bools = NDArray[np.bool_]
HOLDERS = 4
LISTED = 6
ASKED, READS, LINKS, PERSONS, NOISE = slice(0, 6), slice(6, 10), slice(10, 14), slice(14, 18), slice(18, 24)
FACTS = 24
KINDS = ("evidence", "distractor", "context", "noise")
AXES = (None, "other_entity", "other_attribute", "entity_side", "attribute_side")
EVIDENCE, DISTRACTOR, CONTEXT, NOISY = range(4)
OTHER_ENTITY, OTHER_ATTRIBUTE = AXES.index("other_entity"), AXES.index("other_attribute")
_ROLE, _NAME, _OWN = map(WORDINGS.index, ("role", "name", OWN))


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
        holders: Entities, shape (6, p); the first four hold the attribute asked, the first `scope` are listed by the question.
        persons: Whom the first four lead to, for chains, shape (4, p); else the holders themselves.
        target: Which of the first four holds the answer (0 for statistics), shape (p,).
        entity, attribute, wording, kind, axis: Shape (24, p).
        active: Whether the fact is told, shape (24, p).
        option: Which of the pattern's options is said, shape (p,); of predicates it is chosen with the candidates.
        fair: Whether the target is well defined (no tie), shape (p,).
    """

    holders: Ints
    persons: Ints
    target: Ints
    entity: Ints
    attribute: Ints
    wording: Ints
    kind: Ints
    axis: Ints
    active: Bools
    option: Ints
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
    """Return six entities of the pattern's class in random order, like the first on the pattern's `alike` attribute where possible; shape (6, p).

    Where the user is asked about it is the first; where it rivals itself it is all of them.
    """
    first, count, alike = catalog.first[rows.pattern], catalog.count[rows.pattern], catalog.alike[rows.pattern]
    most = max(int(count.max()), LISTED)
    lane = np.arange(most)[:, None]
    order = rows.uniform("holders", most)
    order = np.where(lane < count, order, 9.0)
    leader = np.argmin(order, axis=0)
    slot = catalog.layout.slot[np.where(lane < count, first + lane, first), np.maximum(alike, 0)]
    values = codes[np.maximum(slot, 0), rows.row]
    unlike = (values != values[leader, np.arange(len(leader))]) & (alike >= 0) & (lane < count)
    picked = np.argsort(order + unlike, axis=0, kind="stable")[:LISTED]
    holders = first + np.where(picked < count, picked, picked[0])
    user = catalog.layout.first["user"]
    holders[0] = np.where(catalog.own[rows.pattern], user, holders[0])
    return holders


def tell(catalog: Catalog, rows: Rows, holders: Ints, referred: Ints) -> Told:
    """Return the facts to tell (noise aside, see `noise`); moments are still to come, so extremes of moments are settled by `settle_target`.

    Args:
        catalog: The scenario's catalog.
        rows: The part rows.
        holders: As chosen, shape (6, p).
        referred: Whom each entity refers to, shape (entities, n).
    """
    size, pattern = len(rows.row), rows.pattern
    chained, own = catalog.chained[pattern], catalog.own[pattern]
    persons = np.where(chained, np.maximum(referred[holders[:HOLDERS], rows.row], 0), holders[:HOLDERS])
    told = Told(
        holders=holders,
        persons=persons,
        target=np.zeros(size, dtype=np.int64),
        entity=np.concatenate([holders, holders[:4], persons, persons, np.zeros((NOISE.stop - NOISE.start, size), dtype=np.int64)]),
        attribute=np.zeros((FACTS, size), dtype=np.int64),
        wording=np.zeros((FACTS, size), dtype=np.int64),
        kind=np.full((FACTS, size), DISTRACTOR),
        axis=np.full((FACTS, size), OTHER_ENTITY),
        active=np.zeros((FACTS, size), dtype=bool),
        option=(rows.uniform("option", 1)[0] * catalog.option_count[pattern]).astype(np.int64),
        fair=np.ones(size, dtype=bool),
    )
    rivalled = catalog.rivals[pattern, 0] >= 0
    told.attribute[ASKED] = catalog.attribute[pattern]
    told.attribute[:HOLDERS] = np.where(rivalled, catalog.rivals[pattern].T, told.attribute[:HOLDERS])
    told.attribute[READS] = np.maximum(catalog.reads[pattern], 0)
    told.attribute[LINKS] = catalog.name_column[pattern]
    told.attribute[PERSONS] = np.maximum(catalog.bridge[pattern], 0)
    by_name = (rows.uniform("rivals", 1)[0] < 0.5) & (catalog.attribute[pattern] != catalog.name_column[pattern])
    told.wording[ASKED] = np.where(own, np.where(by_name, _NAME, _ROLE), catalog.wording[pattern])
    told.wording[0] = np.where(own, _OWN, told.wording[0])
    told.wording[ASKED] = np.where(rivalled, _OWN, told.wording[ASKED])
    told.wording[READS] = np.where(chained, catalog.wording[pattern], catalog.asked_wording[pattern])
    told.wording[PERSONS] = catalog.asked_wording[pattern]
    _activate(catalog, pattern, told)
    return told


def _activate(catalog: Catalog, pattern: Ints, told: Told) -> None:
    """Say which facts are told, and which of them are the evidence of a statistic."""
    statistic, scope = catalog.statistic[pattern] >= 0, catalog.scope[pattern]
    lane = np.arange(LISTED)[:, None]
    told.active[:HOLDERS] = True
    told_of = np.where(catalog.exchanged[pattern] > 0, catalog.exchanged[pattern], catalog.count[pattern])
    told.active[HOLDERS:LISTED] = (statistic & (lane < told_of))[HOLDERS:LISTED]
    told.active[READS] = catalog.reads[pattern] >= 0
    told.active[LINKS] = catalog.linked[pattern]
    told.active[PERSONS] = catalog.chained[pattern] & (catalog.bridge[pattern] >= 0)
    told.kind[LINKS], told.axis[LINKS] = CONTEXT, 0
    told.kind[ASKED] = np.where(statistic & (lane < scope), EVIDENCE, told.kind[ASKED])
    told.axis[:HOLDERS] = np.where(catalog.rivals[pattern, 0] >= 0, OTHER_ATTRIBUTE, told.axis[:HOLDERS])


def settle_target(catalog: Catalog, rows: Rows, told: Told, numbers: Floats) -> None:
    """Find the target among the holders and mark the evidence.

    Args:
        catalog: The scenario's catalog.
        rows: The part rows.
        told: Completed in place.
        numbers: Number of the identifying attribute of the four holders, shape (4, p).
    """
    way, scope = catalog.extreme[rows.pattern], catalog.scope[rows.pattern]
    lane = np.arange(HOLDERS)[:, None]
    target = catalog.targets[rows.pattern, told.option]
    merit = np.where(way == EXTREMES["closest"], -np.abs(numbers - target), numbers * way)
    inside = (lane < scope) & (way != 0)
    merit = np.where(inside, merit, -np.inf)
    best = merit.max(axis=0)
    told.target = np.where(way != 0, np.argmax(merit, axis=0), 0)
    told.fair &= (way == 0) | ((merit == best).sum(axis=0) == 1)
    is_target = (lane == told.target) & (catalog.statistic[rows.pattern] < 0)
    reads = np.where(way != 0, inside, is_target)
    for place, evidence in ((slice(0, HOLDERS), is_target), (READS, reads), (LINKS, is_target), (PERSONS, is_target)):
        told.kind[place] = np.where(evidence, EVIDENCE, told.kind[place])
    told.axis[told.kind == EVIDENCE] = 0
