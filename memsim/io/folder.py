"""Reads a dataset folder block by block, its tables joined by history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.compute as pc

from memsim.errors import DatasetError
from memsim.io import tables

Row = dict[str, Any]
#: (entity, class, attribute, value, number)
WorldFact = tuple[str, str, str, str, float | None]
JOINED = ("histories", "questions", "gold")
TABLES = (*JOINED, "profiles")


class Joined(NamedTuple):
    """The rows of one trajectory in one language, and where they stand."""

    file: str
    row: int
    history: Row
    question: Row
    gold: Row


def block_files(root: Path) -> list[str]:
    """Return the names of a dataset's block files, the same in each table.

    Raises:
        DatasetError: A table lacks a file that another has.
    """
    names = {table: [path.name for path in tables.files(root, table)] for table in TABLES}
    if not names["questions"]:
        raise DatasetError(f"{root}/questions: no files; expected a whole dataset as written by `memsim generate`")
    for table in TABLES:
        missing = set(names["questions"]) ^ set(names[table])
        if missing:
            raise DatasetError(f"{root}: {min(missing)} is not in both questions/ and {table}/; expected the same files in each table")
    return names["questions"]


def read_block(root: Path, name: str) -> list[Joined]:
    """Return one block's rows, joined in order.

    Raises:
        DatasetError: The tables of the block do not hold the same histories in the same order.
    """
    content = {table: tables.read(root / table / name, table).to_pylist() for table in JOINED}
    ids = {table: [row["history_id"] for row in rows] for table, rows in content.items()}
    for table in JOINED:
        if ids[table] != ids["questions"]:
            raise DatasetError(
                f"{root / table / name}: other history_ids than questions/{name}; expected the same histories in the same order"
            )
    return [Joined(name, place, *rows) for place, rows in enumerate(zip(*content.values(), strict=True))]


def read_worlds(root: Path, name: str) -> Iterator[tuple[str, list[WorldFact]]]:
    """Yield (history_id, facts of the user's world) of one block, in order."""
    content = tables.read(root / "profiles" / name, "profiles")
    for batch in content.to_batches(max_chunksize=256):
        facts = batch.column("facts_of_world")
        flat = facts.flatten()
        columns = [flat.field(place).to_pylist() for place in range(flat.type.num_fields)]
        rows = list(zip(*columns, strict=True))
        start = 0
        for history_id, count in zip(batch.column("history_id").to_pylist(), pc.list_value_length(facts).to_pylist(), strict=True):
            yield history_id, rows[start : start + (count or 0)]
            start += count or 0


def read_rows(root: Path) -> Iterator[Joined]:
    """Yield every trajectory of a dataset, file by file."""
    for name in block_files(root):
        yield from read_block(root, name)


def knowledge(root: Path) -> dict[str, list[tuple[str, str, str, str]]]:
    """Return the knowledge table by language: (attribute, value, property, result)."""
    out: dict[str, list[tuple[str, str, str, str]]] = {}
    for path in tables.files(root, "knowledge"):
        for row in tables.read(path, "knowledge").to_pylist():
            out.setdefault(row["language"], []).append((row["attribute"], row["value"], row["property"], row["result"]))
    return out
