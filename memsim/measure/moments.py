"""When messages of noise are sent: so that neither the time of a message nor the gap before it tells whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np

from memsim.records import History
from memsim.rng import Floats, Ints, Rng

_DAY = 1440
_EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Waking:
    """The minutes of a day in which a user writes, from `start` on, `length` of them; waking minutes count those of all days since 1970."""

    start: int
    length: int

    def of(self, minutes: Ints) -> Ints:
        """Return waking minutes; what is outside the day falls on its border."""
        return minutes // _DAY * self.length + np.clip(minutes % _DAY - self.start, 0, self.length - 1)

    def moments(self, waking: Ints) -> Ints:
        """Return minutes since 1970."""
        return waking // self.length * _DAY + self.start + waking % self.length


class Placed(NamedTuple):
    """Where messages stand on one scale: own ones, rising, and those of noise; and what the latter's times read, empty where own ones have none."""

    own: Floats
    noise: Floats
    times: list[str]


def place(history: History, extra: int, seed: int) -> Placed:
    """Place messages of noise among a history's own.

    Noise is sent uniformly at random over the user's waking minutes, from some time before the first own message to some after the last. Own
    messages of our sets come like tosses of a coin, one a waking minute; so each message, own or not, stands at a uniformly random place, and
    nothing in its time tells which it is. In other sets that holds as far as their gaps are like that. What would be sent after the question is moved up
    between the last own message and it, in order. The j-th message of noise is sent at the same moment however many there are.
    """
    own = len(history.messages)
    uniforms = Rng(seed, np.arange(extra)).one(f"measure/place/{history.id}")
    sorted_ = np.sort(Rng(seed, np.arange(own)).one(f"measure/own/{history.id}"))
    if not all(message.time for message in history.messages):
        return Placed(sorted_, uniforms, [""] * extra)
    minutes = _minutes([message.time for message in history.messages])
    waking = _waking(minutes, Rng(seed, np.arange(own + 1)).one(f"measure/hours/{history.id}"))
    told = np.maximum.accumulate(waking.of(minutes)) + sorted_  # in order even where a history goes back in time
    before, after = _around(told[-1] - told[0], waking.length, Rng(seed, np.arange(own + 1)).one(f"measure/window/{history.id}"))
    at = told[0] - before + uniforms * (told[-1] + after - told[0] + before)
    at = _before_question(at, told[-1], told[-1] + after, _asked(history, waking))
    return Placed(told, at, [_text(minute) for minute in waking.moments(np.floor(at).astype(np.int64)).tolist()])


def _around(span: float, alone: float, uniforms: Floats) -> tuple[float, float]:
    """Return how far a window reaches before the first and after the last of n points, `span` apart, so that these look like n uniform ones in it.

    Of n uniform points, the n + 1 gaps are shares of exponential numbers: n - 1 of them make the span, the first two here the margins. A single
    point gives no measure, so `alone` is taken for the gap.
    """
    gaps = -np.log1p(-uniforms)
    unit = span / gaps[2:].sum() if len(gaps) > 2 and span else alone
    return float(gaps[0] * unit), float(gaps[1] * unit)


def _minutes(times: list[str]) -> Ints:
    return np.array([int((datetime.fromisoformat(time) - _EPOCH).total_seconds() // 60) for time in times], dtype=np.int64)


def _text(minute: int) -> str:
    return (_EPOCH + timedelta(minutes=minute)).isoformat(timespec="minutes")


def _waking(minutes: Ints, uniforms: Floats) -> Waking:
    hours = minutes % _DAY
    early, late = _around(float(hours.max() - hours.min()), _DAY / 6, uniforms)
    start, stop = max(int(hours.min() - early), 0), min(int(hours.max() + late) + 1, _DAY)
    return Waking(start, stop - start)


def _asked(history: History, waking: Waking) -> float | None:
    """Return when the first question is asked, in waking minutes; None where no time is given, or one before the last message."""
    times = [item.question.question_time for item in history.items if item.question.question_time]
    if not times or min(times) < history.messages[-1].time:
        return None
    return float(waking.of(_minutes([min(times)]))[0])


def _before_question(at: Floats, last: float, end: float, asked: float | None) -> Floats:
    if asked is None or end <= asked:
        return at
    room = max(asked - last, 0.0)
    return np.where(at > last, last + (at - last) * (room / (end - last)), at)
