"""`memsim stats`: what sets are like in numbers, side by side."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.formats import format_option
from memsim.cli.progress import progress
from memsim.report.table import figure

if TYPE_CHECKING:
    from memsim.statistics.run import Statistics

_FRAME = 3  # characters around a cell, a border among them
Found = dict[str, dict[str, "Statistics"]]  # by path and language


@click.command("stats")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option
@click.option("--language", default=None, help="Show this language only; a column for each by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def command(paths: tuple[Path, ...], format: str, language: str | None, as_json: bool, quiet: bool) -> None:
    """Show sizes of sets and how varied their profiles and messages are, side by side.

    Example: memsim stats generated/daily --language en
    """
    from memsim.statistics.run import statistics

    found: Found = {}
    for path in dict.fromkeys(paths):
        with progress("counting", quiet=quiet or as_json) as report:
            found[str(path)] = statistics(path, format, language, report)
    if as_json:
        content = {path: {one: _plain(of) for one, of in columns.items()} for path, columns in found.items()}
        click.echo(json.dumps(content, ensure_ascii=False, indent=2))
        return
    _show(found)
    for note in _notes(found):
        click.echo(note)


def _plain(of: Statistics) -> dict[str, object]:
    return {**of.groups, "notes": of.notes}


def _show(found: Found) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    columns = [of for by_language in found.values() for of in by_language.values()]
    heads = [f"{path}\n{language}" for path, by_language in found.items() for language in by_language]
    names = {group: _merged(of.groups[group] for of in columns) for group in columns[0].groups}
    console = Console(markup=False, emoji=False)  # a path may have brackets
    widths = _widths(columns, max(len(name) for of_group in names.values() for name in of_group), console.width)
    console.width = max(console.width, sum(width + _FRAME for width in widths) + 1)
    table = Table(
        *(Column(head, justify="right", overflow="fold", max_width=width) for head, width in zip(["", *heads], widths, strict=True))
    )
    table.columns[0].justify = "left"
    for group, of_group in names.items():
        table.add_section()
        table.add_row(group, style="bold")
        for name in of_group:
            default = 0 if group == "sizes" else None
            table.add_row(name, *(figure(of.groups[group].get(name, default)) for of in columns))
    console.print(table)


def _widths(columns: Sequence[Statistics], first: int, whole: int) -> list[int]:
    """Return what the columns share of a screen's width; where they are too many, so much that no figure is broken in two."""
    share = (whole - 1 - _FRAME) // len(columns) - _FRAME - first // len(columns)
    figures = [[value for group in of.groups.values() for value in group.values() if not isinstance(value, str)] for of in columns]
    return [first, *(max(share, *map(len, map(figure, found))) for found in figures)]


def _merged(orders: Iterable[Iterable[str]]) -> list[str]:
    """Return all names, each after the one that it follows where it was first met."""
    names: list[str] = []
    for order in orders:
        place = 0
        for name in order:
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    return names


def _notes(found: Found) -> Iterator[str]:
    """Yield each note once, with the columns that it is about."""
    about = defaultdict(list)
    for path, by_language in found.items():
        for language, of in by_language.items():
            for note in of.notes:
                about[note].append(f"{path} {language}")
    for note, columns in about.items():
        yield f"{', '.join(columns)}: {note}"
