"""The measures against plain loops, scipy, and what they must be."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from implicit import HOBBIES, scenario
from scipy.stats import binomtest, entropy
from strategies import seeds

import memsim
from memsim.profiling.measures import index, measured
from memsim.profiling.offline import Apart
from memsim.profiling.written import MISSING
from memsim.rng import Rng


@pytest.fixture(scope="module")
def drawn(small):
    """Profiles, some of which break the rule."""
    return small.network.sample(400, 11)


def of(scenario, profiles, dropped=None):
    return measured(scenario.spec, scenario.network, profiles, dropped or {})


def lost(profiles, name, *places):
    """The profiles without the values of a node at these places."""
    out = {other: codes.copy() for other, codes in profiles.items()}
    for lane, place in places:
        out[name][lane, place] = MISSING
    return out


def test_an_index_is_the_mean_entropy():
    """Of base e, over all instances; scipy counts."""
    profiles = {name: Rng(1, np.arange(300)).words(name, lanes).astype(np.int64) % size for name, lanes, size in (("a", 1, 9), ("b", 4, 3))}
    expected = [entropy(np.bincount(profiles[name].ravel())) for name in ("a", "b")]
    found = index(profiles, ["a", "b"])
    assert found.value == pytest.approx(np.mean(expected))
    assert found.low < found.value < found.high
    assert found.attributes == 2


def test_an_index_by_hand():
    """Two of four and one of four twice: ln 2 / 2 + 2 · ln 4 / 4 = 1.5 ln 2."""
    found = index({"a": np.array([[0, 0, 1, 2]])}, ["a"])
    assert found.value == pytest.approx(1.5 * math.log(2))
    error = math.sqrt(4 * (0.5 * math.log(2)) ** 2 / 3 / 4)
    assert found.high - found.value == pytest.approx(1.959964 * error, rel=1e-6)


def test_where_nothing_varies_the_index_is_nought_and_where_nothing_is_there_is_none():
    assert index({"a": np.full((2, 5), 3)}, ["a"])[:3] == (0.0, 0.0, 0.0)
    nothing = index({"a": np.full((2, 5), MISSING)}, ["a"])
    assert nothing.attributes == 0
    assert math.isnan(nothing.value)


def test_one_profile_has_no_interval():
    found = index({"a": np.array([[0], [1]])}, ["a"])
    assert found.value == pytest.approx(math.log(2))
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_what_copies_shows_fewer_values_until_there_are_many_profiles():
    """As the docstring warns: seven instances of 100 values, drawn apart or copied from the first."""
    short = {}
    for n in (100, 10_000):
        apart = (Rng(2, np.arange(n)).uniform("a", 7) * 100).astype(np.int64)
        copied = np.broadcast_to(apart[0], apart.shape)
        short[n] = [math.log(100) - index({"a": codes}, ["a"]).value for codes in (apart, copied)]
        assert short[n] == pytest.approx([99 / (14 * n), 99 / (2 * n)], rel=0.5)


def test_values_that_are_missing_do_not_count():
    with_gaps = {"a": np.array([[0, MISSING, 1, 2], [MISSING, 0, 1, MISSING]])}
    assert index(with_gaps, ["a"]).value == pytest.approx(entropy([2, 2, 1]))


def test_the_interval_covers_as_often_as_it_says():
    """Where the values of a profile hang together: 4 instances that mostly copy each other, 200 profiles, 400 samples."""
    weights = np.array([0.5, 0.3, 0.2])
    truth, covered = entropy(weights), 0
    for sample in range(400):
        rng = Rng(sample, np.arange(200))
        own = np.searchsorted(np.cumsum(weights), rng.uniform("own", 4))
        codes = np.where(rng.uniform("copy", 4) < 0.7, own[:1], own)
        found = index({"a": codes}, ["a"])
        covered += found.low <= truth <= found.high
    assert binomtest(covered, 400, 0.95).pvalue > 1e-3


@given(seeds, st.integers(1, 40))
def test_an_index_lies_between_nought_and_the_logarithm_of_the_values(seed, n):
    codes = (Rng(seed, np.arange(n)).uniform("a", 3) * 6).astype(np.int64)
    found = index({"a": codes}, ["a"])
    assert -1e-12 <= found.value <= math.log(len(np.unique(codes))) + 1e-12


def test_broken_rules_are_counted_one_by_one(small, drawn):
    ages, judo = small.spec.domains["age"].numbers, HOBBIES.index("judo")
    broken = [
        [drawn["friend.hobby"][lane, place] == judo and ages[drawn["friend.age"][lane, place]] > 39 for lane in range(5)]
        for place in range(400)
    ]
    found, whole = of(small, drawn), sum(map(any, broken))
    assert 0 < whole < 400
    assert (found.rational.mean, found.rational.n) == (1 - whole / 400, 400)
    interval = binomtest(400 - whole, 400).proportion_ci(method="wilson")
    assert (found.rational.low, found.rational.high) == pytest.approx(tuple(interval))
    assert found.rational_entities.mean == pytest.approx(1 - sum(map(sum, broken)) / 2000)
    assert (found.rational_entities.n, found.rational_entities.clusters) == (2000, 400)
    assert found.broken == {"judo is for the young": whole / 400}


def test_what_cannot_be_judged_is_not(small, drawn):
    gaps = lost(drawn, "friend.age", (0, 3), (4, 3), (2, 7))
    found, whole = of(small, gaps), of(small, drawn)
    assert (found.rational.n, found.rational_entities.n, found.complete) == (398, 1997, 398)
    assert found.values == whole.values - 3
    of_others = of(small, {name: np.delete(codes, [3, 7], axis=1) for name, codes in drawn.items()})
    assert found.rational == of_others.rational
    assert (found.possible, found.log_prob) == (of_others.possible, of_others.log_prob)
    no_bearing = of(small, lost(drawn, "friend.city", (0, 3)))
    assert (no_bearing.rational, no_bearing.complete) == (whole.rational, 399)


def test_a_profile_that_the_network_cannot_draw_has_no_part_in_the_mean(small, drawn):
    twins = {name: codes.copy() for name, codes in drawn.items()}
    twins["friend.bond"][1, :25] = twins["friend.bond"][0, :25]
    found = of(small, twins)
    assert (found.possible.mean, found.possible.n) == (375 / 400, 400)
    assert found.log_prob == pytest.approx(small.network.log_prob(drawn)[25:].mean())
    assert math.isnan(of(small, {name: codes[:, :25] for name, codes in twins.items()}).log_prob)


def test_each_again_halves_the_distinct_and_leaves_the_rest(small, drawn):
    found, twice = of(small, drawn), of(small, {name: np.concatenate([codes, codes], axis=1) for name, codes in drawn.items()})
    assert (found.distinct, twice.distinct) == (1.0, 0.5)
    assert twice.rational.mean == found.rational.mean
    assert twice.diversity["SWI-A"].value == pytest.approx(found.diversity["SWI-A"].value)


def test_the_indices_of_daily_stand_for_people_and_for_the_rest(spec, network, profiles):
    found = measured(spec, network, profiles, {}).diversity
    assert {name: index.attributes for name, index in found.items()} == {"SWI-R": 38, "SWI-O": 16, "SWI-A": 54}
    assert found["SWI-A"].value == pytest.approx((38 * found["SWI-R"].value + 16 * found["SWI-O"].value) / 54)


def test_where_no_role_is_known_only_the_user_is_one(small, drawn):
    assert {name: index.attributes for name, index in of(small, drawn).diversity.items()} == {"SWI-R": 1, "SWI-O": 4, "SWI-A": 5}


def test_without_rules_no_entity_is_judged(tmp_path):
    free = memsim.load_scenario(scenario(tmp_path / "it"))
    found = of(free, free.network.sample(9, 0))
    assert (found.rational.mean, found.rational.n, found.rational_entities.n, found.broken) == (1.0, 9, 0, {})


def test_what_is_put_together_blindly_breaks_more_rules(small):
    blind, own = (of(small, profiles) for profiles in (Apart(small.spec, small.network).sample(2000, 3), small.network.sample(2000, 3)))
    assert blind.diversity["SWI-A"].low < own.diversity["SWI-A"].high
    assert of(small, own_ruled(small)).rational.mean == 1.0 > blind.rational.high


def own_ruled(small):
    from memsim.profiling.offline import Ruled

    return Ruled(small.spec, small.network).sample(2000, 3)
