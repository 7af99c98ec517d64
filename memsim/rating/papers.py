"""The two kinds of sheet that raters get, as texts: a table for spreadsheets and a form for browsers."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from memsim.errors import InputError, MissingDependencyError
from memsim.rating.items import Item
from memsim.rating.scales import RATED
from memsim.rating.wording import asks, folder, instructions

#: What a filled sheet must have; the form saves these columns.
NEEDED = ("item", "criterion", "rating", "comment")
#: What the table has: one row for each item and criterion.
COLUMNS = ("item", "shown", "criterion", "asks", "answers", "rating", "comment")
_BOM = "\ufeff"  # without it, spreadsheets take UTF-8 for something else
_CELL = 32_767  # characters in a cell of Excel, which cuts off the rest


class Entry(NamedTuple):
    """An item of a sheet under its id."""

    id: str
    item: Item


def csv_sheet(entries: Sequence[Entry]) -> str:
    """Return the table. What is to be read stands in the first row of its item, the instructions in rows without an item.

    Every cell begins with a word of ours, so that no spreadsheet takes a text for a formula.

    Raises:
        InputError: What is to be read does not fit into a cell.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="")
    writer.writeheader()
    for language, of_language in groupby(entries, key=lambda entry: entry.item.language):
        words = instructions(language)
        writer.writerow({"shown": "\n".join((words.title, *words.how, words.csv))})
        for subject, some in groupby(of_language, key=lambda entry: entry.item.subject):
            writer.writerow({"shown": words.subjects[subject]["intro"]})
            for entry in some:
                writer.writerows(_rows(entry))
    return _BOM + out.getvalue()


def _rows(entry: Entry) -> list[dict[str, str]]:
    item, (criteria, scale) = entry.item, RATED[entry.item.subject]
    words = instructions(item.language)
    parts = (
        f"{label}{words.colon.rstrip()}\n{text}" if "\n" in text else f"{label}{words.colon}{text}" for label, text in words.shown(item)
    )
    shown = "\n".join(parts)
    if len(shown) > _CELL:
        raise InputError(
            f"{item.subject} in {item.language}: one of {len(shown):,} characters; a cell of a spreadsheet holds {_CELL:,}: "
            "write the form alone, with --sheet FILE.html"
        )
    answers = ", ".join(one.labels[item.language] for one in scale.answers)
    return [
        {
            "item": entry.id,
            "shown": "" if place else shown,
            "criterion": one.name,
            "asks": asks(item.subject, one, item.language),
            "answers": answers,
        }
        for place, one in enumerate(criteria)
    ]


def html_sheet(entries: Sequence[Entry]) -> str:
    """Return the form: one file that needs no network and, by its Content-Security-Policy, can use none.

    Raises:
        MissingDependencyError: jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise MissingDependencyError("a sheet for browsers", "llm") from None
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    style, script = ((folder() / name).read_text(encoding="utf-8") for name in ("form.css", "form.js"))
    parts = [
        (language, [(subject, list(some)) for subject, some in groupby(of_language, key=lambda entry: entry.item.subject)])
        for language, of_language in groupby(entries, key=lambda entry: entry.item.language)
    ]
    values: dict[str, Any] = {"style": style, "script": script, "style_hash": _hash(style), "script_hash": _hash(script)}
    values |= {"sheet": entries[0].id, "columns": NEEDED}
    template = environment.from_string((folder() / "form.html").read_text(encoding="utf-8"))
    return template.render(parts=parts, words=instructions, rated=RATED, asks=asks, **values)


def _hash(text: str) -> str:
    """Return what a Content-Security-Policy calls the one style or script that it lets through."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
