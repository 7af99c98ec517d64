import json
import shutil
import sys
import zlib
from pathlib import Path

import pytest
from models import FAKE, Told, fake_model
from sets import names_in

from memsim.errors import CallError, DatasetError, InputError, MissingDependencyError, RefusedError
from memsim.io.manifest import dump
from memsim.llm.cache import ReplyCache
from memsim.llm.client import Client
from memsim.llm.prompts import hashes
from memsim.rating import rate

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
NAMES = ("fluency", "rationality", "naturalness", "informativeness")


def luck(request):
    """A number that depends on what was asked and on the seed, and on nothing else."""
    return zlib.crc32(f"{request['messages'][-1]['content']}{request['seed']}".encode())


def scored(request):
    """Scores, a fifth of them readable only with good will, a tenth not at all, and a tenth of the calls failing."""
    number = luck(request)
    said = {name: number // 7**place % 5 + 1 for place, name in enumerate(NAMES)}
    if number % 10 == 0:
        return "I like it very much."
    if number % 10 == 1:
        return Told("too long", 400)
    return json.dumps(said | {"fluency": 9} if number % 10 == 2 else {name: f"{value}/5" for name, value in said.items()})


def run(model, **options):
    return rate(SAMPLE, Client(FAKE, model.api_base, wait=0.01), **{"n": 6, "repeats": 2} | options)


@pytest.fixture(scope="module")
def rated():
    with fake_model(scored) as model:
        return run(model, n=20, repeats=3), model


def test_each_item_is_judged_as_often_as_asked_in_order(rated):
    found, model = rated
    assert len(found.judgements) == len(model.requests) == 2 * 2 * 20 * 3
    assert [one.rater for one in found.judgements] == [1, 2, 3] * 80
    assert sorted(request["seed"] for request in model.requests) == sorted(one.seed for one in found.judgements)


def test_nothing_unread_or_failed_is_scored_and_nothing_is_lost(rated):
    found, _ = rated
    rows = found.results["ratings"]
    assert [(row["language"], row["subject"], row["criterion"]) for row in rows] == [
        (language, subject, name)
        for language in ("en", "zh")
        for subject, names in (("messages", NAMES), ("profiles", ("rationality",)))
        for name in names
    ]
    reasons = {"unparsed": set(), "failed": set()}
    for row in rows:
        values = [
            one.scores[row["criterion"]].value
            for one in found.judgements
            if (one.item.language, one.item.subject) == (row["language"], row["subject"]) and one.scores[row["criterion"]].value
        ]
        assert row["n"] == len(values) < 60
        assert abs(row["mean"] - sum(values) / len(values)) < 1e-9
        assert 1 <= row["low"] < row["mean"] < row["high"] <= 5
        assert row["n"] + sum(row["unparsed"].values()) + sum(row["failed"].values()) == 60
        assert -1 < row["agreement"]["alpha"] < 1
        for kind, seen in reasons.items():
            seen.update(row[kind])
    assert reasons["unparsed"] == {"no JSON object with scores", "not from 1 to 5"}
    assert all("too long" in reason for reason in reasons["failed"])


def test_results_say_what_was_judged_by_whom_and_how(rated):
    results = rated[0].results
    assert results["set"]["name"] == "daily-sample"
    assert len(results["set"]["digest"]) == 64
    assert results["judge"]["model"] == FAKE
    assert results["judge"]["prompts"] == {name: hashes(name) for name in ("rate_messages", "rate_profiles")}
    assert results["settings"] == {"n": 20, "repeats": 3, "seed": 0, "what": ["messages", "profiles"]}
    assert json.loads(json.dumps(results, allow_nan=False)) == results


def test_all_judgements_are_written_one_a_line_and_sums_follow_from_them(rated, tmp_path):
    found, _ = rated
    found.write(tmp_path / "judgements.jsonl")
    lines = (tmp_path / "judgements.jsonl").read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines[:-1]]
    assert lines[-1] == ""
    assert rows == [one.row() for one in found.judgements]
    row = found.results["ratings"][0]
    values = [
        one["scores"]["fluency"] for one in rows if (one["language"], one["subject"]) == ("en", "messages") and "fluency" in one["scores"]
    ]
    assert (len(values), sum(values) / len(values)) == (row["n"], pytest.approx(row["mean"]))
    assert names_in(tmp_path) == ["judgements.jsonl"]


