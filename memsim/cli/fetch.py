"""`memsim fetch`."""

from __future__ import annotations

import json
import logging
import shlex
import shutil
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.progress import progress
from memsim.cli.stopping import end

if TYPE_CHECKING:
    from memsim.fetching.registry import PublicSet


@click.command("fetch")
@click.argument("name", required=False)
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder of the set; data/NAME by default.")
@click.option("--accept-licence", is_flag=True, help="Accept the licence of the set; without this it is shown, and nothing downloaded.")
@click.option("--sha256", default=None, metavar="HEX", help="Of a set that is not pinned, the SHA-256 that you have.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(name: str | None, out: Path | None, accept_licence: bool, sha256: str | None, as_json: bool, quiet: bool) -> None:
    """Download a public set from its publisher, and check that it is the one expected; without NAME, list the sets.

    Example: memsim fetch locomo --accept-licence
    """
    from memsim.fetching import fetch

    if name is None:
        about_one = {"--out": out is not None, "--accept-licence": accept_licence, "--sha256": sha256 is not None}
        if given := [option for option, is_given in about_one.items() if is_given]:
            raise click.UsageError(f"{given[0]} is about one set, and none is named; `memsim fetch` alone lists them")
        _list(as_json=as_json)
        return
    chosen, silent = fetch.known(name), quiet or as_json
    if accept_licence and not silent:
        click.echo(f"{chosen.what}\n{chosen.page}\nlicence: {chosen.licence.name}, {chosen.licence.terms}", err=True)
    try:
        with progress("fetching, in bytes", quiet=silent) as report, _told(silent=silent):
            path = fetch.fetch(name, out, accept_licence=accept_licence, sha256=sha256, progress=report)
    except KeyboardInterrupt as stop:
        end(stop, "interrupted; what came so far is kept: the same command goes on from there")
    if as_json:
        click.echo(json.dumps({**_plain(name, chosen), "path": str(path)}, ensure_ascii=False, indent=2))
    elif not quiet:
        shown = f"./{path}" if str(path).startswith(("-", "hf:")) else str(path)  # else it would be read as an option, or as an address
        click.echo(f"{path}: as expected, byte for byte\nnext: memsim bench {shlex.quote(shown)}")


@contextmanager
def _told(*, silent: bool) -> Iterator[None]:
    """Show what goes wrong on the way."""
    logger, handler = logging.getLogger("memsim.fetching"), _Echo()
    if not silent:
        logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class _Echo(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Print a line beside the progress."""
        click.echo(record.getMessage(), err=True)


def _list(*, as_json: bool) -> None:
    from memsim.fetching.registry import SETS

    if as_json:
        click.echo(json.dumps([_plain(name, chosen) for name, chosen in SETS.items()], ensure_ascii=False, indent=2))
        return
    from rich.filesize import decimal

    width = shutil.get_terminal_size().columns
    for name, chosen in SETS.items():
        size = [] if chosen.size is None else [decimal(chosen.size)]
        facts = [*size, f"licence {chosen.licence.name}", "pinned" if chosen.pinned else "not pinned"]
        click.echo(f"{name:<20}{', '.join(facts)}")
        click.echo(textwrap.fill(chosen.what, max(width, 40), initial_indent="    ", subsequent_indent="    "))
    click.echo("pinned: the bytes are known, and checked; of the others, `memsim fetch NAME` tells how to get them")


def _plain(name: str, chosen: PublicSet) -> dict[str, object]:
    return {
        "name": name,
        "format": chosen.format,
        "what": chosen.what,
        "page": chosen.page,
        "licence": chosen.licence._asdict(),
        "pinned": chosen.pinned,
        "size": chosen.size,
        "files": [file._asdict() for file in chosen.files],
        "learned": chosen.learned,
    }
