"""Noise tells what evidence tells: by the weights that come with `daily`, which are those that are found, and for any counts by scikit-learn's area."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score
from small import SCENARIO, write

from memsim.causal import balance as balancing
from memsim.causal.balance import balance, separation
from memsim.causal.catalog import Catalog
from memsim.causal.hints import AXES, DISTRACTOR, EVIDENCE, FACTS, KINDS, NOISE, NOISY
from memsim.causal.noise import Tellable, expected
from memsim.causal.trajectory import Planner
from memsim.errors import ScenarioError
from memsim.questions.registry import QUESTION_TYPES
from memsim.rng import Rng
from memsim.spec.load import load_spec

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


@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_weights_count_by_their_shares_whatever_their_sum(catalog, factor):
    """Also those of a class that is told a thousandth as often as another."""
    rng, columns = Rng(3, np.arange(4000)), Tellable(catalog).columns
    keys, nothing = rng.uniform("keys", columns.shape[1]), np.full((1, 4000), -2)
    mass = expected(catalog)
    mass[0] *= 1e-4
    mass[0, columns[0, 0]] = 2 * mass[0].max()
    for klass in (0, 1):
        once, scaled = (Tellable(catalog, mass * by).draw(np.full(4000, klass), nothing, keys) for by in (1, factor))
        assert np.array_equal(once, scaled)
        assert len(set(scaled.tolist())) == (columns[klass] >= 0).sum()


def small_catalog(folder, **attributes):
    """A small scenario with other attributes, made ready."""
    scenario = deepcopy(SCENARIO)
    for name, declared in attributes.items():
        scenario["attributes"][name] |= declared
    return Catalog(load_spec(write(folder / "small", scenario)))


def test_what_noise_cannot_tell_is_not_weighed(tmp_path, monkeypatch):
    """Names are evidence where they link a role to what is asked, but here no message tells one in passing."""
    monkeypatch.setattr(balancing, "TRAJECTORIES", 1500)
    catalog = small_catalog(tmp_path, name={"uses": []})
    assert expected(catalog)[catalog.layout.classes.index("friend"), catalog.layout.column["name"]] > 0
    found = balance(catalog)
    assert set(found.weights) == {("friend", "city"), ("friend", "age")}
    assert sum(found.weights.values()) == pytest.approx(1000, rel=1e-3)


def test_what_is_told_of_a_balance_is_of_its_weights(tmp_path, monkeypatch):
    monkeypatch.setattr(balancing, "TRAJECTORIES", 1500)
    monkeypatch.setattr(balancing, "ROUNDS", 2)
    found = balance(small_catalog(tmp_path))
    again = balance(Catalog(replace(load_spec(tmp_path / "small"), noise=found.weights)))
    assert again.weights == found.weights
    assert again.before == found.after == again.after != found.before


def test_a_scenario_without_noise_cannot_be_balanced(tmp_path, monkeypatch):
    monkeypatch.setattr(balancing, "TRAJECTORIES", 300)
    with pytest.raises(ScenarioError, match="attributes: none that noise could tell; expected more attributes"):
        balance(small_catalog(tmp_path, name={"uses": []}, city={"uses": []}))


@pytest.mark.slow
def test_the_weights_of_daily_are_those_that_are_found(catalog, spec):
    found = balance(catalog)
    assert found.weights == spec.noise
    assert found.after == found.before
    assert found.after < 0.53
