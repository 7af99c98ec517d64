"""`memsim compare`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.names import Names

if TYPE_CHECKING:
    from memsim.measure.comparing import Comparison, Gain
    from memsim.scoring.gates import GateResult


@click.command("compare")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--baseline",
    default=None,
    help="Memory to compare with, NAME or RUN/NAME; else of one run the first, of several the namesake in the first.",
)
@click.option("--measure", type=Names(), default=None, help="Measures, separated by commas; accuracy and recall by default.")
@click.option("--by-type", is_flag=True, help="Show each question type too.")
@click.option(
    "--gate", "gates", multiple=True, help="What must hold, such as 'recall@5>=0.9' or 'accuracy>=base-0.01'; may be given again."
)
@click.option("--junit", type=click.Path(path_type=Path), default=None, help="Write the gates as JUnit XML.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    runs: tuple[Path, ...],
    baseline: str | None,
    measure: tuple[str, ...] | None,
    by_type: bool,
    gates: tuple[str, ...],
    junit: Path | None,
    as_json: bool,
) -> None:
    """Compare memories question by question, within a run or across runs; exit 1 if a gate fails.

    Example: memsim compare reports/daily --baseline bm25 --gate 'recall@5>=0.5'
    """
    from memsim.benchmarking import Run
    from memsim.errors import InputError
    from memsim.io.files import check_writable, write_whole
    from memsim.measure.comparing import Comparison
    from memsim.measure.gating import held
    from memsim.scoring.gates import junit as junit_xml
    from memsim.scoring.gates import parse

    if junit is not None and not gates:
        raise InputError(f"--junit {junit}: no --gate to write; expected at least one")
    if junit is not None:
        check_writable(junit, "--junit")
    wanted = [parse(text) for text in gates]
    comparison = Comparison(runs, baseline, [Run(path).results["ks"] for path in runs])
    names = measure or _usual(comparison)
    found, judged = comparison.gains(names, by_type=by_type), held(wanted, comparison)
    if not found and not judged:
        raise InputError(
            f"{', '.join(map(str, runs))}: nothing to compare; expected memories in common, or several in one run, or a --gate"
        )
    if junit is not None:
        write_whole(junit, junit_xml(judged))
    click.echo((_as_json if as_json else _as_text)(found, judged))
    sys.exit(0 if all(one.passed for one in judged) else 1)


def _usual(comparison: Comparison) -> list[str]:
    """Return accuracy and recall, as far as they were measured."""
    from memsim.report.tables import headline

    usual = ["accuracy", *([f"recall@{headline(comparison.ks)}"] if comparison.ks else [])]
    return [name for name in usual if name in comparison.measures]


def _as_text(found: Sequence[Gain], judged: Sequence[GateResult]) -> str:
    from memsim.report.gains import NOTE, gains

    tables = [f"{table}\n" for table in gains(found)]
    verdicts = [f"{'pass' if one.passed else 'FAIL'}  {one.name}: {one.message}" for one in judged]
    return "\n".join([*tables, *([NOTE] if found else []), *([""] if found and judged else []), *verdicts])


def _as_json(found: Sequence[Gain], judged: Sequence[GateResult]) -> str:
    rows = [{**one._asdict(), "difference": {name: _number(value) for name, value in one.difference._asdict().items()}} for one in found]
    gates = [{"name": one.name, "gate": one.gate.text, "passed": one.passed, "message": one.message} for one in judged]
    return json.dumps({"gains": rows, "gates": gates}, ensure_ascii=False, indent=2, allow_nan=False)


def _number(value: float) -> float | None:
    """Return a number as JSON has it: without a NaN."""
    return None if isnan(value) else value
