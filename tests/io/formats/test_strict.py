"""JSON of others is read whole or refused with the place of what is wrong."""

import gzip
import hashlib
from pathlib import Path

import pytest

from memsim.errors import DatasetError
from memsim.io.formats.aside import Aside
from memsim.io.formats.strict import Found, Scalar, Untold, digest_of, glance, read_json

PACKED = gzip.compress(b"[1, 2, 3]", mtime=0)


def found(value, row="rows/3", key="QA"):
    return Found(Path("set.json"), row, key, value)


def test_a_value_knows_where_it_stands():
    below = Found(Path("set.json"), "", "", None).under("simple", None).under(18, None).at("QA", None).at("steps", None).at(2, "x")
    assert (below.row, below.key, below.value) == ("simple/18", "QA.steps[2]", "x")
    assert str(below.refused("a number")) == "set.json: simple/18: QA.steps[2]: 'x'; expected a number"


def test_a_value_at_the_top_has_no_place():
    assert str(Found(Path("set.json"), "", "", 3).refused("an object")) == "set.json: 3; expected an object"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("", str),
        (" \n", str),
        ("\ud800", str),
        (3, str),
        (True, int),
        (-1, int),
        (1.0, int),
        ("1", int),
        (None, int),
        (float("nan"), Scalar),
        (float("inf"), Scalar),
        (-float("inf"), Scalar),
        ([], Scalar),
        ({}, list),
        ([], dict),
    ],
)
def test_a_value_of_another_kind_is_refused(value, kind):
    with pytest.raises(DatasetError, match=r"^set\.json: rows/3: QA: .*; expected an? "):
        found(value).must_be(kind)


@pytest.mark.parametrize(
    ("value", "kind"), [("字", str), (0, int), (10**400, Scalar), (1e300, Scalar), (False, Scalar), ([], list), ({}, dict)]
)
def test_a_value_of_its_kind_is_given_back(value, kind):
    assert found(value).must_be(kind) is value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], r"QA: \[\]; expected an object"),
        ({"a": 1}, r"QA: no key 'b'; expected the keys a, b, c"),
        ({"a": 1, "b": "x", "d": 1}, r"QA: unknown key 'd'; expected no key but a, b, c"),
        ({"a": "1", "b": "x"}, r"QA\.a: '1'; expected a whole number from 0"),
        ({"a": 1, "b": "x", "c": 0}, r"QA\.c: 0; expected a text that is not blank"),
    ],
)
def test_an_object_has_its_keys_and_no_other(value, message):
    with pytest.raises(DatasetError, match=message):
        found(value).fields({"a": int, "b": str, "c": str}, optional=("c",))


def test_a_key_may_be_left_out_where_that_is_said():
    assert found({"a": 1}).fields({"a": int, "b": str}, optional=("b",)) == {"a": 1}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "{}; expected an object that is not empty"),
        ([1], r"\[1\]; expected an object"),
        ({"z": 1}, "unknown key 'z'; expected one of x, y"),
    ],
)
def test_parts_have_known_names(value, message):
    with pytest.raises(DatasetError, match=message):
        list(found(value).named(("x", "y")))


def test_a_long_or_deep_value_is_shown_in_part():
    deep = []
    for _ in range(400):
        deep = [deep]
    for value in ("x" * 5000, deep, [["y" * 500] * 50] * 50):
        assert len(str(found(value).refused("less"))) < 4000


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("a.json", b"", "Expecting value"),
        ("a.json", b"{", "Expecting property name"),
        ("a.json", b"\xff\xfe", "can't decode byte"),
        ("a.json", b'{"a": 1, "a": 2}', "key 'a' twice in an object"),
        ("a.json", b'{"a": {"b": 1, "c": 0, "b": 1}}', "key 'b' twice in an object"),
        ("a.json", b"[" * 100_000, "recursion"),
        ("a.json", b"9" * 5000, "4300 digits"),
        ("a.json.gz", b"{}", "Not a gzipped file"),
        ("a.json.gz", PACKED[:-9], "ended before"),
        ("a.json.gz", PACKED[:10] + b"\xff" * 12, "invalid"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(tmp_path, name, raw, reason):
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(DatasetError, match=rf"{name}: unreadable \(.*{reason}.*\); expected a whole JSON file in UTF-8") as caught:
        read_json(tmp_path / name)
    assert str(caught.value).count("unreadable") == 1


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="No such file"):
        read_json(tmp_path / "a.json")


def test_a_packed_file_reads_as_a_plain_one(tmp_path):
    raw = '{"键": [1, "值"]}'.encode()
    (tmp_path / "a.json").write_bytes(raw)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(raw))
    assert read_json(tmp_path / "a.json").value == read_json(tmp_path / "a.json.gz").value == {"键": [1, "值"]}
    assert glance(tmp_path / "a.json") == glance(tmp_path / "a.json.gz") == raw.decode()


def test_a_glance_copes_with_a_character_cut_in_two(tmp_path):
    (tmp_path / "a.json").write_text("x" + "字" * 1000, encoding="utf-8")
    assert glance(tmp_path / "a.json") == "x" + "字" * 341


def test_a_digest_is_that_of_the_bytes_in_order(tmp_path):
    for name, raw in (("a", b"one"), ("b", b"two")):
        (tmp_path / name).write_bytes(raw)
    assert digest_of(tmp_path / "a", tmp_path / "b") == hashlib.sha256(b"onetwo").hexdigest()


def test_what_is_not_read_and_what_is_not_told_is_counted_but_not_what_says_nothing():
    aside = Aside()
    kinds = {"a": Scalar, **dict.fromkeys(("said", "zero", "empty", "null"), Untold)}
    value = {"a": 1, "said": "x", "zero": 0, "empty": "", "null": None, "new": "", "newer": None}
    assert found(value).known(kinds, (), aside) == {key: value[key] for key in kinds}
    assert aside.untold == {"values under 'said'": 1, "values under 'zero'": 1}
    assert aside.unread == {"new": 1, "newer": 1}
