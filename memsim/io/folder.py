"""Reads a dataset folder block by block, its tables joined by history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from memsim.errors import DatasetError
from memsim.io import tables

Row = dict[str, Any]
#: (entity, class, attribute, value, number)
WorldFact = tuple[str, str, str, str, float | None]
Block = dict[str, pa.Table]
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


def files_of(names: list[str], language: str | None) -> list[str]:
    """Return those of a dataset's block files that are in a language; all for None."""
    return [name for name in names if language is None or name.rpartition("-")[0] == language]


def open_block(root: Path, name: str, wanted: tuple[str, ...] = TABLES) -> Block:
    """Return one block's tables, or those of them that are wanted, questions among them.

    Raises:
        DatasetError: They do not hold the same histories in the same order.
    """
    block = {table: tables.read(root / table / name, table) for table in wanted}
    for table in wanted:
        if not block[table]["history_id"].equals(block["questions"]["history_id"]):
            raise DatasetError(
                f"{root / table / name}: other history_ids than questions/{name}; expected the same histories in the same order"
            )
    return block


def join(block: Block, name: str, start: int = 0, stop: int | None = None) -> list[Joined]:
    """Return the rows of a block, or those from `start` to `stop`, joined in order."""
    length = None if stop is None else stop - start
    content = [block[table].slice(start, length).to_pylist() for table in JOINED]
    return [Joined(name, start + place, *rows) for place, rows in enumerate(zip(*content, strict=True))]


def worlds(block: Block, start: int = 0, stop: int | None = None) -> Iterator[list[WorldFact]]:
    """Yield the facts of each user's world of a block, or of the rows from `start` to `stop`, in order."""
    content = block["profiles"].slice(start, None if stop is None else stop - start)
    for batch in content.to_batches(max_chunksize=256):
        facts = batch.column("facts_of_world")
        columns = [column.to_pylist() for column in facts.flatten().flatten()]
        rows = list(zip(*columns, strict=True))
        first = 0
        for count in pc.list_value_length(facts).to_pylist():
            yield rows[first : first + count]
            first += count


def read_rows(root: Path) -> Iterator[Joined]:
    """Yield every trajectory of a dataset, file by file."""
    for name in block_files(root):
        yield from join(open_block(root, name), name)


def knowledge(root: Path) -> dict[str, list[tuple[str, str, str, str]]]:
    """Return the knowledge table by language: (attribute, value, property, result)."""
    out: dict[str, list[tuple[str, str, str, str]]] = {}
    for path in tables.files(root, "knowledge"):
        for row in tables.read(path, "knowledge").to_pylist():
            out.setdefault(row["language"], []).append((row["attribute"], row["value"], row["property"], row["result"]))
    return out
