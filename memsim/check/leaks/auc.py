"""The area under the ROC curve of cross-validated scores, with an interval that knows of clusters."""

from __future__ import annotations

from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from memsim.check.leaks.options import Bools, Floats, Ints
from memsim.scoring.intervals import student


class Area(NamedTuple):
    """P(a positive scores above a negative), ties half, with its standard error; both NaN where a fold has but one of the two, and `clusters`."""

    auc: float
    error: float
    clusters: int

    def interval(self, level: float) -> tuple[float, float]:
        """Return the bounds, by Student's t for the number of clusters."""
        half = student(NormalDist().inv_cdf((1 + level) / 2), max(self.clusters - 1, 1)) * self.error
        return max(self.auc - half, 0.0), min(self.auc + half, 1.0)


def area(score: Floats, positive: Bools, clusters: Ints, fold: Ints, stratum: Ints | None = None) -> Area:
    """Return the mean area over folds: scores of models that learned from different rows do not compare (LeDell et al. 2015).

    With strata, only rows of one stratum are compared: the area of a fold is the share of such pairs.

    The variance is that of the sum, over clusters, of the placements of their rows (DeLong et al. 1988; for clusters, Obuchowski 1997).

    Args:
        score: Shape (n,).
        positive: Shape (n,).
        clusters: Of each row, 0 to some number, shape (n,).
        fold: Of each row, shape (n,).
        stratum: Of each row, shape (n,).
    """
    groups = int(clusters.max(initial=-1)) + 1
    pull, found = np.zeros(groups), []
    for one in np.unique(fold).tolist():
        auc, pulled = _of_fold(score, positive, clusters, fold == one, groups, np.zeros_like(fold) if stratum is None else stratum)
        if not isnan(auc):
            found.append(auc)
            pull += pulled
    if not found or groups < 2:
        return Area(nan, nan, groups)
    pull /= len(found)
    return Area(float(np.mean(found)), sqrt(groups / (groups - 1) * float(pull @ pull)), groups)


def _of_fold(score: Floats, positive: Bools, clusters: Ints, mine: Bools, groups: int, stratum: Ints) -> tuple[float, Floats]:
    """Return the area of some rows, NaN without a pair to compare, and what each cluster adds to its deviation."""
    auc, pairs, pull = 0.0, 0.0, np.zeros(groups)
    for one in np.unique(stratum[mine]).tolist():
        yes, no = mine & positive & (stratum == one), mine & ~positive & (stratum == one)
        weight = float(yes.sum()) * float(no.sum())
        if weight:
            of_yes, of_no = _placements(score[yes], score[no]), 1 - _placements(score[no], score[yes])
            mean = float(of_yes.mean())
            pairs, auc = pairs + weight, auc + weight * mean
            pull += weight * np.bincount(clusters[yes], of_yes - mean, groups) / yes.sum()
            pull += weight * np.bincount(clusters[no], of_no - mean, groups) / no.sum()
    return (auc / pairs, pull / pairs) if pairs else (nan, pull)


def _placements(mine: Floats, others: Floats) -> Floats:
    """Return for each score the share of the others that it beats, ties half."""
    ordered = np.sort(others)
    return (np.searchsorted(ordered, mine, "left") + np.searchsorted(ordered, mine, "right")) / (2 * len(ordered))
