"""`memsim generate`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.names import Names
from memsim.cli.progress import progress
from memsim.cli.stopping import end
from memsim.cli.took import took

if TYPE_CHECKING:
    from memsim.engine.order import Order
    from memsim.engine.rewritten import Rewriting

_TEMPERATURE = 0.7  # at 0, a text that was rejected may come back word for word


@click.command("generate")
@click.option("--scenario", default="daily", show_default=True, help="Name of a scenario, or path of its folder.")
@click.option("--n", type=int, default=3000, show_default=True, help="Trajectories, each in every language.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--language", type=Names(), default="en", show_default=True, help="Languages, separated by commas.")
@click.option(
    "--types", type=Names(), default=None, help="Question types, separated by commas; by default all that the scenario can be asked."
)
@click.option("--eta", type=int, default=1, show_default=True, help="Messages in all for each real one; the others come from the pool.")
@click.option(
    "--pool",
    type=int,
    default=None,
    help="Messages of the pool written beside the set, in each language.  [default: 8000; 0 where --llm rewrites messages]",
)
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder; generated/<scenario> by default.")
@click.option("--workers", type=int, default=None, help="Processes; the rows do not depend on it.")
@click.option("--format", "form", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True)
@click.option("--resume", is_flag=True, help="Keep the finished blocks of an interrupted run.")
@click.option("--yes", is_flag=True, help="Confirm a very large n.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@model_options(temperature=_TEMPERATURE, besides=("rewrite", "tries", "constraints", "dry_run"))
@click.option(
    "--rewrite",
    type=Names(),
    default="messages",
    show_default=True,
    help="What --llm rewrites: messages, questions, or both with a comma between.",
)
@click.option("--tries", type=int, default=3, show_default=True, help="How often a text is asked for before its phrase stands.")
@click.option(
    "--constraints", default="strict", show_default=True, help="strict; or soft, part, zero: MemSim's baselines, which prove nothing."
)
@click.option("--dry-run", is_flag=True, help="With --llm: estimate calls, tokens and cost, and write nothing.")
def command(
    scenario: str,
    n: int,
    seed: int,
    language: tuple[str, ...],
    types: tuple[str, ...] | None,
    eta: int,
    pool: int | None,
    out: Path | None,
    workers: int | None,
    form: str,
    resume: bool,
    yes: bool,
    quiet: bool,
    model: Model | None,
    rewrite: tuple[str, ...],
    tries: int,
    constraints: str,
    dry_run: bool,
) -> None:
    """Make a dataset folder, every answer proved.

    Example: memsim generate --scenario daily --n 3000 --language en,zh

    With --llm, a model rewrites the texts, and a guard keeps only what says the same: memsim generate --n 100 --llm openai/gpt-4o-mini --budget 1
    """
    from memsim.engine.order import Order

    rewriting = model and _rewriting(model, rewrite, tries, constraints)
    order = Order(scenario, n, seed, language, types, form, eta, pool, rewriting)
    if dry_run:
        _estimate(order)
    else:
        _generate(order, out or Path("generated") / Path(scenario).stem, workers=workers, resume=resume, confirmed=yes, quiet=quiet)


def _rewriting(model: Model, what: tuple[str, ...], tries: int, constraints: str) -> Rewriting:
    from memsim.engine.rewritten import Rewriting

    return Rewriting(make_client(model), what, tries, constraints, model.concurrency)


def _estimate(order: Order) -> None:
    from memsim.engine.estimate import estimate

    made = estimate(order)
    usage = made.usage
    cost = "price unknown: give --price" if usage.cost is None else f"${usage.cost:,.4f}"
    click.echo(f"about {usage.calls:,} calls, {usage.prompt_tokens:,} prompt and {usage.completion_tokens:,} completion tokens, {cost}")
    click.echo(
        f"told from {made.sampled:,} of {order.n:,} trajectories, for texts that pass at once; at most {made.tries} times that. Nothing was called or written."
    )


def _generate(order: Order, folder: Path, *, workers: int | None, resume: bool, confirmed: bool, quiet: bool) -> None:
    from memsim.engine.local import generate

    started = time.monotonic()
    try:
        with progress("generating", quiet=quiet) as report:
            manifest = generate(order, folder, workers=workers, resume=resume, confirmed=confirmed, progress=report)
    except KeyboardInterrupt as stop:
        end(stop, f"interrupted; finished blocks are kept: run the same command with --resume to go on ({folder})")
    if quiet:
        return
    counts, redraws = manifest["counts"], manifest["redraws"]
    click.echo(
        f"{folder}: {counts['questions']:,} questions over {counts['messages']:,} messages, {counts['proved']:,} proofs run, none failed"
    )
    drawn = ", ".join(f"{name} {count:,}" for name, count in redraws.items())
    click.echo(f"redrawn whole: {sum(redraws.values()):,} worlds ({drawn})")
    if order.rewriting:
        _show_rewriting(counts, order.rewriting)
    click.echo(f"digest {manifest['digest']}, {time.monotonic() - started:.1f} s")


def _show_rewriting(counts: dict[str, Any], rewriting: Rewriting) -> None:
    """Show what became of the texts, and what the model took in this run."""
    from rich.console import Console
    from rich.table import Table

    total = sum(counts["rewritten"].values())
    fates = Table(f"rewritten by {rewriting.client.model}", "texts", "share")
    for fate, count in sorted(counts["rewritten"].items(), key=lambda one: (one[0] == "fallback", one[0])):
        fates.add_row(fate, f"{count:,}", f"{count / total:.1%}")
    fates.add_row("all", f"{total:,}", "100.0%")
    reasons = Table("why rewrites were rejected", "rewrites")
    for reason, count in sorted(counts["rejected"].items(), key=lambda one: (-one[1], one[0])):
        reasons.add_row(reason, f"{count:,}")
    console = Console()
    console.print(fates)
    console.print(reasons)
    click.echo(took(rewriting.client.tally))
