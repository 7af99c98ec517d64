"""Texts rewritten by a language model that is never trusted: what does not pass the guard is asked for again, and in the end stays as the phrases word it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from memsim.errors import CallError, RefusedError
from memsim.llm.bounded import bounded
from memsim.llm.client import Client
from memsim.llm.prompts import prompt_hash, render
from memsim.render.guard import Inquiry, longest
from memsim.render.judging import Given, Verdict
from memsim.render.reply import texts
from memsim.rng import Rng

#: So many texts at most share a call, by attempt: a model that failed at many at a time may do better with few.
MOST_A_CALL = (40, 10, 2)
#: Why there is no text to judge.
FAILED = "call failed"
#: Gives a verdict on each of several things to keep, of which a model gave texts, in a language.
Judging = Callable[[str, Sequence[tuple[Given, Sequence[str]]]], Awaitable[list[Verdict]]]


class Piece(NamedTuple):
    """One text to rewrite: what it is called in the call, and what must survive."""

    id: str
    given: Given


class Texts(NamedTuple):
    """The texts of one trajectory in one language.

    Attributes:
        trajectory: Its number.
        topic: What it is about, as questions are told apart by topic.
    """

    trajectory: int
    language: str
    topic: str
    pieces: tuple[Piece, ...]


class Rewrite(NamedTuple):
    """What became of a text.

    Attributes:
        text: As it stands in the end.
        attempts: How often it was asked for.
        kept: Whether it is the model's; else it is the phrase's.
        rejected: For each attempt that failed, why: a rule of the guard, a reason of `judging`, or FAILED.
    """

    text: str
    attempts: int
    kept: bool
    rejected: tuple[str, ...]


class Rewriter:
    """Rewrites histories.

    Args:
        client: The model.
        judge: Tells which of its texts are kept.
        prompt: The name of the prompt.
        seed: Of the set: each attempt at each trajectory has its own seed for the model.
        tries: How often a text is asked for at most.
        concurrency: How many trajectories are asked for at a time.
    """

    def __init__(self, client: Client, judge: Judging, prompt: str, *, seed: int, tries: int, concurrency: int) -> None:
        self._client, self._judge, self._prompt = client, judge, prompt
        self._seed, self._tries, self._concurrency = seed, tries, concurrency

    def prompt_hash(self, language: str) -> str:
        """Return the hash of the prompt that is used in a language."""
        return prompt_hash(self._prompt, language)

    def rewrite(self, histories: Iterable[Texts]) -> Iterator[list[Rewrite]]:
        """Yield what became of the texts of each history, in order; one call a history and attempt, but for very long ones.

        Raises:
            RefusedError: The model refuses all calls.
            BudgetError: The next call could pass the budget.
        """
        return bounded(self._rewrite, histories, self._concurrency)

    async def _rewrite(self, history: Texts) -> list[Rewrite]:
        rejected: dict[str, list[str]] = {piece.id: [] for piece in history.pieces}
        found: dict[str, str] = {}
        for attempt in range(1, self._tries + 1):
            left = [piece for piece in history.pieces if piece.id not in found]
            for part, pieces in parts(left, attempt):
                for piece, verdict in zip(pieces, await self._verdicts(history, pieces, attempt, part), strict=True):
                    if verdict.text is None:
                        rejected[piece.id].append(verdict.reason)
                    else:
                        found[piece.id] = verdict.text
        return [_outcome(piece, found.get(piece.id), rejected[piece.id]) for piece in history.pieces]

    async def _verdicts(self, history: Texts, pieces: Sequence[Piece], attempt: int, part: int) -> list[Verdict]:
        try:
            completion = await self._client.acomplete(**self.call(history, pieces, attempt, part))
        except RefusedError:
            raise
        except CallError:  # the client has tried it again and said so in its log
            return [Verdict(None, FAILED)] * len(pieces)
        said = texts(completion.text, [piece.id for piece in pieces])
        return await self._judge(history.language, [(piece.given, said[piece.id]) for piece in pieces])

    def call(self, history: Texts, pieces: Sequence[Piece], attempt: int = 1, part: int = 0) -> dict[str, Any]:
        """Return the arguments of the call that asks for some texts of a history."""
        words = Rng(self._seed, np.array([history.trajectory])).words(f"rewrite/{history.language}/{attempt}/{part}")
        prompt = render(self._prompt, history.language, topic=history.topic, statements=[_shown(piece) for piece in pieces])
        return {
            "messages": [{"role": "user", "content": prompt}],
            "seed": int(words[0, 0] >> np.uint64(33)),
            "max_tokens": 64 + sum(16 + _tokens(piece) for piece in pieces),
            "schema": _schema(pieces),
        }


def parts(pieces: Sequence[Piece], attempt: int = 1) -> Iterator[tuple[int, Sequence[Piece]]]:
    """Yield the texts that share a call, numbered."""
    most = MOST_A_CALL[min(attempt, len(MOST_A_CALL)) - 1]
    for part, first in enumerate(range(0, len(pieces), most)):
        yield part, pieces[first : first + most]


def _tokens(piece: Piece) -> int:
    """Return more tokens than a sane text takes in any language."""
    return len(piece.given.text.encode()) // 2 + 16


def _shown(piece: Piece) -> dict[str, str]:
    given = piece.given
    shown = {"id": piece.id, "quoted": json.dumps(given.text, ensure_ascii=False)}
    if isinstance(given, Inquiry):
        return shown
    return shown | {"subject": given.subject, "attribute": given.attribute, "said": given.said}


def _schema(pieces: Sequence[Piece]) -> dict[str, Any]:
    properties = {piece.id: {"type": "string", "maxLength": longest(piece.given.text)} for piece in pieces}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _outcome(piece: Piece, found: str | None, rejected: Sequence[str]) -> Rewrite:
    if found is None:
        return Rewrite(piece.given.text, len(rejected), kept=False, rejected=tuple(rejected))
    return Rewrite(found, len(rejected) + 1, kept=True, rejected=tuple(rejected))
