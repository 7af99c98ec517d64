"""Comparisons: the same questions on both sides, types that sum to all, runs that may be compared."""

import json
import shutil
from math import isnan
from pathlib import Path

import pytest

import memsim
from memsim.errors import InputError
from memsim.measure.comparing import Comparison
from memsim.records import Recalled, Reply
from memsim.scoring.compare import mcnemar

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


class Choosy:
    """A memory that fails on some questions; a size of its own tells two of them apart."""

    def __init__(self, every=2):
        self.every, self.kept = every, []

    def reset(self):
        self.kept = []

    def store(self, message):
        self.kept.append(message)

    def recall(self, query, k):
        if len(query) % self.every == 0:
            raise ValueError("not this one")
        return [Recalled(message.text, 1.0, (message.mid,)) for message in self.kept[-k:]]


def bench(out, memories, **options):
    return memsim.bench(SAMPLE, memories, **{"per_type": 6, "controls": False, "out": out} | options)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """bm25, grep and a memory that fails on every other question, at two levels; not to be written to."""
    return bench(tmp_path_factory.mktemp("runs") / "first", ["bm25,grep", Choosy, "oracle"], eta=[1, 3])


def test_single_questions_have_mcnemars_p_and_twins_in_two_languages_are_one(tmp_path):
    english = bench(tmp_path / "english", "bm25,grep", limit=60, per_type=None)
    (alone,) = Comparison([english.path], "bm25").gains(["accuracy"])[:1]
    assert alone.difference.p == mcnemar(alone.difference.better, alone.difference.worse)
    both = bench(tmp_path / "both", "bm25,grep", per_type=None)
    of_all = both.results["results"][0]["measures"]["recall@5"]
    assert (of_all["n"], of_all["clusters"]) == (120, 60)


def edited(run, to, change):
    """A copy of a run with another manifest."""
    copy = Path(shutil.copytree(run.path, to))
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    change(manifest)
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return copy


def values(run, memory, measure_of, eta=1):
    rows = (row for row in run.samples() if (row["memory"], row["eta"]) == (memory, eta))
    return {row["question"]: measure_of(row) for row in rows if "error" not in row}


def is_right(row):
    return row["outcome"] == "correct"


def gain_of(found, **wanted):
    (one,) = (gain for gain in found if all(getattr(gain, name) == value for name, value in wanted.items()))
    return one


def test_within_a_run_all_are_compared_with_the_first_or_the_one_named(run):
    def pairs(baseline):
        return [(one.memory, one.baseline) for one in Comparison([run.path], baseline).gains(["mrr@5"]) if one.eta == 1]

    assert pairs(None) == [("grep", "bm25"), ("Choosy", "bm25"), ("oracle", "bm25")]
    assert pairs("grep") == [("bm25", "grep"), ("Choosy", "grep"), ("oracle", "grep")]


