"""Rows of the model, smoothed by those that were there, in round numbers that sum to 1."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from implicit import HOBBIES, scenario

from memsim.network.elicit.cases import implicit
from memsim.network.elicit.weights import _rounded, weigh
from memsim.spec.load import load_spec

SIZE = len(HOBBIES)
FORBID = {"name": "no chess for the old", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["old"]},
          "then": {"attribute": "hobby", "none_of": ["chess"]}}  # fmt: skip


@pytest.fixture(scope="module")
def node_of(tmp_path_factory):
    """Makes the implicit node of a scenario with a smoothing and rules."""

    def make(smoothing, *rules):
        return implicit(load_spec(scenario(tmp_path_factory.mktemp("weights") / "it", rules, smoothing=smoothing)), "en")[0]

    return make


def test_without_smoothing_a_row_is_the_shares_of_its_draws(node_of):
    table = weigh(node_of(0), {3: [0, 0, 1, 5]}, SIZE)
    assert table[3].tolist() == [0.5, 0.25, 0, 0, 0, 0.25, *[0] * (SIZE - 6)]


def test_half_of_the_smoothing_is_the_table_and_half_all_draws(node_of):
    node = node_of(0.4)
    table = weigh(node, {0: [0, 1], 9: [2, 2]}, SIZE)
    pooled = np.bincount([0, 1, 2, 2], minlength=SIZE) / 4
    for case, own in ((0, [0, 1]), (9, [2, 2])):
        expected = 0.6 * np.bincount(own, minlength=SIZE) / 2 + 0.2 * node.table[case] + 0.2 * pooled
        assert table[case] == pytest.approx(expected, abs=1e-6)


def test_rows_without_draws_are_as_they_were(node_of):
    node = node_of(0.4)
    table = weigh(node, {0: [0, 1]}, SIZE)
    assert table[1:].tolist() == node.table[1:].tolist()
    assert weigh(node, {}, SIZE).tolist() == node.table.tolist()


def test_what_is_new_has_weight_wherever_a_model_was_asked(node_of):
    table = weigh(node_of(0.4), {0: [SIZE, 1], 1: [0, 1]}, SIZE + 2)
    assert table[0, SIZE] == pytest.approx(0.6 / 2 + 0.2 / 4, abs=1e-6)
    assert table[1, SIZE] == pytest.approx(0.2 / 4, abs=1e-6)
    assert table[2:, SIZE].tolist() == [0] * 14
    assert table[:, SIZE + 1].tolist() == [0] * 16


def test_smoothing_brings_nothing_that_a_rule_forbids(node_of):
    """Chess, which is drawn for the young, is not lent to the old; what the table gives them is the author's."""
    node = node_of(0.4, FORBID)
    table = weigh(node, {0: [0, 0], 8: [1, 1]}, SIZE)
    assert table[8, 0] == pytest.approx(0.2 * node.table[8, 0], abs=1e-6)
    assert table[8, 1] == pytest.approx(0.6 + 0.2 * node.table[8, 1] + 0.2, abs=1e-6)


@given(st.lists(st.lists(st.integers(0, 1000), min_size=7, max_size=7).filter(any), min_size=1, max_size=5))
def test_rounded_rows_sum_to_1_and_are_near(counts):
    rows = np.array(counts) / np.sum(counts, axis=1, keepdims=True)
    rounded = _rounded(rows)
    assert (np.rint(rounded * 1e6).sum(axis=1) == 1e6).all()
    assert rounded.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert rounded == pytest.approx(rows, abs=1e-6)
    assert (rounded[rows > 1e-6] > 0).all()
