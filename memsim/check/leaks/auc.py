"""The area under the ROC curve of cross-validated scores, with an interval that knows of clusters."""

from __future__ import annotations

from math import nan, sqrt
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


def area(score: Floats, positive: Bools, clusters: Ints, fold: Ints) -> Area:
    """Return the mean area over folds: scores of models that learned from different rows do not compare (LeDell et al. 2015).

    The variance is that of the sum, over clusters, of the placements of their rows (DeLong et al. 1988; for clusters, Obuchowski 1997).

    Args:
        score: Shape (n,).
        positive: Shape (n,).
        clusters: Of each row, 0 to some number, shape (n,).
        fold: Of each row, shape (n,).
    """
    groups = int(clusters.max(initial=-1)) + 1
    pull, found, folds = np.zeros(groups), [], np.unique(fold)
    for one in folds.tolist():
        mine = fold == one
        yes, no = mine & positive, mine & ~positive
        if not (yes.any() and no.any()):
            continue
        of_yes, of_no = _placements(score[yes], score[no]), 1 - _placements(score[no], score[yes])
        found.append(float(of_yes.mean()))
        pull += np.bincount(clusters[yes], of_yes - found[-1], groups) / yes.sum()
        pull += np.bincount(clusters[no], of_no - found[-1], groups) / no.sum()
    if not found or groups < 2:
        return Area(nan, nan, groups)
    pull /= len(found)
    return Area(float(np.mean(found)), sqrt(groups / (groups - 1) * float(pull @ pull)), groups)


def _placements(mine: Floats, others: Floats) -> Floats:
    """Return for each score the share of the others that it beats, ties half."""
    ordered = np.sort(others)
    return (np.searchsorted(ordered, mine, "left") + np.searchsorted(ordered, mine, "right")) / (2 * len(ordered))
