"""Whole runs: rows, resuming, refusing, failing readers, epochs, several sets, scoring again."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import memsim
from memsim.errors import CallError, InputError
from memsim.measure.folder import Samples
from memsim.measure.settings import PROTOCOL_VERSION
from memsim.records import Recalled, Reply
from memsim.rng import Rng

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "generated" / "daily-sample"
TIMES = ("times", "timing")
KILLS = 5  # moments at which a run is killed; raise it, and the set with it, for a longer search


def rows_of(run):
    """The rows without times, in an order of their own."""
    rows = [{name: value for name, value in row.items() if name not in TIMES} for row in run.samples()]
    return sorted(rows, key=lambda row: (row["set"], row["question"], row["memory"], row["eta"], row["epoch"]))


def without_times(results):
    return {**results, "results": [{name: value for name, value in one.items() if name != "times"} for one in results["results"]]}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run over both languages at two levels; not to be written to."""
    return memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=tmp_path_factory.mktemp("run") / "run")


def test_a_run_has_one_row_a_question_memory_and_level(run):
    names = [one["name"] for one in run.manifest["memories"]]
    assert names == ["full", "recent:5", "bm25", "grep", "none", "random", "first", "oracle"]
    assert len(rows_of(run)) == 60 * len(names) * 2
    assert {row["memory"] for row in rows_of(run)} == set(names)


def test_each_level_holds_that_many_messages(run):
    lengths = {row["question"]: row["messages"] for row in rows_of(run) if row["eta"] == 1}
    assert all(row["messages"] == row["eta"] * lengths[row["question"]] for row in rows_of(run))


def test_the_oracle_recalls_the_evidence_and_nothing_recalls_nothing(run):
    for one in run.results["results"]:
        if one["memory"] == "oracle":
            assert one["measures"]["mrr@5"]["mean"] == 1
        if one["memory"] == "none":
            assert one["measures"]["recall@5"]["mean"] == 0
            assert one["measures"]["accuracy"]["low"] <= 0.25 <= one["measures"]["accuracy"]["high"]


def test_the_same_run_again_gives_the_same(run, tmp_path):
    again = memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=tmp_path / "again")
    assert rows_of(again) == rows_of(run)
    assert without_times(again.results) == without_times(run.results)


def test_a_level_alone_gives_what_it_gives_among_others(run, tmp_path):
    alone = memsim.bench(SAMPLE, "bm25", eta=10, per_type=6, controls=False, out=tmp_path / "alone")
    assert rows_of(alone) == [row for row in rows_of(run) if (row["memory"], row["eta"]) == ("bm25", 10)]


def test_scoring_again_changes_nothing(run, tmp_path):
    copy = copied(run.path, tmp_path / "copy")
    assert without_times(memsim.rescore(copy).results) == without_times(run.results)
    assert memsim.rescore(copy, k=[1, 3]).results["ks"] == [1, 3]


def copied(path, to):
    return Path(shutil.copytree(path, to))


def test_a_finished_run_and_another_run_are_not_written_over(run):
    with pytest.raises(InputError, match="holds this run already"):
        memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=run.path)
    with pytest.raises(InputError, match=r"another run: settings\.levels is \[1, 10\] there and \[1\] here"):
        memsim.bench(SAMPLE, "full,recent:5,bm25,grep", per_type=6, out=run.path, resume=True)
    with pytest.raises(InputError, match="another run: memories"):
        memsim.bench(SAMPLE, "full", eta=[1, 10], per_type=6, out=run.path, resume=True)


def test_a_folder_that_holds_something_else_is_refused(tmp_path):
    (tmp_path / "precious.txt").write_text("x")
    with pytest.raises(InputError, match="not empty, and no run"):
        memsim.bench(SAMPLE, "full", limit=1, out=tmp_path)
    assert os.listdir(tmp_path) == ["precious.txt"]


@pytest.mark.parametrize("kept", [0, 1, 7, 500])
def test_a_run_cut_short_goes_on(run, tmp_path, kept):
    copy = copied(run.path, tmp_path / "copy")
    lines = (copy / "samples.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (copy / "samples.jsonl").write_text("".join(lines[:kept]) + lines[kept][:40], encoding="utf-8")
    (copy / "results.json").unlink()
    again = memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=copy, resume=True)
    assert rows_of(again) == rows_of(run)
    assert without_times(again.results) == without_times(run.results)


