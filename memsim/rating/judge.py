"""Has a language model judge items: one call for all criteria of an item, another for each repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from memsim.errors import CallError, RefusedError
from memsim.llm.client import Client
from memsim.llm.prompts import hashes, render
from memsim.rating.criteria import CRITERIA, SCALE, worded
from memsim.rating.items import Item
from memsim.rating.judgements import FAILED, UNPARSED, Judgement, Score
from memsim.rating.replies import scores_in
from memsim.rng import Rng

_SEEDS = 2**31  # what providers take for a seed is a signed integer of 32 bits


class Job(NamedTuple):
    """One item to judge for the `repeat`-th time, from 1."""

    item: Item
    repeat: int
    seed: int


def jobs(items: Sequence[Item], repeats: int, seed: int) -> Iterator[Job]:
    """Yield each item as often as it is judged; the seed of a call depends on the item's place and the repeat, not on what else is judged."""
    for item in items:
        drawn = Rng(seed, np.array([item.place])).uniform(f"rating/call/{item.subject}", repeats)
        for repeat, number in enumerate(drawn[:, 0].tolist(), start=1):
            yield Job(item, repeat, int(number * _SEEDS))


class ModelJudge:
    """A language model as a rater.

    Args:
        client: The model.
        max_tokens: Where its reply is cut off; a model that thinks aloud needs many.
    """

    def __init__(self, client: Client, max_tokens: int) -> None:
        self._client = client
        self._max_tokens = max_tokens

    async def judge(self, job: Job) -> Judgement:
        """Judge one item once; a call that fails and a reply that cannot be read leave reasons instead of scores.

        Raises:
            InputError: There is no prompt in the language of the item.
            MissingDependencyError: litellm or jinja2 is not installed.
            RefusedError: No other call will do better.
            BudgetError: The next call might cost more than is left.
        """
        item, criteria = job.item, CRITERIA[job.item.subject]
        prompt = render(_prompt(item.subject), item.language, criteria=worded(item.subject, item.language), **item.shown)
        messages = [{"role": "user", "content": prompt}]
        try:
            said = await self._client.acomplete(messages, seed=job.seed, max_tokens=self._max_tokens, schema=_schema(item.subject))
        except RefusedError:
            raise
        except CallError as error:
            failed = Score(FAILED, reason=str(error))
            return Judgement(item, job.repeat, job.seed, {one.name: failed for one in criteria})
        scores = scores_in(said.text, criteria, item.language)
        if said.finish_reason == "length":
            cut = f"; cut off at {self._max_tokens} tokens"
            scores = {
                name: score._replace(reason=score.reason + cut) if score.status == UNPARSED else score for name, score in scores.items()
            }
        return Judgement(item, job.repeat, job.seed, scores, said.text)

    def identity(self, subjects: Sequence[str]) -> dict[str, object]:
        """Return the model, its settings, and the hash of each prompt by language."""
        prompts = {_prompt(subject): hashes(_prompt(subject)) for subject in subjects}
        return {**self._client.identity(), "max_tokens": self._max_tokens, "prompts": prompts}


def _prompt(subject: str) -> str:
    return f"rate_{subject}"


def _schema(subject: str) -> dict[str, Any]:
    names = [one.name for one in CRITERIA[subject]]
    return {
        "type": "object",
        "properties": {name: {"type": "integer", "enum": list(SCALE)} for name in names},
        "required": names,
        "additionalProperties": False,
    }
