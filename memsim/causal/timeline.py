"""When each fact is told and when each event takes place.

Time runs in waking minutes (7:00 to 22:30), so that strictly rising waking time gives strictly rising clock time. Facts are told in uniformly random
order. An event lies its `lead` days after the message that tells its time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import Catalog
from memsim.rng import Floats, Ints, Rng
from memsim.text import clock

_MORNING, _WAKING = 7 * 60, 930
_FIRST_DAY, _DAYS = 20454, 730  # 2026-01-01 and the two years from it
_GAP, _PAUSE = 170.0, 1500.0  # mean waking minutes between messages, and before the question


def _moment(day: Ints, waking: Ints) -> Ints:
    passed, minute = np.divmod(waking, _WAKING)
    return (day + passed) * clock.DAY + _MORNING + minute


def _exponential(uniform: Floats, mean: float) -> Ints:
    return 1 + (-np.log1p(-uniform) * mean).astype(np.int64)


def order_facts(rng: Rng, active: NDArray[np.bool_]) -> Ints:
    """Return the place of each fact among those told, -1 for the others; shape as `active`, (facts, n)."""
    keys = np.where(active, rng.uniform("order", len(active)), 2.0)
    place = np.argsort(np.argsort(keys, axis=0, kind="stable"), axis=0, kind="stable")
    return np.where(active, place, -1)


def message_times(rng: Rng, most: int) -> Ints:
    """Return the moments of up to `most` messages and, last, of nothing yet: shape (most, n)."""
    day = _FIRST_DAY + rng.below("start_day", _DAYS)
    waking = rng.below("start_minute", _WAKING) + np.cumsum(_exponential(rng.uniform("gap", most), _GAP), axis=0)
    return _moment(day, waking)


def question_times(rng: Rng, last: Ints) -> Ints:
    """Return when each question is asked, after the last message."""
    day, minute = np.divmod(last, clock.DAY)
    return _moment(day, minute - _MORNING + 29 + _exponential(rng.one("pause"), _PAUSE))


def event_moments(catalog: Catalog, codes: Ints, told_day: Ints) -> tuple[Ints, Ints]:
    """Return (slots, moments) of every event time, given the day on which each is told; both (events, n) but the slots (events,)."""
    layout = catalog.layout
    slots, values = [np.empty(0, dtype=np.int64)], [np.empty((0, codes.shape[1]), dtype=np.int64)]
    for name in np.array(layout.attributes)[layout.moment].tolist():
        lead_name, slot_name = catalog.spec.domains[name].parts
        entities = np.flatnonzero(layout.slot[:, layout.column[name]] >= 0)
        own = [layout.slot[entities, layout.column[part]] for part in (lead_name, slot_name)]
        lead = layout.numbers[layout.offset[layout.column[lead_name]] + codes[own[0]]].astype(np.int64)
        minute = layout.numbers[layout.offset[layout.column[slot_name]] + codes[own[1]]].astype(np.int64)
        day = told_day[entities] + lead
        weekday = (day + 3) % 7
        weekdays = np.array([catalog.spec.file.classes[layout.classes[c]].weekdays for c in layout.class_of[entities]])
        day = day + np.where(weekdays[:, None] & (weekday >= 5), 7 - weekday, 0)
        slots.append(layout.slot[entities, layout.column[name]])
        values.append(day * clock.DAY + minute)
    return np.concatenate(slots), np.concatenate(values)
