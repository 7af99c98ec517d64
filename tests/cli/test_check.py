"""`memsim check` on sets of any format: what it takes, prints, writes, and how it ends."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
from models import FAKE, Told, fake_model
from sets import copied, is_one_line, made, rows_of

from memsim.check import audit
from memsim.cli.main import COMMANDS


@pytest.fixture
def whole(tmp_path_factory):
    """A small set of ours; not to be written to."""
    return made(tmp_path_factory)


def talks(path, answer="A kite"):
    """A file like LoCoMo's, without a fault if the answer is a text."""
    turns = [{"speaker": "Mira", "dia_id": f"D1:{number}", "text": f"I bought {number} kites."} for number in (1, 2)]
    talk = {"speaker_a": "Mira", "speaker_b": "Tomas", "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}
    asked = [
        {"question": f"What did Mira <b>buy</b> as number {number}?", "answer": answer, "evidence": [f"D1:{number}"], "category": 4}
        for number in (1, 2)
    ]
    path.write_text(json.dumps([{"sample_id": "talk-1", "conversation": talk, "qa": asked}]), encoding="utf-8")
    return path


def only_structure(report):
    return [one for one in report["findings"] if one["family"] == "structure"]


def test_a_foreign_set_without_a_fault(memsim, tmp_path):
    ended = memsim("check", talks(tmp_path / "t.json"), "--only", "structure")
    assert (ended.code, ended.err) == (0, "")
    assert re.search(r"ok .* answer-number .* 0 .* 2 .* 0\.0%", ended.out)
    assert "options-equal" not in ended.out  # there are no choices to look at
    assert "t.json: locomo (told by" in ended.out
    assert "), 1 histories, 2 messages, 2 questions; none of " in ended.out
    assert "promise" not in ended.out


def test_a_finding_is_named_with_its_rows_and_fails_only_a_strict_check(memsim, tmp_path):
    path = talks(tmp_path / "t.json", answer=7)
    for flags, code in (([], 0), (["--strict"], 1)):
        ended = memsim("check", path, "--only", "structure", *flags)
        assert ended.code == code
        assert re.search(r"NOT .* answer-number .* 2 .* 2 .* 100\.0%", ended.out)
        assert "answer-number: 2 of 2; answers are texts" in ended.out
        assert "    talk-1/q0: 7\n    talk-1/q1: 7\n" in ended.out


def test_quiet_prints_failures_only(memsim, tmp_path):
    assert memsim("check", talks(tmp_path / "fine.json"), "--only", "structure", "--quiet").out == ""
    ended = memsim("check", talks(tmp_path / "t.json", answer=7), "--only", "structure", "--quiet", "--examples", 1)
    assert ended.out == "answer-number: 2 of 2; answers are texts, never numbers or truth values\n    talk-1/q0: 7\n"


def test_json_holds_it_all(memsim, tmp_path):
    path = talks(tmp_path / "t.json", answer=7)
    ended = memsim("check", path, "--only", "structure", "--json", "--examples", 1, "--strict")
    report = json.loads(ended.out)
    assert (ended.code, ended.err) == (1, "")
    assert {name: report[name] for name in ("ok", "kept", "path", "format", "histories", "messages", "questions")} == {
        "ok": False,
        "kept": True,
        "path": str(path),
        "format": "locomo",
        "histories": 1,
        "messages": 2,
        "questions": 2,
    }
    (found,) = [one for one in report["findings"] if not one["ok"]]
    assert found == {
        "family": "structure",
        "name": "answer-number",
        "rule": "answers are texts, never numbers or truth values",
        "tested": 2,
        "found": 2,
        "share": 1.0,
        "examples": ["talk-1/q0: 7"],
        "ok": False,
        "detail": {},
    }
    assert "promises" not in report


def test_a_set_of_ours_has_promises_and_structure(memsim, whole):
    report = json.loads(memsim("check", whole, "--json", "--only", "promises,structure").out)
    assert (report["ok"], report["kept"], report["format"]) == (True, True, "memsim")
    assert len(report["promises"]) == 12
    assert {one["family"] for one in report["findings"]} == {"structure"}
    assert report["histories"] == report["rows"] == 120


def test_proofs_are_the_first_three_promises(memsim, whole):
    ended = memsim("check", whole, "--only", "proofs")
    assert (ended.code, ended.err) == (0, "")
    assert re.findall(r"^ *(\d+) +[\d,]+ tested +0 failed", ended.out, re.MULTILINE) == ["1", "2", "3"]
    assert "120 rows, promises 1 to 3 are kept" in ended.out
    assert "rules broken" not in ended.out


def test_a_promise_that_is_not_asked_for_is_not_tested(memsim, whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    with rows_of(bad, "histories") as rows:
        rows[3]["messages"][0]["time"] = "2001-01-01T00:00"
    ended = memsim("check", bad, "--only", "promises")
    assert ended.code == 1
    assert "promise 10" in ended.out
    assert "promise 10" not in memsim("check", bad, "--only", "proofs").out
    ended = memsim("check", bad, "--only", "structure")
    assert (ended.code, "120 histories" in ended.out) == (0, True)


def test_a_fault_of_ours_is_told_by_promise_and_by_rule(memsim, whole, tmp_path):
    bad = copied(whole, tmp_path / "bad")
    with rows_of(bad, "gold") as rows:
        rows[3]["evidence"].append("m999")
        name = rows[3]["id"]
    ended = memsim("check", bad, "--only", "promises,structure")
    assert ended.code == 1
    assert re.search(rf"row 3 \({name}\): promise 3", ended.out)
    assert f"    {name}: m999\n" in ended.out
    assert "120 rows, promises 1 to 3 are NOT all kept" in memsim("check", bad, "--only", "proofs").out


def test_a_page_is_written_whole_and_escapes_what_it_shows(memsim, tmp_path):
    path = talks(tmp_path / "<i>.json", answer=7)
    page = tmp_path / "page.html"
    ended = memsim("check", path, "--only", "structure", "--html", page, "--quiet")
    text = page.read_text(encoding="utf-8")
    assert ended.code == 0
    assert text.startswith("<!DOCTYPE html>")
    assert "&lt;i&gt;.json" in text
    assert "<i>" not in text
    assert [found.name for found in tmp_path.iterdir() if found.name.startswith(".")] == []


def test_a_set_of_ours_on_a_page(memsim, whole, tmp_path):
    assert memsim("check", whole, "--html", tmp_path / "ours.html", "--only", "promises,structure", "--quiet").code == 0
    text = (tmp_path / "ours.html").read_text(encoding="utf-8")
    assert "<h2>Promises</h2>" in text
    assert "<h2>Structure</h2>" in text


def test_leaks_are_shown_with_what_chance_gives(memsim, whole):
    ended = memsim("check", whole, "--only", "leaks")
    assert (ended.code, ended.err) == (0, "")
    assert re.search(r"ok .* longest-option .* the longest option is right as often as chance gives", ended.out)
    assert "promise" not in ended.out


def test_a_model_is_asked_without_the_messages(memsim, whole, tmp_path):
    with fake_model(lambda _: "A") as model:
        flags = ["--llm", FAKE, "--api-base", model.api_base, "--concurrency", 1, "--cache", tmp_path / "cache.sqlite"]
        report = json.loads(memsim("check", whole, "--only", "leaks", "--json", *flags).out)
        asked = len(model.prompts)
    found = [one for one in report["findings"] if one["name"] == "closed-book"]
    assert [one["detail"]["language"] for one in found] == ["en", "zh"]
    assert [one["ok"] for one in found] == [True, True]
    assert asked == sum(one["tested"] for one in found)
    is_one_line(memsim("check", whole, "--only", "structure", *flags), "--llm openai/stub", "expected leaks in --only")


def test_without_scikit_learn_all_but_leaks_is_checked(memsim, whole, tmp_path, monkeypatch):
    monkeypatch.setitem(audit._NEEDS, "leaks", ("no_such_module", "check"))
    ended = memsim("check", whole)
    assert ended.code == 0
    assert "leaks were not looked for" in ended.out
    assert "options-equal" in ended.out
    assert "longest-option" not in ended.out
    assert "not looked for" not in memsim("check", whole, "--only", "structure").out
    assert json.loads(memsim("check", whole, "--json", "--html", tmp_path / "page.html").out)["left_out"] == ["leaks"]
    assert "not installed: leaks" in (tmp_path / "page.html").read_text(encoding="utf-8")
    for flags in (["--only", "leaks"], ["--llm", FAKE, "--api-base", "http://127.0.0.1:1"]):
        is_one_line(memsim("check", whole, *flags), "looking for leaks", "pip install 'memsim[check]'")


def test_a_page_does_not_replace_the_set_or_what_is_in_it(memsim, whole, tmp_path):
    path = talks(tmp_path / "t.json")
    copy = copied(whole, tmp_path / "set")
    for given, page in (
        (path, path),
        (path, tmp_path / "set" / ".." / "t.json"),
        (copy, copy / "manifest.json"),
        (copy, copy / "new.html"),
    ):
        before = path.read_bytes(), sorted(copy.rglob("*"))
        is_one_line(memsim("check", given, "--html", page), "--html", "part of the set")
        assert (path.read_bytes(), sorted(copy.rglob("*"))) == before


def test_links_that_go_round_in_circles_are_no_set_and_give_way_to_a_page(memsim, tmp_path):
    path, loop = talks(tmp_path / "t.json"), tmp_path / "loop"
    loop.symlink_to(loop)
    is_one_line(memsim("check", loop, "--html", tmp_path / "page.html"), "no such file or folder")
    assert memsim("check", path, "--only", "structure", "--html", loop).code == 0
    assert loop.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, names of files are texts")
def test_a_name_that_is_no_text_is_shown_all_the_same(memsim, tmp_path):
    path = talks(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json")))
    page = tmp_path / "page.html"
    for flags in ([], ["--json"], ["--html", page]):
        ended = memsim("check", path, "--only", "structure", *flags)
        assert ended.code == 0
        assert ended.out.encode()
    assert "udcff.json" in page.read_text(encoding="utf-8")
    assert not [left.name for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_a_set_without_choices_and_a_model_that_is_not_there_are_told(memsim, whole, tmp_path):
    flags = ["--llm", FAKE, "--cache", tmp_path / "cache.sqlite", "--only", "leaks"]
    with fake_model(lambda _: Told("no such key", status=401)) as model:
        is_one_line(memsim("check", talks(tmp_path / "t.json"), *flags, "--api-base", model.api_base), "no question has choices")
        ended = memsim("check", whole, *flags, "--api-base", model.api_base)
    assert ended.code == 2
    assert "no call of the model was answered" in ended.err


@pytest.mark.parametrize(("arguments", "says"), [
    (["t.json", "--only", "structures"], ["'structures'", "proofs, promises, structure, leaks"]),
    (["t.json", "--only", ""], ["''", "proofs, promises, structure, leaks"]),
    (["t.json", "--only", "proofs"], ["--only proofs", "format locomo", "expected structure, leaks"]),
    (["t.json", "--only", "structure,promises"], ["--only promises", "format locomo"]),
    (["t.json", "--format", "lokomo"], ["'lokomo'", "did you mean locomo?"]),
    (["t.json", "--format", "memdaily"], ["t.json", "expected an object"]),
    (["t.json", "--examples", "-1"], ["-1"]),
    (["t.json", "--html", "nowhere/page.html"], ["--html 'nowhere/page.html'", "No such file or directory; expected the name of a file"]),
    (["nowhere.json"], ["nowhere.json", "no such file or folder"]),
    (["other.json"], ["other.json", "no format recognised"]),
    (["cut.json"], ["cut.json", "unreadable"]),
    (["wrong.json"], ["wrong.json", "0: qa[0].category: 9", "expected a category from 1 to 5"]),
])  # fmt: skip
def test_wrong_input_is_one_line_and_code_2(memsim, tmp_path, arguments, says):
    whole = talks(tmp_path / "t.json").read_text(encoding="utf-8")
    (tmp_path / "other.json").write_text("[]", encoding="utf-8")
    (tmp_path / "cut.json").write_text(whole[:-1], encoding="utf-8")
    (tmp_path / "wrong.json").write_text(whole.replace('"category": 4', '"category": 9'), encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    is_one_line(memsim("check", *arguments), *says)
    assert sorted(tmp_path.iterdir()) == before


def test_the_command_is_told_of_in_the_help(memsim):
    assert "check" in COMMANDS
    shown = memsim("check", "--help").out
    assert all(option in shown for option in ("--format", "--only", "--examples", "--json", "--html", "--strict", "--quiet", "--llm"))
