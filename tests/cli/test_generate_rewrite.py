"""`memsim generate --llm`: what it estimates, tells, refuses and keeps."""

import json

import pytest
from models import Told, fake_model
from rewriting import faithful
from sets import is_one_line, names_in

GARBAGE = '{"m1": "Nothing of the kind."}'


@pytest.fixture
def generate(memsim, tmp_path):
    """Run the command against a scripted model, with a cache of its own."""

    def run(model, *arguments, n=4, out="set"):
        place = ("--out", tmp_path / out, "--cache", tmp_path / "replies.sqlite")
        return memsim("generate", "--n", n, *place, "--llm", "openai/stub", "--api-base", model.api_base, *arguments)

    return run


def test_the_end_tells_what_became_of_the_texts_and_what_it_took(generate):
    with fake_model(lambda request: GARBAGE if len(model.requests) % 2 else faithful(request)) as model:
        ended = generate(model, "--concurrency", 1, "--tries", 2)
    assert ended.code == 0, ended.err
    assert "kept at try 2" in ended.out
    assert "why rewrites were rejected" in ended.out
    assert "missing" in ended.out
    assert f"calls answered: {len(model.requests)}, 0 of them from the cache" in ended.out
    with fake_model(faithful) as other:
        again = generate(other, "--concurrency", 1, "--tries", 2, "--quiet", out="again")
    assert (again.code, again.out) == (0, "")


def test_a_dry_run_estimates_and_calls_and_writes_nothing(generate, tmp_path):
    with fake_model(faithful) as model:
        ended = generate(model, "--dry-run", "--price", "1,2", "--language", "en,zh", n=300)
    assert ended.code == 0, ended.err
    assert model.requests == []
    assert "about 600 calls" in ended.out
    assert "$" in ended.out
    assert "200 of 300 trajectories" in ended.out


def test_an_estimate_makes_no_guard(generate, monkeypatch):
    """They take as long as all else."""
    monkeypatch.setattr("memsim.engine.rewritten.Guard", None)
    monkeypatch.setattr("memsim.engine.rewritten.DistantJudge", None)
    with fake_model(faithful) as model:
        assert generate(model, "--dry-run", n=1200).code == 0


def test_a_dry_run_and_what_is_refused_make_no_file(generate, tmp_path):
    log = ("--log", tmp_path / "logs" / "calls.log")
    with fake_model(faithful) as model:
        for arguments in (
            ["--dry-run"],
            ["--tries", "0"],
            ["--rewrite", "answers"],
            ["--language", "fr"],
            ["--pool", "10"],
            ["--types", "no"],
        ):
            generate(model, *log, *arguments)
            assert names_in(tmp_path) == []


def test_a_cache_that_cannot_be_used_is_told_before_anything_is_written(generate, tmp_path):
    (tmp_path / "notes").write_text("These are my notes, and no database at all.", encoding="utf-8")
    with fake_model(faithful) as model:
        ended = generate(model, "--cache", tmp_path / "notes")
    is_one_line(ended, "notes: file is not a database")
    assert names_in(tmp_path) == ["notes"]
    assert model.requests == []


def test_an_estimate_is_near_what_the_prompts_are(generate):
    """The scripted server counts nothing of use: prompts are measured as they come, four bytes a token or so."""
    with fake_model(faithful) as model:
        estimated = generate(model, "--dry-run", n=20).out
        generate(model, n=20)
    tokens = int(estimated.split(" calls, ")[1].split(" prompt")[0].replace(",", ""))
    assert tokens == pytest.approx(sum(len(prompt.encode()) for prompt in model.prompts) / 3.8, rel=0.1)


