"""A file is written whole or not at all, and that it cannot be is known before."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sets import names_in

from memsim.errors import InputError
from memsim.io.files import check_writable, json_line, placed, write_whole


def test_a_place_that_will_do_is_left_as_it_was(tmp_path):
    (tmp_path / "there").write_text("mine", encoding="utf-8")
    for name in ("there", "new"):
        check_writable(tmp_path / name, "--out")
    assert names_in(tmp_path) == ["there"]
    assert (tmp_path / "there").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no/such/file", "No such file"), ("file/x", "Not a directory"), ("folder", "Is a directory"), ("", "Is a directory"),
        ("x" * 300, "File name too long"), ("/proc/x", "No such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(tmp_path, name, says):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=f"--out .*: {says}.*; expected the name of a file in a folder that is there and can be written"):
        check_writable(tmp_path / name, "--out")
    with pytest.raises(OSError, match=says):
        write_whole(tmp_path / name, "text")
    assert names_in(tmp_path) == ["file", "folder"]


def test_where_the_disk_is_full_nothing_is_left(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    write_whole(tmp_path / "file", "before")
    monkeypatch.setattr("memsim.io.files.sync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", "after")
    assert names_in(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "before"


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_where_writing_stops_nothing_is_left(tmp_path, monkeypatch, error):
    def stopped(_):
        raise error

    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "file", "half a pair: \udcff")
    monkeypatch.setattr("memsim.io.files.sync", stopped)
    with pytest.raises(error):
        write_whole(tmp_path / "file", "text")
    assert names_in(tmp_path) == []


BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


@given(st.text(st.one_of(st.sampled_from(BREAKS), st.characters(exclude_categories=["Cs"]))))
def test_a_line_of_json_is_one_line_to_any_reader_and_the_same_row(text):
    line = json_line({text: [text]})
    assert line.splitlines() == [line.rstrip("\n")]
    assert json.loads(line) == {text: [text]}
    assert line.endswith("\n")


def test_other_letters_stay_readable():
    assert json_line({"name": "安娜 naïve\xa0"}) == '{"name": "安娜 naïve\xa0"}\n'


@pytest.mark.parametrize("folder", [False, True], ids=["file", "folder"])
@pytest.mark.parametrize("error", [None, KeyboardInterrupt, ValueError])
def test_what_is_made_beside_is_placed_whole_or_not_at_all(tmp_path, folder, error):
    def make():
        with placed(tmp_path / "out") as place:
            if folder:
                (place / "within").mkdir(parents=True)
                (place / "within" / "file").touch()
            else:
                place.touch()
            assert not (tmp_path / "out").exists()
            if error is not None:
                raise error

    if error is None:
        make()
    else:
        with pytest.raises(error):
            make()
    assert names_in(tmp_path) == ([] if error else ["out"])


def test_nothing_is_placed_where_something_is(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("file", "folder", "link"):
        with pytest.raises(InputError, match="is there already; nothing is overwritten"), placed(tmp_path / name):
            pytest.fail("it must not come to this")
    with pytest.raises(InputError, match="No such file or directory"), placed(tmp_path / "no" / "file"):
        pytest.fail("it must not come to this")