@pytest.mark.slow
def test_a_run_killed_many_times_ends_like_one_that_was_not(tmp_path):
    data = memsim.generate("daily", 200, seed=1, out=tmp_path / "data")
    command = [str(Path(sys.executable).with_name("memsim"))]
    options = ["bench", str(data.path), "--memory", "full,recent:5,bm25,grep", "--eta", "1,10", "--quiet"]
    subprocess.run([*command, *options, "--out", str(tmp_path / "whole")], check=True)
    whole = memsim.Run(tmp_path / "whole")
    killed, broken = 0, tmp_path / "broken"
    for wait in waits():
        child = subprocess.Popen([*command, *options, "--out", str(broken), *(["--resume"] if broken.exists() else [])])
        before = size(broken / "samples.jsonl")
        deadline = time.monotonic() + 60
        while child.poll() is None and size(broken / "samples.jsonl") <= before and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(wait)
        if child.poll() is None:
            child.send_signal(signal.SIGKILL)
            killed += 1
        child.wait()
    subprocess.run([*command, *options, "--out", str(broken), "--resume"], check=True)
    assert killed == KILLS
    assert rows_of(memsim.Run(broken)) == rows_of(whole)
    assert without_times(memsim.Run(broken).results) == without_times(whole.results)


def waits():
    """Random moments after rows begin to come, in seconds."""
    return (Rng(0, np.arange(KILLS)).one("tests/kills") * 0.2).tolist()


def size(path):
    return path.stat().st_size if path.exists() else 0


class Unreachable:
    """A reader whose model is gone."""

    concurrency = 2

    def read(self, asked, passages, seed):
        return Reply("failed", reason="model 'x' could not be called: connection refused")

    def identity(self):
        return {"name": "unreachable"}


def test_a_reader_that_cannot_be_reached_ends_the_run_after_the_first_history(tmp_path):
    with pytest.raises(CallError, match="connection refused"):
        memsim.bench(SAMPLE, "bm25", Unreachable(), out=tmp_path / "run")
    assert (tmp_path / "run" / "samples.jsonl").read_text() == ""
    assert not (tmp_path / "run" / "results.json").exists()


class Moody(Unreachable):
    """A reader that fails, refuses, mumbles or answers A, by the question."""

    def read(self, asked, passages, seed):
        place = (len(asked.question) + len(passages)) % 4
        return (Reply("failed", reason="busy"), Reply("refused"), Reply("unparsed", raw="hm"), Reply("answered", "A", "A"))[place]


def test_failures_are_no_wrong_answers(tmp_path):
    run = memsim.bench(SAMPLE, "bm25", Moody(), out=tmp_path / "run")
    one = run.results["results"][0]
    outcomes = one["outcomes"]
    n, failed = one["rows"], outcomes["failed"]
    assert one["missing"]["answers"] == {"failed": failed}
    assert one["measures"]["accuracy"]["n"] == n - failed
    assert one["measures"]["accuracy_of_answered"]["n"] == n - failed - outcomes["refused"] - outcomes["unparsed"]
    assert one["errors"] == {"busy": failed}
    assert one["measures"]["recall@5"]["n"] == n


class Dreamer:
    """A memory that rewrites what it stores."""

    def reset(self):
        self.kept = []

    __init__ = reset

    def store(self, message):
        self.kept.append(f"Noted on {message.time[:10]}: {message.text}")

    def recall(self, query, k):
        return [Recalled(text, 1.0) for text in self.kept]


def test_evidence_is_found_in_what_a_memory_wrote_itself(tmp_path):
    run = memsim.bench(SAMPLE, [Dreamer], None, k=100, limit=30, controls=False, out=tmp_path / "run")
    (one,) = run.results["results"]
    assert one["measures"]["recall@100"]["mean"] > 0.9
    assert next(run.samples())["texts"]["0"].startswith("Noted on ")


class Agent(Dreamer):
    """A memory that answers by itself."""

    def answer(self, asked):
        return f"The answer is {'ABCD'[len(asked.question) % len(asked.choices)]}."


def test_an_agent_answers_by_itself(tmp_path):
    run = memsim.bench(SAMPLE, [Agent], None, limit=20, controls=False, out=tmp_path / "run")
    assert {row["reader_status"] for row in run.samples()} == {"answered"}
    assert run.results["results"][0]["measures"]["accuracy"]["n"] == 20


def test_epochs_are_one_value_a_question(tmp_path):
    run = memsim.bench(SAMPLE, "bm25", limit=5, epochs=3, controls=False, out=tmp_path / "run")
    assert len(rows_of(run)) == 15
    assert run.results["results"][0]["measures"]["recall@5"]["n"] == 5


def test_several_sets_in_one_run(tmp_path):
    other = memsim.generate("daily", 5, seed=3, out=tmp_path / "other", workers=1)
    run = memsim.bench([SAMPLE, other], "bm25", limit=5, controls=False, out=tmp_path / "run")
    assert [(one["set"], one["rows"]) for one in run.results["results"]] == [("daily-sample", 5), ("other", 5)]
    copy = copied(other.path, tmp_path / "again" / "other")
    with pytest.raises(InputError, match="2 sets are named 'other'"):
        memsim.bench([other, copy], "bm25", out=tmp_path / "none")


