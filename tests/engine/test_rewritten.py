"""Sets that a model rewrites: complete and proved whatever it says, and the same whenever it says the same."""

import json

import pytest
from models import Told, fake_model
from rewriting import asked, faithful, rewriting
from sets import SEED, digest_of

import memsim
from memsim.engine.block import BlockMaker
from memsim.engine.build import Build
from memsim.errors import InputError
from memsim.io import folder

N = 12
BOTH = {"what": ("messages", "questions"), "tries": 1}


def generate(model, tmp_path, name="set", n=N, **given):
    order = {"language": "en,zh", "seed": SEED} | {
        key: given.pop(key) for key in ("language", "eta", "resume", "pool", "workers") if key in given
    }
    return memsim.generate("daily", n, out=tmp_path / name, rewriting=rewriting(model, tmp_path, **given), **order)


def rows(dataset):
    return list(folder.read_rows(dataset.path))


def renders(row, what="messages"):
    return [message["render"] for message in row.gold["messages"]] if what == "messages" else [row.gold["question_render"]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The same set as the phrases word it."""
    return memsim.generate("daily", N, seed=SEED, language="en,zh", out=tmp_path_factory.mktemp("plain") / "set", pool=0)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A set whose messages and questions are faithfully rewritten, all but the few that the guard does not understand, and the requests that it took."""
    place = tmp_path_factory.mktemp("kept")
    with fake_model(faithful) as model:
        return generate(model, place, **BOTH), model.requests


def test_faithful_rewrites_are_kept_and_the_check_finds_nothing(kept, plain):
    dataset, _requests = kept
    assert dataset.check().faults == []
    for made, before in zip(rows(dataset), rows(plain), strict=True):
        phrases = [*(message["text"] for message in before.history["messages"]), before.question["question"]]
        texts = [*(message["text"] for message in made.history["messages"]), made.question["question"]]
        ways = [*renders(made), *renders(made, "questions")]
        assert texts == [rewrite_of(phrase) if way["by"] == "llm" else phrase for phrase, way in zip(phrases, ways, strict=True)]


def test_the_model_does_not_wait_for_the_next_block(kept, tmp_path, monkeypatch):
    steps = []

    def noted(step, do):
        return lambda *given: steps.append(step) or do(*given)

    monkeypatch.setattr("memsim.engine.local.BLOCK", N // 3)
    monkeypatch.setattr("memsim.engine.local.BlockMaker.make", noted("made", BlockMaker.make))
    monkeypatch.setattr("memsim.engine.local.Build.write_block", noted("written", Build.write_block))
    with fake_model(faithful) as model:
        dataset = generate(model, tmp_path, **BOTH)
    assert steps == ["made"] * 3 + ["written"] * 3
    made, whole = ({row.question["id"]: (row.history, row.question, row.gold) for row in rows(each)} for each in (dataset, kept[0]))
    assert made == whole


def rewrite_of(text):
    request = {
        "response_format": {"json_schema": {"schema": {"properties": {"m1": {}}}}},
        "messages": [{"content": json.dumps({"m1": text})}],
    }
    return json.loads(faithful(request))["m1"]


def test_nothing_but_texts_and_how_they_came_about_changes(kept, plain):
    for made, before in zip(rows(kept[0]), rows(plain), strict=True):
        for row in (made, before):
            row.question["question"] = None
            for message, gold in zip(row.history["messages"], row.gold["messages"], strict=True):
                message["text"] = gold["render"] = None
            row.gold["question_render"] = None
        assert made == before


def test_a_trajectory_takes_one_call_in_each_language(kept):
    _dataset, requests = kept
    assert len(requests) == 2 * N
    assert all("q" in asked(request) and "m1" in asked(request) for request in requests)


def test_every_text_tells_how_it_came_about(kept, plain):
    for made, before in zip(rows(kept[0]), rows(plain), strict=True):
        texts = {"messages": [message["text"] for message in made.history["messages"]], "questions": [made.question["question"]]}
        for what, each in texts.items():
            for text, render, phrase in zip(each, renders(made, what), renders(before, what), strict=True):
                assert {name: render[name] for name in ("opener", "core", "tail", "slots")} == {
                    name: phrase[name] for name in ("opener", "core", "tail", "slots")
                }
                assert (render["model"], render["attempts"], render["fallback"]) == ("openai/stub", 1, render["by"] == "phrase")
                assert render["core_span"] == ([0, len(text)] if render["by"] == "llm" else phrase["core_span"])


def test_the_manifest_tells_settings_and_counts(kept):
    manifest = kept[0].manifest
    settings = manifest["settings"]["rewrite"]
    assert {name: settings[name] for name in ("model", "temperature", "what", "tries", "constraints")} == {
        "model": "openai/stub", "temperature": 0.7, "what": ["messages", "questions"], "tries": 1, "constraints": "strict",
    }  # fmt: skip
    assert sorted(settings["prompts"]) == ["en", "zh"]
    counts = manifest["counts"]
    assert sum(counts["rewritten"].values()) == counts["messages"] + 2 * N
    assert counts["rewritten"]["kept at try 1"] > 0.97 * (counts["messages"] + 2 * N)
    assert counts["rewritten"].get("fallback", 0) == sum(counts["rejected"].values())
    assert "127.0.0.1" not in json.dumps(manifest)


def test_the_card_tells_how_many_texts_a_model_worded(kept):
    counts = kept[0].manifest["counts"]["rewritten"]
    told = (kept[0].path / "README.md").read_text(encoding="utf-8")
    assert f"`openai/stub` worded {counts['kept at try 1']:,} of {sum(counts.values()):,} texts (messages and questions)" in told
    assert "prove no answer" not in told


def test_the_digest_and_the_bytes_are_those_of_the_cache_at_any_concurrency(tmp_path):
    with fake_model(faithful) as model:
        first = generate(model, tmp_path, "first", concurrency=32)
        paid = len(model.requests)
        second = generate(model, tmp_path, "second", concurrency=1)
        assert len(model.requests) == paid
    names = sorted(path.relative_to(first.path) for path in first.path.rglob("*") if path.is_file())
    assert [name for name in names if (first.path / name).read_bytes() != (second.path / name).read_bytes()] == []


def drop_values(request):
    return json.dumps(dict.fromkeys(asked(request), "I have nothing to say."))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (drop_values, None),
        ("", "missing"),
        ("I'm sorry, I can't help with that.", "missing"),
        ("<html><body>Bad gateway</body></html>", "missing"),
        ('{"m1": ', "missing"),
        (lambda request: json.dumps(dict.fromkeys(asked(request), "")), "missing"),
    ],
)
def test_whatever_a_model_says_the_set_is_complete_and_proved_in_the_words_of_the_phrases(tmp_path, plain, answer, reason):
    with fake_model(answer) as model:
        dataset = generate(model, tmp_path, n=4, language="en", tries=2)
    assert dataset.check().faults == []
    texts = [[message["text"] for message in row.history["messages"]] for row in rows(dataset)]
    assert texts == [[message["text"] for message in row.history["messages"]] for row in rows(plain)[:4]]
    counts = dataset.manifest["counts"]
    assert counts["rewritten"] == {"fallback": counts["messages"]}
    assert sum(counts["rejected"].values()) == 2 * counts["messages"]
    assert reason is None or set(counts["rejected"]) == {reason}
    assert {(render["by"], render["attempts"], render["fallback"]) for row in rows(dataset) for render in renders(row)} == {
        ("phrase", 2, True)
    }


