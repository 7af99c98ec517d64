"""The tables of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Protocol

from memsim.report.table import NOTHING, Table, signed
from memsim.report.tables import place
from memsim.scoring.compare import Difference

_ALL = "all"  # stands for every type, after them
NOTE = "gain: mean over n questions, 95 % interval by bootstrap; p of each row by itself, not corrected for their number"


class Gain(Protocol):
    """What a row of a table shows."""

    @property
    def set(self) -> str: ...
    @property
    def eta(self) -> int: ...
    @property
    def memory(self) -> str: ...
    @property
    def baseline(self) -> str: ...
    @property
    def measure(self) -> str: ...
    @property
    def question_type(self) -> str: ...
    @property
    def difference(self) -> Difference: ...
    @property
    def unpaired(self) -> int: ...


def gains(found: Sequence[Gain]) -> list[Table]:
    """Return a table for each measure, set and level: the gain over the baseline with interval and p, and on how many questions it was better."""
    groups: dict[tuple[str, int, str], list[Gain]] = {}
    for one in found:
        groups.setdefault((one.set, one.eta, one.measure), []).append(one)
    return [_table(f"{measure} on {name}, η={eta}", rows) for (name, eta, measure), rows in sorted(groups.items())]


def _table(title: str, found: Sequence[Gain]) -> Table:
    columns = ["memory", "over", "type", "gain (95 %)", "p", "better", "worse", "same", "n", "unpaired"]
    memories = list(dict.fromkeys(one.memory for one in found))
    shown = sorted(
        found, key=lambda one: (memories.index(one.memory), one.question_type == _ALL, place("question_type", one.question_type))
    )
    return Table(title, columns, [_row(one) for one in shown])


def _row(one: Gain) -> list[str]:
    found = one.difference
    counts = (found.better, found.worse, found.ties, found.n, one.unpaired)
    return [one.memory, one.baseline, one.question_type, _gain(found), _chance(found.p), *(f"{count:,}" for count in counts)]


def _gain(found: Difference) -> str:
    if isnan(found.effect):
        return NOTHING
    return signed(found.effect) + ("" if isnan(found.low) else f" ({signed(found.low)} to {signed(found.high)})")


def _chance(p: float) -> str:
    if isnan(p):
        return NOTHING
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