def test_free_text_is_graded_by_type(tmp_path):
    run = memsim.bench(SAMPLE, "oracle", answers="free", controls=False, out=tmp_path / "run")
    outcomes = run.results["results"][0]["outcomes"]
    assert outcomes["correct"] > 10
    assert all("choices" not in row for row in run.samples())


def test_what_cannot_be_measured_is_refused_before_anything_is_written(tmp_path):
    small = memsim.generate("daily", 3, pool=5, out=tmp_path / "small", workers=1)
    with pytest.raises(
        InputError, match=r"small: eta 50 needs \d+ messages of the pool in 'en', and there are 5; generate a set with `--pool"
    ):
        memsim.bench(small, "bm25", eta=50, out=tmp_path / "run")
    infused = memsim.generate("daily", 3, eta=2, out=tmp_path / "infused", workers=1)
    with pytest.raises(InputError, match="was generated with eta 2"):
        memsim.bench(infused, "bm25", eta=10, out=tmp_path / "run")
    with pytest.raises(InputError, match="judge 'openai/x' grades free text only"):
        memsim.bench(small, "bm25", judge="openai/x", out=tmp_path / "run")
    with pytest.raises(InputError, match="is the noise at other levels than 1"):
        memsim.bench(small, "bm25", pool=SAMPLE, out=tmp_path / "run")
    with pytest.raises(InputError, match="is where a model is served"):
        memsim.bench(small, "bm25", api_base="http://127.0.0.1:9", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert memsim.bench(infused, "bm25", out=tmp_path / "own-level").results["results"][0]["eta"] == 2
    assert memsim.bench(small, "bm25", eta=50, pool=SAMPLE, out=tmp_path / "run").results["results"][0]["eta"] == 50


def test_the_manifest_tells_what_was_measured(run):
    manifest = json.loads((run.path / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["sets"][0]["digest"] == memsim.load(SAMPLE).manifest["digest"]
    assert manifest["protocol_version"] == PROTOCOL_VERSION
    assert manifest["reader"]["name"] == "lexical"


class Slow(Dreamer):
    def __init__(self):
        time.sleep(60)


class Wordy(Dreamer):
    def identity(self):
        return {1, 2}


class Broken(Dreamer):
    def __init__(self):
        raise OSError("no disk")


class random(Dreamer):  # noqa: N801 - named like one that comes with memsim
    pass


@pytest.mark.parametrize(
    ("memory", "says"),
    [
        (Slow, "memory 'Slow': cannot be made: no end after 1 s"),
        (Wordy, "memory 'Wordy': identity\\(\\) is {1, 2}, which is no JSON"),
        (Broken, "memory 'Broken': cannot be made: OSError: no disk"),
        (random, "memory 'random' is named like one that comes with memsim"),
    ],
)
def test_a_memory_that_cannot_take_part_is_refused_before_anything_is_written(tmp_path, memory, says):
    with pytest.raises(InputError, match=says):
        memsim.bench(SAMPLE, [memory], None, timeout=1, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


class Restless(Dreamer):
    """Goes elsewhere, talks, and never stops recalling."""

    place = None

    def recall(self, query, k):
        os.chdir(self.place)
        print("noise")  # noqa: T201 - that is the point
        while True:
            yield Recalled("again", 1.0)


def test_a_memory_that_changes_the_folder_and_recalls_for_ever_does_no_harm(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Restless, "place", str(tmp_path.parent))
    run = memsim.bench(SAMPLE, [Restless], None, limit=2, controls=False, out="run")
    assert [len(row["ranking"]) for row in run.samples()] == [1, 1]
    assert (tmp_path / "run" / "results.json").is_file()


def test_only_one_process_writes_a_run(run, tmp_path):
    copy = copied(run.path, tmp_path / "copy")
    with closing(Samples(copy)), pytest.raises(InputError, match="another process is measuring into it"):
        memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=copy, resume=True)
    again = memsim.bench(SAMPLE, "full,recent:5,bm25,grep", eta=[1, 10], per_type=6, out=copy, resume=True)
    assert rows_of(again) == rows_of(run)


def test_a_manifest_that_was_cut_off_does_not_block_its_folder(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".manifest.json.123").write_text("{")
    memsim.bench(SAMPLE, "bm25", None, limit=1, controls=False, out=tmp_path / "run")
    assert [path.name for path in (tmp_path / "run").glob(".*")] == []


def test_a_run_does_not_go_on_with_other_code(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    code = "from {0} import Dreamer\nclass Mine(Dreamer): pass\n"
    (tmp_path / "dreams.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "my_code.py").write_text(code.format("dreams"))
    memsim.bench(SAMPLE, "my_code:Mine", None, limit=1, controls=False, out=tmp_path / "run")
    (tmp_path / "my_code.py").write_text(code.format("dreams") + "# changed\n")
    with pytest.raises(InputError, match="another run: memories"):
        memsim.bench(SAMPLE, "my_code:Mine", None, limit=1, controls=False, out=tmp_path / "run", resume=True)
