"""Answers that are told by their text: names, places, phrases, telephone numbers."""

from __future__ import annotations

from collections.abc import Sequence

from memsim.records import Answer
from memsim.scoring.answers.alone import by_itself
from memsim.scoring.answers.kind import Candidate, Part
from memsim.scoring.answers.naming import key, named
from memsim.scoring.answers.rivals import rivals
from memsim.text.days import MONTHS, WEEKDAYS

# A reply that says another of these has said another value, option or not.
_CLOSED = (
    (*WEEKDAYS["en"],),
    (*WEEKDAYS["zh"],),
    tuple(day.replace("周", "星期") for day in WEEKDAYS["zh"]),
    MONTHS,
    ("Aries", "Taurus", "Gemini", "Cancer", "Leo", "Virgo", "Libra", "Scorpio", "Sagittarius", "Capricorn", "Aquarius", "Pisces"),
    ("白羊座", "金牛座", "双子座", "巨蟹座", "狮子座", "处女座", "天秤座", "天蝎座", "射手座", "摩羯座", "水瓶座", "双鱼座"),
)  # fmt: skip


class Name:
    """A text. What else could be meant is known from the options only."""

    name = "name"
    family = "text"
    worded = True

    def words(self, texts: Sequence[str]) -> tuple[str, ...]:
        closed = [members for members in _CLOSED if key(texts[0]) in map(key, members)]
        return tuple(dict.fromkeys([*texts, *(member for members in closed for member in members)]))

    def view(self, text: str) -> str:
        return text

    def read(self, answer: Answer, question: str) -> str | None:
        return key(answer.text) or None

    def find(self, view: str, part: Part) -> list[Candidate]:
        found = named(view, part.words)
        own = [Candidate(key(part.words[one.known]), one.start, one.end) for one in found if by_itself(view, one, found, part.question)]
        return sorted([*own, *rivals(view, own, part)], key=lambda one: one.start) if own else []

    def told(self, question: str, part: Part) -> list[str]:
        return [one.value for one in self.find(question, part)]

    def same(self, value: str, other: str) -> bool:
        return value == other

    def near(self, value: str, right: str) -> bool:
        return False
