"""Holds memories to gates: on the questions that count, where to fail is no way to pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from memsim.errors import InputError
from memsim.measure.comparing import Comparison, Contestant
from memsim.measure.costs import TIMED
from memsim.measure.grouped import Group, Rows
from memsim.measure.measured import kind_of
from memsim.measure.settings import is_control
from memsim.scoring.gates import Gate, GateResult, judge
from memsim.scoring.metrics import bounds


class _Side(NamedTuple):
    """A memory on a set at a level, with the rows of its run."""

    rows: Rows
    group: Group


class _Reached(NamedTuple):
    """What a memory and its baseline come to on the same questions, and what is to be said of it."""

    value: float | None
    base: float | None
    note: str


def held(gates: Sequence[Gate], comparison: Comparison) -> list[GateResult]:
    """Return every gate for every memory that it concerns, on each set at each level.

    A gate about a baseline is judged on the questions that the baseline was measured on. A row on which a memory failed counts as the worst
    that there is: 0 where a share shall be high, 1 where it shall be low. Seconds of a failure tell nothing and are left out.

    Raises:
        InputError: A gate is about no measure, or concerns no memory.
    """
    return [result for gate in gates for one in _concerned(gate, comparison) for result in _of_one(gate, one, comparison)]


def _concerned(gate: Gate, comparison: Comparison) -> list[Contestant]:
    """Return whom a gate is for: whom it names, else all but controls; of several runs, those after the first, unless it names the run too.

    Where it is about a baseline, baselines themselves are not held to it.
    """
    if not comparison.known(gate.metric):
        raise InputError(f"gate {gate.text!r}: there is no measure {gate.metric!r}; expected one such as {', '.join(comparison.measures)}")
    contestants = comparison.contestants
    later = [one for one in contestants if one.run or contestants[-1].run == 0]
    if gate.memory is None:
        named = [one for one in later if not is_control(one.memory)]
    else:
        named = [one for one in contestants if one.label == gate.memory] or [one for one in later if gate.memory in one.names]
    found = [one for one in named if not gate.base or comparison.baseline_of(one) is not None]
    if not found:
        lacking = "no memory that has a baseline" if named else "no memory"
        raise InputError(f"gate {gate.text!r} concerns {lacking}; expected one of {', '.join(one.label for one in later)}")
    return found


def _of_one(gate: Gate, one: Contestant, comparison: Comparison) -> Iterator[GateResult]:
    base = comparison.baseline_of(one) if gate.base else None
    for group in comparison.groups_of(one):
        mine, theirs = _Side(comparison.rows_of(one), group), None
        if base is not None:
            theirs = _Side(comparison.rows_of(base), group._replace(memory=base.memory))
        found = (_seconds if gate.metric in TIMED else _score)(gate, mine, theirs)
        yield judge(gate, f"{one.label} on {group.set}, η={group.eta}", found.value, found.base, found.note)


def _score(gate: Gate, mine: _Side, theirs: _Side | None) -> _Reached:
    """Return a measure of rankings or answers."""
    low, high = bounds(gate.metric)
    worst = low if gate.wants_more else high
    values = mine.rows.with_failures(mine.group, gate.metric, worst)
    known = _values(theirs, gate.metric)
    asked = [one for one in values if not known or one in known]
    failed = sum(mine.rows.tallies[mine.group].failed[kind_of(gate.metric)][one] for one in asked)
    notes = [f"n={len(asked):,}"]
    if failed:
        notes.append(f"{_rows(failed)} failed and counted as {worst:g}")
    if len(asked) < len(values):
        notes.append(f"{len(values) - len(asked):,} more not measured for the baseline and left out")
    return _Reached(_mean([values[one] for one in asked]), _mean([known[one] for one in asked]) if known else None, ", ".join(notes))


def _values(side: _Side | None, measure: str) -> dict[str, float] | None:
    if side is None:
        return None
    return side.rows.values(side.group).get(measure, {}) if side.group in side.rows.tallies else {}


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None


def _seconds(gate: Gate, mine: _Side, theirs: _Side | None) -> _Reached:
    """Return a time, on the questions on which nobody failed."""
    sides = [mine] if theirs is None or theirs.group not in theirs.rows.tallies else [mine, theirs]
    among = set.intersection(*(side.rows.tallies[side.group].never_failed() for side in sides))
    means = [side.rows.tallies[side.group].costs(among)["times"].get(gate.metric) for side in sides]
    failed = sum("error" in row for row in mine.rows.tallies[mine.group].light)
    notes = [f"n={means[0]['n'] if means[0] else 0:,}", *([f"{_rows(failed)} failed and left out"] if failed else [])]
    value, base = ([one["mean"] if one else None for one in means] + [None])[:2]
    return _Reached(value, base, ", ".join(notes))


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
