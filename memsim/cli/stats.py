"""`memsim stats`: what sets are like in numbers, side by side."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.report.table import NOTHING

if TYPE_CHECKING:
    from memsim.statistics.run import Statistics

Found = dict[str, dict[str, "Statistics"]]  # by path and language


@click.command("stats")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", default="auto", show_default=True, help="Format of the sets.")
@click.option("--language", default=None, help="Show this language only; a column for each by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(paths: tuple[Path, ...], format: str, language: str | None, as_json: bool) -> None:
    """Show sizes of sets and how varied their profiles and messages are, side by side.

    Example: memsim stats generated/daily --language en
    """
    from memsim.statistics.run import statistics

    found: Found = {str(path): statistics(path, format, language) for path in paths}
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
    table = Table(Column(no_wrap=True), *(Column(head, justify="right", overflow="fold") for head in heads))
    for group in columns[0].groups:
        table.add_section()
        table.add_row(group, style="bold")
        for name in _merged(of.groups[group] for of in columns):
            default = 0 if group == "sizes" else None
            table.add_row(name, *(_cell(of.groups[group].get(name, default)) for of in columns))
    Console(markup=False, emoji=False).print(table)  # a path may have brackets


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


def _cell(value: float | str | None) -> str:
    match value:
        case None:
            return NOTHING
        case float():
            return f"{value:,.1f}" if value >= 10 else f"{value:.3f}" if value >= 1 else f"{value:#.3g}"
        case int():
            return f"{value:,}"
    return value


def _notes(found: Found) -> Iterator[str]:
    """Yield each note once, with the columns that it is about."""
    about = defaultdict(list)
    for path, by_language in found.items():
        for language, of in by_language.items():
            for note in of.notes:
                about[note].append(f"{path} {language}")
    for note, columns in about.items():
        yield f"{', '.join(columns)}: {note}"
