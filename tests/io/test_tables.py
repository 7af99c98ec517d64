"""Tables and their files: what is written is what is read, and a wrong file is refused with its name."""

import json

import pyarrow as pa
import pytest
from sets import made

from memsim.errors import DatasetError
from memsim.io import tables

NAMES = ("histories", "questions", "gold", "profiles", "knowledge")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small set; not to be written to."""
    return made(tmp_path_factory, 40)


def block(whole, name):
    return tables.read(tables.files(whole, name)[0], name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_what_is_written_is_read_again(whole, tmp_path, name, ending):
    content = block(whole, name)
    tables.write(content, tmp_path / f"x.{ending}")
    again = tables.read(tmp_path / f"x.{ending}", name)
    assert again.schema.equals(tables.SCHEMAS[name])
    assert again.equals(content)
    assert tables.read(tmp_path / f"x.{ending}", name).to_pylist() == content.to_pylist()


@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_the_same_rows_are_the_same_bytes(whole, tmp_path, ending):
    content = block(whole, "gold")
    for name in ("one", "two"):
        tables.write(content, tmp_path / f"{name}.{ending}")
    assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


def test_jsonl_is_a_row_a_line_in_utf_8_with_unix_ends(whole, tmp_path):
    path = tables.files(whole, "histories")[1]
    assert path.name.startswith("zh")
    content = tables.read(path, "histories")
    tables.write(content, tmp_path / "x.jsonl")
    raw = (tmp_path / "x.jsonl").read_bytes()
    assert raw.count(b"\n") == len(content)
    assert b"\r" not in raw
    assert content["messages"][0].as_py()[0]["text"] in raw.decode("utf-8")
    assert [json.loads(line) for line in raw.decode("utf-8").splitlines()] == content.to_pylist()


@pytest.mark.parametrize(("ending", "content"), [("parquet", b""), ("parquet", b"PAR1 no"), ("jsonl", b"{"), ("jsonl", b"\xff\xfe")])
def test_a_damaged_file_is_refused_by_name(tmp_path, ending, content):
    path = tmp_path / f"x.{ending}"
    path.write_bytes(content)
    with pytest.raises(DatasetError, match=rf"x\.{ending}: unreadable gold table") as caught:
        tables.read(path, "gold")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", ["[1]", "{}", '{"history_id": "h"}', '{"history_id": "h", "facts_of_world": [], "note": "x"}', "{", "x"])
def test_a_json_line_of_another_schema_is_refused_with_its_row(tmp_path, line):
    path = tmp_path / "x.jsonl"
    path.write_text('{"history_id": "h", "facts_of_world": []}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"x\.jsonl: unreadable profiles table \(row 1\b"):
        tables.read(path, "profiles")


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(DatasetError, match=r"x\.parquet"):
        tables.read(tmp_path / "x.parquet", "gold")


def test_files_are_sorted_and_strangers_left_out(tmp_path):
    (tmp_path / "gold").mkdir()
    for name in ("zh-00000.parquet", "en-00010.parquet", "en-00002.parquet", "notes.txt", "x.csv"):
        (tmp_path / "gold" / name).touch()
    assert [path.name for path in tables.files(tmp_path, "gold")] == ["en-00002.parquet", "en-00010.parquet", "zh-00000.parquet"]
    assert tables.files(tmp_path, "knowledge") == []


def test_lists_and_structs_are_built_from_columns():
    child = tables.structs(tables.CHOICE, {"text": ["a", "b", "c"], "axis": [None, "x", None]})
    made_list = tables.lists([2, 0, 1], child)
    assert made_list.to_pylist() == [[{"text": "a", "axis": None}, {"text": "b", "axis": "x"}], [], [{"text": "c", "axis": None}]]


def test_nan_is_null(whole):
    import numpy as np

    assert tables.column(np.array([1.0, np.nan]), pa.float64()).to_pylist() == [1.0, None]
