"""What a mean over questions says of questions not asked: intervals that know how much the answers of one history have in common."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_ROUNDING = 1e-24  # a variance below this is 0, computed in floating point


class Estimate(NamedTuple):
    """A mean of values in [0, 1] with its interval; `n` values in `clusters` clusters."""

    mean: float
    low: float
    high: float
    n: int
    clusters: int


class Spread(NamedTuple):
    """Values without an upper bound, such as seconds and tokens: their mean, median, 95th percentile and number."""

    mean: float
    p50: float
    p95: float
    n: int


def finite(values: ArrayLike) -> Floats:
    """Return a list of finite numbers.

    Raises:
        ValueError: It is no list, or something in it is missing or not finite: what was not measured has no place in a mean.
    """
    found = np.asarray(values, dtype=np.float64)
    if found.ndim != 1:
        raise ValueError(f"values must be one list of numbers, not an array of shape {found.shape}")
    if not np.isfinite(found).all():
        place = int(np.flatnonzero(~np.isfinite(found))[0])
        raise ValueError(f"value {place} is {found[place]}, which is no finite number; leave out what was not measured, and count it")
    return found


def codes(clusters: Sequence[str] | None, n: int) -> Ints:
    """Return the number of each value's cluster in sorted order; without names, each value is a cluster by itself."""
    if clusters is None:
        return np.arange(n)
    if len(clusters) != n:
        raise ValueError(f"{n} values need {n} names of clusters, not {len(clusters)}")
    return np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)[1].astype(np.int64)


def estimate(values: ArrayLike, clusters: Sequence[str] | None = None, level: float = 0.95) -> Estimate:
    """Return the mean with the interval of Wilson (1927), for the number of independent answers that the values are worth.

    That number is mean (1 - mean) / variance of the mean (Korn & Graubard 1998, Survey Methodology 24). Where a cluster holds several values,
    the variance is robust to clusters (Miller 2024, arXiv 2411.00640), and the number shrinks by (z / t)², as theirs does, because few clusters
    tell little of it. For single 0/1 values the number is n, and the interval is Wilson's own; fractions vary less than 0/1, so it may be above
    n. Where nothing varies, it is the number of clusters.

    Args:
        values: Numbers in [0, 1], shape (n,).
        clusters: The name of each value's cluster, such as its history; None where each value stands by itself.
        level: How often the interval covers the truth.

    Returns:
        Without values, a mean and an interval of NaN, with n = 0.

    Raises:
        ValueError: A value is missing or outside [0, 1], or the clusters are not as many as the values.
    """
    found = finite(values)
    if ((found < 0) | (found > 1)).any():
        raise ValueError(f"values must lie in [0, 1], not between {found.min()} and {found.max()}; see `spread` for others")
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    cluster = codes(clusters, len(found))
    if not len(found):
        return Estimate(nan, nan, nan, 0, 0)
    mean, groups, z = float(found.mean()), int(cluster.max()) + 1, NormalDist().inv_cdf((1 + level) / 2)
    totals = np.bincount(cluster, found - mean, groups)
    variance = float(totals @ totals) / len(found) ** 2
    if 1 < groups < len(found):
        variance *= groups / (groups - 1) * (student(z, groups - 1) / z) ** 2
    worth = mean * (1 - mean) / variance if variance > _ROUNDING else groups
    return Estimate(mean, *_wilson(mean, worth, z), len(found), groups)


def student(z: float, freedom: int) -> float:
    """Return Student's t where the normal distribution has z, by its expansion (Abramowitz & Stegun 26.7.5): 1 % off at 2 degrees of freedom."""
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


def _wilson(mean: float, n: float, z: float) -> tuple[float, float]:
    centre, half = mean + z**2 / (2 * n), z * sqrt(mean * (1 - mean) / n + z**2 / (4 * n**2))
    low, high = (centre - half) / (1 + z**2 / n), (centre + half) / (1 + z**2 / n)
    return (max(low, 0.0) if mean > 0 else 0.0, min(high, 1.0) if mean < 1 else 1.0)


def spread(values: ArrayLike) -> Spread:
    """Return the mean, the percentiles by linear interpolation (numpy's ``linear``) and n; NaN and n = 0 without values.

    Raises:
        ValueError: A value is missing or not finite.
    """
    found = finite(values)
    if not len(found):
        return Spread(nan, nan, nan, 0)
    p50, p95 = np.quantile(found, [0.5, 0.95], method="linear").tolist()
    return Spread(float(found.mean()), p50, p95, len(found))
