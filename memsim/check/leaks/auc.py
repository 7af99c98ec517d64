"""The area under the ROC curve of cross-validated scores, with an interval that knows of clusters."""

from __future__ import annotations

from math import nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from memsim.check.leaks.options import Bools, Floats, Ints
from memsim.scoring.intervals import student


class Area(NamedTuple):
    """P(a positive scores above a negative), ties half, with its standard error; both NaN where no fold has two to compare, and the number of clusters."""

    auc: float
    error: float
    clusters: int

    def interval(self, level: float) -> tuple[float, float]:
        """Return the bounds, by Student's t for the number of clusters."""
        half = student(NormalDist().inv_cdf((1 + level) / 2), max(self.clusters - 1, 1)) * self.error
        return max(self.auc - half, 0.0), min(self.auc + half, 1.0)


def area(score: Floats, positive: Bools, clusters: Ints, fold: Ints, stratum: Ints | None = None) -> Area:
    """Return the mean area over folds: scores of models that learned from different rows do not compare (LeDell et al. 2015).

    With strata, only rows of one stratum are compared: the area of a fold is the share of all such pairs.

    The variance is that of the sum, over clusters, of the placements of their rows (DeLong et al. 1988; for clusters, Obuchowski 1997). It is linearised
    at the area of the fold, not of each stratum: which strata a cluster is of is chance, too.

    Args:
        score: Shape (n,).
        positive: Shape (n,).
        clusters: Of each row, 0 to some number, shape (n,).
        fold: Of each row, shape (n,).
        stratum: Of each row, shape (n,).
    """
    groups = int(clusters.max(initial=-1)) + 1
    stratum = np.zeros_like(fold) if stratum is None else stratum
    pull, found = np.zeros(groups), []
    for one in np.unique(fold).tolist():
        mine = np.flatnonzero(fold == one)
        won, pairs = _by_cluster(score[mine], positive[mine], clusters[mine], stratum[mine], groups)
        if pairs.any():
            found.append(float(won.sum() / pairs.sum()))
            pull += 2 * (won - found[-1] * pairs) / pairs.sum()
    if not found or groups < 2:
        return Area(nan, nan, groups)
    pull /= len(found)
    return Area(float(np.mean(found)), sqrt(groups / (groups - 1) * float(pull @ pull)), groups)


def _by_cluster(score: Floats, positive: Bools, clusters: Ints, stratum: Ints, groups: int) -> tuple[Floats, Floats]:
    """Return how many pairs of one stratum the rows of each cluster are in, and how many of those the positive wins; each pair counts for both its rows."""
    won, pairs = np.zeros((2, groups))
    for one in np.unique(stratum).tolist():
        yes, no = np.flatnonzero(positive & (stratum == one)), np.flatnonzero(~positive & (stratum == one))
        if len(yes) and len(no):
            for mine, others, placements in (
                (yes, no, _placements(score[yes], score[no])),
                (no, yes, 1 - _placements(score[no], score[yes])),
            ):
                won += len(others) * np.bincount(clusters[mine], placements, groups)
                pairs += len(others) * np.bincount(clusters[mine], minlength=groups)
    return won, pairs


def _placements(mine: Floats, others: Floats) -> Floats:
    """Return for each score the share of the others that it beats, ties half."""
    ordered = np.sort(others)
    return (np.searchsorted(ordered, mine, "left") + np.searchsorted(ordered, mine, "right")) / (2 * len(ordered))
