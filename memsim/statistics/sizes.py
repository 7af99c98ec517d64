"""How large a set is."""

from __future__ import annotations

from collections import Counter

from memsim.statistics.attributes import Attributes
from memsim.statistics.figures import Figures
from memsim.statistics.parts import Part


class Sizes:
    """Counts, mean lengths in characters, and questions by type and topic."""

    def __init__(self, attributes: Attributes | None) -> None:
        self._sums = Counter[str]()
        self._kinds = Counter[str]()

    def add(self, part: Part) -> None:
        self._sums.update(
            histories=len(part.lengths),
            questions=len(part.posed),
            messages=len(part.texts),
            message_characters=sum(map(len, part.texts)),
            question_characters=sum(len(posed.text) for posed in part.posed),
            evidence=sum(posed.evidence for posed in part.posed),
        )
        self._kinds.update(f"question_type {posed.question_type}" for posed in part.posed)
        self._kinds.update(f"topic {posed.topic}" for posed in part.posed if posed.topic)

    def figures(self) -> Figures:
        sums = self._sums
        return {
            "histories": sums["histories"],
            "questions": sums["questions"],
            "messages": sums["messages"],
            "messages a history": _mean(sums["messages"], sums["histories"]),
            "characters a message": _mean(sums["message_characters"], sums["messages"]),
            "characters a question": _mean(sums["question_characters"], sums["questions"]),
            "evidence a question": _mean(sums["evidence"], sums["questions"]),
            **dict(sorted(self._kinds.items())),
        }

    def notes(self, figures: Figures) -> list[str]:
        return []


def _mean(total: int, count: int) -> float | None:
    return total / count if count else None
