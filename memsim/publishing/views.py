"""Writes the flat view of a set as the shards of one configuration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

_ROWS, _BYTES = 1_000, 1 << 26  # of a row group: what streams it reads one at a time, and the Hub's viewer shows none above 300 MB


class View(NamedTuple):
    """The shards of a view.

    Attributes:
        paths: The files, in order.
        rows: How many rows they hold together.
        size: How many bytes the rows take in memory.
    """

    paths: list[Path]
    rows: int
    size: int


def write_view(tables: Iterator[pa.Table], schema: pa.Schema, folder: Path, most: int) -> View:
    """Write tables, one after the other, as ``test-00000-of-00003.parquet`` and so on.

    Args:
        tables: With the columns of the schema.
        schema: Of all of them.
        folder: Where to; it is made.
        most: Bytes in memory of the rows of a shard; a row group that has more by itself, as a row may, is a shard of its own.
    """
    folder.mkdir(parents=True)
    rows = size = 0
    parts: list[Path] = []
    writer, held = None, 0
    for table in tables:
        step = _step(table, min(most, _BYTES))
        for start in range(0, table.num_rows, step):
            group = table.slice(start, step)
            if writer is None or held + group.nbytes > most:
                if writer is not None:
                    writer.close()
                parts.append(folder / f"test-{len(parts):05d}")
                writer, held = pq.ParquetWriter(parts[-1], schema, compression="zstd"), 0
            writer.write_table(group)
            held, rows, size = held + group.nbytes, rows + group.num_rows, size + group.nbytes
    if writer is not None:
        writer.close()
    paths = [part.rename(part.with_name(f"{part.name}-of-{len(parts):05d}.parquet")) for part in parts]
    return View(paths, rows, size)


def _step(table: pa.Table, most: int) -> int:
    """Return how many rows of a table a row group has, so that it has hardly more than some bytes."""
    return max(1, min(_ROWS, most * table.num_rows // max(1, table.nbytes)))
