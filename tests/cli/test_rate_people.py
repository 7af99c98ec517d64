"""`memsim rate --sheet` and `--import`: what they print and write, which options go together, and nothing replaced."""

import json
import re
import shlex
from pathlib import Path

import pytest
from filling import fill
from models import FAKE
from sets import copied, files_of, is_one_line, names_in, rows_of, seal

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "generated" / "daily-sample"
PAGE = (ROOT / "docs" / "rate-a-set.md").read_text(encoding="utf-8")
ANN = {"fluency": "54", "rationality": "4" * 6, "naturalness": "33", "informativeness": "55", "answer": ["yes"] * 3, "choice": ["no"]}
BOB = {"fluency": "44", "rationality": "35", "naturalness": "33", "answer": ["yes", "unsure", "yes"], "evidence": ["yes", "no", "yes"]}


@pytest.fixture
def filled(memsim):
    """A sheet of two items of each kind, in English, and the files of two raters."""
    ended = memsim("rate", SAMPLE, "--sheet", "sheets", "--n", 2, "--language", "en")
    assert (ended.code, ended.err) == (0, "")
    for name, answers in {"ann": ANN, "bob": BOB}.items():
        fill(Path("sheets/sheet.csv"), Path(f"{name}.csv"), answers)
    return ended


def test_a_sheet_is_written_and_told_of(memsim, filled, tmp_path):
    assert filled.out.splitlines() == [
        "en messages: 2",
        "en profiles: 2",
        "en questions: 2",
        f"for raters, either will do: {Path('sheets/sheet.csv')}, {Path('sheets/sheet.html')}",
        f"not for raters: {Path('sheets/key.json')}",
    ]
    assert files_of(tmp_path / "sheets") == ["key.json", "sheet.csv", "sheet.html"]
    other = memsim("rate", SAMPLE, "--sheet", "s.html", "--n", 1, "--what", "profiles")
    assert other.out.splitlines() == ["en profiles: 1", "zh profiles: 1", "for raters: s.html", "not for raters: s.key.json"]


def test_sixty_of_each_kind_are_drawn_by_default_as_in_a_sheet_of_sixty(memsim, tmp_path):
    memsim("rate", SAMPLE, "--sheet", "a.csv", "--language", "en")
    memsim("rate", SAMPLE, "--sheet", "b.csv", "--language", "en", "--n", 60, "--seed", 0, "--what", "messages,profiles,questions")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert len(json.loads((tmp_path / "a.key.json").read_text(encoding="utf-8"))["items"]) == 180


def test_several_sets_are_mixed_and_told_apart_again(memsim, tmp_path):
    other = copied(SAMPLE, tmp_path / "other")
    with rows_of(other, "profiles") as rows:
        rows[0]["facts_of_world"].pop()
    seal(other)
    memsim("rate", SAMPLE, other, "--sheet", "sheets", "--n", 3, "--what", "profiles", "--language", "en")
    fill(Path("sheets/sheet.csv"), Path("ann.csv"), {"rationality": "123451"})
    found = json.loads(memsim("rate", "--import", "ann.csv", "--key", "sheets/key.json", "--json").out)
    assert [row["set"] for row in found["ratings"]] == ["daily-sample", "other"]
    assert sum(row["mean"] * row["n"] for row in found["ratings"]) == pytest.approx(16)


def test_ratings_are_summed_up_in_tables(memsim, filled):
    ended = memsim("rate", "--import", "ann.csv", "bob.csv", "--key", "sheets/key.json")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert (lines[0], lines[1], lines[8]) == ("raters: ann, bob", "scores from 1 to 5", "share of yes among yes and no")
    assert lines[2].split() == lines[9].split() == ["mean", "(95", "%)", "n", "unsure", "unrated", "items", "equal", "alpha"]
    rows = {" ".join(line.split()[1:4]): line.split()[4:] for line in lines[3:8] + lines[10:]}
    assert {name: (cells[0], cells[2:6]) for name, cells in rows.items() if cells[0] != "–"} == {
        "en messages: fluency": ("4.25", ["4", "0", "0", "2"]),
        "en messages: rationality": ("4.00", ["4", "0", "0", "2"]),
        "en messages: naturalness": ("3.00", ["4", "0", "0", "2"]),
        "en messages: informativeness": ("5.00", ["2", "0", "2", "2"]),
        "en profiles: rationality": ("4.00", ["2", "0", "2", "2"]),
        "en questions: answer": ("1.00", ["3", "1", "0", "2"]),
        "en questions: choice": ("0.00", ["1", "0", "3", "2"]),
        "en questions: evidence": ("0.50", ["2", "0", "2", "2"]),
    }
    assert [line.split()[-2:] for line in (lines[3], lines[11])] == [["0.50", "0.00"], ["one", "item"]]
    assert re.search(r"1\.00 +no variation$", lines[5])
    assert re.search(r"– +no two scores of one item$", lines[6])


def test_a_file_that_was_saved_twice_is_told_of(memsim, filled, tmp_path):
    (tmp_path / "ann (1).csv").write_bytes((tmp_path / "ann.csv").read_bytes())
    lines = memsim("rate", "--import", "ann.csv", "bob.csv", "ann (1).csv", "--key", "sheets/key.json").out.splitlines()
    assert lines[:2] == [
        "raters: ann, bob, ann (1)",
        "ann and ann (1) gave the same throughout, comments included; if one rater saved twice, leave one file out",
    ]


