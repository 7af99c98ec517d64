"""Finds how often noise must draw each attribute of each class, so that in whole sets it tells each about as often as evidence does.

How often an attribute is evidence depends on how many worlds are drawn anew for it, and how often noise tells it on what else of its entity is told: neither
follows from the scenario. So trajectories are planned, both are counted, and the weights are raised where noise falls short, again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from memsim.causal.catalog import Catalog
from memsim.causal.hints import EVIDENCE, NOISY
from memsim.causal.noise import Tellable, expected, table_of
from memsim.causal.trajectory import Planner
from memsim.errors import ScenarioError
from memsim.questions.registry import QUESTION_TYPES
from memsim.rng import Floats
from memsim.spec.noise import NoiseWeights

#: Trajectories that are counted, of a seed that no user's set has.
TRAJECTORIES, _SEED = 10_000, -(2**62) + 1
ROUNDS = 10
_STEP = 0.8  # of the way to what would be right if shares grew with weights; a whole step goes too far where little else can be told
_PRIOR = 2.0  # added to each count: few facts prove little
_SUM = 1000.0


class Balance(NamedTuple):
    """Weights, and how well who knows no more than class and attribute could tell noise from evidence: before, with the scenario's own weights, and after."""

    weights: NoiseWeights
    before: float
    after: float


def balance(catalog: Catalog, progress: Callable[[int, int | None], None] | None = None) -> Balance:
    """Return the weights of a scenario's noise, for sets of all its question types; 10,000 trajectories are planned again and again.

    Args:
        catalog: The scenario made ready.
        progress: Called with rounds done and rounds in all.

    Raises:
        GenerationError: A trajectory found no world.
        ScenarioError: There is no noise to weigh.
    """
    planner = Planner(catalog, _SEED, tuple(kind for kind in QUESTION_TYPES if any(cell[0] == kind for cell in catalog.cells)))
    before, mass = separation(*_told(catalog, planner)), np.where(planner.tellable.cells, expected(catalog), 0.0)
    for done in range(ROUNDS):
        planner.tellable = Tellable(catalog, mass)
        evidence, noise = _told(catalog, planner)
        mass *= (_shares(evidence + _PRIOR) / _shares(noise + _PRIOR)) ** _STEP
        if progress:
            progress(done + 1, ROUNDS)
    weights = _weights(catalog, mass)
    planner.tellable = Tellable(catalog, table_of(catalog, weights))
    return Balance(weights, before, separation(*_told(catalog, planner)))


def separation(evidence: Floats, noise: Floats) -> float:
    """Return P(a fact of evidence is of a likelier cell than one of noise), ties half: the largest area under the curve of those who know the cell alone.

    Args:
        evidence: Counts, any shape.
        noise: Counts of the same cells.
    """
    mine, other = _shares(evidence).ravel(), _shares(noise).ravel()
    order = np.argsort(-mine / np.maximum(mine + other, np.finfo(float).tiny), kind="stable")
    mine, other = mine[order], other[order]
    return float((mine * (1 - np.cumsum(other) + other / 2)).sum())


def _shares(counts: Floats) -> Floats:
    return counts / counts.sum()


def _told(catalog: Catalog, planner: Planner) -> list[Floats]:
    """Return how many facts of evidence, and of noise, are told of each attribute of each class; (classes, attributes)."""
    plan, layout = planner.plan(np.arange(TRAJECTORIES)), catalog.layout
    width, out = len(layout.attributes), []
    for kind in (EVIDENCE, NOISY):
        there = (plan.place >= 0) & (plan.kind == kind)
        cells = layout.class_of[plan.entity[there]] * width + plan.attribute[there]
        out.append(np.bincount(cells, minlength=len(layout.classes) * width).reshape(-1, width).astype(np.float64))
    if not out[-1].any():
        raise ScenarioError(
            catalog.spec.path, "attributes", "none that noise could tell", "more attributes of a class than a question reads"
        )
    return out


def _weights(catalog: Catalog, mass: Floats) -> NoiseWeights:
    layout, shares = catalog.layout, _SUM * _shares(mass)
    return {
        (klass, attribute): float(f"{shares[row, column]:.4g}")
        for row, klass in enumerate(layout.classes)
        for column, attribute in enumerate(layout.attributes)
        if mass[row, column] > 0
    }
