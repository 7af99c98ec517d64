"""JSON as formats spell it, a row a line, so that no list need be in memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from memsim.io.files import json_line


def write_list(path: Path, rows: Iterable[object]) -> None:
    """Write a JSON list, a row a line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        opening = "[\n"
        for row in rows:
            file.write(opening + json_line(row).rstrip("\n"))
            opening = ",\n"
        file.write("\n]\n")


def write_lines(path: Path, rows: Iterable[object]) -> None:
    """Write JSON lines."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(map(json_line, rows))
