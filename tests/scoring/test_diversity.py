"""The Shannon–Wiener index and its evenness, against scipy and at their ends."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from memsim.scoring.diversity import evenness, shannon_wiener

counts = st.lists(st.integers(0, 1000), min_size=1, max_size=30).filter(any)


@given(counts)
def test_it_is_the_entropy_in_nats(found):
    assert shannon_wiener(found) == pytest.approx(entropy(found), abs=1e-12)


@given(counts, st.randoms())
def test_the_order_of_counting_changes_no_bit(found, random):
    assert shannon_wiener(random.sample(found, len(found))) == shannon_wiener(found)


@given(st.integers(2, 400), st.integers(1, 9))
def test_alike_frequencies_are_even(values, each):
    assert evenness(shannon_wiener([each] * values), values) == pytest.approx(1)


def test_by_hand():
    assert shannon_wiener([2, 1, 1]) == pytest.approx(1.5 * math.log(2))
    assert evenness(shannon_wiener([2, 1, 1]), 4) == pytest.approx(0.75)


def test_one_value_has_no_entropy_and_no_evenness():
    assert (shannon_wiener([7]), shannon_wiener([7, 0]), shannon_wiener([])) == (0, 0, 0)
    assert evenness(0.0, 1) is None
