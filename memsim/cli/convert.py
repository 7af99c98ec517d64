"""`memsim convert`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.names import Names
from memsim.cli.progress import progress
from memsim.conversion.registry import OUTPUTS

if TYPE_CHECKING:
    from memsim.conversion.output import Conversion


@click.command("convert")
@click.argument("path", metavar="IN", type=click.Path(path_type=Path))
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--from", "format", default="auto", show_default=True, help="Format of the set; a run folder needs none.")
@click.option("--to", required=True, help=f"Format to write: {', '.join(OUTPUTS)}; trec-run is made of a run folder.")
@click.option("--language", type=Names(), default=None, help="Languages to keep, separated by commas; all by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(path: Path, out: Path, format: str, to: str, language: tuple[str, ...] | None, as_json: bool, quiet: bool) -> None:
    """Write a set in a format that the harnesses of others read, and tell what it does not hold.

    Example: memsim convert generated/daily memdaily.json --to memdaily --language zh
    """
    from memsim.conversion.convert import convert

    with progress("converting", quiet=quiet or as_json) as report:
        made = convert(path, out, to, format=format, language=language, progress=report)
    if as_json:
        click.echo(json.dumps(made._asdict(), ensure_ascii=False, indent=2, default=str))
    elif not quiet:
        for line in _lines(made):
            click.echo(line)


def _lines(made: Conversion) -> Iterator[str]:
    counts = ", ".join(f"{count:,} {name}" for name, count in made.counts.items())
    yield f"{made.path}: {made.format}, {counts}"
    for heading, found in ((f"not held by {made.format}:", made.lost), ("to be read with care:", made.notes)):
        if found:
            yield heading
            yield from (f"{count:>9,}  {name}" for name, count in found.items())
