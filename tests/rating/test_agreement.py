import sys
from itertools import combinations
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import MissingDependencyError
from memsim.rating.agreement import SAME, SINGLE, Agreement, agreement
from memsim.rng import Rng

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section E: four observers, twelve units; 0 for none.
PUBLISHED = [
    (1, 1, 0, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (0, 5, 5, 5), (0, 0, 1, 1), (0, 3, 0, 0),
]  # fmt: skip
PUBLISHED = [[score for score in unit if score] for unit in PUBLISHED]


def test_alpha_is_the_published_one():
    found = agreement(PUBLISHED)
    assert round(found.alpha, 3) == 0.815
    assert found.undefined == ""


def test_alpha_of_names_is_the_published_one():
    assert round(agreement(PUBLISHED, level="nominal").alpha, 3) == 0.743


def test_scores_may_be_on_another_scale():
    assert agreement([[0, 0], [1, 1], [0, 1], [0, 0]], range(2), "nominal") == (0.75, 4, pytest.approx(1 - 7 * 2 / (2 * 5 * 3)), "")


def test_the_share_of_equal_scores_is_over_all_pairs_of_an_item():
    found = agreement([[1, 1, 2], [4, 4], [5]])
    assert (found.pairs, found.equal) == (4, 0.5)


def test_scores_that_always_agree_have_an_alpha_of_one_if_they_vary():
    assert agreement([[1, 1], [3, 3], [5, 5]])[:3] == (1.0, 3, 1.0)


@pytest.mark.parametrize("scores", [[[4, 4, 4], [4, 4, 4]], [[4, 4], [5], [4, 4]]])
def test_without_variation_alpha_is_not_defined(scores):
    found = agreement(scores)
    assert (found.equal, found.alpha, found.undefined) == (1.0, None, SAME)


@pytest.mark.parametrize("scores", [[], [[]], [[1], [2], []]])
def test_without_two_scores_of_an_item_nothing_is_told(scores):
    assert agreement(scores) == Agreement(None, 0, None, SINGLE)


def test_chance_has_an_alpha_of_about_zero():
    scores = (1 + Rng(3, np.arange(3000)).uniform("scores", 2) * 5).astype(int).T.tolist()
    assert abs(agreement(scores).alpha) < 0.05


@given(st.lists(st.lists(st.integers(1, 5), max_size=4), max_size=12))
def test_alpha_is_a_number_below_one_wherever_scores_vary(scores):
    found = agreement(scores)
    several = [some for some in scores if len(some) > 1]
    varies = len({score for some in several for score in some}) > 1
    assert (found.alpha is not None) == varies == (not found.undefined)
    assert found.pairs == sum(len(list(combinations(some, 2))) for some in several)
    if varies:
        assert -1 <= found.alpha <= 1
        assert isclose(found.alpha, 1) == (found.equal == 1)


def test_without_krippendorff_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    with pytest.raises(MissingDependencyError, match=r"memsim\[llm\]"):
        agreement([[1, 2], [3, 3]])
