"""A rate is judged by its interval: Wilson's, for clusters wider, and for several types of questions shared out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from memsim.check.leaks.verdict import LEVEL, Tried, interval, rated


def tried(right, n, chance=0.25, clusters=None, types=None):
    ids = [f"q{number}" for number in range(n)]
    credit = np.r_[np.ones(right), np.zeros(n - right)]
    return Tried(credit, np.full(n, chance), clusters or ids, types or ["one"] * n, ids)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(1, n - 1) if n > 1 else st.just(1), st.just(n))))
def test_single_questions_are_judged_as_wilson_has_it(counts):
    right, n = counts
    found = interval(tried(right, n))
    low, high = binomtest(right, n).proportion_ci(0.95, method="wilson")
    far_low, far_high = binomtest(right, n).proportion_ci(1 - LEVEL, method="wilson")
    if right < n:
        assert (found["low"], found["high"]) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))
        assert found["ok"] or not far_low <= 0.25 <= far_high  # t is wider


def test_few_fractions_that_agree_by_accident_are_no_leak():
    two = Tried(np.array([0.1, 0.11]), np.full(2, 0.5), ["a", "b"], ["one"] * 2, ["q0", "q1"])
    assert rated("name", "rule", two).ok
    draws = np.random.Generator(np.random.PCG64(1)).random((4000, 12))
    names = [f"q{number}" for number in range(12)]
    assert sum(not rated("name", "rule", Tried(row, np.full(12, 0.5), names, ["one"] * 12, names)).ok for row in draws) <= 4


@pytest.mark.parametrize(("right", "ok"), [(250, True), (290, True), (330, False), (170, False)])
def test_a_rate_off_chance_is_a_leak_on_either_side(right, ok):
    assert rated("name", "rule", tried(right, 1000)).ok == ok


def test_a_rate_below_chance_is_none_where_a_model_learned():
    assert rated("name", "rule", tried(0, 1000), above=True).ok
    assert not rated("name", "rule", tried(1000, 1000), above=True).ok


def test_questions_of_one_history_count_as_one():
    alone, together = tried(400, 1000), tried(400, 1000, clusters=[f"h{number // 100}" for number in range(1000)])
    assert not interval(alone)["ok"]
    assert interval(together)["ok"]


def test_a_leak_in_one_type_is_found_though_the_whole_hides_it():
    types = ["a"] * 100 + ["b"] * 1900
    credit = np.r_[np.ones(90), np.zeros(10), np.tile([1, 0, 0, 0], 475)]
    ids = [f"q{number}" for number in range(2000)]
    found = rated("name", "rule", Tried(credit, np.full(2000, 0.25), ids, types, ids))
    assert not found.ok
    assert [kind for kind, one in found.detail["by_type"].items() if not one["ok"]] == ["a"]
    assert found.examples[0] == "q0"


def test_a_clean_set_is_accused_less_often_than_once_in_a_thousand_rates():
    draws = np.random.Generator(np.random.PCG64(7)).binomial(1000, 0.25, 2000)
    assert sum(not rated("name", "rule", tried(int(right), 1000)).ok for right in draws) <= 1