@pytest.mark.parametrize(
    "told", [Told("broken", 500), Told("a content filter", 400), Told(body="<html>"), Told(body='{"choices": []}'), Told("no key", 401)]
)
def test_a_set_of_which_nothing_came_from_the_model_is_not_made_and_goes_on_when_it_answers(tmp_path, plain, told):
    given = {"n": 4, "language": "en", "tries": 2}
    with fake_model(lambda request: told if mute else faithful(request)) as model:
        mute = True
        for resume in (False, True):
            with pytest.raises(memsim.CallError, match=r"no call was answered; the first: |tries: 1"):
                generate(model, tmp_path, **given, resume=resume)
            assert not (tmp_path / "set").exists()
        mute = False
        dataset = generate(model, tmp_path, **given, resume=True)
    assert dataset.check().faults == []
    assert "call failed" not in dataset.manifest["counts"]["rejected"]


def test_where_any_call_is_answered_the_others_fall_back(tmp_path):
    with fake_model(lambda request: faithful(request) if len(model.requests) == 1 else Told("a content filter", 400)) as model:
        dataset = generate(model, tmp_path, n=4, language="en", tries=1, concurrency=1)
    assert dataset.check().faults == []
    assert set(dataset.manifest["counts"]["rewritten"]) == {"kept at try 1", "fallback"}


