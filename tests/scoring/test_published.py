"""`benchmarks/published.py` scores rankings of others: a look-alike of two questions, and the published ones where they lie beside the project."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from memsim.scoring.metrics import retrieval

ROOT = Path(__file__).parents[2]
RANKINGS = ROOT.parent / "shared" / "data" / "longmemeval-rankings"

needs_rankings = pytest.mark.skipif(not RANKINGS.is_dir(), reason="the published rankings are not beside the project")


def rates(tmp_path, *files):
    """Run the script, and return its percentages by ranking and metric."""
    out = tmp_path / "found.json"
    done = subprocess.run(
        [sys.executable, "benchmarks/published.py", *files, "--json", out], cwd=ROOT, check=True, capture_output=True, encoding="utf-8"
    )
    found = json.loads(out.read_text(encoding="utf-8"))["measures"]
    assert all(f"{measure['hits']} / {measure['n']}" in done.stdout for measure in found)
    return {(measure["section"], measure["what"].partition(":")[0]): (round(100 * measure["value"], 2), measure["n"]) for measure in found}


def question(name, gold, retrieved):
    return {"question_id": name, "gold_session_ids": gold, "retrieved_session_ids": retrieved}


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_questions_without_an_answer_count_for_any_evidence_only(tmp_path, packed):
    asked = [
        question("one", ["a", "b"], ["x", "a", "y", "z", "w", "b"]),
        question("two", ["c"], ["c"]),
        question("three", ["d"], ["x"]),
        question("four_abs", ["e"], ["e"]),
    ]
    content = json.dumps({"mode": "toy", "per_question": asked}).encode()
    path = tmp_path / ("rankings.json.gz" if packed else "rankings.json")
    path.write_bytes(gzip.compress(content) if packed else content)
    assert rates(tmp_path, path) == {
        ("toy", "recall_all@5"): (33.33, 3),
        ("toy", "recall_all@10"): (66.67, 3),
        ("toy", "hit@5"): (75.0, 4),
        ("toy", "hit@10"): (75.0, 4),
    }


@needs_rankings
def test_published_rankings_bring_up_all_evidence_far_less_often_than_any(tmp_path):
    found = rates(tmp_path, *sorted(RANKINGS.glob("*.json.gz")))
    expected = {
        ("bm25", "recall_all@5"): (67.0, 470),
        ("hybrid", "recall_all@5"): (82.1, 470),
        ("bm25", "hit@5"): (86.2, 500),
        ("hybrid", "hit@5"): (95.2, 500),
    }
    assert {key: found[key] for key in expected} == {key: (pytest.approx(rate, abs=0.05), n) for key, (rate, n) in expected.items()}


@needs_rankings
@pytest.mark.parametrize("name", ["bm25", "hybrid"])
def test_each_published_question_scores_as_published(name):
    ranking = json.loads(gzip.decompress((RANKINGS / f"longmemeval_results_{name}.json.gz").read_bytes()))
    for q in ranking["per_question"]:
        found = retrieval([(session,) for session in q["retrieved_session_ids"]], q["gold_session_ids"], [5, 10])
        assert (found["hit@5"], found["hit@10"]) == (q["recall_any_at_5"], q["recall_any_at_10"])
        assert found["ndcg@10"] == pytest.approx(q["ndcg_at_10"], abs=1e-9)
        if found["hit@10"]:  # ten sessions are published of each ranking; its own mrr has no cut, and sees more beyond them
            assert found["mrr@10"] == pytest.approx(q["mrr"], abs=1e-9)
