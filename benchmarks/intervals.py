"""Rates with their intervals, and the bars they are held against."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

if TYPE_CHECKING:
    import numpy as np

CHANCE = 0.25
SE_BAR = 3.5
_Z = 1.959963984540054


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson (1927) for a proportion."""
    if n == 0:
        return 0.0, 1.0
    rate, denominator = hits / n, 1 + _Z**2 / n
    centre, half = rate + _Z**2 / (2 * n), _Z * sqrt(rate * (1 - rate) / n + _Z**2 / (4 * n**2))
    return (centre - half) / denominator, (centre + half) / denominator


def chance_se(n: int) -> float:
    """Return the standard error of a rate of 25 % over n questions."""
    return sqrt(CHANCE * (1 - CHANCE) / max(n, 1))


@dataclass
class Measure:
    """One number of the table.

    Attributes:
        section: Which attack. what: which rows or variant.
        value: The rate, or another number. hits, n: what it is made of, where it is a rate.
        low, high: 95 % interval. bar: in words. ok: None where nothing is demanded.
    """

    section: str
    what: str
    value: float
    hits: int | None = None
    n: int | None = None
    low: float | None = None
    high: float | None = None
    bar: str = ""
    ok: bool | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def rate(
    section: str, what: str, right: NDArray[np.bool_], limit: float | None = None, spread: float | None = None, se: float = SE_BAR
) -> Measure:
    """Return a guess rate.

    Args:
        section: The attack.
        what: The rows.
        right: Whether each guess was right.
        limit: The rate must not be above it; by default 25 % + `se` standard errors.
        spread: The rate must be within 25 % ± this instead (or ± `se` standard errors, where few rows make that the wider).
        se: How many standard errors of 25 % over these rows.
    """
    n, hits = len(right), int(right.sum())
    value = hits / n if n else float("nan")
    if spread is not None:
        wide = max(spread, se * chance_se(n))
        bar, ok = f"25 ± {100 * wide:.2f} %", abs(value - CHANCE) <= wide
    else:
        most = CHANCE + se * chance_se(n) if limit is None else limit
        bar, ok = f"≤ {100 * most:.2f} %", not value > most
    return Measure(section, what, value, hits, n, *wilson(hits, n), bar, ok if n else None)


def cells(section: str, right: NDArray[np.bool_], label: NDArray[np.object_], least: int = 1, se: float = SE_BAR) -> list[Measure]:
    """Return a rate for each label that at least so many rows have; rows labelled "" are in none."""
    counts = Counter(label.tolist())
    return [rate(section, name, right[label == name], se=se) for name in sorted(counts) if name and counts[name] >= least]
