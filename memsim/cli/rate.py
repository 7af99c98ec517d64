"""`memsim rate`: what a language model thinks of a set's messages and profiles."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.progress import progress
from memsim.cli.took import took

if TYPE_CHECKING:
    from memsim.llm.client import Tally
    from memsim.report.table import Table

Rows = Sequence[Mapping[str, Any]]
_SHOWN = 3  # reasons of each kind, the most frequent ones


@click.command("rate")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--n", type=click.IntRange(1), default=100, show_default=True, help="Messages and profiles of each language.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="How often each is judged.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws what is judged, and is given to the model.")
@click.option("--what", default="messages,profiles", show_default=True, help="What to judge.")
@click.option("--max-tokens", type=click.IntRange(1), default=256, show_default=True, help="Where a reply is cut off.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=None, help="Write all judgements here, as JSON lines.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@model_options(required=True, temperature=1.0)  # what a judge is unsure of differs between repeats
def command(path: Path, model: Model, out: Path | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Have a language model score messages and profiles from 1 to 5, each by itself.

    Example: memsim rate generated/daily --llm openai/gpt-4o-mini --n 100
    """
    from memsim.rating import rate

    _check_place(out)
    client = make_client(model)
    with progress("judging", quiet=quiet or as_json) as report:
        rated = rate(path, client, concurrency=model.concurrency, progress=report, **options)
    if out is not None:
        rated.write(out)
    if as_json:
        click.echo(json.dumps(rated.results | {"calls": _calls(client.tally)}, ensure_ascii=False, indent=2))
        return
    rows = rated.results["ratings"]
    click.echo(str(table(rows)))
    for line in _reasons(rows):
        click.echo(line)
    click.echo(took(client.tally))


def table(rows: Rows) -> Table:
    """Return the ratings as a table: a row for each language, subject and criterion."""
    from memsim.report.table import NOTHING, Table

    heads = ("", "mean (95 %)", "n", "unparsed", "failed", "equal", "alpha")
    cells = []
    for row in rows:
        agreed = row["agreement"]
        cells.append(
            (
                f"{row['language']} {row['subject']}: {row['criterion']}",
                NOTHING if row["mean"] is None else f"{row['mean']:.2f} ({row['low']:.2f}–{row['high']:.2f})",
                f"{row['n']:,}",
                *(f"{sum(row[kind].values()):,}" for kind in ("unparsed", "failed")),
                NOTHING if agreed["equal"] is None else f"{agreed['equal']:.2f}",
                agreed["undefined"] if agreed["alpha"] is None else f"{agreed['alpha']:.2f}",
            )
        )
    return Table("scores from 1 to 5", heads, cells)


def _reasons(rows: Rows) -> Iterator[str]:
    """Yield why there are no scores, over all rows, the most frequent reasons first."""
    for kind in ("unparsed", "failed"):
        found: Counter[str] = Counter()
        for row in rows:
            found.update(row[kind])
        for reason, count in found.most_common(_SHOWN):
            yield f"{kind} scores, {count:,}: {reason}"
        if rest := found.total() - sum(count for _, count in found.most_common(_SHOWN)):
            yield f"{kind} scores, {rest:,}: for other reasons"


def _calls(tally: Tally) -> dict[str, Any]:
    used = tally.usage
    return {
        "calls": tally.calls,
        "cached": tally.cached,
        "failed_tries": dict(tally.failures),
        **{name: getattr(used, name) for name in ("prompt_tokens", "completion_tokens", "cost")},
    }


def _check_place(out: Path | None) -> None:
    """Make sure that judgements can be written where they shall be, before anything is paid for.

    Raises:
        InputError: There is no such folder, or no name.
    """
    from memsim.errors import InputError

    if out is not None and not (out.name and out.absolute().parent.is_dir()):
        raise InputError(f"--out {str(out)!r}: no folder {out.parent}, or no name; expected the name of a file in a folder that is there")
