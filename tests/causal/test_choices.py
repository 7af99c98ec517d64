"""What makes choices exchangeable, each piece against brute force: assignments, counts, water levels, systematic samples, letters."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import fits, seeds

from memsim.causal.choices import arrange, poisson_binomial, systematic, target_likelihood, water_level
from memsim.rng import Rng

N = 40_000
CHANCES = st.integers(0, 20).map(lambda number: number / 20)


@st.composite
def weights(draw, least=4, most=12):
    """One column of weights that sums to 1, zeros and equals among them."""
    drawn = draw(st.lists(st.integers(0, 6) | st.integers(0, 1000), min_size=least, max_size=most).filter(any))
    return np.array(drawn) / sum(drawn)


@given(weights())
def test_the_water_level_solves_its_equation(column):
    (level,) = water_level(column[:, None])
    assert np.minimum(column, level).sum() == pytest.approx(4 * level, abs=1e-9)
    assert (level > 1e-12) == ((column > 0).sum() >= 4)


@given(weights())
def test_no_higher_water_level_does(column):
    (level,) = water_level(column[:, None])
    for higher in (level * 1.001 + 1e-6, level * 1.5 + 1e-3, 1.0):
        assert np.minimum(column, higher).sum() < 4 * higher


@given(weights())
def test_at_the_water_level_sizes_are_probabilities_of_a_sample_of_four(column):
    (level,) = water_level(column[:, None])
    if level > 1e-9:
        sizes = np.minimum(column, level) / level
        assert sizes.sum() == pytest.approx(4)
        assert sizes.max() <= 1 + 1e-12


@settings(max_examples=20)
@given(st.lists(weights(5, 5), min_size=2, max_size=6))
def test_columns_do_not_touch_each_other(columns):
    together = water_level(np.stack(columns, axis=1))
    assert together.tolist() == [water_level(column[:, None])[0] for column in columns]


@given(st.lists(CHANCES, min_size=5, max_size=5), st.integers(0, 5))
def test_poisson_binomial_equals_enumeration(chances, size):
    expected = np.zeros(6)
    for events in product([0, 1], repeat=size):
        expected[sum(events)] += np.prod([p if happened else 1 - p for p, happened in zip(chances, events, strict=False)])
    assert poisson_binomial(np.array(chances)[:, None], np.array([size]))[:, 0] == pytest.approx(expected)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 9), min_size=16, max_size=16))
def test_target_likelihood_equals_all_assignments(cells):
    likelihood = np.array(cells, dtype=float).reshape(4, 4)
    expected = np.zeros(4)
    for order in permutations(range(4)):
        expected[order[0]] += np.prod([likelihood[holder, value] for holder, value in enumerate(order)])
    assert target_likelihood(likelihood[:, :, None])[:, 0] == pytest.approx(expected)


def test_holders_that_are_alike_have_each_value_alike():
    column = np.array([0.1, 0.2, 0.3, 0.4])
    found = target_likelihood(np.tile(column, (4, 1))[:, :, None])[:, 0]
    assert found == pytest.approx(np.full(4, found[0]))


SIZES = {
    "equal": [4 / 6] * 6,
    "uneven": [1.0, 0.9, 0.8, 0.7, 0.35, 0.25],
    "four": [1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
    "zeros": [0.0, 0.5, 1.0, 1.0, 0.75, 0.75],
}


@pytest.fixture(scope="module", params=SIZES)
def sample(request):
    """Many systematic samples with the same sizes: sizes, picks, truth, place."""
    sizes = np.array(SIZES[request.param])
    rng = Rng(11, np.arange(N))
    truth = np.searchsorted(np.cumsum(sizes), rng.one("truth") * 4, side="right")
    picked, place = systematic(np.tile(sizes[:, None], N), truth, rng.one("spread"))
    return sizes, picked, truth, place


def test_a_sample_holds_the_truth_at_its_place_and_three_others(sample):
    _, picked, truth, place = sample
    assert picked.shape == (4, N)
    assert (picked[place, np.arange(N)] == truth).all()
    assert (np.diff(np.sort(picked, axis=0), axis=0) > 0).all()


def test_inclusion_probabilities_are_the_sizes(sample):
    sizes, picked, _, _ = sample
    for item, size in enumerate(sizes):
        inside = int((picked == item).any(axis=0).sum())
        assert fits([inside, N - inside], [size, 1 - size], tests=len(SIZES) * len(sizes))


def test_within_each_sample_the_truth_is_uniform(sample):
    _, picked, _, place = sample
    names = (np.sort(picked, axis=0) * np.array([[1], [10], [100], [1000]])).sum(axis=0)
    for name in np.unique(names):
        assert fits(np.bincount(place[names == name], minlength=4), np.full(4, 0.25), tests=len(SIZES) * len(np.unique(names)))


def planned_letters(seed, hybrid, n=4000):
    rng = Rng(seed, np.arange(n))
    truth = np.stack([rng.below("truth/0", 4), rng.below("truth/1", 4)])
    return truth, *arrange(rng, truth, np.full((2, n), 4), np.full(n, hybrid))


@settings(max_examples=10)
@given(seeds)
def test_plain_letters_show_each_candidate_once(seed):
    truth, picks, letter = planned_letters(seed, hybrid=False)
    around = np.arange(truth.shape[1])
    assert (np.sort(picks[0], axis=0) == np.arange(4)[:, None]).all()
    assert (picks[0][letter, around] == truth[0]).all()
    assert fits(np.bincount(letter, minlength=4), np.full(4, 0.25), tests=20)


@settings(max_examples=10)
@given(seeds)
def test_hybrid_letters_cross_the_truths_with_one_other_each(seed):
    truth, picks, letter = planned_letters(seed, hybrid=True)
    around = np.arange(truth.shape[1])
    right = picks == truth[:, None]
    assert (right.sum(axis=1) == 2).all()
    assert (right.all(axis=0).sum(axis=0) == 1).all()
    assert right[:, letter, around].all()
    for part in range(2):
        others = np.where(right[part], -1, picks[part])
        assert (others.max(axis=0) == np.where(right[part], 9, picks[part]).min(axis=0)).all()
        shift = (others.max(axis=0) - truth[part]) % 4
        assert fits(np.bincount(shift, minlength=4)[1:], np.full(3, 1 / 3), tests=40)
    assert fits(np.bincount(letter, minlength=4), np.full(4, 0.25), tests=20)
