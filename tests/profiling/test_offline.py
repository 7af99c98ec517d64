"""The network with its rules against plain rejection; the others against what they shall keep of it, and shall not."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from implicit import HOBBIES, scenario
from scipy.stats import chi2_contingency
from strategies import ALPHA, fits, seeds

import memsim
from memsim.errors import GenerationError
from memsim.profiling import offline
from memsim.rng import Rng

METHODS = [offline.Ruled, offline.Remembered, offline.Chained, offline.Apart]


def same(one, other):
    return list(one) == list(other) and all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize("method", METHODS)
def test_profiles_have_the_form_of_the_networks_own(small, method):
    found = method(small.spec, small.network).sample(30, 4)
    expected = small.network.sample(30, 4)
    assert {name: (codes.shape, codes.dtype) for name, codes in found.items()} == {
        name: (codes.shape, codes.dtype) for name, codes in expected.items()
    }
    for name, node in small.network.nodes.items():
        assert found[name].min() >= 0
        assert not node.keys or found[name].max() < len(node.keys)


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_fixes_them_and_profile_i_does_not_depend_on_n(small, method):
    many, few, others = (method(small.spec, small.network).sample(n, seed) for n, seed in ((20, 1), (8, 1), (20, 2)))
    assert same(few, {name: codes[:, :8] for name, codes in many.items()})
    assert not same(many, others)


def young(spec, profiles):
    """Where each friend may do judo."""
    return spec.domains["age"].numbers[profiles["friend.age"]] <= 39


@given(seeds)
def test_the_network_with_rules_draws_whole_profiles_again_until_none_is_broken(small, seed):
    """A plain loop over attempts, a profile at a time."""
    found, judo = offline.Ruled(small.spec, small.network).sample(6, seed), HOBBIES.index("judo")
    for place in range(6):
        for attempt in range(100):
            one = small.network.draw(Rng(seed, np.array([place]), attempt))
            if not ((one["friend.hobby"] == judo) & ~young(small.spec, one)).any():
                break
        assert same(one, {name: codes[:, place : place + 1] for name, codes in found.items()})


def test_rules_that_no_profile_keeps_are_told(tmp_path):
    rule = {"name": "nobody is", "classes": ["friend"], "then": {"attribute": "age", "at_least": 99}}
    never = memsim.load_scenario(scenario(tmp_path / "it", rules=[rule]))
    with pytest.raises(GenerationError, match="3 of 3 profiles broke a rule in each of 200 attempts"):
        offline.Ruled(never.spec, never.network).sample(3, 0)


def test_daily_needs_no_second_draw(spec, network):
    assert same(offline.Ruled(spec, network).sample(3000, 0), network.sample(3000, 0))


def test_who_is_remembered_comes_again_and_as_often_as_any_other(small):
    found = offline.Remembered(small.spec, small.network, people=10).sample(4000, 5)
    rows = Counter(row.tobytes() for row in np.ascontiguousarray(np.concatenate(list(found.values())).T))
    assert len(rows) == 10
    assert fits(list(rows.values()), [0.1] * 10)


def reference(scenario, people, seed):
    return offline.Ruled(scenario.spec, scenario.network).drawn(seed, (1 << 40) + np.arange(people))


def test_nobody_in_the_reference_is_drawn_by_the_network_too(small):
    known, drawn = reference(small, 500, 6), small.network.sample(500, 6)
    people = [{row.tobytes() for row in np.concatenate(list(one.values())).T} for one in (known, drawn)]
    assert not people[0] & people[1]


def test_a_chain_has_the_shares_of_the_reference(small):
    """Counted one by one; a value that the one before never had has the shares of all."""
    made, known = offline.Chained(small.spec, small.network, people=60).estimated(8), reference(small, 60, 8)
    chain = ["friend.bond", "friend.city", "friend.age", "friend.hobby"]
    assert [made.nodes[name].parents for name in chain] == [(), *((name,) for name in chain[:-1])]
    assert made.nodes["friend.band"] is small.network.nodes["friend.band"]
    pairs = Counter(zip(known["friend.age"].ravel().tolist(), known["friend.hobby"].ravel().tolist(), strict=True))
    alone = Counter(known["friend.hobby"].ravel().tolist())
    tensor = made.nodes["friend.hobby"].cpd.tensor
    for age in range(40):
        counts = Counter({hobby: count for (before, hobby), count in pairs.items() if before == age}) or alone
        assert tensor[age] == pytest.approx([counts[hobby] / counts.total() for hobby in range(len(HOBBIES))])


def test_a_chain_keeps_neighbours_and_forgets_the_rest(small):
    """The rule binds hobby and age, which are neighbours; city comes of the user's city, which no friend's chain knows."""
    found = offline.Chained(small.spec, small.network).sample(3000, 1)
    judo = found["friend.hobby"] == HOBBIES.index("judo")
    assert judo.any()
    assert young(small.spec, found)[judo].all()
    assert _p(found["user.city"], found["friend.city"][:1]) > ALPHA
    assert _p(small.network.sample(3000, 1)["user.city"], small.network.sample(3000, 1)["friend.city"][:1]) < ALPHA


def test_each_by_itself_keeps_shares_only(small):
    made = offline.Apart(small.spec, small.network)
    found, known = made.sample(4000, 2), reference(small, offline.REFERENCE, 2)
    for name in ("user.city", "friend.bond", "friend.city", "friend.age", "friend.hobby"):
        size = len(small.network.nodes[name].keys)
        shares = np.bincount(known[name].ravel(), minlength=size) / known[name].size
        assert fits(np.bincount(found[name].ravel(), minlength=size), shares, tests=5), name
    judo = found["friend.hobby"] == HOBBIES.index("judo")
    assert _p(judo, young(small.spec, found)) > ALPHA
    assert (found["friend.band"] == (small.spec.domains["age"].numbers[found["friend.age"]] >= 40)).all()


def _p(one, other):
    """The p of independence."""
    table = np.zeros((one.max() + 1, other.max() + 1))
    np.add.at(table, (one.astype(int).ravel(), other.astype(int).ravel()), 1)
    return chi2_contingency(table).pvalue