def test_a_gain_is_what_the_rows_say(run):
    aside = {(one["language"], one["question_type"]) for one in run.results["retrieval_only"]["daily-sample"]}
    rows = (json.loads(line) for line in (run.path / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    counted = {row["id"] for row in rows if (row["language"], row["question_type"]) not in aside}
    mine, theirs = values(run, "grep", is_right), values(run, "bm25", is_right)
    better = sum(mine[one] > theirs[one] for one in counted)
    worse = sum(mine[one] < theirs[one] for one in counted)
    one = gain_of(Comparison([run.path], "bm25").gains(["accuracy"]), memory="grep", eta=1)
    assert one.difference.effect == pytest.approx((better - worse) / len(counted))
    assert (one.difference.n, one.difference.better, one.difference.worse) == (len(counted), better, worse)
    assert one.difference.low <= one.difference.effect <= one.difference.high


def test_only_what_both_were_measured_on_is_paired_and_the_rest_counted(run):
    found = Comparison([run.path], "bm25").gains(["recall@5"], by_type=True)
    failed = sum(row["memory"] == "Choosy" and row["eta"] == 1 and "error" in row for row in run.samples())
    one = gain_of(found, memory="Choosy", eta=1, question_type="all")
    assert 0 < failed < 60
    assert (one.difference.n, one.unpaired) == (60 - failed, failed)


def test_types_sum_to_all(run):
    found = Comparison([run.path], "bm25").gains(["accuracy", "recall@5"], by_type=True)
    groups = {(one.memory, one.eta, one.measure) for one in found}
    assert len(groups) == 3 * 2 * 2
    for memory, eta, measure in groups:
        some = [one for one in found if (one.memory, one.eta, one.measure) == (memory, eta, measure)]
        whole, parts = gain_of(some, question_type="all"), [one for one in some if one.question_type != "all"]
        assert len(parts) == 5
        for name in ("n", "better", "worse", "ties"):
            assert sum(getattr(one.difference, name) for one in parts) == getattr(whole.difference, name)
        assert sum(one.unpaired for one in parts) == whole.unpaired
        total = sum(one.difference.n * one.difference.effect for one in parts if one.difference.n)
        assert total == pytest.approx(whole.difference.n * whole.difference.effect)


def test_a_run_and_its_copy_do_not_differ(run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "second"))
    found = Comparison([run.path, copy]).gains(["accuracy", "recall@5", "first_rank@5"], by_type=True)
    assert {(one.memory, one.baseline) for one in found} == {
        (f"second/{name}", f"first/{name}") for name in ("bm25", "grep", "Choosy", "oracle")
    }
    for one in found:
        if one.difference.n > 2:  # two may be one question in two languages, which has no interval
            assert (one.difference.effect, one.difference.low, one.difference.high, one.difference.p) == (0, 0, 0, 1)
        assert isnan(one.difference.effect) == (one.difference.n == 0)
        assert (one.difference.better, one.difference.worse, one.unpaired) == (0, 0, 0)


def test_runs_of_some_of_the_questions_are_compared_on_those(run, tmp_path):
    fewer = bench(tmp_path / "fewer", "bm25", per_type=2, eta=[1])
    one = gain_of(Comparison([run.path, fewer.path]).gains(["recall@5"]), memory="fewer/bm25")
    assert (one.baseline, one.eta, one.difference.n, one.unpaired) == ("first/bm25", 1, 20, 40)
    assert one.difference.effect == 0


def test_of_several_runs_a_baseline_is_named_by_memory_or_by_run_and_memory(run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "second"))
    for baseline, wanted in (("bm25", "first/bm25"), ("second/bm25", "second/bm25")):
        comparison = Comparison([run.path, copy], baseline)
        assert {one.baseline for one in comparison.gains(["mrr@5"])} == {wanted}
        assert wanted not in {one.memory for one in comparison.gains(["mrr@5"])}


@pytest.mark.parametrize("paths", [["a/run", "b/run"], ["a/run", "a/run"]])
def test_runs_of_one_name_are_told_apart(run, tmp_path, paths):
    for path in set(paths):
        shutil.copytree(run.path, tmp_path / path)
    labels = [one.label for one in Comparison([tmp_path / path for path in paths]).contestants]
    assert len(set(labels)) == len(labels) == 8


def test_cuts_of_both_are_those_in_common(run, tmp_path):
    other = bench(tmp_path / "other", "bm25", k=[3, 5])
    comparison = Comparison([run.path, other.path])
    assert comparison.ks == [5]
    assert {"recall@5", "accuracy", "mrr@5"} <= set(comparison.measures)
    assert Comparison([other.path], cuts=[[1, 3]]).ks == [1, 3]


@pytest.mark.parametrize(("change", "says"), [
    (lambda manifest: manifest["settings"].update(seed=7), "seed is 0 in the first and 7 in the other"),
    (lambda manifest: manifest["settings"].update(answers="free"), "answers is 'choices' in the first and 'free' in the other"),
    (lambda manifest: manifest["sets"][0].update(digest="ff"), "the digest of set daily-sample is '"),
    (lambda manifest: manifest.update(judge={"name": "judge", "model": "x/y"}), "judge is None in the first"),
    (lambda manifest: manifest.update(pool={"name": "p", "digest": "1"}), "pool is None in the first"),
    (lambda manifest: manifest["reader"].update(version=0), "version of the reader lexical is "),
    (lambda manifest: manifest["settings"].update(ks=[5, 10]), "k that Choosy was asked for is 5 in the first and 10 in the other"),
    (lambda manifest: manifest["memories"][0].update(k=7), "k that bm25 was asked for is 5 in the first and 7 in the other"),
])  # fmt: skip
def test_runs_that_measured_different_things_are_refused(run, tmp_path, change, says):
    copy = edited(run, tmp_path / "second", change)
    with pytest.raises(InputError, match="measured different things") as refused:
        Comparison([run.path, copy])
    assert says in str(refused.value)
    assert str(copy) in str(refused.value)


