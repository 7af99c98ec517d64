"""When the messages of the pool are sent: pure functions on arrays of times and counts, for a set as it is made and for one that exists.

The gaps between a user's real messages are geometric in waking minutes: messages come like tosses of a coin, one a minute. So a pool that takes a uniformly random
subset of the minutes left free, between one more such gap before the first real message and one after the last, leaves every message, real or not,
at a uniformly random place, and makes the gap before it tell nothing. Real messages keep their times; so where minutes are short (η above 80 or so) the
window grows to both sides, and real messages stand less often near the ends than they should.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from memsim.causal.timeline import Habit
from memsim.errors import GenerationError
from memsim.rng import Floats, Ints, Rng

_TRIES = 200  # rounds of drawing again what repeats; each settles at least half on average


class Infusion(NamedTuple):
    """Where the pool's messages stand among the real ones.

    Attributes:
        row: History of each pool message, by history and then in time, (pool,).
        minute: When it is sent, (pool,).
        place: Its place in its history, from 0, (pool,).
        real_place: New place of each real message, (real,).
    """

    row: Ints
    minute: Ints
    place: Ints
    real_place: Ints


def infuse(rng: Rng, habit: Habit, row: Ints, minute: Ints, question: Ints, eta: int) -> Infusion:
    """Place (eta - 1) pool messages for each real one.

    Args:
        rng: The numbers of each history, (n,).
        habit: When each user is awake.
        row: History of each real message, rising, (real,).
        minute: Its time, rising within a history, (real,).
        question: When each history's question is asked, after its last real message, (n,).
        eta: Messages in all for each real one, at least 1.
    """
    real = np.bincount(row, minlength=len(rng))
    own, slots = _free_slots(rng, row, habit.of(row).waking(minute), habit.waking(question), (eta - 1) * real)
    minutes = habit.of(own).moments(slots)
    order = np.lexsort((np.concatenate([minute, minutes]), np.concatenate([row, own])))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order)) - np.repeat(np.cumsum(eta * real) - eta * real, eta * real)
    return Infusion(own, minutes, place[len(row) :], place[: len(row)])


def _free_slots(rng: Rng, row: Ints, told: Ints, question: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Return (history, waking minute) of each pool message, in order."""
    real = np.bincount(row, minlength=len(rng))
    begin = np.cumsum(real) - real
    last = told[begin + real - 1]
    gap = (last - told[begin]) / np.maximum(real - 1, 1)
    around = 1 + (-np.log1p(-rng.uniform("pool/window", 2)) * gap).astype(np.int64)
    low, high = told[begin] - around[0] + 1, last + around[1] - 1
    lacking = np.maximum(count - (high - low + 1 - real), 0)
    forward = np.clip(question - 1 - high, 0, lacking // 2)
    low, high = low - (lacking - forward), high + forward
    own, rank = _subsets(rng, high - low + 1 - real, count)
    # the free minutes before each real message, on one scale for all histories, say how many real ones a rank has to step over
    scale = int((high - low).max()) + 2
    before = row * scale + told - low[row] - (np.arange(len(row)) - begin[row])
    slots = low[own] + rank + np.searchsorted(before, own * scale + rank, side="right") - begin[own]
    ends = np.cumsum(count)
    for late in np.flatnonzero(high >= question).tolist():
        mine = slice(int(ends[late] - count[late]), int(ends[late]))
        slots[mine] = _before_question(slots[mine], int(low[late]), int(last[late]), int(high[late]), int(question[late]))
    return own, slots


def _before_question(slots: Ints, low: int, last: int, high: int, question: int) -> Ints:
    """Squeeze what comes after the last real message into the minutes before the question, in order; what finds no room goes before all else."""
    after = int((slots > last).sum())
    room = question - last - 1
    spilled = max(0, after - room)
    kept = slots[len(slots) - after + spilled :]
    place = np.arange(len(kept))
    squeezed = np.maximum.accumulate((kept - last - 1) * room // (high - last) - place) + place
    squeezed = np.minimum(squeezed, room - len(kept) + place)
    return np.concatenate([low - 1 - np.arange(spilled)[::-1], slots[: len(slots) - after], last + 1 + squeezed])


def _subsets(rng: Rng, size: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Return (row, number) of a uniformly random subset of 0..size-1 with `count` members for each row, in order."""
    few = np.minimum(count, size - count)  # where more than half are wanted, those left out are drawn
    row = np.repeat(np.arange(len(size)), few)
    start = np.cumsum(size) - size
    drawn = np.zeros(int(size.sum()), dtype=bool)
    drawn[start[row] + distinct(rng, "pool/minute", row, lambda uniform, at, _round: (uniform * size[row[at]]).astype(np.int64))] = True
    drawn ^= np.repeat(few != count, size)
    at = np.flatnonzero(drawn)
    own = np.repeat(np.arange(len(size)), count)
    return own, at - start[own]


def distinct(rng: Rng, purpose: str, row: Ints, draw: Callable[[Floats, Ints, int], Ints]) -> Ints:
    """Draw numbers that do not repeat within a row: what repeats is drawn again, with what stands kept.

    Args:
        rng: The numbers of each row.
        purpose: Names the stream.
        row: Row of each number wanted, rising.
        draw: Gives numbers, from uniforms, for the wanted numbers at these places in this round.

    Raises:
        GenerationError: A row has too few numbers to draw from.
    """
    out = np.empty(len(row), dtype=np.int64)
    pending = np.arange(len(row))
    for attempt in range(_TRIES):
        if not len(pending):
            return out
        out[pending] = draw(spread(rng, f"{purpose}/{attempt}", row[pending]), pending, attempt)
        is_new = np.zeros(len(row), dtype=bool)
        is_new[pending] = True
        order = np.lexsort((is_new, out, row))
        repeats = (np.diff(row[order]) == 0) & (np.diff(out[order]) == 0)
        pending = np.sort(order[1:][repeats])
    raise GenerationError(f"{purpose}: a history has too few different messages or minutes to draw from; lower eta")


def spread(rng: Rng, purpose: str, row: Ints) -> Floats:
    """Return one uniform for each of many things, several a row: rows rising, shape as `row`."""
    rows, first, counts = np.unique(row, return_index=True, return_counts=True)
    lanes = np.arange(len(row)) - np.repeat(first, counts)
    own = Rng(rng.seed, rng.index[rows], rng.attempt[rows])
    return own.uniform(purpose, int(counts.max(initial=0)))[lanes, np.repeat(np.arange(len(rows)), counts)]
