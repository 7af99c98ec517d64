"""Are two memories different? Paired, on the same questions: the effect, its interval, and how likely chance alone would give as much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from memsim.rng import Rng
from memsim.scoring.intervals import Floats, Ints, codes, finite, student

DRAWS = 10_000
_LEVEL = 0.95
_AT_ONCE = 1 << 18  # numbers drawn at a time: what a processor's cache holds
_SLACK = 1e-9  # sums in another order differ by this at most, relative to all that is summed


class Difference(NamedTuple):
    """How much better `a` is than `b`.

    Attributes:
        effect: The mean of a - b over n questions.
        low: Lower end of its 95 % interval.
        high: Upper end.
        p: The chance of an effect at least as large, either way, if a and b were alike.
        n: Questions.
        better: Questions on which a is above b.
        worse: Questions on which a is below b.
        ties: All others.
    """

    effect: float
    low: float
    high: float
    p: float
    n: int
    better: int
    worse: int
    ties: int


def paired(a: ArrayLike, b: ArrayLike, clusters: Sequence[str] | None = None, seed: int = 0) -> Difference:
    """Compare two lists of values for the same questions.

    The interval is the percentile bootstrap over clusters, expanded for few of them (Hesterberg 2015, The American Statistician 69). p is
    McNemar's exact test (1947) where each value is 0 or 1 and a cluster by itself; else it is from flipping the signs of whole clusters at
    random, the observed signs counted in (Phipson & Smyth 2010), so never below 1 / 10,001. Takes 10,000 draws a cluster; neither the order
    of the questions nor the names of the clusters matter.

    Args:
        a: Shape (n,).
        b: Shape (n,), of the same questions in the same order.
        clusters: The name of each question's cluster, such as its history; None where each question stands by itself.
        seed: For the draws.

    Returns:
        Without questions, NaN for effect, interval and p. With one cluster, NaN for the interval: it says nothing of others.

    Raises:
        ValueError: The lists are not equally long, or a value is missing or not finite.
    """
    first, second = finite(a), finite(b)
    if len(first) != len(second):
        raise ValueError(f"a and b must be values for the same questions, not {len(first)} and {len(second)} of them")
    difference, cluster = first - second, codes(clusters, len(first))
    better, worse, n = int((difference > 0).sum()), int((difference < 0).sum()), len(difference)
    counts = (n, better, worse, n - better - worse)
    if not n:
        return Difference(nan, nan, nan, nan, *counts)
    sums, sizes = _sorted_clusters(difference, cluster)
    low, high = _bootstrap(sums, sizes, seed) if len(sums) > 1 else (nan, nan)
    plain = len(sums) == n and all(np.isin(values, (0, 1)).all() for values in (first, second))
    p = mcnemar(better, worse) if plain else _sign_flips(sums, seed)
    return Difference(float(sums.sum()) / n, low, high, p, *counts)


def _sorted_clusters(difference: Floats, cluster: Ints) -> tuple[Floats, Ints]:
    """Return the sum and size of each cluster, in an order that neither names nor the order of the questions change."""
    rising = np.argsort(difference, kind="stable")
    sums = np.bincount(cluster[rising], difference[rising]).astype(np.float64)
    sizes = np.bincount(cluster).astype(np.int64)
    order = np.lexsort((sums, sizes))
    return sums[order], sizes[order]


def mcnemar(better: int, worse: int) -> float:
    """Return the two-sided p of McNemar's exact test: so uneven a split, or more, of the pairs that differ, by a fair coin."""
    pairs, tail, ways = better + worse, 0, 1
    for heads in range(min(better, worse) + 1):
        tail += ways
        ways = ways * (pairs - heads) // (heads + 1)
    return min(1.0, 2 * tail / 2**pairs)


def _bootstrap(sums: Floats, sizes: Ints, seed: int) -> tuple[float, float]:
    """Return the percentile interval of a mean; each draw takes as many clusters as there are, with repeats.

    Percentiles of few clusters are too narrow, so they are taken further out: Hesterberg's expanded percentile interval.
    """
    clusters = len(sums)
    tail = NormalDist().cdf(-sqrt(clusters / (clusters - 1)) * student(NormalDist().inv_cdf((1 + _LEVEL) / 2), clusters - 1))
    picks = ((rng.uniform("compare/bootstrap", clusters) * clusters).astype(np.int64) for rng in _draws(clusters, seed))
    means = [sums[pick].sum(axis=0) / sizes[pick].sum(axis=0) for pick in picks]
    low, high = np.quantile(np.concatenate(means), [tail, 1 - tail]).tolist()
    return low, high


def _sign_flips(sums: Floats, seed: int) -> float:
    """Return the share of draws whose total is as far from 0 as the true one; a cluster without a difference has no sign to flip."""
    sums = sums[sums != 0]
    if not len(sums):
        return 1.0
    bar = abs(float(sums.sum())) - _SLACK * float(np.abs(sums).sum())
    signs = (rng.words("compare/signs", len(sums)) >> np.uint64(63) for rng in _draws(len(sums), seed))
    as_far = sum(int((np.abs(sums @ (2.0 * sign - 1.0)) >= bar).sum()) for sign in signs)
    return (1 + as_far) / (1 + DRAWS)


def _draws(clusters: int, seed: int) -> Iterator[Rng]:
    """Yield the draws, a few at a time: draw i reads number i of the stream of each cluster."""
    step = max(1, _AT_ONCE // clusters)
    return (Rng(seed, np.arange(start, min(start + step, DRAWS))) for start in range(0, DRAWS, step))