def test_json_and_a_file_hold_all_there_is(memsim, filled, tmp_path):
    ended = memsim("rate", "ann.csv", "--import", "bob.csv", "--key", "sheets/key.json", "--json", "--out", "all.jsonl")
    found = json.loads(ended.out)
    assert found["raters"] == ["bob", "ann"]
    assert [row["criterion"] for row in found["ratings"]] == [
        "fluency", "rationality", "naturalness", "informativeness", "rationality", "answer", "choice", "evidence",
    ]  # fmt: skip
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 2 * 2 * 8
    assert sum(row["rating"] is not None for row in rows) == sum(row["n"] + row["unsure"] for row in found["ratings"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "no way to rate; expected one of --llm MODEL, --sheet FOLDER and --import FILE"),
        (("--sheet", "s", "--llm", FAKE), "--llm and --sheet; expected one of"),
        (("--sheet", "s", "--import", "f"), "--sheet and --import; expected one of"),
        (("--llm", FAKE, "--import", "f"), "--llm and --import; expected one of"),
        (("--sheet", "s", "--repeats", 2), "--repeats goes with --llm, not with --sheet"),
        (("--sheet", "s", "--key", "k"), "--key goes with --import, not with --sheet"),
        (("--sheet", "s", "--json"), "--json goes with --llm and --import, not with --sheet"),
        (("--sheet", "s", "--budget", 2), "--budget is about a model"),
        (("--import", "f", "--n", 2), "--n goes with --llm and --sheet, not with --import"),
        (("--import", "f", "--language", "en"), "--language goes with --sheet, not with --import"),
        (("--llm", FAKE, "--language", "en"), "--language goes with --sheet, not with --llm"),
        (("--import", "f"), "no key; expected --key FILE"),
        (("--sheet", "s", "--language", "fr"), "language 'fr': no set has it"),
        (("--sheet", "s", "--what", "gold"), "expected one or more of messages, profiles, questions"),
    ],
)
def test_options_that_do_not_go_together_are_told_in_one_line(memsim, tmp_path, arguments, says):
    is_one_line(memsim("rate", SAMPLE, *arguments), says)
    assert names_in(tmp_path) in ([], ["cache"])


def test_a_sheet_needs_a_set(memsim):
    is_one_line(memsim("rate", "--sheet", "s"), "no set; expected one or more with --sheet")
    is_one_line(memsim("rate", "nowhere", "--sheet", "s"), "nowhere: no such folder")


def test_nothing_is_replaced(memsim, filled, tmp_path):
    before = {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)}
    is_one_line(memsim("rate", SAMPLE, "--sheet", "sheets"), "sheets: there is something already")
    is_one_line(memsim("rate", SAMPLE, "--sheet", "ann.csv"), "ann.csv: there is something already")
    importing = ("rate", "--import", "ann.csv", "--key", "sheets/key.json", "--out")
    is_one_line(memsim(*importing, "bob.csv"), "--out 'bob.csv': there is something already; expected the name of a new file")
    is_one_line(memsim(*importing, "no/such.jsonl"), "expected the name of a file in a folder that is there")
    assert {name: (tmp_path / name).read_bytes() for name in files_of(tmp_path)} == before


def test_one_wrong_file_and_nothing_is_computed_or_written(memsim, filled, tmp_path):
    fill(Path("sheets/sheet.csv"), Path("bob.csv"), BOB | {"fluency": "47"})
    ended = memsim("rate", "--import", "ann.csv", "bob.csv", "--key", "sheets/key.json", "--out", "all.jsonl")
    is_one_line(ended, "bob.csv: row ", "column 'rating': '7'; expected one of 1, 2, 3, 4, 5, or nothing")
    assert not (tmp_path / "all.jsonl").exists()
    is_one_line(memsim("rate", "--import", "ann.csv", "--key", "none.json"), "none.json: unreadable (No such file or directory)")


def test_the_commands_of_the_page_work(memsim):
    lines = [shlex.split(line) for line in re.findall(r"^\$ memsim (rate .*)$", PAGE, re.MULTILINE) if "--llm" not in line]
    assert [next(word for word in line if word in {"--sheet", "--import"}) for line in lines].count("--import") >= 1
    for line in lines:
        if "--import" in line:
            for name in ("ann", "bob"):
                fill(Path("sheets/first/sheet.csv"), Path(f"ratings-{name}.csv"), ANN)
        words = [str(SAMPLE) if word == "generated/daily" else word for word in line]
        words = [str(path) for word in words for path in (sorted(Path().glob(word)) if "*" in word else [word])]  # as a shell does
        ended = memsim(*words)
        assert (ended.code, ended.err) == (0, ""), line


def test_the_python_of_the_page_works(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    _, code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    writing, _, reading = code.replace("generated/daily", SAMPLE.as_posix()).rpartition("\n\n")
    names = {}
    exec(compile(writing, "rate-a-set.md", "exec"), names)  # noqa: S102 - our own page
    for name in ("ann", "bob"):
        fill(Path("sheets/second/sheet.csv"), Path(f"ratings-{name}.csv"), {"answer": ["yes"] * 90})
    exec(compile(reading, "rate-a-set.md", "exec"), names)  # noqa: S102 - our own page
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "daily-sample zh answer 1.0 60 60",
        "daily-sample zh choice None 0 120",
        "daily-sample zh evidence None 0 120",
    ]
