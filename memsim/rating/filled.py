"""Reads sheets as raters filled them in: all of a file is checked before any of it counts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from memsim.errors import InputError
from memsim.rating.key import Key
from memsim.rating.papers import COLUMNS, NEEDED
from memsim.rating.scales import RATED, Answer

_DELIMITERS = ",;\t"  # what spreadsheets of different countries write
_GUARD = re.compile(r"^'(?=[=+\-@])")  # the form puts it before what a spreadsheet would take for a formula


class Given(NamedTuple):
    """What a rater gave: an answer, None where the rating is left blank, and a comment, perhaps empty."""

    answer: Answer | None
    comment: str


#: By (item, criterion); every one that the key knows.
Filled = dict[tuple[str, str], Given]


class _Fault(NamedTuple):
    row: int
    column: str
    value: str
    expected: str


def read_filled(path: Path, key: Key) -> Filled:
    """Return what a rater gave; a row that is missing is a blank one.

    Args:
        path: CSV in UTF-8, `NEEDED` and any other of `COLUMNS` in its first row, with commas, semicolons or tabs between.
        key: Of the sheet.

    Raises:
        InputError: It cannot be read, or a cell is wrong: says which row (the first is 1), column and value, what was expected, and how many more are.
    """
    header, rows = _table(path)
    columns = _columns(path, header)
    found: dict[tuple[str, str], tuple[int, Given]] = {}
    faults: list[_Fault] = []
    for number, row in enumerate(rows, start=2):
        cells = {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()}
        stray = _stray(number, row, header)
        if stray is None and not (cells["item"] or cells["rating"] or cells["comment"]):
            continue  # instructions, or a row that a spreadsheet left behind
        fault = stray or _fault(number, cells, key, found)
        if fault is not None:
            faults.append(fault)
            continue
        answer = RATED[key.items[cells["item"]].subject].scale.read(cells["rating"])
        found[cells["item"], cells["criterion"]] = number, Given(answer, _GUARD.sub("", cells["comment"]))
    if faults:
        raise InputError(_told(path, faults))
    blank = 0, Given(None, "")
    return {place: found.get(place, blank)[1] for place in _places(key)}


def _table(path: Path) -> tuple[list[str], list[list[str]]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        delimiter = max(_DELIMITERS, key=next(iter(text.splitlines()), "").count)
        header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; expected a sheet that a rater filled in") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8; save the sheet as CSV in UTF-8") from None
    except (ValueError, csv.Error) as error:
        reason = error if isinstance(error, csv.Error) else "it is empty"
        raise InputError(f"{path}: {reason}; expected CSV, its first row {','.join(NEEDED)}") from None
    return [name.strip() for name in header], rows


def _columns(path: Path, header: Sequence[str]) -> dict[str, int]:
    names = [name for name in header if name]
    for name in names:
        if name not in COLUMNS:
            raise InputError(_told(path, [_Fault(1, name, name, f"no other columns than {', '.join(COLUMNS)}")]))
        if names.count(name) > 1:
            raise InputError(_told(path, [_Fault(1, name, name, "each column once")]))
    for name in NEEDED:
        if name not in names:
            raise InputError(_told(path, [_Fault(1, name, "", f"the columns {', '.join(NEEDED)}")]))
    return {name: header.index(name) for name in NEEDED}


def _stray(number: int, row: Sequence[str], header: Sequence[str]) -> _Fault | None:
    """Return a fault where a cell stands under no heading: it would be lost, and a comma that was not quoted may have put it there."""
    beside = (cell.strip() for place, cell in enumerate(row) if place >= len(header) or not header[place])
    lost = next(filter(None, beside), None)
    if lost is None:
        return None
    return _Fault(number, "", lost, "no cell beside the columns of row 1; a text with a separator in it stands in quotes")


def _fault(number: int, cells: Mapping[str, str], key: Key, found: Mapping[tuple[str, str], tuple[int, Given]]) -> _Fault | None:
    item, criterion = cells["item"], cells["criterion"]
    if item not in key.items:
        return _Fault(number, "item", item, "an item of the key")
    criteria, scale = RATED[key.items[item].subject]
    names = [one.name for one in criteria]
    if criterion not in names:
        return _Fault(number, "criterion", criterion, f"one of {', '.join(names)} for {item}")
    if (item, criterion) in found:
        return _Fault(number, "criterion", criterion, f"each criterion of an item once; row {found[item, criterion][0]} has {item} already")
    if cells["rating"] and scale.read(cells["rating"]) is None:
        return _Fault(number, "rating", cells["rating"], f"one of {', '.join(one.name for one in scale.answers)}, or nothing")
    return None


def _told(path: Path, faults: Sequence[_Fault]) -> str:
    first, more = faults[0], len(faults) - 1
    others = f"; also wrong, by row: {', '.join(str(one.row) for one in faults[1:6])}{' …' * (more > 5)}" if more else ""
    return f"{path}: row {first.row}, column {first.column!r}: {first.value!r}; expected {first.expected}{others}"


def _places(key: Key) -> Iterator[tuple[str, str]]:
    for name, origin in key.items.items():
        yield from ((name, one.name) for one in RATED[origin.subject].criteria)
