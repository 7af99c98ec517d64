"""Gates on runs: judged on the questions of both, never passed by failing, held to whom they are for."""

import json
import shutil
from pathlib import Path

import pytest

import memsim
from memsim.errors import InputError
from memsim.measure.comparing import Comparison
from memsim.measure.gating import held
from memsim.records import Recalled
from memsim.scoring.gates import parse

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


class Choosy:
    """Recalls the first things, and fails on most questions."""

    def __init__(self):
        self.kept = []

    def reset(self):
        self.kept = []

    def store(self, message):
        self.kept.append(message)

    def recall(self, query, k):
        if len(query) % 3:
            raise ValueError("too hard")
        return [Recalled(message.text, 1.0, (message.mid,)) for message in self.kept[:k]]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """bm25, first and a memory that fails; not to be written to."""
    out = tmp_path_factory.mktemp("runs") / "first-run"
    return memsim.bench(SAMPLE, ["bm25,first:5", Choosy, "oracle"], per_type=6, controls=False, out=out)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Of fewer questions, retrieval only."""
    return memsim.bench(SAMPLE, "bm25", None, per_type=2, controls=False, out=tmp_path_factory.mktemp("runs") / "bare")


def judged(gate, *runs, baseline=None):
    return held([parse(gate)], Comparison([getattr(one, "path", one) for one in runs], baseline))


def only(gate, *runs, baseline=None):
    (result,) = judged(gate, *runs, baseline=baseline)
    return result


def recalls(run, memory):
    """Recall@5 of each question on which a memory did not fail."""
    questions = {
        row["id"]: set(row["truth"]["evidence"])
        for row in map(json.loads, (run.path / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    }
    return {
        row["question"]: len(questions[row["question"]] & set(row["ranking"][:5])) / len(questions[row["question"]])
        for row in run.samples()
        if row["memory"] == memory and "error" not in row
    }


def test_to_fail_on_what_is_hard_is_no_way_to_pass(run):
    found = recalls(run, "Choosy")
    mean, failed = sum(found.values()) / len(found), 60 - len(found)
    assert failed > 30
    result = only(f"Choosy:recall@5>={mean - 0.05}", run)
    assert not result.passed
    assert result.message.startswith(f"recall@5 is {sum(found.values()) / 60:.8g} (n=60, {failed} rows failed and counted as 0); wanted")


def test_nor_is_it_where_less_is_wanted(run):
    found = recalls(run, "Choosy")
    result = only("Choosy:recall@5<=0.8", run)
    assert f"is {(sum(found.values()) + 60 - len(found)) / 60:.8g} (n=60, {60 - len(found)} rows failed and counted as 1)" in result.message
    assert f"{60 - len(found)} rows failed and counted as 6" in only("Choosy:first_rank@5<=2", run).message


def test_against_a_base_only_what_the_base_was_measured_on_counts(run):
    mine, theirs = recalls(run, "bm25"), recalls(run, "Choosy")
    result = only("bm25:recall@5>=base", run, baseline="Choosy")
    value, base = (sum(one[question] for question in theirs) / len(theirs) for one in (mine, theirs))
    assert result.message == (
        f"recall@5 is {value:.8g} (n={len(theirs)}, {60 - len(theirs)} more not measured for the baseline and left out); "
        f"wanted bm25:recall@5>=base, which is {base:.8g}"
    )
    assert result.passed == (value >= base)


def test_without_failures_a_gate_about_a_base_judges_the_gain_that_is_shown(run, bare):
    for runs in ((run,), (run, bare), (bare, run)):
        comparison = Comparison([one.path for one in runs])
        (gain,) = (one for one in comparison.gains(["recall@5"]) if ("first:5" if len(runs) == 1 else "/bm25/") in one.memory)
        name = gain.memory
        for change, passed in ((-1e-6, True), (1e-6, False)):
            bound = gain.difference.effect + change
            gate = f"{name}:recall@5>=base{'+' if bound >= 0 else '-'}{abs(bound):.9f}"
            result = only(gate, *runs)
            assert (result.passed, f"(n={gain.difference.n}" in result.message) == (passed, True)


def test_seconds_of_failures_are_left_out_and_told(run):
    failed = 60 - len(recalls(run, "Choosy"))
    assert f"{failed} rows failed and left out" in only("Choosy:response_s<=60", run).message
    result = only("bm25:response_s<=base*1000000", run, baseline="Choosy")
    assert (result.passed, f"(n={60 - failed})" in result.message) == (True, True)


def test_a_run_and_its_copy_pass_a_gate_about_a_base_whoever_it_names(run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "copy"))
    for gate in ("bm25:accuracy>=base-0.01", "bm25/lexical:accuracy>=base", "copy/bm25:accuracy>=base"):
        result = only(gate, run, copy)
        assert (result.passed, result.name) == (True, "copy/bm25 on daily-sample, η=1")
    assert only("first-run/bm25:recall@5>=0", run, copy).name == "first-run/bm25 on daily-sample, η=1"
    with pytest.raises(InputError, match="concerns no memory that has a baseline; expected one of copy/bm25"):
        judged("first-run/bm25:accuracy>=base", run, copy)


def test_what_nobody_was_measured_on_does_not_pass_though_some_failed(run, tmp_path):
    silent = memsim.bench(SAMPLE, ["bm25", Choosy], None, per_type=2, controls=False, out=tmp_path / "silent")
    for gate in ("accuracy<=1", "recall@3>=0"):
        assert [(one.passed, one.message.partition(" (")[0]) for one in judged(gate, silent)] == [
            (False, f"{gate.partition('<')[0].partition('>')[0]} was not measured")
        ] * 2
    with pytest.raises(InputError, match="there is no measure 'recal@5'"):
        judged("recal@5>=0", run)


def test_a_base_that_was_not_measured_does_not_pass(run, bare):
    result = only("bm25:accuracy>=base", bare, run)
    assert not result.passed
    assert "but was not measured for the baseline" in result.message


def test_a_level_that_the_base_lacks_does_not_pass(run, tmp_path):
    noisy = memsim.bench(SAMPLE, "bm25", per_type=2, eta=[1, 3], controls=False, out=tmp_path / "noisy")
    assert [one.passed for one in judged("recall@5>=base", run, noisy)] == [True, False]
    assert [one.passed for one in judged("response_s>base-100", run, noisy)] == [True, False]
