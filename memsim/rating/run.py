"""`rate`: draws items from a set, has them judged, and sums up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memsim.errors import CallError, InputError
from memsim.io.files import json_line, write_whole
from memsim.io.hub import local, name_of
from memsim.io.manifest import read_manifest
from memsim.llm.bounded import bounded
from memsim.llm.client import Client
from memsim.llm.prompts import languages as languages_of
from memsim.rating.agreement import library
from memsim.rating.criteria import CRITERIA, subjects
from memsim.rating.items import sample
from memsim.rating.judge import ModelJudge, jobs
from memsim.rating.judgements import Judgement
from memsim.rating.summary import answered, summary

Progress = Callable[[int, int], None]
_TEMPERATURE = 1.0  # what a judge is unsure of differs between repeats


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a set was rated.

    Attributes:
        results: `set`, `judge`, `settings`, and `ratings`: a row for each language, subject and criterion, as `summary` makes them.
        judgements: One for each item and repeat, in the order of the items.
    """

    results: dict[str, Any]
    judgements: list[Judgement]

    def write(self, path: str | Path) -> None:
        """Write all judgements as JSON lines, whole or not at all."""
        write_whole(Path(path), "".join(json_line(one.row()) for one in self.judgements))


def rate(  # noqa: PLR0913 - the options of `memsim rate`
    path: str | Path,
    llm: str | Client,
    *,
    n: int = 100,
    repeats: int = 3,
    seed: int = 0,
    what: str | Sequence[str] = tuple(CRITERIA),
    max_tokens: int = 256,
    concurrency: int = 32,
    progress: Progress | None = None,
) -> Ratings:
    """Have a language model score a set's messages and profiles from 1 to 5, each by itself.

    Args:
        path: A dataset folder, or ``hf://OWNER/NAME[@REVISION]``.
        llm: The model as litellm names it, or a client with a temperature, cache, budget and address of its own.
        n: How many messages and how many profiles of each language; all where there are fewer.
        repeats: How often each is judged, each time with a seed of its own.
        seed: Draws what is judged, and is given to the model.
        what: ``messages``, ``profiles`` or both.
        max_tokens: Where a reply is cut off; a model that thinks aloud needs many.
        concurrency: Calls at a time.
        progress: Called with judgements done and judgements in all.

    Raises:
        InputError: Something asked for is not there or makes no sense; nothing is called.
        CallError: No call was answered, or no other will be.
        BudgetError: The next call might cost more than is left of the client's budget.
    """
    for name, number in (("n", n), ("repeats", repeats), ("max_tokens", max_tokens), ("concurrency", concurrency)):
        if number < 1:
            raise InputError(f"{name}: {number}; expected a whole number from 1")
    wanted, root = subjects(what), local(path)
    manifest = read_manifest(root)
    for subject in wanted:
        _check_languages(root, manifest["languages"], subject)
    if repeats > 1:
        library()  # what agreement needs is missed before anything is paid for
    judge = ModelJudge(_client(llm), max_tokens)
    about = {
        "set": {"name": name_of(path), "digest": manifest["digest"]},
        "judge": judge.identity(wanted),
        "settings": {"n": n, "repeats": repeats, "seed": seed, "what": list(wanted)},
    }
    items = sample(root, manifest["languages"], wanted, n, seed)
    judgements: list[Judgement] = []
    for judgement in bounded(judge.judge, jobs(items, repeats, seed), concurrency):
        judgements.append(judgement)
        if progress is not None:
            progress(len(judgements), len(items) * repeats)
    if not answered(judgements):
        _raise_unanswered(judgements, root)
    return Ratings({**about, "ratings": summary(judgements)}, judgements)


def _client(llm: str | Client) -> Client:
    client = Client(llm, temperature=_TEMPERATURE) if isinstance(llm, str) else llm
    client.check()
    return client


def _check_languages(root: Path, languages: Sequence[str], subject: str) -> None:
    known = languages_of(f"rate_{subject}")
    unknown = [language for language in languages if language not in known]
    if unknown:
        raise InputError(f"{root}: language {unknown[0]!r}; {subject} can be judged in {', '.join(known)}")


def _raise_unanswered(judgements: Sequence[Judgement], root: Path) -> None:
    if not judgements:
        raise InputError(f"{root}: nothing to judge; expected at least one history")
    reason = next(iter(judgements[0].scores.values())).reason
    raise CallError(f"none of {len(judgements):,} calls was answered; the first: {reason}")
