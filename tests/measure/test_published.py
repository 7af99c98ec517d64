"""Figures of others, on their own files: what is measured here agrees with what is known of them."""

from pathlib import Path

import pytest

import memsim
from memsim.report.table import estimate

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
MEMDAILY = DATA / "memdaily" / "memdaily.json.gz"
CODING = DATA / "coding-agent-life-v1"
LOCOMO = DATA / "locomo" / "locomo10.json.gz"
LONGMEMEVAL = DATA / "longmemeval" / "longmemeval_s_subset16.json.gz"
SAMPLE = ROOT / "generated" / "daily-sample"
TYPES = ("simple", "conditional", "comparative", "aggregative", "post_processing", "noisy")

needs_memdaily = pytest.mark.skipif(not MEMDAILY.exists(), reason="MemDaily's file is not here")


def recalls(run, memory, eta=1):
    """Recall@5 by type, in the order of the paper."""
    (one,) = [one for one in run.results["results"] if (one["memory"], one["eta"]) == (memory, eta)]
    return [one["by"]["question_type"][kind]["recall@5"]["mean"] for kind in TYPES]


@pytest.fixture(scope="module")
def memdaily(tmp_path_factory):
    return memsim.bench(MEMDAILY, "recent,bm25", None, timed=0, out=tmp_path_factory.mktemp("memdaily") / "run")


@needs_memdaily
def test_the_last_and_the_first_five_of_memdaily_are_exact(memdaily):
    assert recalls(memdaily, "recent") == pytest.approx([0.564, 0.501, 0.701, 0.238, 0.495, 0.483], abs=0.001)
    assert recalls(memdaily, "first") == pytest.approx([0.835, 0.853, 0.851, 0.712, 0.824, 0.818], abs=0.001)


@needs_memdaily
def test_five_of_memdaily_at_random(memdaily):
    assert recalls(memdaily, "random") == pytest.approx([0.648, 0.650, 0.776, 0.472, 0.628, 0.626], abs=0.02)


@needs_memdaily
def test_bm25_on_memdaily(memdaily):
    bars = [0.83, 0.86, 0.97, 0.75, 0.85, 0.86]
    assert [found >= bar for found, bar in zip(recalls(memdaily, "bm25"), bars, strict=True)] == [True] * 6


@needs_memdaily
def test_memdailys_faults_are_told(memdaily):
    notes = memdaily.manifest["sets"][0]["notes"]
    assert (notes["questions offer the same choice twice"], notes["histories go back in time"]) == (7, 188)


@needs_memdaily
@pytest.mark.slow
def test_dense_retrieval_on_memdaily(tmp_path):
    run = memsim.bench(MEMDAILY, "retrieved", None, timed=0, controls=False, out=tmp_path / "run")
    bars = [0.89, 0.86, 0.95, 0.74, 0.85, 0.83]
    assert [found >= bar for found, bar in zip(recalls(run, "retrieved"), bars, strict=True)] == [True] * 6


@needs_memdaily
@pytest.mark.slow
def test_memdaily_among_noise(tmp_path):
    run = memsim.bench(MEMDAILY, "recent", None, eta=[10, 50, 100], pool=SAMPLE, timed=0, controls=False, out=tmp_path / "run")
    known = {
        10: [0.022, 0.013, 0.001, 0.010, 0.001, 0.001],
        50: [0.005, 0.003, 0, 0.001, 0, 0],
        100: [0.003, 0.001, 0, 0.001, 0, 0],
    }
    for eta, expected in known.items():
        assert recalls(run, "recent", eta) == pytest.approx(expected, abs=0.01)


@pytest.mark.skipif(not CODING.exists(), reason="coding-agent-life-v1 is not here")
def test_grep_on_coding_agent_life(tmp_path):
    run = memsim.bench(CODING, "grep", None, controls=False, out=tmp_path / "run")
    measures = run.results["results"][0]["measures"]
    assert measures["precision@5"]["mean"] == pytest.approx(0.227, abs=0.0005)
    assert measures["recall@5"]["mean"] == pytest.approx(0.967, abs=0.0005)
    assert measures["hit@5"]["mean"] == 1
    assert measures["recall@5"]["clusters"] == 1


PAGE = (ROOT / "docs" / "measure-on-other-sets.md").read_text(encoding="utf-8")


def told(run, memory, first, *others):
    """What a memory got on all questions, as the page has it: the first measure with its interval."""
    found = next(one["measures"] for one in run.results["results"] if one["memory"] == memory)
    means = [f"{found[measure]['mean']:.3f}".removeprefix("0") for measure in others]
    return f"| {' | '.join([f'`{memory}`', estimate(found[first]), *means])} |"


@pytest.mark.skipif(not LOCOMO.exists(), reason="LoCoMo is not here")
def test_sessions_of_locomo_are_hit_by_words_and_by_chance_as_known(tmp_path):
    run = memsim.bench(LOCOMO, "bm25,random", None, timed=0, controls=False, out=tmp_path / "run")
    for memory in ("bm25", "random"):
        assert told(run, memory, "session_hit@10", "session_recall_all@10", "hit@10", "recall@10", "recall_all@10") in PAGE
    hits = {one["memory"]: one["measures"]["session_hit@10"] for one in run.results["results"]}
    assert hits["bm25"]["mean"] == pytest.approx(0.909, abs=0.015)
    assert hits["random"]["mean"] == pytest.approx(0.37, abs=0.015)
    assert {one["n"] for one in hits.values()} == {1981}


@pytest.mark.skipif(not LONGMEMEVAL.exists(), reason="the questions of LongMemEval are not here")
def test_words_on_sixteen_questions_of_longmemeval(tmp_path):
    run = memsim.bench(LONGMEMEVAL, "bm25,grep", None, timed=0, controls=False, out=tmp_path / "run")
    for memory in ("bm25", "grep"):
        assert told(run, memory, "recall_all@5", "recall@5", "hit@5") in PAGE


@pytest.mark.skipif(not LONGMEMEVAL.exists(), reason="the questions of LongMemEval are not here")
@pytest.mark.slow
def test_meaning_on_sixteen_questions_of_longmemeval(tmp_path):
    run = memsim.bench(LONGMEMEVAL, "retrieved,hybrid", None, timed=0, controls=False, out=tmp_path / "run")
    for memory in ("retrieved", "hybrid"):
        assert told(run, memory, "recall_all@5", "recall@5", "hit@5") in PAGE
