"""`memsim bench`."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from memsim.cli.formats import format_option
from memsim.cli.progress import progress
from memsim.cli.stopping import end

if TYPE_CHECKING:
    from memsim.benchmarking import Run


class WholeNumbers(click.ParamType):  # type: ignore[type-arg] # not generic in every supported version
    """Numbers separated by commas."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers."""
        words = [word.strip() for word in value.split(",")]
        wrong = [word for word in words if not (word.isascii() and word.isdecimal())]
        if wrong:
            self.fail(f"{wrong[0]!r} in {value!r}; expected whole numbers, such as 1,10,50", param, ctx)
        return tuple(map(int, words))


WHOLE = WholeNumbers()
_OF_RESCORING = {"--rescore", "--k", "--json", "--quiet"}


@click.command("bench")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--memory", "memories", multiple=True, help="Memories, separated by commas; may be given again.  [default: full,recent,retrieved]"
)
@click.option("--reader", default="lexical", show_default=True, help="lexical, a model as litellm names it, or none for retrieval only.")
@click.option(
    "--k", type=WHOLE, default=None, help="Where rankings are cut, such as 1,5,10; by default as results on the set are told, mostly 5."
)
@click.option(
    "--eta", type=WHOLE, default=None, help="Levels of noise, such as 1,10,50,100,200: messages in all for each real one; 1 by default."
)
@click.option("--answers", type=click.Choice(["choices", "free"]), default="choices", show_default=True, help="Choices, or free text.")
@click.option("--judge", default=None, help="A model that grades free text too, beside the grading by type.")
@click.option("--api-base", default=None, help="Server of reader and judge.")
@format_option
@click.option("--pool", type=click.Path(path_type=Path), default=None, help="A set whose pool is the noise; each set's own by default.")
@click.option("--limit", type=int, default=None, help="Questions of each set, the first ones.")
@click.option("--per-type", type=int, default=None, help="Questions of each type and language, the first ones.")
@click.option("--epochs", type=int, default=1, show_default=True, help="How often each question is asked.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--timeout", type=float, default=600.0, show_default=True, help="Seconds that a step of a memory may take.")
@click.option("--timed", type=int, default=100, show_default=True, help="Histories of each set on which taking in is timed.")
@click.option("--controls/--no-controls", default=True, show_default=True, help="Let none, random, first and oracle take part in any case.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Run folder; reports/<set> by default.")
@click.option("--resume", is_flag=True, help="Go on with a run that was cut short.")
@click.option("--rescore", type=click.Path(path_type=Path), default=None, help="Score the rows of this run again; nothing is run.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(paths: tuple[Path, ...], memories: tuple[str, ...], rescore: Path | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Measure memories on sets, and write a run folder.

    Example: memsim bench generated/daily --memory full,recent:5,bm25 --limit 200
    """
    from memsim import benchmarking

    if rescore is not None:
        given = _given()
        if foreign := given - _OF_RESCORING:
            raise click.UsageError(f"--rescore scores a run again: it does not go with {', '.join(sorted(foreign))}")
        _show(benchmarking.rescore(rescore, options["k"] if "--k" in given else None), as_json=as_json, quiet=quiet)
        return
    sys.path.append(str(Path.cwd()))  # memories of one's own are named module:Class
    try:
        # What a memory prints must not come between the results.
        with progress("measuring", quiet=quiet or as_json) as report, redirect_stdout(sys.stderr):
            run = benchmarking.bench(list(paths), list(memories) or "full,recent,retrieved", progress=report, **options)
    except KeyboardInterrupt as stop:
        end(stop, "interrupted; the rows so far are kept: run the same command with --resume to go on")
    _show(run, as_json=as_json, quiet=quiet)


def _given() -> set[str]:
    """Return what stands on the command line."""
    context = click.get_current_context()
    asked = [one for one in context.command.params if context.get_parameter_source(str(one.name)) is ParameterSource.COMMANDLINE]
    return {one.opts[0] if isinstance(one, click.Option) else one.human_readable_name for one in asked}


def _show(run: Run, *, as_json: bool, quiet: bool) -> None:
    from memsim.report import tables
    from memsim.report.faults import faults

    if as_json:
        click.echo(json.dumps(run.results, ensure_ascii=False, indent=2))
        return
    if quiet:
        return
    found, sets = run.results["results"], {one["name"]: one for one in run.manifest["sets"]}
    for name, eta in dict.fromkeys((one["set"], one["eta"]) for one in found):
        some = [one for one in found if (one["set"], one["eta"]) == (name, eta)]
        title = f"{name}, η={eta}"
        table = tables.measures(some, tables.told_first(sets[name], run.results["ks"]), title)
        click.echo(f"{title if table is None else table}\n")
        for fault in faults(some, run.results["ks"]):
            click.echo(str(fault))
    click.echo(f"{run.path}: report.md, results.json, samples.jsonl")
