"""`memsim rate`: what a language model or people think of a set."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.progress import progress
from memsim.cli.took import took

if TYPE_CHECKING:
    from memsim.llm.client import Tally
    from memsim.report.table import Table

Rows = Sequence[Mapping[str, Any]]
_SHOWN = 3  # reasons of each kind, the most frequent ones


@click.command("rate")
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--sheet", metavar="FOLDER_OR_FILE", type=click.Path(path_type=Path), help="Write a sheet for people, and its key.")
@click.option("--import", "filled", metavar="FILE...", multiple=True, type=click.Path(path_type=Path), help="Sum up filled sheets.")
@click.option("--key", metavar="FILE", type=click.Path(path_type=Path), help="The key of the filled sheets.")
@click.option("--language", help="Languages of the sheet, separated by commas; all of the sets by default.")
@click.option("--n", type=click.IntRange(1), help="Items of each kind, language and set.  [default: 100; 60 with --sheet]")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True, help="How often a model judges each.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws what is judged, and is given to the model.")
@click.option("--what", help="What to judge.  [default: messages,profiles; also questions with --sheet]")
@click.option("--max-tokens", type=click.IntRange(1), default=256, show_default=True, help="Where a reply is cut off.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write all judgements here, as JSON lines.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@model_options(temperature=1.0)  # what a judge is unsure of differs between repeats
def command(paths: tuple[Path, ...], model: Model | None, sheet: Path | None, filled: tuple[Path, ...], **options: Any) -> None:
    """Have a language model or people score messages and profiles from 1 to 5; people also check questions.

    Example: memsim rate generated/daily --llm openai/gpt-4o-mini --n 100

    Example: memsim rate generated/daily --sheet sheets/first, and then memsim rate --import ratings-*.csv --key sheets/first/key.json
    """
    wants = {"--llm": model, "--sheet": sheet, "--import": filled}
    chosen = [name for name, given in wants.items() if given]
    if len(chosen) != 1:
        raise click.UsageError(f"{' and '.join(chosen) or 'no way to rate'}; expected one of --llm MODEL, --sheet FOLDER and --import FILE")
    way = _WAYS[chosen[0]]
    _refuse_the_others(chosen[0])
    way.does(paths, wants[chosen[0]], **{name: options[name] for name in way.takes if options[name] is not None})


def _by_model(paths: tuple[Path, ...], model: Model, *, as_json: bool, quiet: bool, out: Path | None = None, **options: Any) -> None:
    from memsim.io.files import check_writable
    from memsim.rating import rate

    if len(paths) != 1:
        raise click.UsageError(f"{len(paths)} sets; expected one with --llm MODEL")
    if out is not None:
        check_writable(out, "--out")
    client = make_client(model)
    with progress("judging", quiet=quiet or as_json) as report:
        rated = rate(paths[0], client, concurrency=model.concurrency, progress=report, **options)
    if as_json:
        click.echo(json.dumps(rated.results | {"calls": _calls(client.tally)}, ensure_ascii=False, indent=2))
    else:
        rows = rated.results["ratings"]
        click.echo("\n".join([str(table(rows)), *_reasons(rows), took(client.tally)]))
    if out is not None:  # last, as what was paid for is then on the screen in any case
        rated.write(out)


def _for_people(paths: tuple[Path, ...], sheet: Path, **options: Any) -> None:
    from memsim.rating import make_sheet, write_sheet
    from memsim.rating.sheet import check_target

    if not paths:
        raise click.UsageError("no set; expected one or more with --sheet")
    check_target(sheet)
    made = make_sheet(paths, **options)
    key, *papers = write_sheet(made, sheet)
    counts = Counter((entry.item.language, entry.item.subject) for entry in made.entries)
    for (language, subject), count in counts.items():
        click.echo(f"{language} {subject}: {count:,}")
    click.echo(f"for raters, either will do: {', '.join(map(str, papers))}" if len(papers) > 1 else f"for raters: {papers[0]}")
    click.echo(f"not for raters: {key}")


def _of_people(
    paths: tuple[Path, ...], filled: tuple[Path, ...], *, as_json: bool, key: Path | None = None, out: Path | None = None
) -> None:
    from memsim.errors import InputError
    from memsim.io.files import check_writable
    from memsim.rating import import_ratings

    if key is None:
        raise click.UsageError("no key; expected --key FILE, the key.json that was written with the sheet")
    if out is not None:
        check_writable(out, "--out")
    if out is not None and out.exists():
        raise InputError(f"--out {str(out)!r}: there is something already; expected the name of a new file")
    rated = import_ratings([*filled, *paths], key)  # what a shell makes of ratings-*.csv are one option and arguments
    if as_json:
        click.echo(json.dumps(rated.results, ensure_ascii=False, indent=2))
    else:
        click.echo(f"raters: {', '.join(rated.results['raters'])}")
        for one, other in rated.results["alike"]:
            click.echo(f"{one} and {other} gave the same throughout, comments included; if one rater saved twice, leave one file out")
        for one in people_tables(rated.results["ratings"]):
            click.echo(str(one))
    if out is not None:
        rated.write(out)


class _Way(NamedTuple):
    """A way to rate, and the options that go with it, those of a model apart."""

    does: Callable[..., None]
    takes: tuple[str, ...]


#: By the option that asks for it.
_WAYS = {
    "--llm": _Way(_by_model, ("n", "seed", "what", "repeats", "max_tokens", "out", "as_json", "quiet")),
    "--sheet": _Way(_for_people, ("n", "seed", "what", "language")),
    "--import": _Way(_of_people, ("key", "out", "as_json")),
}


def _refuse_the_others(chosen: str) -> None:
    """Refuse options that have no effect on the way that was chosen."""
    context = click.get_current_context()
    for option in context.command.params:
        ways = [name for name, way in _WAYS.items() if option.name in way.takes]
        if ways and chosen not in ways and context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[0]} goes with {' and '.join(ways)}, not with {chosen}")


def table(rows: Rows) -> Table:
    """Return a model's ratings as a table: a row for each language, subject and criterion."""
    from memsim.report.table import Table

    heads = ("", "mean (95 %)", "n", "unparsed", "failed", "equal", "alpha")
    cells = [
        (_name(row), _mean(row), f"{row['n']:,}", *(f"{sum(row[kind].values()):,}" for kind in ("unparsed", "failed")), *_agreed(row))
        for row in rows
    ]
    return Table("scores from 1 to 5", heads, cells)


