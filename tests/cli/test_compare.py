"""`memsim compare`: gains, gates, exit codes, one line for an error."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from sets import call

import memsim as package
from memsim.measure.settings import PROTOCOL_VERSION

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A finished run with controls; not to be written to."""
    return package.bench(SAMPLE, "full,bm25", per_type=6, out=tmp_path_factory.mktemp("runs") / "base")


@pytest.fixture
def copy(run, tmp_path):
    return Path(shutil.copytree(run.path, tmp_path / "other"))


@pytest.fixture
def memsim(capsys, monkeypatch, tmp_path):
    """The command line, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: call(capsys, monkeypatch, "compare", *arguments)


def mean(run, memory, measure):
    return next(one["measures"][measure]["mean"] for one in run.results["results"] if one["memory"] == memory)


def is_one_line(ended, *says):
    assert (ended.code, ended.out) == (2, "")
    lines = [line for line in ended.err.splitlines() if line and not line.startswith(("Usage:", "Try "))]
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    for text in says:
        assert text in lines[0]


def strict(text):
    def refuse(word):
        raise AssertionError(word)

    return json.loads(text, parse_constant=refuse)


def test_gains_over_a_baseline_are_shown_a_measure_each(memsim, run):
    ended = memsim(run.path, "--baseline", "bm25")
    assert (ended.code, ended.err) == (0, "")
    assert [line for line in ended.out.splitlines() if "η" in line] == ["accuracy on daily-sample, η=1", "recall@5 on daily-sample, η=1"]
    assert sum(line.startswith("full  ") for line in ended.out.splitlines()) == 2
    assert "not corrected for their number" in ended.out
    gain = mean(run, "full", "recall@5") - mean(run, "bm25", "recall@5")
    assert f"{gain:+.3f}".replace("0.", ".", 1) in ended.out


def test_by_type_has_a_row_each_and_measures_are_those_asked_for(memsim, run):
    ended = memsim(run.path, "--by-type", "--measure", "mrr@5,hit@5")
    lines = [line for line in ended.out.splitlines() if line.startswith("bm25  ")]
    assert len(lines) == 2 * 6
    assert "accuracy" not in ended.out


def test_json_is_strict_whatever_was_not_measured(memsim, run):
    ended = memsim(run.path, "--by-type", "--json", "--gate", "full:accuracy>=0.1")
    report = strict(ended.out)
    assert (ended.code, ended.err) == (0, "")
    nothing = [one["difference"] for one in report["gains"] if not one["difference"]["n"]]
    assert nothing
    assert all(one[name] is None for one in nothing for name in ("effect", "low", "high", "p"))
    assert [one["passed"] for one in report["gates"]] == [True]
    whole = next(one for one in report["gains"] if (one["memory"], one["measure"], one["question_type"]) == ("bm25", "recall@5", "all"))
    assert whole["difference"]["effect"] == pytest.approx(mean(run, "bm25", "recall@5") - mean(run, "full", "recall@5"))


def test_a_run_compared_with_its_copy_has_no_gains(memsim, run, copy):
    report = strict(memsim(run.path, copy, "--json").out)
    assert {(one["memory"], one["baseline"]) for one in report["gains"]} == {
        (f"other/{name}", f"base/{name}") for name in ("full", "bm25", "none", "random", "first", "oracle")
    }
    assert {(one["difference"]["effect"], one["difference"]["p"], one["unpaired"]) for one in report["gains"]} == {(0, 1, 0)}


def test_gates_are_for_all_memories_but_controls_unless_they_name_one(memsim, run):
    report = strict(memsim(run.path, "--gate", "recall@5>=0", "--json").out)
    assert [one["name"] for one in report["gates"]] == ["full on daily-sample, η=1", "bm25 on daily-sample, η=1"]
    report = strict(memsim(run.path, "--gate", "none:recall@5<=0", "--json").out)
    assert [(one["name"], one["passed"]) for one in report["gates"]] == [("none on daily-sample, η=1", True)]


@pytest.mark.parametrize(("gate", "code"), [
    ("recall@5>=0.01", 0),
    ("bm25:recall@5>=1.01", 1),
    ("bm25:recall@5>=base-0.01", 0),
    ("bm25:recall@5<base", 1),
    ("bm25:recall@5>base*2", 1),
    ("accuracy>=base-1", 0),
    ("bm25:response_s<=60", 0),
    ("bm25:response_s<=0", 1),
    ("bm25:abstention>=0", 1),
])  # fmt: skip
def test_a_gate_decides_the_exit_code(memsim, run, gate, code):
    ended = memsim(run.path, "--gate", gate)
    assert (ended.code, ended.err) == (code, "")
    assert ("FAIL  " in ended.out) == (code == 1)


def test_one_gate_that_fails_is_enough(memsim, run):
    ended = memsim(run.path, "--gate", "recall@5>=0", "--gate", "bm25:mrr@5>1")
    assert ended.code == 1
    assert ended.out.count("pass  ") == 2
    assert ended.out.count("FAIL  bm25 on daily-sample, η=1: mrr@5 is ") == 1


def test_against_a_base_only_the_others_are_held(memsim, run, copy):
    within = strict(memsim(run.path, "--baseline", "bm25", "--gate", "accuracy>=base-0.9", "--json").out)
    assert [one["name"] for one in within["gates"]] == ["full on daily-sample, η=1"]
    across = strict(memsim(run.path, copy, "--gate", "accuracy>=base-0.01", "--json").out)
    assert [(one["name"], one["passed"]) for one in across["gates"]] == [
        ("other/full on daily-sample, η=1", True),
        ("other/bm25 on daily-sample, η=1", True),
    ]


def test_junit_has_a_case_for_each_memory_and_gate(memsim, run, tmp_path):
    ended = memsim(run.path, "--gate", "recall@5>=0", "--gate", "bm25:mrr@5>1", "--junit", "gates.xml")
    assert ended.code == 1
    suites = ET.fromstring((tmp_path / "gates.xml").read_text(encoding="utf-8"))  # noqa: S314 - just written by us
    assert (suites.get("tests"), suites.get("failures")) == ("3", "1")
    assert [case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None] == ["bm25:mrr@5>1"]
    assert all("(n=60)" in "".join(case.itertext()) for case in suites.iter("testcase"))


@pytest.mark.parametrize(("arguments", "says"), [
    (["--baseline", "bm52"], ["'bm52'", "did you mean bm25?"]),
    (["--measure", "recal@5"], ["'recal@5'", "did you mean recall@5"]),
    (["--gate", "recall@5=>1"], ["gate 'recall@5=>1'", "expected [[RUN/]MEMORY[/READER]:]METRIC OP VALUE"]),
    (["--gate", "zork:recall@5>=1"], ["concerns no memory", "expected one of full, bm25"]),
    (["--junit", "x.xml"], ["--junit x.xml: no --gate"]),
    (["--gate", "recall@5>=0", "--junit", "nowhere/x.xml"], ["nowhere/x.xml", "No such file or directory; expected the name of a file"]),
    (["nowhere"], ["nowhere", "expected a run folder"]),
    ([SAMPLE], ["no protocol_version"]),
])  # fmt: skip
def test_wrong_use_is_one_line_and_code_2(memsim, run, tmp_path, arguments, says):
    is_one_line(memsim(run.path, *arguments), *says)
    assert list(tmp_path.iterdir()) == []


def test_no_run_is_wrong_use(memsim):
    is_one_line(memsim(), "RUNS")


def changed(root, change):
    manifest = json.loads((root / "manifest.json").read_text(encoding="utf-8"))
    change(manifest)
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize(("change", "says"), [
    (lambda manifest: manifest.update(protocol_version=0), [f"version is {PROTOCOL_VERSION} in the first and 0 in the other", "measure one of them again"]),
    (lambda manifest: manifest["settings"].update(seed=7), ["seed is 0 in the first and 7 in the other"]),
    (lambda manifest: manifest["settings"].update(answers="free"), ["answers"]),
    (lambda manifest: manifest["sets"][0].update(digest="ff"), ["digest of set daily-sample"]),
])  # fmt: skip
def test_runs_that_measured_different_things_are_one_line(memsim, run, copy, change, says):
    changed(copy, change)
    is_one_line(memsim(run.path, copy), *says)


@pytest.mark.parametrize("place", [0, 1])
def test_a_run_cut_short_is_one_line_wherever_it_stands(memsim, run, copy, place):
    (copy / "results.json").unlink()
    runs = [run.path]
    runs.insert(place, copy)
    is_one_line(memsim(*runs), "other", "cut short", "--resume")


def test_a_run_scored_again_with_other_cuts_is_compared_at_those(memsim, copy):
    package.rescore(copy, k=[1, 3])
    ended = memsim(copy, "--gate", "recall@3>=0")
    assert (ended.code, ended.err) == (0, "")
    assert "recall@3 on daily-sample" in ended.out


def test_after_scoring_again_results_and_comparison_agree(memsim, run, copy):
    lines = (copy / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    graded_wrong = [json.dumps(json.loads(line) | {"outcome": "wrong"}) for line in lines]
    (copy / "samples.jsonl").write_text("\n".join(graded_wrong) + "\n", encoding="utf-8")
    package.rescore(copy)
    ended = memsim(run.path, copy, "--json", "--gate", f"bm25:accuracy>={mean(run, 'bm25', 'accuracy')}")
    assert ended.code == 0
    assert {(one["difference"]["effect"], one["difference"]["worse"]) for one in strict(ended.out)["gains"]} == {(0, 0)}


def test_a_smaller_k_asked_for_is_one_line(memsim, run, tmp_path):
    package.bench(SAMPLE, "bm25", k=1, per_type=2, controls=False, out=tmp_path / "small")
    is_one_line(memsim(run.path, "small"), "k that bm25 was asked for is 5 in the first and 1 in the other")


def test_one_memory_alone_can_be_held_to_gates_but_not_compared(memsim, tmp_path):
    package.bench(SAMPLE, "bm25", None, limit=5, controls=False, out=tmp_path / "alone")
    is_one_line(memsim("alone"), "nothing to compare")
    ended = memsim("alone", "--gate", "recall@5>=0")
    assert (ended.code, ended.out.count("\n")) == (0, 1)
