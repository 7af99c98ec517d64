"""Cells that a spreadsheet takes for formulas stay as they are, and are told."""

import csv

import pytest
from histories import history, item, message
from sets import call

from memsim.conversion.registry import output


@pytest.mark.parametrize(
    ("text", "count"), [("=cmd|' /C calc'!A0", 1), ("+86", 1), ("-3", 1), ("@SUM(A1)", 1), (" \t=1", 1), ("a=1", 0), ("3-4", 0)]
)
def test_what_begins_as_a_formula_is_counted_and_not_changed(tmp_path, capsys, monkeypatch, text, count):
    """To guard it would change texts and answers for data frames; not to tell of it would hide what a set of others can do."""
    output("locomo").write(iter([history([message(0, text), message(1, "plain")], [item()])]), tmp_path / "talk.json")
    ended = call(capsys, monkeypatch, "convert", tmp_path / "talk.json", tmp_path / "out", "--to", "csv")
    assert ("        1  cells that a spreadsheet takes for formulas" in ended.out.splitlines()) == bool(count)
    with (tmp_path / "out" / "messages.csv").open(encoding="utf-8", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == [text, "plain"]


def test_answers_and_choices_are_counted_too():
    asked = item(choices=("-3", "3", "4", "5"), target="A")
    assert output("csv").remarks(history(2, [asked])) == {"cells that a spreadsheet takes for formulas": 2}
