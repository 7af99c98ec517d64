"""`memsim generate`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from memsim.cli.progress import progress


@click.command("generate")
@click.option("--scenario", default="daily", show_default=True, help="Name of a scenario, or path of its folder.")
@click.option("--n", type=int, default=3000, show_default=True, help="Trajectories, each in every language.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--language", default="en", show_default=True, help="Languages, separated by commas.")
@click.option("--types", default=None, help="Question types, separated by commas; by default all that the scenario can be asked.")
@click.option("--eta", type=int, default=1, show_default=True, help="Messages in all for each real one; the others come from the pool.")
@click.option("--pool", type=int, default=8000, show_default=True, help="Messages of the pool written beside the set, in each language.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder; generated/<scenario> by default.")
@click.option("--workers", type=int, default=None, help="Processes; the rows do not depend on it.")
@click.option("--format", "form", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True)
@click.option("--resume", is_flag=True, help="Keep the finished blocks of an interrupted run.")
@click.option("--yes", is_flag=True, help="Confirm a very large n.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    scenario: str,
    n: int,
    seed: int,
    language: str,
    types: str | None,
    eta: int,
    pool: int,
    out: Path | None,
    workers: int | None,
    form: str,
    resume: bool,
    yes: bool,
    quiet: bool,
) -> None:
    """Make a dataset folder, every answer proved.

    Example: memsim generate --scenario daily --n 3000 --language en,zh
    """
    from memsim.engine.local import Order, generate

    question_types = None if types is None else tuple(types.split(","))
    folder = out or Path("generated") / Path(scenario).stem
    started = time.monotonic()
    order = Order(scenario, n, seed, tuple(language.split(",")), question_types, form, eta, pool)
    try:
        with progress("generating", quiet=quiet) as report:
            manifest = generate(order, folder, workers=workers, resume=resume, confirmed=yes, progress=report)
    except KeyboardInterrupt:
        click.echo(f"interrupted; finished blocks are kept: run the same command with --resume to go on ({folder})", err=True)
        sys.exit(130)
    if not quiet:
        counts, redraws = manifest["counts"], manifest["redraws"]
        click.echo(
            f"{folder}: {counts['questions']:,} questions over {counts['messages']:,} messages, {counts['proved']:,} proofs run, none failed"
        )
        drawn = ", ".join(f"{name} {count:,}" for name, count in redraws.items())
        click.echo(f"redrawn whole: {sum(redraws.values()):,} worlds ({drawn})")
        click.echo(f"digest {manifest['digest']}, {time.monotonic() - started:.1f} s")
