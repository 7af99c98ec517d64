"""The Shannon–Wiener index and its evenness."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np


def shannon_wiener(counts: Iterable[int]) -> float:
    """Return H = -Σ p ln p in nats over values that occur so often (Shannon 1948); 0 where there is one value, or none.

    It is the plug-in estimate: n draws can't show more than ln n, so sets of very different sizes compare only where values are few beside draws.
    """
    found = np.sort(np.fromiter(counts, dtype=np.float64))  # sorted: a sum of floats must not depend on the order of counting
    found = found[found > 0]
    if len(found) < 2:
        return 0.0
    shares = found / found.sum()
    return float(-(shares * np.log(shares)).sum())


def evenness(entropy: float, possible: int) -> float | None:
    """Return J = H / ln S for S possible values (Pielou 1966): 1 where all are as frequent, None where there are fewer than two."""
    return entropy / math.log(possible) if possible > 1 else None
