"""Answers that are calendar days, with a year or without."""

from __future__ import annotations

from memsim.records import Answer
from memsim.scoring.answers.kind import Candidate, Part, Unworded
from memsim.text.dates import Day, agrees, dated, dates
from memsim.text.figures import plain


class Date(Unworded):
    """A day. A year that only one side says is left open; a weekday that contradicts the date makes another day of it."""

    name = "date"
    family = "calendar"

    def view(self, text: str) -> str:
        return dated(text)

    def read(self, answer: Answer, question: str) -> Day | None:
        found = dates(dated(plain(answer.text)))
        return found[0] if len(found) == 1 and found[0].day and not found[0].unclear else None

    def find(self, view: str, part: Part) -> list[Candidate]:
        return [Candidate(one, one.start, one.end, one.unclear) for one in dates(view)]

    def told(self, question: str, part: Part) -> list[Day]:
        return [one.value for one in self.find(self.view(question), part)]

    def same(self, value: Day, other: Day) -> bool:
        return (value.month, value.day) == (other.month, other.day) and _years(value, other) and agrees(value, other.year)

    def near(self, value: Day, right: Day) -> bool:
        return value.day is None and value.month == right.month and _years(value, right)


def _years(one: Day, other: Day) -> bool:
    return None in {one.year, other.year} or one.year == other.year
