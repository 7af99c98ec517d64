"""Answers that are times of the day."""

from __future__ import annotations

from memsim.records import Answer
from memsim.scoring.answers.kind import Candidate, Part, Unworded
from memsim.text.figures import figures, plain
from memsim.text.times import Time, times


class TimeOfDay(Unworded):
    """A time of the day. "Half past seven" is right for either half of the day, as among people, unless the options have both."""

    name = "time"
    family = "calendar"

    def view(self, text: str) -> str:
        return figures(text)

    def read(self, answer: Answer, question: str) -> Time | None:
        found = times(figures(plain(answer.text)))
        return found[0] if len(found) == 1 else None

    def find(self, view: str, part: Part) -> list[Candidate]:
        offered = [part.value.minute, *(option.value.minute for option in part.options if option.value)]
        both = {minute % 720 for minute in offered if (minute + 720) % 1440 in offered}
        return [Candidate(one, one.start, one.end, one.open and one.minute % 720 in both) for one in times(view)]

    def told(self, question: str, part: Part) -> list[Time]:
        return [one.value for one in self.find(self.view(question), part)]

    def same(self, value: Time, other: Time) -> bool:
        return same_time(value, other)

    def near(self, value: Time, right: Time) -> bool:
        return False


def same_time(value: Time, other: Time) -> bool:
    """Return whether a time is another, in either half of the day where it does not say which."""
    return value.minute == other.minute or ((value.open or other.open) and (value.minute - other.minute) % 720 == 0)
