"""CSV files of priors: header comments, a column line, rows. Byte-order marks and CRLF are accepted and do not change the digest."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path

from memsim.errors import ScenarioError

HEADER = ("source", "licence", "population", "unit")


@dataclass(frozen=True, slots=True)
class Table:
    """One prior file as read: text cells, checked for shape only."""

    path: Path
    header: dict[str, str]
    columns: list[str]
    rows: list[dict[str, str]]

    def where(self, row: int) -> str:
        """Return how an error names a row (0 = the first after the column line)."""
        return f"row {row + 1}"

    def column(self, name: str) -> list[str]:
        """Return the cells of a column, or raise naming the columns there are."""
        if name not in self.columns:
            raise ScenarioError(self.path, "columns", ", ".join(self.columns), f"a column {name!r}")
        return [row[name] for row in self.rows]

    def numbers(self, name: str, *, weight: bool = False) -> list[float]:
        """Return a column of finite numbers; weights must not be negative."""
        values = []
        for index, cell in enumerate(self.column(name)):
            try:
                value = float(cell)
            except ValueError:
                value = math.nan
            if not math.isfinite(value) or (weight and value < 0):
                raise ScenarioError(self.path, f"{self.where(index)}, column {name!r}", repr(cell), "a finite number" + " ≥ 0" * weight)
            values.append(value)
        return values


def read_text(path: Path) -> str:
    """Return a UTF-8 file's text with LF line ends and without a byte-order mark."""
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise ScenarioError(path, "file", "missing", "a readable file") from None
    except OSError as error:
        raise ScenarioError(path, "file", error.strerror or "unreadable", "a readable file") from None
    except UnicodeDecodeError as error:
        raise ScenarioError(path, f"byte {error.start}", "not UTF-8", "UTF-8 text") from None


def read_table(path: Path) -> Table:
    """Read a prior file; every row has every column, and the header names source, licence, population and unit."""
    lines = read_text(path).split("\n")
    header = {}
    while lines and lines[0].startswith("#"):
        key, _, value = lines.pop(0)[1:].partition(":")
        header[key.strip()] = value.strip()
    for key in HEADER:
        if not header.get(key):
            raise ScenarioError(path, "header", f"no '# {key}: …'", f"the comments {', '.join(HEADER)} before the column line")
    try:
        cells = [row for row in csv.reader(lines) if row]
    except csv.Error as error:
        raise ScenarioError(path, "CSV", str(error), "comma-separated rows, each cell on one line") from None
    if not cells or len(set(cells[0])) != len(cells[0]):
        raise ScenarioError(path, "columns", cells[0] if cells else "none", "one line of distinct column names")
    columns = cells[0]
    for number, row in enumerate(cells[1:]):
        if len(row) != len(columns):
            raise ScenarioError(path, f"row {number + 1}", f"{len(row)} cells", f"{len(columns)} cells ({', '.join(columns)})")
    if len(cells) < 2:
        raise ScenarioError(path, "rows", "none", "at least one row")
    return Table(path, header, columns, [dict(zip(columns, row, strict=True)) for row in cells[1:]])
