"""Rows of a nested JSON file, gathered by where they stand in it: a row may come in any order, and none is kept in memory."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from memsim.io.files import json_line


class Buckets:
    """Gathers rows by two names.

    Args:
        folder: For the rows until they are joined.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._open = folder, ExitStack()
        self._files: dict[tuple[str, str], BinaryIO] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def count(self, outer: str, inner: str) -> int:
        """Return how many rows there are of two names."""
        return self._counts.get((outer, inner), 0)

    def add(self, outer: str, inner: str, row: object) -> None:
        """Put a row behind the others of its names."""
        key = outer, inner
        if key not in self._files:
            self._files[key] = self._open.enter_context((self._folder / str(len(self._files))).open("w+b"))
        before = ",\n" if self.count(*key) else "\n"
        self._files[key].write((before + json_line(row).rstrip("\n")).encode())
        self._counts[key] = self.count(*key) + 1

    def join(self, path: Path, outer: Sequence[str], inner: Sequence[str]) -> None:
        """Write {outer name: {inner name: [row]}}, the names in the order given, and forget the rows."""
        keys = sorted(self._files, key=lambda key: (outer.index(key[0]), inner.index(key[1])))
        with path.open("wb") as out:
            for place, (name, group) in enumerate(groupby(keys, key=lambda key: key[0])):
                out.write(f'{"," if place else "{"}\n"{name}": {{'.encode())
                for number, key in enumerate(group):
                    out.write(f'{"," if number else ""}\n"{key[1]}": ['.encode())
                    self._files[key].seek(0)
                    shutil.copyfileobj(self._files[key], out)
                    out.write(b"\n]")
                out.write(b"}")
            out.write(b"}\n")
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._open.close()
