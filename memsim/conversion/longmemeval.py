"""LongMemEval (Wu et al., arXiv 2410.10813): a JSON list of questions, each with its own haystack of sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from pathlib import Path
from typing import Any

from memsim.conversion.aspects import answer_text
from memsim.conversion.json_rows import write_list
from memsim.conversion.needs import moment, refused
from memsim.conversion.sittings import divided, sittings
from memsim.conversion.writer import Writer
from memsim.io.formats.longmemeval import UNANSWERABLE
from memsim.records import History, Item, Message
from memsim.text.days import WEEKDAYS

_GOLD = "answer_"  # how ids of sessions begin that hold evidence: the authors' retrieval is scored by it, and by nothing else
_NOTHING = {"zh": "你没有提到这个信息。"}
_NOT_SAID = "You did not mention this."
_THEIRS = (
    *("single-session-user", "single-session-assistant", "single-session-preference"),
    *("multi-session", "temporal-reasoning", "knowledge-update"),
)


class LongMemEval(Writer):
    """A row a question, with all of its history beside it.

    Since a session has the only date, messages of one session at one time are a session, so that each keeps its time. Ids of sessions that hold
    evidence begin with ``answer_``, as the authors' scripts need it. Their judge knows six types of questions; those of other sets are told as
    ``single-session-user`` or ``multi-session``, by where their evidence lies.
    """

    format = "longmemeval"
    ending = ".json"
    holds = frozenset(
        {
            *("texts of messages", "times of messages", "sessions of messages", "roles of messages", "ids of questions", "texts of questions"),
            *("times of questions", "types of questions", "answers", "evidence", "questions without evidence"),
            "marks of questions that cannot be answered",
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

    def remarks(self, history: History) -> Mapping[str, int]:
        """Return how many questions have nothing to find in what users said, where the authors' retrieval looks: `all` of nothing is true."""
        said = {message.mid for message in history.messages if message.role == "user"}
        unfound = sum(bool(truth.answers) and said.isdisjoint(truth.evidence) for _, truth in history.items)
        return {"questions of which no user tells evidence, and which the authors' recall_all takes for found": unfound}

    def _row(self, history: History, item: Item) -> dict[str, Any]:
        question, truth = item
        asked = question.question_time or max((message.time for message in history.messages), default="")
        groups = sittings(history)
        holding = [any(message.mid in truth.evidence for message in group) for group in groups]
        ids = [f"{_GOLD if gold else ''}{self._told(history)}_{number}" for number, gold in enumerate(holding)]
        return {
            "question_id": self._id(history, item),
            "question_type": _type(question.question_type, sum(holding)),
            "question": question.question,
            "answer": answer_text(item) if truth.answers else _NOTHING.get(history.language, _NOT_SAID),
            "question_date": self._time(history, f"question {question.id}", asked),
            "haystack_session_ids": ids,
            "haystack_dates": [self._time(history, f"message {group[0].mid}", group[0].time) for group in groups],
            "haystack_sessions": [_turns(group, item) for group in groups],
            "answer_session_ids": list(compress(ids, holding)),
        }

    def _id(self, history: History, item: Item) -> str:
        """Return the id of a question, which alone tells that one has no answer: also where it ends so already, since another may be called what is before."""
        name = item.question.id
        if not item.truth.answers:
            return name + UNANSWERABLE
        if UNANSWERABLE in name:
            raise refused(history, "question", name, f"an id without {UNANSWERABLE}, by which {self.format} tells what has no answer")
        return name

    def _told(self, history: History) -> str:
        if _GOLD.strip("_") in history.id:
            raise refused(history, "id", history.id, f"one without {_GOLD.strip('_')}, by which {self.format} tells where evidence lies")
        return history.id

    def _time(self, history: History, where: str, time: str) -> str:
        """Return a time such as 2023/05/30 (Tue) 21:56."""
        at = moment(history, f"{where}: time", time, self.format)
        return f"{at:%Y/%m/%d} ({WEEKDAYS['en'][at.weekday()][:3]}) {at:%H:%M}"


def _type(kind: str, sessions: int) -> str:
    if kind in _THEIRS:
        return kind
    return "multi-session" if sessions > 1 else "single-session-user"


def _turns(group: list[Message], item: Item) -> list[dict[str, Any]]:
    """Return the turns of a session; where it holds evidence, each tells whether it does."""
    holding = [message.mid in item.truth.evidence for message in group]
    marks = [{"has_answer": gold} if any(holding) else {} for gold in holding]
    return [{"role": message.role, "content": message.text, **mark} for message, mark in zip(group, marks, strict=True)]