def test_with_a_warm_cache_nothing_is_asked_again_and_all_is_the_same_at_any_concurrency(tmp_path):
    with fake_model(lambda request: json.dumps(dict.fromkeys(NAMES, len(model.requests) % 5 + 1))) as model:
        runs = []
        for concurrency in (1, 7):
            cache = ReplyCache(tmp_path / "replies.sqlite")
            client = Client(FAKE, model.api_base, temperature=1.0, cache=cache)
            runs.append(rate(SAMPLE, client, n=5, repeats=3, concurrency=concurrency))
            cache.close()
            assert len(model.requests) == 60
    assert (client.tally.calls, client.tally.cached) == (60, 60)
    assert runs[0] == runs[1]
    assert len({json.dumps(one.row()["scores"]) for one in runs[0].judgements[:3]}) > 1  # a repeat is another call


def test_a_larger_sample_asks_only_for_what_is_new(tmp_path):
    with fake_model(scored) as model:
        cache = ReplyCache(tmp_path / "replies.sqlite")
        for n, repeats in ((3, 1), (5, 2)):
            rate(SAMPLE, Client(FAKE, model.api_base, cache=cache), what="profiles", n=n, repeats=repeats)
        cache.close()
    assert len({(prompt, request["seed"]) for prompt, request in zip(model.prompts, model.requests, strict=True)}) == 20


def test_scores_without_variation_have_no_alpha():
    with fake_model('{"rationality": 4}') as model:
        rows = run(model, what="profiles").results["ratings"]
    for row in rows:
        assert (row["mean"], row["unparsed"], row["failed"]) == (4, {}, {})
        assert row["agreement"] == {"equal": 1.0, "pairs": 6, "alpha": None, "undefined": "no variation"}


def test_one_repeat_needs_no_krippendorff_and_several_are_not_paid_for_without_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    with fake_model('{"rationality": 4}') as model:
        (row, _) = run(model, what="profiles", repeats=1).results["ratings"]
        asked = len(model.requests)
        with pytest.raises(MissingDependencyError, match="agreement between ratings"):
            run(model)
    assert row["agreement"]["undefined"] == "no two scores of one item"
    assert len(model.requests) == asked == 12


def test_garbage_alone_is_counted_and_no_error():
    with fake_model("¯\\_(ツ)_/¯") as model:
        rows = run(model).results["ratings"]
    assert all((row["mean"], row["n"], sum(row["unparsed"].values())) == (None, 0, 12) for row in rows)


def test_where_no_call_is_answered_there_are_no_results():
    with fake_model(Told("too long", 400)) as model, pytest.raises(CallError, match=r"none of 12 calls was answered; .*too long"):
        run(model, n=3, what="messages")


def test_a_refusal_stops_the_run_early():
    with fake_model(Told("no such key", 401)) as model, pytest.raises(RefusedError):
        run(model, n=60, repeats=3, concurrency=2)
    assert len(model.requests) < 60


def test_progress_counts_judgements(tmp_path):
    seen = []
    with fake_model("{}") as model:
        run(model, what="profiles", n=2, repeats=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 8) for done in range(1, 9)]


@pytest.mark.parametrize("wrong", [{"n": 0}, {"repeats": 0}, {"max_tokens": 0}, {"concurrency": 0}, {"what": "gold"}])
def test_what_makes_no_sense_is_refused_before_any_call(wrong):
    with fake_model("{}") as model, pytest.raises(InputError, match="expected"):
        run(model, **wrong)
    assert model.requests == []


def test_a_model_that_litellm_does_not_know_is_refused():
    with pytest.raises(InputError, match="litellm knows no such provider"):
        rate(SAMPLE, "nonsense/model")


def test_a_folder_that_is_no_set_is_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"no manifest\.json"):
        rate(tmp_path, Client(FAKE))


def test_a_language_without_a_prompt_is_refused_before_any_call(tmp_path):
    shutil.copytree(SAMPLE, tmp_path / "set")
    manifest = json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))
    (tmp_path / "set" / "manifest.json").write_text(dump(manifest | {"languages": ["en", "fr"]}), encoding="utf-8")
    with pytest.raises(InputError, match="language 'fr'; messages can be judged in en, zh"):
        rate(tmp_path / "set", Client(FAKE))
