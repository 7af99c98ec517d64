"""Conversations as chat completions take them: JSON lines, a question each, with `messages` to send as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from memsim.conversion.aspects import answer_text, places_of_evidence
from memsim.conversion.json_rows import write_lines
from memsim.conversion.needs import refused
from memsim.conversion.writer import Writer
from memsim.records import History, Item, Message, Question

_ROLES = ("user", "assistant", "system")
_NO_NAME = re.compile(r"[\s<|\\/>]+")  # what a name of a chat message may not have
_LONGEST = 64  # of such a name


class Chat(Writer):
    """The history message by message, then the question with its choices; a time stands before its text, since a chat has none.

    The answer stands beside `messages`, never in them. `evidence` is places in `messages`, from 0.
    """

    format = "chat"
    ending = ".jsonl"
    several_languages = True
    holds = frozenset(
        {
            *("ids of histories", "languages of histories", "texts of messages", "times of messages", "roles of messages"),
            *("speakers of messages", "ids of questions", "texts of questions", "times of questions", "types of questions"),
            *("topics of questions", "marks of noisy questions", "questions without evidence", "choices", "right choices", "answers", "evidence"),
            "marks of questions that cannot be answered",
        }
    )  # fmt: skip

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the questions in the order of the set."""
        write_lines(place, (self._row(history, item) for history in histories for item in history.items))

    def altered(self, history: History) -> Mapping[str, int]:
        """Return how many messages have a speaker whose name has to be spelled otherwise."""
        return {"speakers of messages": sum(message.speaker not in (message.role, _name(message.speaker)) for message in history.messages)}

    def _row(self, history: History, item: Item) -> dict[str, Any]:
        question, truth = item
        return {
            "id": question.id,
            "messages": [*(self._said(history, message) for message in history.messages), {"role": "user", "content": _put(question)}],
            "choices": list(question.choices),
            "target": truth.target,
            "answer": answer_text(item) if truth.answers else None,
            "evidence": places_of_evidence(item, history),
            "metadata": {
                "history": history.id,
                "language": history.language,
                "question_type": question.question_type,
                "topic": question.topic,
                "noisy": question.noisy,
            },
        }

    def _said(self, history: History, message: Message) -> dict[str, str]:
        if message.role not in _ROLES:
            raise refused(history, f"message {message.mid}: role", message.role, f"one of {', '.join(_ROLES)}")
        name = {} if message.speaker in {"", message.role} else {"name": _name(message.speaker)}
        return {"role": message.role, **name, "content": _timed(message.time, message.text)}


def _name(speaker: str) -> str:
    return _NO_NAME.sub("_", speaker)[:_LONGEST]


def _timed(time: str, text: str) -> str:
    return f"[{time}] {text}" if time else text


def _put(question: Question) -> str:
    choices = (f"{letter}. {choice}" for letter, choice in zip(ascii_uppercase, question.choices, strict=False))
    return "\n".join([_timed(question.question_time, question.question), *choices])
