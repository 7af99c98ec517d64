"""Paired comparisons: exact where that can be, right as often as they claim, and the same in any order."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import beta, binomtest

from memsim.rng import Rng
from memsim.scoring.compare import DRAWS, mcnemar, paired

thirds = st.sampled_from([0.0, 1 / 3, 2 / 3, 1.0])
pairs = st.lists(st.tuples(thirds, thirds, st.sampled_from("abcdef")), min_size=2, max_size=40)


def split(rows):
    return tuple(list(column) for column in zip(*rows, strict=True))


@given(st.integers(0, 200), st.integers(0, 200))
def test_p_of_right_and_wrong_is_that_of_the_binomial_test(better, worse):
    expected = binomtest(better, better + worse).pvalue if better + worse else 1.0
    assert mcnemar(better, worse) == pytest.approx(expected, rel=1e-9)


def test_many_pairs_have_an_exact_p_too():
    assert mcnemar(5200, 4800) == pytest.approx(binomtest(5200, 10_000).pvalue, rel=1e-9)
    assert mcnemar(10_000, 2_000) == 0


def test_a_comparison_worked_by_hand():
    found = paired([1, 1, 1, 1, 0, 0, 1, 0], [0, 0, 0, 1, 1, 0, 0, 0])
    assert (found.effect, found.n, found.better, found.worse, found.ties) == (0.375, 8, 4, 1, 3)
    assert found.p == 2 * (1 + 5) / 2**5
    assert found.low < found.effect < found.high


def test_flipped_signs_give_the_share_of_all_flips():
    # Of the 16 ways to sign 0.1, 0.2, 0.3, 0.4 two are as far from 0 as all alike: 2 / 16.
    found = paired([0.1, 0.2, 0.3, 0.4], [0, 0, 0, 0])
    assert found.p == pytest.approx(0.125, abs=0.015)
    assert paired([0.5] * 30, [0.25] * 30).p == 1 / (1 + DRAWS)


def test_an_interval_is_that_of_resampled_clusters():
    # The mean of n independent -1, 0 or 1 is nearly normal: 1.96 standard errors either way.
    a, b = [1] * 300 + [0] * 700, [0] * 400 + [1] * 100 + [0] * 500
    found = paired(a, b)
    half = 1.96 * np.std(np.subtract(a, b)) / np.sqrt(1000)
    assert (found.low, found.high) == (pytest.approx(found.effect - half, abs=0.003), pytest.approx(found.effect + half, abs=0.003))


def test_percentiles_of_few_questions_are_taken_further_out():
    # Three of ten differ, so k of ten drawn are binomial: P(k ≤ 6) = 0.9894, above the plain 0.975 and below Φ(√(10/9) t₉) = 0.9915.
    assert paired([1] * 3 + [0] * 7, [0] * 10).high == pytest.approx(0.7)


def test_questions_of_one_history_do_not_count_as_many():
    a, b = [1, 1, 0, 1, 0, 0, 1, 1, 1, 0], [0, 0, 0, 1, 1, 0, 0, 1, 0, 0]
    alone = paired(a, b)
    copied = paired(np.repeat(a, 5), np.repeat(b, 5), np.repeat([f"h{i}" for i in range(10)], 5))
    assert copied.effect == pytest.approx(alone.effect)
    assert (copied.low, copied.high) == (pytest.approx(alone.low), pytest.approx(alone.high))
    assert copied.p == pytest.approx(alone.p, abs=0.02)
    assert copied.better == 5 * alone.better


@settings(max_examples=15)
@given(pairs, st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_order_and_names_do_not_matter(rows, random, seed):
    a, b, clusters = split(rows)
    other_a, other_b, other_clusters = split(random.sample(rows, len(rows)))
    assert paired(a, b, clusters, seed) == paired(other_a, other_b, [f"history {name}" for name in other_clusters], seed)
    assert paired(a, b, None, seed) == paired(other_a, other_b, None, seed)


@settings(max_examples=15)
@given(pairs)
def test_the_other_way_round_is_the_opposite(rows):
    a, b, clusters = split(rows)
    forth, back = paired(a, b, clusters), paired(b, a, clusters)
    assert back.effect == pytest.approx(-forth.effect)
    assert (back.better, back.worse, back.ties) == (forth.worse, forth.better, forth.ties)
    assert back.p == pytest.approx(forth.p, abs=0.03)


@settings(max_examples=15)
@given(pairs)
def test_counts_add_up_and_the_effect_is_the_mean_difference(rows):
    a, b, clusters = split(rows)
    found = paired(a, b, clusters)
    assert found.better + found.worse + found.ties == found.n == len(rows)
    assert found.effect == pytest.approx(np.subtract(a, b).mean())
    assert 1 / (1 + DRAWS) <= found.p <= 1


def test_the_seed_fixes_the_draws():
    a, b = Rng(1, np.arange(50)).uniform("values", 2)
    assert paired(a, b, seed=3) == paired(a, b, seed=3)
    assert paired(a, b, seed=3).low != paired(a, b, seed=4).low


def test_nothing_differs_from_itself():
    found = paired([0.25, 1, 0], [0.25, 1, 0])
    assert found[:4] == (0, 0, 0, 1)
    assert found.ties == 3


def test_one_history_has_no_interval():
    found = paired([1, 0.5, 1], [0, 0, 1], ["h"] * 3)
    assert isnan(found.low)
    assert isnan(found.high)
    assert (found.effect, found.p) == (0.5, 1)


def test_without_questions_there_is_no_effect():
    found = paired([], [])
    assert all(isnan(value) for value in found[:4])
    assert found[4:] == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("a", "b", "clusters", "message"),
    [
        ([1, 0], [1], None, "same questions, not 2 and 1"),
        ([1, None], [1, 0], None, "value 1 is nan"),
        ([1, 0], [1, 0], ["h"], "2 values need 2 names"),
    ],
)
def test_what_is_not_paired_is_refused(a, b, clusters, message):
    with pytest.raises(ValueError, match=message):
        paired(a, b, clusters)


@pytest.mark.slow
@pytest.mark.parametrize(("groups", "size"), [(10, 5), (40, 5), (60, 1)])
def test_memories_alike_are_told_apart_in_at_most_5_percent(groups, size):
    runs, rng = 400, Rng(3, np.arange(400))
    first, second = (np.repeat(beta.ppf(rng.uniform(f"rate/{name}", groups), 1.6, 0.4), size, axis=0) for name in "ab")
    a, b = rng.uniform("a", groups * size) < first, rng.uniform("b", groups * size) < second
    names = [f"h{group}" for group in range(groups) for _ in range(size)]
    found = [paired(a[:, run], b[:, run], names, seed=run) for run in range(runs)]
    assert np.mean([difference.p <= 0.05 for difference in found]) <= 0.07  # 5 %, and two standard errors of 400 runs
    assert 0.93 <= np.mean([difference.low <= 0 <= difference.high for difference in found]) <= 0.99