def test_another_protocol_is_refused(run, tmp_path):
    copy = edited(run, tmp_path / "second", lambda manifest: manifest.update(protocol_version=0))
    with pytest.raises(InputError, match="protocol_version"):
        Comparison([run.path, copy])


def test_another_size_is_no_matter_to_who_has_one_of_its_own_or_heeds_none(tmp_path):
    runs = [bench(tmp_path / f"k{k}", "full,recent:3", k=k, per_type=2) for k in (5, 10)]
    for run in runs:
        memsim.rescore(run.path, k=3)
    found = Comparison([run.path for run in runs], cuts=[[3], [3]]).gains(["accuracy", "recall@3"])
    assert {one.memory for one in found} == {"k10/full", "k10/recent:3"}
    assert {one.difference.effect for one in found} == {0}


class Fixed:
    """A reader that always takes the same letter."""

    concurrency = 1

    def __init__(self, model, prompt="p"):
        self.model, self.prompt = model, prompt

    def read(self, asked, passages, seed):
        return Reply("answered", "A", "A")

    def identity(self):
        return {"name": "fixed", "model": self.model, "prompts": self.prompt}


def test_other_readers_are_other_contestants_and_their_labels_say_so(run, tmp_path):
    other = bench(tmp_path / "second", "bm25,grep", reader=Fixed("openai/x"))
    comparison = Comparison([run.path, other.path])
    labels = [one.label for one in comparison.contestants]
    assert labels[0] == "first/bm25/lexical"
    assert labels[-2:] == ["second/bm25/openai/x", "second/grep/openai/x"]
    gains = comparison.gains(["recall@5", "accuracy"])
    assert {(one.memory, one.baseline) for one in gains} == {
        (f"second/{memory}/openai/x", f"first/{memory}/lexical") for memory in ("bm25", "grep")
    }
    assert {one.difference.effect for one in gains if one.measure == "recall@5"} == {0}
    assert Comparison([run.path, other.path], "bm25/openai/x").baseline_of(comparison.contestants[0]).label == "second/bm25/openai/x"


def test_one_model_with_other_prompts_is_refused(run, tmp_path):
    first, second = (bench(tmp_path / prompt, "bm25", reader=Fixed("openai/x", prompt), per_type=1) for prompt in ("p", "q"))
    with pytest.raises(InputError, match="prompts of the reader openai/x is 'p' in the first and 'q' in the other"):
        Comparison([run.path, first.path, second.path])


def test_runs_on_other_sets_are_refused(run, tmp_path):
    other = shutil.copytree(SAMPLE, tmp_path / "other")
    measured = memsim.bench(other, "bm25", limit=5, controls=False, out=tmp_path / "run")
    with pytest.raises(InputError, match="set is 'daily-sample' in the first and 'other' in the other"):
        Comparison([run.path, measured.path])


def test_a_run_cut_short_is_refused(run, tmp_path):
    copy = Path(shutil.copytree(run.path, tmp_path / "second"))
    lines = (copy / "samples.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (copy / "samples.jsonl").write_text("".join(lines[:-5]), encoding="utf-8")
    with pytest.raises(InputError, match="cut short, 475 rows of 480"):
        Comparison([run.path, copy])


def test_a_baseline_or_measure_that_is_not_there_is_refused_with_what_is_near(run):
    with pytest.raises(InputError, match=r"no memory 'bm52' to compare with; did you mean bm25\?"):
        Comparison([run.path], "bm52")
    with pytest.raises(InputError, match=r"nothing was measured as 'recal@5'; did you mean recall@5"):
        Comparison([run.path]).gains(["recal@5"])