def swapped(request):
    texts = asked(request)
    return json.dumps(dict(zip(texts, reversed(texts.values()), strict=True)), ensure_ascii=False)


def test_texts_that_came_back_under_another_id_are_not_kept(tmp_path):
    with fake_model(swapped) as model:
        dataset = generate(model, tmp_path, n=4, language="en", tries=1)
    assert dataset.check().faults == []
    for row in rows(dataset):
        assert sum(render["by"] == "llm" for render in renders(row)) <= 1  # the one in the middle is where it was


def test_noise_of_the_pool_is_rewritten_like_all_else(tmp_path):
    with fake_model(faithful) as model:
        dataset = generate(model, tmp_path, n=4, eta=3)
    assert dataset.check().faults == []
    noise = [message for row in rows(dataset) for message in row.gold["messages"] if message["axis"] == "pool"]
    assert noise
    assert sum(message["render"]["by"] == "llm" for message in noise) > 0.9 * len(noise)


def test_no_pool_is_written_beside_rewritten_messages(kept, tmp_path):
    assert not (kept[0].path / "pool").exists()
    with fake_model() as model, pytest.raises(InputError, match="stand out"):
        generate(model, tmp_path, pool=100)
    assert not (tmp_path / "set").exists()


def test_questions_alone_leave_messages_as_they_were(tmp_path, plain):
    with fake_model(faithful) as model:
        dataset = generate(model, tmp_path, what=("questions",))
    assert dataset.check().faults == []
    assert [row.history for row in rows(dataset)] == [row.history for row in rows(plain)]
    assert {render["by"] for row in rows(dataset) for render in renders(row, "questions")} == {"llm"}
    assert {render["model"] for row in rows(dataset) for render in renders(row)} == {None}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"what": ("answers",)}, "messages, questions"),
        ({"what": ("messages", "messages")}, "at most once"),
        ({"what": ()}, "at least one"),
        ({"tries": 0}, "tries is 0"),
        ({"concurrency": 0}, "concurrency is 0"),
        ({"constraints": "loose"}, "strict, soft, part, zero"),
        ({"constraints": "soft", "what": ("questions",)}, "for messages"),
        ({"workers": 2}, "from one process"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_before_anything_is_called(tmp_path, given, says):
    with fake_model(faithful) as model, pytest.raises(InputError, match=says):
        generate(model, tmp_path, **given)
    assert model.requests == []
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize("name", ["soft", "part", "zero"])
def test_a_baseline_words_messages_freely_and_the_check_says_what_they_lost(tmp_path, name):
    with fake_model(
        lambda request: json.dumps(dict.fromkeys(request["response_format"]["json_schema"]["schema"]["properties"], "Lovely weather."))
    ) as model:
        dataset = generate(model, tmp_path, n=4, constraints=name)
    assert {message["text"] for row in rows(dataset) for message in row.history["messages"]} == {"Lovely weather."}
    assert "prove no answer" in (dataset.path / "README.md").read_text(encoding="utf-8")
    report = dataset.check()
    assert {promise for promise, failed in report.failed.items() if failed} == {8}
    assert report.failed[8] == report.rows


def test_another_model_does_not_resume(tmp_path):
    with fake_model(lambda _: Told(status=401, text="no such key")) as model:
        with pytest.raises(memsim.CallError):
            generate(model, tmp_path, tries=3)
        with pytest.raises(InputError, match="begun with rewrite"):
            generate(model, tmp_path, tries=2, resume=True)


def test_a_run_that_was_refused_goes_on_where_it_stopped_and_pays_for_nothing_twice(tmp_path, kept):
    left = N

    def until_the_key_expires(request):
        nonlocal left
        left -= 1
        return faithful(request) if left >= 0 else Told(status=401, text="expired")

    with fake_model(until_the_key_expires) as model:
        with pytest.raises(memsim.CallError, match="expired"):
            generate(model, tmp_path, **BOTH, concurrency=2)
        assert not (tmp_path / "set").exists()
        left, refused = 10**6, len(model.requests) - N
        dataset = generate(model, tmp_path, **BOTH, resume=True)
    assert digest_of(dataset.path) == digest_of(kept[0].path)
    assert len(model.requests) == 2 * N + refused
