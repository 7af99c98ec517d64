"""When each fact is told and when each event takes place.

Time runs in waking minutes, so that strictly rising waking time gives strictly rising clock time. How long a user is awake, when a day begins, how
much later on Saturdays and Sundays, and how often the user writes are drawn for each trajectory. Facts are told in uniformly random order. An event lies
its `lead` days after the message that tells its time; where something else is told of the event too, the user writes often enough to have told all
before it: the pauses of the history shrink alike, whatever the order of its facts, so that no order is likelier than another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import Catalog
from memsim.rng import Floats, Ints, Rng
from memsim.text import clock

_FIRST_DAY, _DAYS = 20089, 1461  # 2025-01-01 and the four years from it
_MORNING = (345, 180)  # a day begins at 5:45 at the earliest, 8:45 at the latest
_AWAKE = (780, 120)  # minutes awake: the least, and what may be added
_LATER = 100  # how much later a Saturday or Sunday may begin, as far as the day ends before midnight
_GAP = (60.0, 900.0)  # mean waking minutes between messages: of who writes often, of who seldom writes
_PAUSE = 9.0  # the mean pause before the question, in such means
_ENDLESS = 10_000  # days: no event needs to be waited for
_SATURDAY = 5


@dataclass(frozen=True)
class Habit:
    """When and how often each user writes, all (n,).

    Attributes:
        first_day: Days since 1970-01-01.
        morning: Minute at which a day begins; later: how many minutes later on Saturdays and Sundays.
        awake: Minutes until it ends.
        gap: Mean waking minutes between messages.
    """

    first_day: Ints
    morning: Ints
    later: Ints
    awake: Ints
    gap: Floats

    def moments(self, waking: Ints) -> Ints:
        """Return moments for minutes awake since the first morning, shape (..., n)."""
        passed, minute = np.divmod(waking, self.awake)
        day = self.first_day + passed
        return day * clock.DAY + self.morning + self._late(day) + minute

    def _late(self, day: Ints) -> Ints:
        return np.where((day + 3) % 7 >= _SATURDAY, self.later, 0)

    def waking(self, moments: Ints) -> Ints:
        """Return the minutes awake since the first morning of moments, shape (..., n), the inverse of `moments`; a night counts as the nearest minute awake."""
        day, minute = np.divmod(moments, clock.DAY)
        return (day - self.first_day) * self.awake + np.clip(minute - self.morning - self._late(day), 0, self.awake - 1)

    def of(self, row: Ints) -> Habit:
        """Return the habits of these trajectories, in this order."""
        return Habit(*(getattr(self, field.name)[row] for field in fields(self)))


def habits(rng: Rng) -> Habit:
    """Draw when and how often each user writes."""
    day = _FIRST_DAY + rng.below("start_day", _DAYS)
    morning, awake = (least + rng.below(f"habit/{name}", more + 1) for name, (least, more) in (("morning", _MORNING), ("awake", _AWAKE)))
    later = rng.below("habit/later", np.minimum(_LATER, clock.DAY - morning - awake) + 1)
    return Habit(day, morning, later, awake, _GAP[0] * (_GAP[1] / _GAP[0]) ** rng.one("habit/gap"))


def order_facts(rng: Rng, active: NDArray[np.bool_]) -> Ints:
    """Return the place of each fact among those told, -1 for the others; shape as `active`, (facts, n)."""
    keys = np.where(active, rng.uniform("order", len(active)), 2.0)
    place = np.argsort(np.argsort(keys, axis=0, kind="stable"), axis=0, kind="stable")
    return np.where(active, place, -1)


def waking_times(rng: Rng, habit: Habit, most: int, last: Ints, days: Ints) -> Ints:
    """Return up to `most` messages, in minutes awake since the first morning, and beyond the last of nothing yet: shape (most, n).

    Args:
        rng: The trajectories' streams.
        habit: How often the users write.
        most: How many messages there may be.
        last: The place of each trajectory's last message, (n,).
        days: The number of days within which all must be told, (n,).
    """
    gaps = -np.log1p(-rng.uniform("gap", most)) * habit.gap
    gaps[0] = rng.one("start_minute") * habit.awake
    told = np.cumsum(gaps, axis=0)
    told *= np.minimum(1.0, (days * habit.awake - 1 - last) / np.maximum(told[last, np.arange(len(rng))], 1.0))
    return told.astype(np.int64) + np.arange(most)[:, None]  # a minute apart at least


def question_times(rng: Rng, habit: Habit, last: Ints) -> Ints:
    """Return when each question is asked, in minutes awake since the first morning, given when the last message is sent."""
    return last + 30 + (-np.log1p(-rng.one("pause")) * _PAUSE * habit.gap).astype(np.int64)


def days_to_tell(catalog: Catalog, codes: Ints, told: NDArray[np.bool_], entity: Ints, attribute: Ints) -> Ints:
    """Return the number of days, (n,), within which a history ends before any event that it tells the time of and something else; facts are (facts, n)."""
    layout, n = catalog.layout, codes.shape[1]
    fact, row = np.nonzero(told)
    of, what = entity[fact, row] * n + row, attribute[fact, row]
    several = np.bincount(of, minlength=len(layout.entities) * n).reshape(-1, n) > 1
    days = np.full(n, _ENDLESS)
    for name, entities, lead, _minute in _events(catalog, codes):
        timed = np.bincount(of[what == layout.column[name]], minlength=len(layout.entities) * n).reshape(-1, n) > 0
        days = np.minimum(days, np.where((timed & several)[entities], lead, _ENDLESS).min(axis=0))
    return np.maximum(days, 1)


def _events(catalog: Catalog, codes: Ints) -> Iterator[tuple[str, Ints, Ints, Ints]]:
    """Yield, for each attribute that is a moment, its name, its entities, and their leads and minutes of the day, (entities, n)."""
    layout = catalog.layout
    for name in np.array(layout.attributes)[layout.moment].tolist():
        entities = np.flatnonzero(layout.slot[:, layout.column[name]] >= 0)
        columns = [layout.column[part] for part in catalog.spec.domains[name].parts]
        lead, minute = (layout.numbers[layout.offset[column] + codes[layout.slot[entities, column]]].astype(np.int64) for column in columns)
        yield name, entities, lead, minute


def event_moments(catalog: Catalog, codes: Ints, told_day: Ints) -> tuple[Ints, Ints]:
    """Return (slots, moments) of every event time, given the day on which each is told; both (events, n) but the slots (events,)."""
    layout = catalog.layout
    slots, values = [np.empty(0, dtype=np.int64)], [np.empty((0, codes.shape[1]), dtype=np.int64)]
    for name, entities, lead, minute in _events(catalog, codes):
        day = told_day[entities] + lead
        weekday = (day + 3) % 7
        weekdays = np.array([catalog.spec.file.classes[layout.classes[c]].weekdays for c in layout.class_of[entities]])
        day = day + np.where(weekdays[:, None] & (weekday >= _SATURDAY), 7 - weekday, 0)
        slots.append(layout.slot[entities, layout.column[name]])
        values.append(day * clock.DAY + minute)
    return np.concatenate(slots), np.concatenate(values)
