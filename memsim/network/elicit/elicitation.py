"""Asks a model for all cases of all implicit nodes, and writes the scenario in which they are tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from memsim.llm.bounded import bounded
from memsim.llm.client import Client, Completion
from memsim.network.elicit.asking import Question, question, replied
from memsim.network.elicit.cases import implicit
from memsim.network.elicit.drawing import Drawing, Elicited
from memsim.network.elicit.folder import Origin, check_target, write
from memsim.network.elicit.values import Lexicon, Values
from memsim.spec.implicit import same_values
from memsim.spec.load import Spec

ROUNDS = 3  # how often a case is asked at most
Progress = Callable[[int, int], None]


def elicit(
    spec: Spec,
    client: Client,
    out: Path,
    *,
    language: str | None = None,
    seed: int = 0,
    concurrency: int = 32,
    progress: Progress | None = None,
) -> list[Elicited]:
    """Write a scenario whose implicit nodes are tables of what a model says; the same replies give the same files, byte for byte.

    Args:
        spec: The scenario.
        client: The model.
        out: The folder; there is none, or it is empty.
        language: To ask in; the scenario's first by default.
        seed: Draws the seeds of the calls, and the order in which values are listed.
        concurrency: How many calls are made at a time.
        progress: Told how many of how many calls of a round are done.

    Returns:
        What came of each node.

    Raises:
        BudgetError: The budget does not allow the next call; nothing is written, and replies so far are in the client's cache.
        CallError: No call was answered, or none will be; nothing is written.
        InputError: The scenario has no implicit node or no prompt in the language, the model cannot be called, or the folder holds something.
        MissingDependencyError: litellm or jinja2 is not installed.
    """
    out = out.resolve()
    client.check()
    check_target(out)
    chosen = language or spec.file.languages[0]
    drawings = _drawings(spec, chosen)
    asking = [(drawing, case) for drawing in drawings for case in range(len(drawing.implicit.cases))]
    for attempt in range(ROUNDS):
        asked = [question(drawing.implicit, case, chosen, seed, attempt) for drawing, case in asking]
        replies = _replies(client, {one.prompt: one for one in asked}, concurrency, progress)
        client.check_answered()
        # In the order of the cases, whichever came first: what is new in one is known in the next.
        for (drawing, case), one in zip(asking, asked, strict=True):
            drawing.take(case, replies[one.prompt])
        asking = [(drawing, case) for drawing, case in asking if not drawing.enough(case)]
    write(spec, out, drawings, Origin(client, chosen, seed))
    return [drawing.report() for drawing in drawings]


def _drawings(spec: Spec, language: str) -> list[Drawing]:
    lexicon, by_domain, drawings = Lexicon(spec), dict[str, Values](), []
    for node in implicit(spec, language):
        first = same_values(spec, node.site.attribute)[0]
        if first not in by_domain:
            by_domain[first] = Values(spec, first, lexicon)
        drawings.append(Drawing(node, by_domain[first], language))
    return drawings


def _replies(
    client: Client, questions: Mapping[str, Question], concurrency: int, progress: Progress | None
) -> dict[str, Completion | None]:
    """Return the reply to each prompt, None where the call failed; cases with the same prompt share it."""
    replies: dict[str, Completion | None] = {}
    for prompt, reply in zip(questions, bounded(partial(replied, client), questions.values(), concurrency), strict=True):
        replies[prompt] = reply
        if progress:
            progress(len(replies), len(questions))
    return replies
