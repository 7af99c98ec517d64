"""Areas against scikit-learn, standard errors against DeLong's formula written out and against what resampling gives."""

from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from memsim.check.leaks.auc import area

SCORES = st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=4, max_size=60)


def delong(score, positive):
    """The standard error of DeLong et al. (1988), pair by pair."""
    yes, no = score[positive], score[~positive]
    wins = (yes[:, None] > no) + 0.5 * (yes[:, None] == no)
    auc = wins.mean()
    return sqrt(((wins.mean(axis=1) - auc) ** 2).sum() / len(yes) ** 2 + ((wins.mean(axis=0) - auc) ** 2).sum() / len(no) ** 2)


@given(SCORES)
def test_one_fold_is_the_area_with_the_error_of_delong(rows):
    score, positive = np.array([one for one, _ in rows], dtype=float), np.array([one for _, one in rows])
    n = len(rows)
    found = area(score, positive, np.arange(n), np.zeros(n, dtype=int))
    if positive.all() or not positive.any():
        assert isnan(found.auc)
        return
    assert found.auc == pytest.approx(roc_auc_score(positive, score))
    assert found.error == pytest.approx(sqrt(n / (n - 1)) * delong(score, positive), abs=1e-9)


def test_folds_are_averaged_since_their_scores_do_not_compare():
    score, positive = np.array([0.0, 1, 10, 11]), np.array([False, True, False, True])
    assert area(score, positive, np.arange(4), np.array([0, 0, 1, 1])).auc == 1
    assert area(score, positive, np.arange(4), np.zeros(4, dtype=int)).auc == 0.75


def test_rows_that_come_in_copies_tell_no_more():
    draws = np.random.Generator(np.random.PCG64(3))
    score, positive = draws.normal(size=300), draws.random(300) < 0.4
    once = area(score, positive, np.arange(300), np.zeros(300, dtype=int))
    copied = area(np.tile(score, 5), np.tile(positive, 5), np.tile(np.arange(300), 5), np.zeros(1500, dtype=int))
    assert copied == pytest.approx(once)
    assert once.interval(0.95) == pytest.approx((once.auc - 1.9676 * once.error, once.auc + 1.9676 * once.error), abs=1e-3)


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.integers(0, 2)), min_size=4, max_size=60))
def test_strata_count_the_pairs_within_them(rows):
    score, positive, stratum = (np.array(column) for column in zip(*rows, strict=True))
    n = len(rows)
    found = area(score.astype(float), positive, np.arange(n), np.zeros(n, dtype=int), stratum)
    pairs = [(one, other) for one in range(n) for other in range(n) if positive[one] > positive[other] and stratum[one] == stratum[other]]
    if not pairs:
        assert isnan(found.auc)
        return
    wins = [float(score[one] > score[other]) + 0.5 * float(score[one] == score[other]) for one, other in pairs]
    assert found.auc == pytest.approx(np.mean(wins))


def test_what_only_the_stratum_tells_is_no_area_within_it():
    stratum = np.repeat([0, 1], 200)
    positive = np.random.Generator(np.random.PCG64(5)).random(400) < np.where(stratum == 0, 0.2, 0.8)
    clusters, fold = np.arange(400), np.zeros(400, dtype=int)
    assert area(stratum.astype(float), positive, clusters, fold).interval(0.95)[0] > 0.7
    assert area(stratum.astype(float), positive, clusters, fold, stratum).auc == 0.5


def histories_that_differ(draws, histories, gaps):
    """Rows of some histories, most of one stratum each; positives score higher by the gap of their stratum."""
    clusters = np.repeat(np.arange(histories), draws.integers(2, 9, histories))
    own = draws.integers(0, len(gaps), histories)[clusters]
    stratum = np.where(draws.random(len(clusters)) < 0.7, own, draws.integers(0, len(gaps), len(clusters)))
    positive = draws.random(len(clusters)) < np.array([0.15, 0.3, 0.5, 0.7])[stratum]
    score = draws.normal(size=len(clusters)) + 0.7 * draws.normal(size=histories)[clusters] + positive * np.array(gaps)[stratum]
    return score, positive, clusters, np.zeros(len(clusters), dtype=int), stratum


@pytest.mark.parametrize("gaps", [(0, 0, 0, 0), (0, 0.5, 1, 2), (-1, 2, -1, 2)])
def test_the_error_is_what_new_histories_give_also_where_strata_differ(gaps):
    draws = np.random.Generator(np.random.PCG64(11))
    found = [area(*histories_that_differ(draws, 60, gaps)) for _ in range(300)]
    spread = np.std([one.auc for one in found])
    assert np.sqrt(np.mean([one.error**2 for one in found])) == pytest.approx(spread, rel=0.2)


def test_a_fold_without_a_pair_counts_for_nothing():
    score, positive = np.array([0.0, 1, 5, 6]), np.array([False, True, True, True])
    with_it = area(score, positive, np.arange(4), np.array([0, 0, 1, 1]), np.zeros(4, dtype=int))
    apart = area(score, np.array([False, True, False, True]), np.arange(4), np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2]))
    assert with_it.auc == apart.auc == 1
