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
from memsim.io.formats.faults import Faults
from memsim.io.formats.strict import Found, parse_json, read_text

_DEEPEST = 20  # brackets of a cell that is parsed; how long a cell may be, the csv module limits


def columns(path: Path) -> list[str]:
    """Return the names of a CSV file's columns, by its first line; none where it has no header."""
    with suppress(csv.Error):
        return next(csv.reader([read_text(path).removeprefix("\ufeff").partition("\n")[0].rstrip("\r")]), [])
    return []


def read_csv(path: Path, needed: Collection[str], faults: Faults | None = None) -> Iterator[Found]:
    """Yield the rows of a CSV file in UTF-8, each an object of texts, called ``row 1`` and so on.

    A row with more or fewer cells than the header is a fault, and left out.

    Raises:
        DatasetError: It cannot be read, a column is missing, or one stands twice.
    """
    file = Found(path, "", "", None, faults)
    rows = csv.reader(io.StringIO(read_text(path).removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = next(rows, [])
        if wrong := [name for name in (*needed, *header) if header.count(name) != 1]:
            raise file.at("header", header).refused(f"a column {wrong[0]!r}, once")
        for number, cells in enumerate(rows, 1):
            row = file.under(f"row {number}", cells)
            if cells and len(cells) != len(header):
                row.wrong(f"{len(header)} cells, as many as the header has")
            elif cells:
                yield row._replace(value=dict(zip(header, cells, strict=True)))
    except csv.Error as error:
        raise DatasetError(f"{path}: line {rows.line_num}: unreadable ({error}); expected a whole CSV file in UTF-8") from None


def read_lines(path: Path, faults: Faults) -> Iterator[Found]:
    """Yield what each line of a file of JSON lines holds; blank lines hold nothing, and one that is no JSON is a fault.

    Raises:
        DatasetError: The file cannot be read.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = parse_json(path, line, f"line {number}")
        except DatasetError as error:
            faults.add_error(error)
        else:
            yield found._replace(faults=faults)


def literal(found: Found) -> Any:
    """Return what a cell holds that is written as JSON or as a Python literal: lists, objects, texts and numbers. Nothing is evaluated.

    What is neither, or nested too deep, is a fault, for which None stands.
    """
    text = found.value.strip()
    if _depth(text) > _DEEPEST:
        found.wrong(f"a list or an object, nested at most {_DEEPEST} deep")
        return None
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
        found.wrong("a list or an object, as JSON or Python writes it")
        return None


def _depth(text: str) -> int:
    """Return how deep brackets open, those in texts too: more than that is never nested."""
    depth = deepest = 0
    for char in text:
        depth += (char in "[{(") - (char in ")}]")
        deepest = max(deepest, depth)
    return deepest
