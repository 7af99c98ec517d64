"""Rows by memory, set and level: results and comparisons have the same source."""

import json
import shutil
from pathlib import Path

import pytest

import memsim
from memsim.errors import DatasetError
from memsim.measure.comparing import Comparison
from memsim.measure.grouped import Group, Rows
from memsim.records import Reply

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


class Aloud:
    """A reader that thinks aloud in its own way: the letter that it means is not the one that it speaks of last."""

    concurrency = 1

    def read(self, asked, passages, seed):
        return Reply("answered", "ABCD"[len(asked.question) % 4], "Answer: D")

    def identity(self):
        return {"name": "aloud"}


@pytest.fixture(scope="module", params=["lexical", "aloud", "free"])
def run(request, tmp_path_factory):
    """Runs by several readers; not to be written to."""
    options = {"answers": "free"} if request.param == "free" else {}
    reader = Aloud() if request.param == "aloud" else "lexical"
    out = tmp_path_factory.mktemp("runs") / "run"
    return memsim.bench(SAMPLE, "bm25,recent:3", reader, k=[1, 5], per_type=3, out=out, **options)


@pytest.fixture
def copy(run, tmp_path):
    return Path(shutil.copytree(run.path, tmp_path / "copy"))


def rewritten(root, change):
    lines = (root / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [change(json.loads(line)) for line in lines]
    (root / "samples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_what_was_graded_when_it_was_said_is_graded_the_same_now(run):
    rows = Rows(run.path)
    for group, tally in rows.tallies.items():
        written = [row["outcome"] for row in run.samples() if (row["memory"], row["eta"]) == (group.memory, group.eta)]
        assert tally.outcomes(rows.of(group.set)) == {one: written.count(one) for one in sorted(set(written))}


def test_results_and_comparison_agree_whatever_the_rows_say_of_outcomes(run, copy):
    rewritten(copy, lambda row: row | {"outcome": "wrong"})
    assert memsim.rescore(copy).results == run.results
    by_hand = {one.measure: one.difference for one in Comparison([run.path, copy]).gains(["accuracy"]) if one.memory == "copy/bm25"}
    assert (by_hand["accuracy"].better, by_hand["accuracy"].worse) == (0, 0)
    mean = {one["memory"]: one["measures"]["accuracy"]["mean"] for one in run.results["results"]}
    (gain,) = (one for one in Comparison([copy], "bm25").gains(["accuracy"]) if one.memory == "recent:3")
    assert gain.difference.effect == pytest.approx(mean["recent:3"] - mean["bm25"])


def test_a_size_below_k_is_flagged(run):
    found = {one["memory"]: one for one in run.results["results"]}
    assert (found["recent:3"]["size"], found["recent:3"]["flags"]["size_below_k"]) == (3, found["recent:3"]["rows"])
    assert found["bm25"]["size"] is None
    assert [name for name, one in found.items() if "size_below_k" in one["flags"]] == ["recent:3"]
    smaller = Rows(run.path, (1, 3)).tallies[Group("daily-sample", "recent:3", 1)]
    assert "size_below_k" not in smaller.flags


def test_rows_of_a_memory_that_did_not_take_part_are_damage(copy):
    rewritten(copy, lambda row: row | {"memory": "bm52"} if row["memory"] == "bm25" else row)
    with pytest.raises(DatasetError, match="a row of the memory 'bm52', which did not take part"):
        Rows(copy)
