"""A row of samples: all that is needed to score a question again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memsim.measure.answering import Answered, as_said, graded, put
from memsim.measure.folder import Key
from memsim.measure.given import Given
from memsim.measure.trial import Trial
from memsim.records import Item, Reply


def row_of(key: Key, given: Given, trial: Trial, timing: str, answered: Answered | None) -> dict[str, Any]:
    """Return a row as it is written.

    ``ranking`` has, for each thing recalled, the mids it is said to hold (a text where one message is recalled word for word, else a list; null
    where the memory does not say), ``texts`` what is not word for word one message, by rank, and ``held`` the mids whose messages stand in it.
    """
    row: dict[str, Any] = {**key._asdict(), "messages": len(given.history.messages), "timing": timing, "times": _rounded(trial.times)}
    if trial.error:
        row["error"] = trial.error
    if trial.flags:
        row["flags"] = trial.flags
    if trial.usage.calls:
        row["memory_usage"] = list(trial.usage)
    if trial.recalled is not None:
        row |= _recalled(trial, given)
    if answered is not None:
        reply = answered.reply
        row |= {"reader_status": reply.status, "answer": reply.answer, "outcome": answered.outcome}
        row |= {name: value for name, value in (("reason", reply.reason), ("detail", answered.detail)) if value}
        if trial.said is None:
            row["times"]["read"] = round(answered.seconds, 6)
        if reply.raw != reply.answer:
            row["raw"] = reply.raw
        if reply.usage.calls:
            row["reader_usage"] = list(reply.usage)
        if answered.judged:
            row["judged"] = dict(answered.judged)
    return row


def _rounded(times: Mapping[str, float]) -> dict[str, float]:
    return {name: round(seconds, 6) for name, seconds in times.items()}


def _recalled(trial: Trial, given: Given) -> dict[str, Any]:
    ranking: list[str | list[str] | None] = []
    texts: dict[str, str] = {}
    held: dict[str, list[str]] = {}
    for rank, one in enumerate(trial.recalled or ()):
        verbatim = one.sources is not None and len(one.sources) == 1 and given.by_mid[one.sources[0]].text == one.text
        ranking.append(one.sources[0] if verbatim and one.sources else None if one.sources is None else list(one.sources))
        if not verbatim:
            texts[str(rank)] = one.text
            held[str(rank)] = [mid for mid in one.sources or () if given.by_mid[mid].text in one.text]
    found: dict[str, Any] = {"ranking": ranking, "scores": [round(one.score, 6) for one in trial.recalled or ()]}
    found["characters"] = sum(len(one.text) for one in trial.recalled or ())
    return {**found, "texts": texts, "held": held} if texts else found


def graded_again(row: Mapping[str, Any], item: Item, answers: str, *, by_model: bool) -> Mapping[str, Any]:
    """Return a row with the outcome that its reply gets now.

    Args:
        row: As it was written.
        item: The question.
        answers: How it was put.
        by_model: Whether a model read: then a letter is looked for in what it said again, as in what a memory said by itself. What another
            reader said besides its answer is its own affair.
    """
    if row.get("reader_status", "failed") == "failed":
        return row
    choices = put(item, answers).choices
    reply = Reply(row["reader_status"], row["answer"], reason=row.get("reason", ""))
    if choices and (by_model or "read" not in row["times"]):
        reply = as_said(row.get("raw", row["answer"]), choices, item.question.language)
    outcome, detail = graded(item, choices, reply)
    return {**row, "outcome": outcome, "detail": detail}
