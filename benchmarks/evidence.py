"""Where evidence stands in a history, and whether it looks different from what surrounds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from intervals import Measure
from numpy.typing import NDArray

from memsim.rng import Rng

if TYPE_CHECKING:
    from guessing import Floats, Ints
    from rows import Rows

_K, _BINS = 5, 10
_SPREAD, _P_BAR = 0.02, 0.001
_Z = 1.959963984540054


def _recall(rows: Rows, picked: NDArray[np.bool_]) -> Floats:
    """Return |evidence ∩ picked| / |evidence| of each trajectory."""
    m = rows.messages
    hits = np.bincount(m.row, m.evidence & picked, minlength=len(rows))
    return hits / np.bincount(m.row, m.evidence, minlength=len(rows))


def _random_order(rows: Rows) -> Ints:
    """Return each message's place in a random order of its history."""
    m = rows.messages
    most = int(np.diff(m.start).max())
    keys = Rng(0, rows.index).uniform("benchmark/order", most)[m.place, m.row]
    order = np.lexsort((keys, m.row))
    out = np.empty(len(order), dtype=np.int64)
    out[order] = np.arange(len(order)) - m.start[m.row[order]]
    return out


def measures(rows: Rows) -> Iterator[Measure]:
    """Yield recall@5 of the first, last and random five, and a chi-square test of the evidence's place."""
    m = rows.messages
    count = np.diff(m.start)[m.row]
    picks = {"first five": m.place < _K, "last five": m.place >= count - _K, "random five": _random_order(rows) < _K}
    recalls = {name: _recall(rows, picked) for name, picked in picks.items()}
    middle = float(np.mean([recall.mean() for recall in recalls.values()]))
    for name, recall in recalls.items():
        half = _Z * recall.std() / np.sqrt(len(recall))
        value, apart = float(recall.mean()), max(abs(float(recall.mean() - other.mean())) for other in recalls.values())
        bar = f"apart ≤ {_SPREAD} (mean {middle:.3f})"
        yield Measure("evidence recall@5", name, value, None, len(recall), value - half, value + half, bar, apart <= _SPREAD)
    yield _place_test(rows, count)


def _place_test(rows: Rows, count: Ints) -> Measure:
    """Test that evidence is spread evenly: (place + u) / messages is uniform if it is."""
    from scipy.stats import chisquare

    m = rows.messages
    spread = Rng(0, np.arange(len(m.row))).one("benchmark/spread")
    where = ((m.place + spread) / count)[m.evidence]
    test = chisquare(np.bincount((where * _BINS).astype(np.int64), minlength=_BINS))
    p = float(test.pvalue)
    what = f"χ² of {_BINS} bins = {test.statistic:.1f}, p"
    return Measure("evidence place", what, p, None, len(where), bar=f"p ≥ {_P_BAR}", ok=p >= _P_BAR)
