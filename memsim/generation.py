"""`generate` as the Python API gives it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memsim.dataset import TrajectorySet
from memsim.engine.local import generate as _generate
from memsim.engine.order import Order
from memsim.engine.rewritten import Rewriting


def generate(  # noqa: PLR0913 - the options of `memsim generate`
    scenario: str | Path = "daily",
    n: int = 3000,
    *,
    seed: int = 0,
    language: str | Sequence[str] = "en",
    types: Sequence[str] | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    resume: bool = False,
    format: str = "parquet",
    eta: int = 1,
    pool: int | None = None,
    rewriting: Rewriting | None = None,
    yes: bool = False,
) -> TrajectorySet:
    """Generate a dataset and return it.

    Args:
        scenario: Name or path.
        n: How many trajectories, each in every language asked for.
        seed: Same scenario version, seed and index: same trajectory.
        language: One language or several.
        types: Question types to cycle through; by default all that the scenario can be asked.
        out: The folder; ``generated/<scenario>`` by default.
        workers: Processes; the rows do not depend on it.
        resume: Keep the finished blocks of an interrupted run.
        format: ``parquet`` or ``jsonl``.
        eta: Messages in all for each real one: with 5, four messages of the scenario's pool come with each.
        pool: How many messages of the pool are written beside the set, in each language that has one; by default 8,000, or none where messages are rewritten.
        rewriting: How a language model rewrites the texts; without it, the phrases stand.
        yes: Whether a very large n is meant.

    Raises:
        InputError: An argument or the place makes no sense; nothing is written.
        GenerationError: A trajectory keeps no promise in the attempts allowed.
        CallError: The model that rewrites refuses all calls, or answers none; with `resume`, the run goes on where it stopped.
        BudgetError: Its next call could pass the budget; with `resume`, the run goes on where it stopped.
    """
    languages = tuple(name.strip() for name in language.split(",")) if isinstance(language, str) else tuple(language)
    question_types = None if types is None else tuple(types)
    order = Order(str(scenario), n, seed, languages, question_types, format, eta, pool, rewriting)
    folder = Path(out) if out is not None else Path("generated") / Path(scenario).stem
    _generate(order, folder, workers=workers, resume=resume, confirmed=yes)
    return TrajectorySet(folder)
