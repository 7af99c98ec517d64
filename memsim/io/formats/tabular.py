"""Tables of foreign sets: CSV with a header, JSON lines, and cells that hold a list or an object as Python or JSON writes it."""

from __future__ import annotations

import ast
import csv
import io
import json
import warnings
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from memsim.errors import DatasetError
from memsim.io.formats.strict import Found, parse_json, read_text

_LONGEST, _DEEPEST = 1_000_000, 20  # characters and brackets of a cell that is parsed


def columns(path: Path) -> list[str]:
    """Return the names of a CSV file's columns, by its first line; none where it has no header."""
    with suppress(csv.Error):
        return next(csv.reader([read_text(path).removeprefix("\ufeff").partition("\n")[0].rstrip("\r")]), [])
    return []


def read_csv(path: Path, needed: Collection[str]) -> Iterator[Found]:
    """Yield the rows of a CSV file in UTF-8, each an object of texts, called ``row 1`` and so on.

    Raises:
        DatasetError: It cannot be read, a column is missing, one stands twice, or a row has more or fewer cells than the header.
    """
    file = Found(path, "", "", None)
    rows = csv.reader(io.StringIO(read_text(path).removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = next(rows, [])
        if wrong := [name for name in (*needed, *header) if header.count(name) != 1]:
            raise file.at("header", header).refused(f"a column {wrong[0]!r}, once")
        for number, cells in enumerate(rows, 1):
            row = file.under(f"row {number}", cells)
            if cells and len(cells) != len(header):
                raise row.refused(f"{len(header)} cells, as many as the header has")
            if cells:
                yield row._replace(value=dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise DatasetError(f"{path}: line {rows.line_num}: unreadable ({error}); expected a whole CSV file in UTF-8") from None


def read_lines(path: Path) -> Iterator[Found]:
    """Yield what each line of a file of JSON lines holds; blank lines hold nothing.

    Raises:
        DatasetError: The file cannot be read, or a line is no JSON.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            yield parse_json(path, line, f"line {number}")


def literal(found: Found) -> Any:
    """Return what a cell holds that is written as JSON or as a Python literal: lists, objects, texts and numbers. Nothing is evaluated.

    Raises:
        DatasetError: It is neither, too long, or nested too deep.
    """
    text = found.value.strip()
    if len(text) > _LONGEST or _depth(text) > _DEEPEST:
        raise found.refused(f"at most {_LONGEST:,} characters, nested at most {_DEEPEST} deep")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of a backslash in a text
            warnings.simplefilter("ignore", DeprecationWarning)  # the same, before Python 3.12
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise found.refused("a list or an object, as JSON or Python writes it") from None


def _depth(text: str) -> int:
    """Return how deep brackets open, those in texts too: more than that is never nested."""
    depth = deepest = 0
    for char in text:
        depth += (char in "[{(") - (char in ")}]")
        deepest = max(deepest, depth)
    return deepest
