"""What a history consists of, by name: what a format does not hold of it is lost, and counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import Any

from memsim.records import History, Item

#: Returns what a history has of one kind, in order. Ids stand in the aspects that are of ids; in others messages and sessions go by number.
Aspect = Callable[[History], Sequence[Any]]


def answer_text(item: Item) -> str:
    """Return the right answer as one text: the right choice, or the answers of all parts; empty where the question cannot be answered."""
    question, truth = item
    if not truth.answers:
        return ""
    if truth.target is not None and question.choices:
        return question.choices[ascii_uppercase.index(truth.target)]
    return "; ".join(answer.text for answer in truth.answers)


def places_of_evidence(item: Item, history: History) -> list[int]:
    """Return the places of the evidence among the messages, in the order in which the set lists it."""
    places = {message.mid: place for place, message in enumerate(history.messages)}
    return [places[mid] for mid in item.truth.evidence]


def _sessions(history: History) -> Sequence[int]:
    """Return the number of each message's session, where there are several."""
    numbers: dict[str, int] = {}
    found = [numbers.setdefault(message.session, len(numbers)) for message in history.messages]
    return found if len(numbers) > 1 else []


def _asked(get: Callable[[Item], Any]) -> Aspect:
    """Return an aspect of questions; those without it have none."""
    return lambda history: [value for item in history.items if (value := get(item))]


#: By name, as the losses are printed.
ASPECTS: dict[str, Aspect] = {
    "ids of histories": lambda history: [history.id],
    "languages of histories": lambda history: [history.language],
    "ids of messages": lambda history: [message.mid for message in history.messages],
    "texts of messages": lambda history: [message.text for message in history.messages],
    "times of messages": lambda history: [message.time for message in history.messages if message.time],
    "sessions of messages": _sessions,
    "roles of messages": lambda history: [message.role for message in history.messages if message.role != "user"],
    "speakers of messages": lambda history: [message.speaker for message in history.messages if message.speaker != message.role],
    "ids of questions": _asked(lambda item: item.question.id),
    "texts of questions": _asked(lambda item: item.question.question),
    "times of questions": _asked(lambda item: item.question.question_time),
    "types of questions": _asked(lambda item: item.question.question_type),
    "topics of questions": _asked(lambda item: item.question.topic),
    "marks of noisy questions": lambda history: [place for place, item in enumerate(history.items) if item.question.noisy],
    "questions without evidence": _asked(lambda item: "" if item.truth.evidence else item.question.question),
    "marks of questions that cannot be answered": lambda history: [
        place for place, item in enumerate(history.items) if not item.truth.answers
    ],
    "choices": _asked(lambda item: item.question.choices),
    "right choices": _asked(lambda item: item.truth.target),
    "axes of choices": lambda history: [axis for item in history.items for axis in item.truth.axes if axis],
    "answers": _asked(answer_text),
    "answers to parts of questions": lambda history: [
        answer.text for item in history.items if len(item.truth.answers) > 1 for answer in item.truth.answers
    ],
    "kinds and units of answers": lambda history: [answer[1:] for item in history.items for answer in item.truth.answers if answer.kind],
    "evidence": lambda history: [places for item in history.items if (places := sorted(places_of_evidence(item, history)))],
    "facts told by evidence": lambda history: [fact for item in history.items for fact in item.truth.facts],
}

_UNANSWERED = "what the set says and names for questions that cannot be answered"


def _without_answer(history: History) -> Sequence[Item]:
    return [item for item in history.items if not item.truth.answers]


#: By format of the set, what it has that no history shows, and so no other format gets.
BEYOND: dict[str, dict[str, Aspect]] = {
    "memsim": {
        "queries in SQL": lambda history: [answer for item in history.items for answer in item.truth.answers],
        "facts behind messages, and how they are worded": lambda history: history.messages,
        "profiles of users": lambda history: [history.id],
    },
    "locomo": {
        "summaries, observations and pictures of conversations": lambda history: [history.id],
        "traps of questions that cannot be answered": _without_answer,
    },
    "longmemeval": {
        "turns of sessions, each of which is a message": lambda history: history.messages,
        "ids of the set's own, which tell what is gold": lambda history: [*history.messages, *history.items],
        _UNANSWERED: _without_answer,
    },
    "membench": {
        "speakers within steps, each of which is a message": lambda history: [
            message for message in history.messages if message.text.startswith(("[user] ", "[agent] "))
        ]
    },
    "convomem": {_UNANSWERED: _without_answer},
}
