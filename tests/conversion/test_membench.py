"""A set that was read from MemBench has the place and time behind what is said already: it comes back as it was."""

import pytest
from harnesses import read_json
from histories import history, item, message
from sets import made

import memsim
from memsim.conversion.registry import target


def test_what_is_read_from_membench_is_written_as_it_was(tmp_path_factory, tmp_path):
    memsim.convert(made(tmp_path_factory, 40), tmp_path / "one.json", "membench", language="en")
    memsim.convert(tmp_path / "one.json", tmp_path / "other.json", "membench")
    assert (tmp_path / "other.json").read_bytes() == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize("text", ["I moved (place: unknown; time: noon)", "(place: unknown; time: '2027-03-01 00:00' Monday) I moved"])
def test_what_only_looks_like_a_place_and_a_time_gets_its_own(tmp_path, text):
    asked = item(question_time="2027-03-02T00:00", choices=("yes", "no", "both", "none"), target="A")
    target("membench").write(iter([history([message(0, text)], [asked])]), tmp_path / "out.json")
    (written,) = read_json(tmp_path / "out.json")["simple"]["roles"][0]["message_list"]
    assert written == f"{text} (place: unknown; time: '2027-03-01 00:00' Monday)"


def test_a_place_in_brackets_of_its_own_is_not_put_behind_twice(tmp_path):
    text = "I moved. (place: Paris (Texas); time: '2027-03-01 00:00' Monday)"
    asked = item(question_time="2027-03-02T00:00", choices=("yes", "no", "both", "none"), target="A")
    target("membench").write(iter([history([message(0, text)], [asked])]), tmp_path / "out.json")
    assert read_json(tmp_path / "out.json")["simple"]["roles"][0]["message_list"] == [text]
