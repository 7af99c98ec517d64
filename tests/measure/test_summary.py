"""`results.json`: the same whatever the order of the rows, whole, and true to them."""

import json
import shutil
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import memsim
from memsim.errors import DatasetError, InputError
from memsim.measure.bench import conclude
from memsim.measure.grouped import Group, Rows
from memsim.records import Reply
from memsim.rng import Rng

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


class Moody:
    """A reader that does not answer every time, and not the same each time."""

    concurrency = 1

    def read(self, asked, passages, seed):
        place = (len(asked.question) + seed) % 5
        usage = (1, 100, 1, 0.1)
        replies = (Reply("refused"), Reply("unparsed", raw="hm"), *(Reply("answered", letter, letter) for letter in "ABC"))
        return replies[place]._replace(usage=memsim.records.Usage(*usage))

    def identity(self):
        return {"name": "moody"}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of three epochs; not to be written to."""
    return memsim.bench(
        SAMPLE, "bm25,recent:3", Moody(), k=[1, 5], eta=[1, 3], per_type=3, epochs=3, out=tmp_path_factory.mktemp("run") / "run"
    )


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """A run that the lexical reader read; not to be written to."""
    return memsim.bench(SAMPLE, "bm25", out=tmp_path_factory.mktemp("read") / "run")


@pytest.fixture
def copy(run, tmp_path):
    return Path(shutil.copytree(run.path, tmp_path / "copy"))


def lines_of(root):
    return (root / "samples.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


def write(root, lines):
    (root / "samples.jsonl").write_text("".join(lines), encoding="utf-8")


@pytest.mark.parametrize("seed", range(3))
def test_rows_in_another_order_give_the_same_bytes(run, copy, seed):
    lines = lines_of(copy)
    order = np.argsort(Rng(seed, np.arange(len(lines))).one("tests/order"))
    write(copy, [lines[place] for place in order])
    conclude(copy)
    assert (copy / "results.json").read_bytes() == (run.path / "results.json").read_bytes()


def test_it_is_strict_json(run):
    def refuse(word):
        raise AssertionError(word)

    assert json.loads((run.path / "results.json").read_text(encoding="utf-8"), parse_constant=refuse) == run.results


def test_every_result_stands_once_in_the_order_of_the_run(run):
    memories = ["bm25", "recent:3", "none", "random", "first", "oracle"]
    assert [(one["set"], one["eta"], one["memory"]) for one in run.results["results"]] == [
        ("daily-sample", eta, memory) for eta, memory in product((1, 3), memories)
    ]
    assert [one["memory"] for one in run.results["results"] if one["control"]] == memories[2:] * 2


def test_an_epoch_is_no_question_of_its_own(run):
    rows = [row for row in run.samples() if (row["memory"], row["eta"]) == ("bm25", 1)]
    answered = [row for row in rows if row["reader_status"] == "answered"]
    one = run.results["results"][0]
    right = Counter(row["question"] for row in rows if row["outcome"] == "correct")
    assert one["rows"] == len(rows) == 90
    assert one["measures"]["accuracy"]["n"] == 30
    assert one["measures"]["accuracy"]["mean"] == pytest.approx(sum(right.values()) / 90)
    by_question = Counter(row["question"] for row in answered)
    assert one["measures"]["accuracy_of_answered"]["n"] == len(by_question)
    assert one["measures"]["accuracy_of_answered"]["mean"] == pytest.approx(
        sum(right[name] / by_question[name] for name in by_question) / len(by_question)
    )
    assert one["outcomes"] == dict(Counter(row["outcome"] for row in rows))
    assert one["uncounted_outcomes"] == {}
    assert one["usage"]["reader_usage"] == {"calls": 90, "prompt_tokens": 9000, "completion_tokens": 90, "cost": pytest.approx(9.0)}


def test_parts_of_a_dimension_sum_to_all(run):
    for one in run.results["results"]:
        for name, whole in one["measures"].items():
            for parts in one["by"].values():
                found = [part[name] for part in parts.values() if name in part]
                assert sum(part["n"] for part in found) == whole["n"]
                assert sum(part["n"] * part["mean"] for part in found) == pytest.approx(whole["n"] * whole["mean"])


def test_what_was_asked_is_counted(run):
    asked = run.results["asked"]["daily-sample"]
    assert (asked["questions"], asked["histories"]) == (30, 30)
    assert asked["by"]["language"] == {"en": 15, "zh": 15}
    assert all(sum(parts.values()) == 30 for parts in asked["by"].values())
    assert set(asked["by"]["question_type"].values()) == {6}


def test_types_that_the_lexical_reader_cannot_answer_count_for_retrieval_only(read):
    rows = list(read.samples())
    questions = {question.question.id: question.question for question in Rows(read.path).items.values()}
    kinds = Counter(
        (questions[row["question"]].language, questions[row["question"]].question_type) for row in rows if row["memory"] == "oracle"
    )
    right = Counter(
        (questions[row["question"]].language, questions[row["question"]].question_type)
        for row in rows
        if row["memory"] == "oracle" and row["outcome"] == "correct"
    )
    wanted = [
        {"language": kind[0], "question_type": kind[1], "accuracy": pytest.approx(right[kind] / count), "n": count}
        for kind, count in sorted(kinds.items())
        if right[kind] / count < 0.6
    ]
    assert wanted
    assert read.results["retrieval_only"]["daily-sample"] == wanted
    aside = sum(one["n"] for one in wanted)
    for one in read.results["results"]:
        counted = Counter(one["outcomes"]) - Counter(one["uncounted_outcomes"])
        assert (sum(one["outcomes"].values()), sum(one["uncounted_outcomes"].values())) == (120, aside)
        assert one["measures"]["accuracy"]["n"] == counted.total() == 120 - aside
        assert one["measures"]["accuracy"]["mean"] == pytest.approx(counted["correct"] / (120 - aside))
        assert one["measures"]["recall@5"]["n"] == 120


def test_another_reader_or_no_oracle_sets_nothing_aside(run, tmp_path):
    assert run.results["retrieval_only"] == {"daily-sample": []}
    alone = memsim.bench(SAMPLE, "bm25", per_type=3, controls=False, out=tmp_path / "run")
    assert alone.results["retrieval_only"] == {"daily-sample": []}


def test_smaller_cuts_need_no_new_run_and_larger_ones_are_refused(run):
    rows = Rows(run.path, (1, 3, 5))
    values = rows.values(Group("daily-sample", "bm25", 1))
    assert {"recall@1", "recall@3", "recall@5"} <= values.keys()
    assert all(values["recall@1"][one] <= values["recall@3"][one] <= values["recall@5"][one] for one in values["recall@1"])
    with pytest.raises(InputError, match="k 6; its memories were asked for 5 at most"):
        Rows(run.path, (1, 6))


def test_a_run_cut_short_is_not_summed_up(copy):
    write(copy, lines_of(copy)[:-1])
    before = (copy / "results.json").read_bytes()
    with pytest.raises(InputError, match=r"cut short, 1,079 rows of 1,080; go on with it by `memsim bench … --resume`"):
        memsim.rescore(copy)
    assert (copy / "results.json").read_bytes() == before


def test_rows_too_many_or_of_no_question_are_damage(copy):
    lines = lines_of(copy)
    write(copy, [*lines, lines[0]])
    with pytest.raises(DatasetError, match=r"1,081 rows, where 1,080 were asked for"):
        Rows(copy)
    write(copy, [lines[0].replace('"question":"q', '"question":"x'), *lines[1:]])
    with pytest.raises(DatasetError, match="which was not asked"):
        Rows(copy)
