"""`memsim check`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click


@click.command("check")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print failures only.")
def command(path: Path, as_json: bool, quiet: bool) -> None:
    """Prove every answer of a dataset again, from its files alone, and test every promise; exit 1 if one fails.

    Example: memsim check generated/daily
    """
    from memsim.check.report import PROMISES
    from memsim.check.run import check
    from memsim.cli.progress import progress

    with progress("checking", quiet=quiet or as_json) as report_progress:
        report = check(path, progress=report_progress)
    if as_json:
        click.echo(json.dumps(report.to_dict(), ensure_ascii=False, indent=2))
        sys.exit(0 if report.ok else 1)
    for fault in report.faults:
        click.echo(str(fault))
    if not quiet:
        for number, text in PROMISES.items():
            click.echo(f"{number:>3}  {report.tested[number]:>7,} tested  {report.failed[number]:>6,} failed  {text}")
        click.echo(f"{path}: {report.rows:,} rows, " + ("every promise is kept" if report.ok else "NOT every promise is kept"))
    sys.exit(0 if report.ok else 1)