def test_a_budget_ends_the_run_before_it_is_passed_and_a_larger_one_goes_on(generate, tmp_path):
    priced = ("--tries", 1, "--price", "10,10")  # ten dollars per million: a call of the scripted server costs 0.0011
    with fake_model(faithful) as model:
        stopped = generate(model, *priced, "--budget", "0.08", "--concurrency", 8, n=60)
        paid = len(model.requests)
        assert stopped.code == 2
        assert "budget" in stopped.err
        assert 0 < paid * 0.0011 <= 0.08
        assert not (tmp_path / "set").exists()
        ended = generate(model, *priced, "--budget", "5", "--resume", n=60)
    assert ended.code == 0, ended.err
    assert f"{paid} of them from the cache" in ended.out
    assert len(model.requests) == 60


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--budget", "1"], "price is not known"),
        (["--rewrite", "answers"], "messages, questions"),
        (["--constraints", "none"], "strict, soft, part, zero"),
        (["--tries", "0"], "tries is 0"),
        (["--pool", "10"], "stand out"),
        (["--workers", "2"], "from one process"),
        (["--price", "cheap"], "expected dollars per million"),
        (["--language", "fr"], "unknown language 'fr'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_called(generate, tmp_path, arguments, says):
    with fake_model(faithful) as model:
        ended = generate(model, *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert model.requests == []
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize("option", [("--dry-run",), ("--rewrite", "questions"), ("--tries", 3), ("--constraints", "strict")])
def test_what_is_about_a_model_is_refused_without_one(memsim, tmp_path, option):
    is_one_line(memsim("generate", *option), f"{option[0]} is about a model: it goes with --llm MODEL")
    assert names_in(tmp_path) == []


def test_blanks_around_names_are_none_of_theirs(generate, memsim, tmp_path):
    with fake_model(faithful) as model:
        ended = generate(model, "--rewrite", "messages, questions", "--language", "en , zh", "--types", " single_hop, aggregative ")
    assert ended.code == 0, ended.err
    settings = json.loads((tmp_path / "set" / "manifest.json").read_text(encoding="utf-8"))["settings"]
    assert settings["rewrite"]["what"] == ["messages", "questions"]
    assert (settings["languages"], settings["question_types"]) == (["en", "zh"], ["single_hop", "aggregative"])


@pytest.mark.parametrize(("what", "size"), [("messages", 0), ("questions", 8000)])
def test_the_pool_is_as_large_as_the_help_says(generate, memsim, tmp_path, what, size):
    assert "8000; 0 where --llm rewrites messages" in " ".join(memsim("generate", "--help").out.split())
    with fake_model(faithful) as model:
        generate(model, "--rewrite", what, n=1)
    assert json.loads((tmp_path / "set" / "manifest.json").read_text(encoding="utf-8"))["settings"]["pool"] == {"en": size}


def test_where_no_call_is_answered_there_is_no_set(generate, tmp_path):
    with fake_model(Told("a content filter", 400)) as model:
        ended = generate(model)
    is_one_line(ended, "no call was answered; the first: model 'openai/stub' could not be called", "a content filter")
    assert not (tmp_path / "set").exists()


def test_an_unknown_provider_is_refused(memsim, tmp_path):
    ended = memsim("generate", "--n", 2, "--out", tmp_path / "set", "--cache", tmp_path / "c.sqlite", "--llm", "nobody/nothing")
    assert ended.code == 2
    assert "litellm knows no such provider" in ended.err


def test_the_manifest_is_the_same_whatever_was_paid_before(generate, tmp_path):
    with fake_model(faithful) as model:
        generate(model)
        generate(model, "--concurrency", 3, out="again")
    first, second = (json.loads((tmp_path / name / "manifest.json").read_text(encoding="utf-8")) for name in ("set", "again"))
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--temperature", "nan"], "no finite number"),
        (["--timeout", "inf"], "no finite number"),
        (["--budget", "nan"], "no finite number"),
        (["--price", "1,nan"], "expected dollars per million"),
        (["--price", "-1,1"], "expected dollars per million"),
    ],
)
def test_options_of_the_model_that_make_no_sense_are_refused(generate, tmp_path, arguments, says):
    with fake_model(faithful) as model:
        ended = generate(model, *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert model.requests == []
