"""From what was recalled to an outcome: the reader is asked, and its answer graded."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from memsim.measure.given import Given
from memsim.measure.trial import Trial
from memsim.reader.judge import Judge
from memsim.reader.letters import parse_choice
from memsim.reader.protocol import Reader
from memsim.records import Answer, Asked, Item, Message, Passage, Reply, Usage
from memsim.scoring.answers import grade, kind_of


class Answered(NamedTuple):
    """How a question was answered.

    Attributes:
        reply: What was said.
        outcome: ``correct``, ``distractor:<axis>``, ``wrong``, ``dump``, ``approximate``, ``not_stated``, ``refused``, ``unparsed`` or ``failed``.
        detail: Why.
        seconds: What the reader took.
        judged: What a judge says of it, and what it took; empty where none was asked.
    """

    reply: Reply
    outcome: str
    detail: str
    seconds: float
    judged: Mapping[str, Any]


def put(item: Item, answers: str) -> Asked:
    """Return a question as it is put: with its choices where it has some and they are wanted, else with the kind of answer wanted."""
    question, truth = item
    if question.choices and answers == "choices":
        return Asked(question.question, question.question_time, question.language, question.choices)
    right = truth.answers or tuple(map(Answer, question.choices))  # what cannot be answered is asked for in the same way
    kinds = {kind_of(answer, question.choices, question.language) for answer in right}
    return Asked(question.question, question.question_time, question.language, answer_type=kinds.pop() if len(kinds) == 1 else "")


def passages(trial: Trial, given: Given) -> list[Passage]:
    """Return what was recalled as a reader sees it: with time and speaker where it is one message."""
    return [
        _passage(one.text, given.by_mid[one.sources[0]] if one.sources and len(one.sources) == 1 else None) for one in trial.recalled or ()
    ]


def _passage(text: str, message: Message | None) -> Passage:
    return Passage(text) if message is None else Passage(text, message.time, message.speaker)


def answer(
    item: Item, asked: Asked, trial: Trial, seen: Sequence[Passage], reader: Reader | None, judge: Judge | None, seed: int
) -> Answered:
    """Return how a question was answered: by the memory itself if it can, else by the reader.

    Raises:
        ValueError: There is neither.
    """
    started = time.perf_counter()
    if trial.said is not None:
        reply = as_said(trial.said, asked.choices, asked.language)
    elif reader is not None:
        reply = reader.read(asked, seen, seed)
    else:
        raise ValueError("nobody to answer: no reader, and the memory did not")
    seconds = time.perf_counter() - started
    outcome, detail = graded(item, asked.choices, reply)
    judged = _judged(judge, item, asked, reply, seed) if judge is not None and not asked.choices else {}
    return Answered(reply, outcome, detail, seconds, judged)


def as_said(said: str, choices: Sequence[str], language: str) -> Reply:
    """Return what somebody said as a reply: a letter where there are choices, else the text itself."""
    if not choices:
        return Reply("answered", said, said)
    status, letter, reason = parse_choice(said, choices, language)
    return Reply(status, letter, said, reason)


def graded(item: Item, choices: Sequence[str], reply: Reply) -> tuple[str, str]:
    """Return outcome and detail of a reply: to the choices it was given, or as free text."""
    question, truth = item
    if reply.status != "answered":
        return reply.status, reply.reason
    if not choices:
        found = grade(
            reply.answer,
            truth.answers,
            question=question.question,
            choices=question.choices,
            target=truth.target,
            axes=truth.axes,
            language=question.language,
        )
        return found.outcome, found.detail
    if reply.answer == truth.target:
        return "correct", ""
    axis = truth.axes[ascii_uppercase.index(reply.answer)] if truth.axes else None
    return f"distractor:{axis or 'unknown'}", ""


def _judged(judge: Judge, item: Item, asked: Asked, reply: Reply, seed: int) -> Mapping[str, Any]:
    if reply.status != "answered" or not item.truth.answers:
        return {}
    gold = "; ".join(one.text for one in item.truth.answers)
    verdict = judge.grade(asked, gold, reply.answer, seed)
    return {"status": verdict.status, "raw": verdict.raw, "reason": verdict.reason, "usage": list(verdict.usage or Usage())}
