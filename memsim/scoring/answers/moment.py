"""Answers that are a time of the day on a calendar day."""

from __future__ import annotations

import re
from typing import NamedTuple

from memsim.records import Answer
from memsim.scoring.answers.date import Date
from memsim.scoring.answers.kind import Candidate, Part, Unworded
from memsim.scoring.answers.time import same_time
from memsim.text.dates import Day, dated, dates
from memsim.text.figures import plain
from memsim.text.times import Time, times

# What stands between a day and a time that are no moment: "25 April, not 4 pm".
_PARTED = re.compile(r"\b(?:not|or|before|after|until|till|by|since)\b|不是|之前|之后", re.IGNORECASE)


class At(NamedTuple):
    """A day and a time of it; None is what is not said."""

    day: Day | None
    time: Time | None


class Moment(Unworded):
    """A day and a time of it. One without the other is a part of the answer."""

    name = "moment"
    family = "calendar"
    _date = Date()

    def view(self, text: str) -> str:
        return dated(text)

    def read(self, answer: Answer, question: str) -> At | None:
        found = moments(dated(plain(answer.text)))
        return found[0].value if len(found) == 1 and None not in found[0].value and found[0].value.day.day else None

    def find(self, view: str, part: Part) -> list[Candidate]:
        found = moments(view)
        whole = [one.value for one in found if None not in one.value]
        return [one for one in found if None not in one.value or not any(self._repeats(one.value, other) for other in whole)]

    def _repeats(self, value: At, other: At) -> bool:
        """Return whether a day or a time says again a part of a moment: "14:30 (2:30 pm)"."""
        if other.day is None or other.time is None:
            return False
        return (value.day is None or self._date.same(value.day, other.day)) and (value.time is None or same_time(value.time, other.time))

    def told(self, question: str, part: Part) -> list[At]:
        return [one.value for one in self.find(self.view(question), part)]

    def same(self, value: At, other: At) -> bool:
        if value.day is None or value.time is None or other.day is None or other.time is None:
            return value == other
        return self._date.same(value.day, other.day) and same_time(value.time, other.time)

    def near(self, value: At, right: At) -> bool:
        if right.day is None or right.time is None:
            return False
        day = value.day is None or self._date.same(value.day, right.day) or self._date.near(value.day, right.day)
        return day and (value.time is None or same_time(value.time, right.time))


def moments(view: str) -> list[Candidate]:
    """Return the moments in a text: a day and a time that follow one another are one, what is left over is a part of one."""
    told: list[Day | Time] = sorted([*dates(view), *times(_without_days(view))], key=lambda one: one.start)
    found: list[Candidate] = []
    pending: Day | Time | None = None
    for one in told:
        if pending is not None and isinstance(one, Day) != isinstance(pending, Day) and not _PARTED.search(view[pending.end : one.start]):
            found.append(_candidate(pending, one))
            pending = None
        else:
            found += [_candidate(pending)] if pending else []
            pending = one
    return found + ([_candidate(pending)] if pending else [])


def _candidate(*told: Day | Time) -> Candidate:
    day = next((one for one in told if isinstance(one, Day)), None)
    time = next((one for one in told if isinstance(one, Time)), None)
    return Candidate(At(day, time), told[0].start, told[-1].end)


def _without_days(view: str) -> str:
    """Return the text with its days blanked out, so that their figures are no times; the T of ISO 8601 stays."""
    for day in dates(view):
        mark = "T" if view[day.end - 1] in "tT" and view[day.end : day.end + 1].isdigit() else " "
        view = view[: day.start] + mark.rjust(day.end - day.start) + view[day.end :]
    return view
