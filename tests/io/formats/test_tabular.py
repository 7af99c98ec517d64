"""Tables are read whole or refused with their row, and a cell is parsed as a literal, never run."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import DatasetError
from memsim.io.formats.faults import Faults
from memsim.io.formats.strict import Found
from memsim.io.formats.tabular import columns, literal, read_csv, read_lines


def cell(text):
    return Found("set.csv", "row 1", "all_options", text)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text("ab", max_size=3), below, max_size=3),
    max_leaves=8,
)


@given(st.lists(plain, max_size=4) | st.dictionaries(st.text("ab", max_size=3), plain, max_size=3))
def test_lists_and_objects_are_read_as_python_or_json_writes_them(value):
    assert literal(cell(repr(value))) == value
    assert literal(cell(json.dumps(value))) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch hacked')",
        "[x for x in ().__class__.__bases__]",
        "['a' 'b'].clear()",
        "[1, 2",
        "f'{1}'",
        "",
        "plain words",
        "[" * 15 + "x",
        "-" * 5000 + "1",
    ],
)
def test_what_is_no_literal_is_refused_and_never_run(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatasetError, match=r"set\.csv: row 1: all_options: .*; expected a list or an object"):
        literal(cell(text))
    assert list(tmp_path.iterdir()) == []


def test_what_is_too_deep_is_refused():
    with pytest.raises(DatasetError, match="expected a list or an object, nested at most 20 deep"):
        literal(cell("[" * 1000 + "]" * 1000))


def test_a_backslash_in_a_text_is_no_warning():
    assert literal(cell(r"['a\d']")) == [r"a\d"]


def written(path, text):
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_rows_are_objects_of_texts(tmp_path):
    path = written(tmp_path / "t.csv", '\ufeffa,b\r\n1,"two\nlines, and ""more"""\r\n\r\n3,\r\n')
    assert columns(path) == ["a", "b"]
    assert [(row.row, row.value) for row in read_csv(path, ["b"])] == [
        ("row 1", {"a": "1", "b": 'two\nlines, and "more"'}),
        ("row 3", {"a": "3", "b": ""}),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n1", r"header: \['a'\]; expected a column 'b', once"),
        ("a,b,b\n1,2,3", r"header: .*; expected a column 'b', once"),
        ("a,a,b\n1,2,3", r"header: .*; expected a column 'a', once"),
        ("a,b\n1", r"row 1: \['1'\]; expected 2 cells, as many as the header has"),
        ('a,b\n1,"2', r"t\.csv: line 2: unreadable \(.*\); expected a whole CSV file"),
        ("a,b\n1," + "2" * 200_000, r"t\.csv: line 2: unreadable \(.*limit.*\); expected a whole CSV file"),
        ("", r"header: \[\]; expected a column 'b', once"),
    ],
)
def test_a_table_of_another_shape_is_refused(tmp_path, text, message):
    with pytest.raises(DatasetError, match=message):
        list(read_csv(written(tmp_path / "t.csv", text), ["b"]))


def test_lines_are_read_with_their_numbers_and_blank_ones_hold_nothing(tmp_path):
    path = written(tmp_path / "t.jsonl", '{"a": "\u2028"}\n\n[1]\n')
    assert [(line.row, line.value) for line in read_lines(path, Faults())] == [("line 1", {"a": "\u2028"}), ("line 3", [1])]


def test_lines_that_are_no_json_are_faults_and_left_out(tmp_path):
    faults = Faults()
    path = written(tmp_path / "t.jsonl", "[1]\n\n{\n[2]\n9,\n")
    assert [line.row for line in read_lines(path, faults)] == ["line 1", "line 4"]
    with pytest.raises(DatasetError, match=r"t\.jsonl: line 3: unreadable \(.*\); expected a whole JSON file.*; and .*line 5: unreadable"):
        faults.refuse()


def test_rows_with_too_few_or_too_many_cells_are_faults_and_left_out(tmp_path):
    faults = Faults()
    path = written(tmp_path / "t.csv", "a,b\n1\n2,3\n4,5,6\n")
    assert [row.row for row in read_csv(path, ["a"], faults)] == ["row 2"]
    assert faults.count == 2


@pytest.mark.parametrize("raw", [b"a,b\n1,\xff", "a,b\n1,2".encode("utf-16")])
def test_a_table_that_is_not_in_utf_8_is_refused_as_a_table(tmp_path, raw):
    (tmp_path / "t.csv").write_bytes(raw)
    for read in (columns, lambda path: list(read_csv(path, ["b"]))):
        with pytest.raises(DatasetError, match=r"t\.csv: unreadable \(.*\); expected a whole CSV file in UTF-8"):
            read(tmp_path / "t.csv")