def people_tables(rows: Rows) -> Iterator[Table]:
    """Yield people's ratings as tables: scores, and what they say of questions, with a row for each set, language, subject and criterion."""
    from memsim.report.table import Table

    heads = ("", "mean (95 %)", "n", "unsure", "unrated", "items", "equal", "alpha")
    for title, claims in (("scores from 1 to 5", False), ("share of yes among yes and no", True)):
        cells = [
            (f"{row['set']} {_name(row)}", _mean(row), *(f"{row[name]:,}" for name in heads[2:6]), *_agreed(row))
            for row in rows
            if (row["subject"] == "questions") is claims
        ]
        if cells:
            yield Table(title, heads, cells)


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['language']} {row['subject']}: {row['criterion']}"


def _mean(row: Mapping[str, Any]) -> str:
    from memsim.report.table import NOTHING

    return NOTHING if row["mean"] is None else f"{row['mean']:.2f} ({row['low']:.2f}–{row['high']:.2f})"


def _agreed(row: Mapping[str, Any]) -> tuple[str, str]:
    from memsim.report.table import NOTHING

    agreed = row["agreement"]
    return (
        NOTHING if agreed["equal"] is None else f"{agreed['equal']:.2f}",
        agreed["undefined"] if agreed["alpha"] is None else f"{agreed['alpha']:.2f}",
    )


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
