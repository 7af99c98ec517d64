"""`memsim stats`: sizes, side by side."""

from __future__ import annotations

import json
from pathlib import Path

import click


def sizes(path: Path) -> dict[str, int | float]:
    """Return a dataset's sizes: rows, messages, lengths in characters, questions by type and topic."""
    import numpy as np
    import pyarrow.compute as pc

    from memsim.io import folder, tables

    out: dict[str, int | float] = {"questions": 0, "messages": 0}
    per_history, message_lengths, question_lengths, evidence = [], [], [], []
    by_kind: dict[str, int] = {}
    for name in folder.block_files(path):
        histories, questions = tables.read(path / "histories" / name, "histories"), tables.read(path / "questions" / name, "questions")
        messages = histories["messages"].combine_chunks()
        per_history.append(pc.list_value_length(messages).to_numpy())
        message_lengths.append(pc.utf8_length(messages.flatten().field("text")).to_numpy())
        question_lengths.append(pc.utf8_length(questions["question"].combine_chunks()).to_numpy())
        evidence.append(pc.list_value_length(tables.read(path / "gold" / name, "gold")["evidence"].combine_chunks()).to_numpy())
        for column in ("language", "question_type", "topic"):
            for entry in pc.value_counts(questions[column].combine_chunks()).to_pylist():
                key = f"{column} {entry['values']}"
                by_kind[key] = by_kind.get(key, 0) + entry["counts"]
        out["questions"] += questions.num_rows
    out["messages"] = int(np.concatenate(per_history).sum())
    out["messages a history"] = float(np.concatenate(per_history).mean())
    out["characters a message"] = float(np.concatenate(message_lengths).mean())
    out["characters a question"] = float(np.concatenate(question_lengths).mean())
    out["evidence a question"] = float(np.concatenate(evidence).mean())
    return out | dict(sorted(by_kind.items()))


@click.command("stats")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Show the sizes of datasets, side by side.

    Example: memsim stats generated/daily
    """
    from memsim.io.manifest import read_manifest

    columns = {}
    for path in paths:
        read_manifest(path)
        columns[str(path)] = sizes(path)
    if as_json:
        click.echo(json.dumps(columns, ensure_ascii=False, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("", *columns)
    for key in dict.fromkeys(key for column in columns.values() for key in column):
        cells = [column.get(key, 0) for column in columns.values()]
        table.add_row(key, *(f"{cell:,.1f}" if isinstance(cell, float) else f"{cell:,}" for cell in cells))
    Console().print(table)
