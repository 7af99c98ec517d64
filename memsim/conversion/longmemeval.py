"""LongMemEval (Wu et al., arXiv 2410.10813): a JSON list of questions, each with its own haystack of sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memsim.conversion.aspects import answer_text
from memsim.conversion.needs import moment, refused
from memsim.conversion.sittings import divided, sittings
from memsim.conversion.spelling import write_list
from memsim.conversion.writer import Writer
from memsim.records import History, Item
from memsim.text.days import WEEKDAYS

_UNANSWERABLE = "_abs"
_NOTHING = {"zh": "你没有提到这个信息。"}
_NOT_SAID = "You did not mention this."
_THEIRS = (
    *("single-session-user", "single-session-assistant", "single-session-preference"),
    *("multi-session", "temporal-reasoning", "knowledge-update"),
)


class LongMemEval(Writer):
    """A row a question, with all of its history beside it.

    Since a session has the only date, messages of one session at one time are a session, so that each keeps its time. Ids of sessions say nothing:
    the history and a number. The authors' judge knows six types of questions; those of other sets are told as ``single-session-user``
    or ``multi-session``, by where their evidence lies.
    """

    format = "longmemeval"
    ending = ".json"
    holds = frozenset(
        {
            *("texts of messages", "times of messages", "sessions of messages", "roles of messages", "ids of questions", "texts of questions"),
            *("times of questions", "types of questions", "answers", "evidence", "questions without evidence"),
        }
    )  # fmt: skip

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the questions in the order of the set."""
        write_list(place, (self._row(history, item) for history in histories for item in history.items))

    def altered(self, history: History) -> Mapping[str, int]:
        """Return how many sessions are divided, types replaced and times of questions put in."""
        return {
            "sessions of messages": divided(history),
            "types of questions": sum(question.question_type not in _THEIRS for question, _ in history.items),
            "times of questions, for which that of the last message stands": sum(
                not question.question_time for question, _ in history.items
            ),
        }

    def _row(self, history: History, item: Item) -> dict[str, Any]:
        question, truth = item
        name = question.id + ("" if truth.answers or question.id.endswith(_UNANSWERABLE) else _UNANSWERABLE)
        if truth.answers and name.endswith(_UNANSWERABLE):
            raise refused(
                history, "question", name, f"an id that does not end with {_UNANSWERABLE}, by which {self.format} tells what has no answer"
            )
        asked = question.question_time or max(message.time for message in history.messages)
        groups = sittings(history)
        ids = [f"{history.id}_{number}" for number in range(len(groups))]
        gold = [one for one, group in zip(ids, groups, strict=True) if any(message.mid in truth.evidence for message in group)]
        return {
            "question_id": name,
            "question_type": _type(question.question_type, len(gold)),
            "question": question.question,
            "answer": answer_text(item) if truth.answers else _NOTHING.get(history.language, _NOT_SAID),
            "question_date": self._time(history, f"question {question.id}", asked),
            "haystack_session_ids": ids,
            "haystack_dates": [self._time(history, f"message {group[0].mid}", group[0].time) for group in groups],
            "haystack_sessions": [
                [
                    {"role": message.role, "content": message.text} | ({"has_answer": True} if message.mid in truth.evidence else {})
                    for message in group
                ]
                for group in groups
            ],
            "answer_session_ids": gold,
        }

    def _time(self, history: History, where: str, time: str) -> str:
        """Return a time such as 2023/05/30 (Tue) 21:56."""
        at = moment(history, f"{where}: time", time, self.format)
        return f"{at:%Y/%m/%d} ({WEEKDAYS['en'][at.weekday()][:3]}) {at:%H:%M}"


def _type(kind: str, sessions: int) -> str:
    if kind in _THEIRS:
        return kind
    return "multi-session" if sessions > 1 else "single-session-user"
