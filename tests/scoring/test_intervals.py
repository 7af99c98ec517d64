"""Intervals: Wilson's own where answers stand alone, wider where they have a history in common, and right as often as they claim."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binomtest, norm
from scipy.stats import t as student_t

from memsim.rng import Rng
from memsim.scoring.intervals import Estimate, Spread, estimate, spread, student

RUNS = 1500

fractions = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@given(st.lists(st.booleans(), min_size=1, max_size=300), st.sampled_from([0.8, 0.95, 0.99]))
def test_single_answers_have_the_interval_of_wilson(values, level):
    expected = binomtest(sum(values), len(values)).proportion_ci(level, method="wilson")
    found = estimate(values, level=level)
    assert (found.low, found.high) == (pytest.approx(expected.low, abs=1e-12), pytest.approx(expected.high, abs=1e-12))
    assert found.mean == pytest.approx(sum(values) / len(values))
    assert (found.n, found.clusters) == (len(values), len(values))


@given(fractions, st.data())
def test_the_mean_lies_in_its_interval_and_that_in_0_to_1(values, data):
    names = data.draw(st.lists(st.sampled_from("abcde"), min_size=len(values), max_size=len(values)))
    for clusters in (None, names):
        found = estimate(values, clusters)
        assert 0 <= found.low <= found.mean + 1e-12
        assert found.mean - 1e-12 <= found.high <= 1


@given(fractions)
def test_clusters_of_one_change_nothing(values):
    assert estimate(values, [f"h{i}" for i in range(len(values))]) == pytest.approx(estimate(values), abs=1e-12)


@given(st.lists(st.booleans(), min_size=2, max_size=40))
def test_copies_of_an_answer_tell_nothing_new(values):
    copied = estimate(np.repeat(values, 6), np.repeat([f"h{i}" for i in range(len(values))], 6))
    alone = estimate(values)
    assert (copied.n, copied.clusters) == (6 * len(values), len(values))
    # At least as wide: a variance taken from few clusters is itself uncertain.
    assert copied.low <= alone.low + 1e-12
    assert copied.high >= alone.high - 1e-12


def test_a_clustered_interval_worked_by_hand():
    found = estimate([1, 1, 0, 1, 0, 0], ["a", "a", "a", "b", "b", "c"])
    # Totals of residuals from 0.5: 0.5, 0, -0.5; variance 3/2 · 0.5 / 36; t of 2 degrees is 4.303, and the expansion's 4.271.
    worth = 0.25 / (1.5 * 0.5 / 36) * (1.959964 / 4.270597) ** 2
    spread_of_wilson = 1.959964 * (0.25 / worth + 1.959964**2 / (4 * worth**2)) ** 0.5 / (1 + 1.959964**2 / worth)
    assert found.high - found.low == pytest.approx(2 * spread_of_wilson, abs=1e-5)


def test_where_nothing_varies_each_cluster_is_worth_one_answer():
    lone = estimate([1, 1, 1, 1])
    assert estimate([1] * 8, list("aabbccdd"))[:3] == lone[:3]
    assert estimate([0.1] * 30, list("abc") * 10)[1:3] == pytest.approx(estimate([0.1] * 3)[1:3])
    # Each history has one right answer of three: the totals do not vary, although the answers do.
    assert estimate([1, 0, 0] * 4, [name for name in "abcd" for _ in range(3)])[1:3] == pytest.approx(estimate([1 / 3] * 4)[1:3])


def test_one_history_is_worth_one_answer():
    found = estimate([1, 0, 1, 1], ["h"] * 4)
    assert found.clusters == 1
    assert found.high - found.low > 0.8


def test_fractions_vary_less_than_right_and_wrong():
    near, far = estimate([0.4, 0.6] * 20), estimate([0, 1] * 20)
    assert near.mean == pytest.approx(far.mean)
    assert near.high - near.low < (far.high - far.low) / 4


def clustered(groups, size, likeness, rate, parts):
    """Values of `size` questions in each history, (groups · size, RUNS): the share right of `parts`, more alike within a history."""
    rng = Rng(5, np.arange(RUNS))
    a, b = rate * (1 - likeness) / likeness, (1 - rate) * (1 - likeness) / likeness
    rates = np.repeat(beta.ppf(rng.uniform("rate", groups), a, b), size, axis=0)
    return sum((rng.uniform(f"part/{part}", groups * size) < rates).astype(float) for part in range(parts)) / parts


@pytest.mark.parametrize("parts", [1, 3], ids=["right or wrong", "fractional"])
@pytest.mark.parametrize(("groups", "size"), [(10, 20), (20, 5), (100, 5), (100, 1)])
def test_95_percent_of_intervals_hold_the_truth(groups, size, parts):
    rate, names = 0.7, [f"h{group}" for group in range(groups) for _ in range(size)]
    found = [estimate(values, names) for values in clustered(groups, size, 0.2, rate, parts).T]
    covered = np.mean([e.low <= rate <= e.high for e in found])
    assert 0.93 <= covered <= 0.975


def test_an_interval_blind_to_histories_holds_the_truth_too_seldom():
    found = [estimate(values) for values in clustered(20, 20, 0.2, 0.7, 1).T]
    assert np.mean([e.low <= 0.7 <= e.high for e in found]) < 0.8


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("freedom", [3, 9, 50, 1000])
def test_the_expansion_gives_students_t(level, freedom):
    p = (1 + level) / 2
    assert student(norm.ppf(p), freedom) == pytest.approx(student_t.ppf(p, freedom), rel=0.01)


def test_without_values_there_is_no_mean():
    found = estimate([], [])
    assert all(isnan(value) for value in found[:3])
    assert found[3:] == (0, 0)
    assert isinstance(found, Estimate)


@pytest.mark.parametrize("measure", [estimate, spread])
@pytest.mark.parametrize("values", [[0.5, nan], [None, 0.5], [float("inf")], [[0.5, 0.5]], 0.5])
def test_what_is_no_list_of_numbers_is_refused(measure, values):
    with pytest.raises(ValueError, match=r"value 1 is nan|value 0 is (nan|inf)|one list of numbers"):
        measure(values)


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ([0.5, 1.5], {}, r"in \[0, 1\], not between 0.5 and 1.5"),
        ([-0.5], {}, r"in \[0, 1\]"),
        ([0.5, 1], {"clusters": ["a"]}, "2 values need 2 names of clusters, not 1"),
        ([0.5], {"level": 1}, "level must lie between 0 and 1, not 1"),
    ],
)
def test_what_has_no_interval_is_refused(values, options, message):
    with pytest.raises(ValueError, match=message):
        estimate(values, **options)


def test_a_spread_interpolates_between_values():
    assert spread([4.0, 1.0, 2.0, 3.0]) == (2.5, 2.5, pytest.approx(3.85), 4)
    assert spread([7]) == Spread(7.0, 7.0, 7.0, 1)


def test_a_spread_of_nothing_is_nothing():
    found = spread([])
    assert all(isnan(value) for value in found[:3])
    assert found.n == 0
