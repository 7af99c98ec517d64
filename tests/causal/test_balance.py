"""Noise tells what evidence tells: by the weights that come with `daily`, which are those that are found, and for any counts by scikit-learn's area."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from memsim.causal.balance import balance, separation
from memsim.causal.catalog import Catalog
from memsim.causal.hints import AXES, DISTRACTOR, EVIDENCE, FACTS, KINDS, NOISE, NOISY
from memsim.causal.trajectory import Planner
from memsim.questions.registry import QUESTION_TYPES

COUNTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8).filter(
    lambda rows: all(map(sum, zip(*rows, strict=True)))
)


@given(COUNTS)
def test_the_separation_is_the_area_of_who_knows_how_likely_each_cell_is(rows):
    mine, other = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    likely = mine / mine.sum() / np.maximum(mine / mine.sum() + other / other.sum(), 1e-12)
    labels = np.repeat([1, 0], [int(mine.sum()), int(other.sum())])
    scores = np.concatenate([np.repeat(likely, mine.astype(int)), np.repeat(likely, other.astype(int))])
    assert separation(mine, other) == pytest.approx(roc_auc_score(labels, scores))


@pytest.fixture(scope="module")
def plan(catalog):
    return Planner(catalog, 5, tuple(QUESTION_TYPES)).plan(np.arange(8000))


def told(plan, layout, kind):
    """How many facts of a kind are told of each attribute."""
    there = (plan.place >= 0) & (plan.kind == kind)
    return np.bincount(plan.attribute[there], minlength=len(layout.attributes)).astype(float)


def test_in_daily_noise_tells_each_attribute_as_often_as_evidence(plan, layout):
    evidence, noise = told(plan, layout, EVIDENCE), told(plan, layout, NOISY)
    assert separation(evidence, noise) < 0.53
    assert (
        separation(evidence, told(plan, layout, DISTRACTOR)) > 0.6
    )  # what several tell at once is evidence more often: the measure sees it


def test_without_weights_it_does_not(spec, layout):
    bare = Catalog(replace(spec, noise={}))
    plan = Planner(bare, 5, tuple(QUESTION_TYPES)).plan(np.arange(8000))
    assert separation(told(plan, layout, EVIDENCE), told(plan, layout, NOISY)) > 0.56


def test_another_entitys_value_of_what_is_read_is_a_distractor_not_noise(catalog, plan):
    """Of the same topic: who answers with it mistakes one entity for another."""
    seen = Counter()
    entity, attribute, kind, axis, place = (
        getattr(plan, name).reshape(2, FACTS, -1) for name in ("entity", "attribute", "kind", "axis", "place")
    )
    for part, row in zip(*np.nonzero(np.stack([np.ones(len(plan), dtype=bool), plan.hybrid])), strict=True):
        pattern = plan.pattern[part, row]
        read = {catalog.attribute[pattern], catalog.reads[pattern]}
        members = set(catalog.members[catalog.topic[pattern]].tolist())
        for lane in range(NOISE.start, NOISE.stop):
            at = part, lane, row
            if place[at] >= 0 and entity[at] in members and AXES[axis[at]] in ("entity_side", "other_entity"):
                near = attribute[at] in read
                assert KINDS[kind[at]] == ("distractor" if near else "noise")
                assert AXES[axis[at]] == ("other_entity" if near else "entity_side")
                seen[near] += 1
    assert min(seen[True], seen[False]) > 100


@pytest.mark.slow
def test_the_weights_of_daily_are_those_that_are_found(catalog, spec):
    found = balance(catalog)
    assert found.weights == spec.noise
    assert found.after == pytest.approx(found.before, abs=0.002)
    assert found.after < 0.53
