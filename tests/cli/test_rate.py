"""`memsim rate`: what it prints and writes, exit codes, one line for an error and nothing half-written."""

import json
import re
import shlex
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from models import FAKE, Told, fake_model
from sets import is_one_line, names_in, start

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
NAMES = ("fluency", "rationality", "naturalness", "informativeness")
GOOD = json.dumps(dict.fromkeys(NAMES, 4))


def ask(memsim, model, *arguments):
    return memsim("rate", SAMPLE, "--llm", FAKE, "--api-base", model.api_base, "--n", 3, "--repeats", 2, *arguments)


def test_a_table_has_a_row_for_each_language_subject_and_criterion(memsim, tmp_path):
    with fake_model(GOOD) as model:
        ended = ask(memsim, model)
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "scores from 1 to 5"
    assert lines[1].split() == ["mean", "(95", "%)", "n", "unparsed", "failed", "equal", "alpha"]
    rows = [f"{language} {row}:" for language in ("en", "zh") for row in ("messages", "messages", "messages", "messages", "profiles")]
    assert [" ".join(line.split()[:2]) for line in lines[2:-1]] == rows
    for line in lines[2:-1]:
        assert re.fullmatch(r".* 4\.00 \(\d\.\d\d–\d\.\d\d\)  6 +0 +0 +1\.00  no variation", line)
    used = "2,400 prompt and 240 completion tokens, cost unknown"
    assert lines[-1] == f"calls answered: 24, 0 of them from the cache; {used}; tries that failed: none"
    assert names_in(tmp_path) == ["cache"]


def test_what_could_not_be_read_or_called_is_told_with_its_reason(memsim):
    replies = iter([GOOD, "Splendid!", '{"fluency": 7}', Told("too long", 400)] * 3)
    with fake_model(lambda _: next(replies)) as model:
        ended = ask(memsim, model, "--what", "messages", "--concurrency", 1)
    assert ended.code == 0
    assert "unparsed scores, 12: no JSON object with scores\n" in ended.out
    assert "unparsed scores, 9: no score\n" in ended.out
    assert "unparsed scores, 3: not from 1 to 5\n" in ended.out
    assert re.search(r"^failed scores, 12: .*too long", ended.out, re.MULTILINE)


def test_only_the_most_frequent_reasons_are_shown_and_the_others_counted(memsim):
    replies = iter(
        ["Hm.", "{}", '{"rationality": 9}', '{"rationality": 4.5}', '{"rationality": null}', '{"rationality": 1} {"rationality": 2}'] * 2
    )
    with fake_model(lambda _: next(replies)) as model:
        ended = ask(memsim, model, "--what", "profiles", "--concurrency", 1)
    told = [line for line in ended.out.splitlines() if line.startswith("unparsed scores, ")]
    assert len(told) == 4
    assert told[0] == "unparsed scores, 4: no JSON object with scores"
    assert told[-1] == "unparsed scores, 4: for other reasons"
    assert "failed scores" not in ended.out


def test_json_holds_all_results_and_what_they_took(memsim):
    with fake_model(GOOD) as model:
        first, again = (ask(memsim, model, "--what", "profiles", "--json") for _ in range(2))
    assert (first.code, first.err) == (0, "")
    found = json.loads(first.out)
    assert [(row["language"], row["mean"], row["n"]) for row in found["ratings"]] == [("en", 4, 6), ("zh", 4, 6)]
    assert found["calls"] == {"calls": 12, "cached": 0, "failed_tries": {}, "prompt_tokens": 1200, "completion_tokens": 120, "cost": None}
    cached = json.loads(again.out)
    assert cached.pop("calls") == {"calls": 12, "cached": 12, "failed_tries": {}, "prompt_tokens": 0, "completion_tokens": 0, "cost": 0.0}
    assert cached == {name: value for name, value in found.items() if name != "calls"}


def test_all_judgements_are_written_whole(memsim, tmp_path):
    with fake_model(GOOD) as model:
        ended = ask(memsim, model, "--out", "judgements.jsonl", "--quiet")
        first = (tmp_path / "judgements.jsonl").read_bytes()
        ask(memsim, model, "--out", "judgements.jsonl", "--concurrency", 2)
    assert (ended.code, ended.err) == (0, "")
    rows = [json.loads(line) for line in first.decode().splitlines()]
    assert len(rows) == 24
    assert {one["raw"] for one in rows} == {GOOD}
    assert (tmp_path / "judgements.jsonl").read_bytes() == first
    assert names_in(tmp_path) == ["cache", "judgements.jsonl"]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_file_that_cannot_be_written_in_the_end_costs_no_result(memsim, tmp_path, form):
    """The folder goes away while the model is asked."""
    (tmp_path / "here").mkdir()

    def answer(_):
        with suppress(FileNotFoundError):
            (tmp_path / "here").rmdir()
        return GOOD

    with fake_model(answer) as model:
        ended = ask(memsim, model, "--out", "here/judgements.jsonl", "--what", "profiles", *form)
    assert ended.code == 2
    assert "rationality" in ended.out
    assert "No such file or directory" in ended.err
    assert "Traceback" not in ended.err


def test_where_the_model_refuses_nothing_is_written(memsim, tmp_path):
    with fake_model(Told("no such key", 401)) as model:
        ended = ask(memsim, model, "--out", "judgements.jsonl", "--concurrency", 1)
    is_one_line(ended, "no such key")
    assert names_in(tmp_path) == ["cache"]


def test_a_judge_is_not_sure_by_default_and_may_be_made_so(memsim):
    with fake_model(GOOD) as model:
        ask(memsim, model, "--what", "profiles")
        ask(memsim, model, "--what", "profiles", "--temperature", 0)
    assert [request["temperature"] for request in model.requests] == [1.0] * 12 + [0.0] * 12


@pytest.mark.parametrize("out", ["no/such/folder/file.jsonl", "", "/proc/judgements.jsonl", "x" * 300])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_paid_for(memsim, out):
    with fake_model(GOOD) as model:
        is_one_line(ask(memsim, model, "--out", out), "--out", "expected the name of a file in a folder that is there")
    assert model.requests == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--what", "gold"), "expected one or more of messages, profiles"),
        (("--n", 0), "--n"),
        (("--repeats", "many"), "--repeats"),
        (("--budget", 1), "price"),
    ],
)
def test_wrong_options_are_told_in_one_line(memsim, arguments, says):
    with fake_model(GOOD) as model:
        is_one_line(ask(memsim, model, *arguments), says)
    assert model.requests == []


def test_a_model_judges_one_set(memsim):
    for paths in ((), (SAMPLE, SAMPLE)):
        is_one_line(memsim("rate", *paths, "--llm", FAKE), f"{len(paths)} sets; expected one with --llm MODEL")


def test_a_set_that_is_not_there_is_told_in_one_line(memsim):
    is_one_line(memsim("rate", "nowhere", "--llm", FAKE, "--api-base", "http://127.0.0.1:9/v1"), "nowhere: no such folder")


def test_a_budget_ends_the_run_and_a_larger_one_goes_on(memsim, tmp_path):
    options = ("--price", "1,1", "--concurrency", 1, "--what", "messages", "--out", "judgements.jsonl", "--max-tokens", 32)
    with fake_model(GOOD) as model:
        is_one_line(ask(memsim, model, *options, "--budget", 0.003), "budget")
        asked = len(model.requests)
        assert 0 < asked < 12
        assert names_in(tmp_path) == ["cache"]
        ended = ask(memsim, model, *options, "--budget", 1)
    assert ended.code == 0
    assert len(model.requests) == 12
    assert f"calls answered: 12, {asked} of them from the cache" in ended.out


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, number):
    def answer(_):
        if len(model.requests) != 5:
            return GOOD
        child.send_signal(number)
        return Told(GOOD, hang=60)

    def run():
        options = ("--api-base", model.api_base, "--n", 3, "--repeats", 2, "--what", "messages", "--concurrency", 1)
        return start("rate", SAMPLE, "--llm", FAKE, *options, "--cache", tmp_path / "replies", "--out", tmp_path / "judgements.jsonl")

    with fake_model(answer) as model:
        child = run()
        out, err = child.communicate(timeout=120)
        assert (child.returncode, out, err.strip()) == (128 + number, "", "interrupted")
        assert not (tmp_path / "judgements.jsonl").exists()
        child = run()
        out, _ = child.communicate(timeout=120)
        assert child.returncode == 0
    assert len(model.requests) == 5 + 8, "the fifth was not waited for"
    assert "answered: 12, 4 of them from the cache" in out


PAGE = (Path(__file__).parents[2] / "docs" / "rate-a-set.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", re.findall(r"^\$ memsim (rate .* --llm .*)$", PAGE, re.MULTILINE))
def test_the_commands_of_the_page_work(memsim, line):
    words = [str(SAMPLE) if word == "generated/daily" else word for word in shlex.split(line)]
    with fake_model(GOOD) as model:
        ended = memsim(*words, "--llm", FAKE, "--api-base", model.api_base, "--price", "1,1", "--n", 1)
    assert (ended.code, ended.err) == (0, "")
    assert len(model.requests) in {6, 12}


def test_the_python_of_the_page_works(monkeypatch, tmp_path, capsys):
    code, _ = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    with fake_model(GOOD) as model:
        code = code.replace("generated/daily", SAMPLE.as_posix())
        code = code.replace('"openai/gpt-4o-mini"', f'"{FAKE}", "{model.api_base}"').replace("n=50", "n=2")
        exec(compile(code, "rate-a-set.md", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == "en rationality 4.0 None\nzh rationality 4.0 None\n"
    assert len((tmp_path / "judgements.jsonl").read_text(encoding="utf-8").splitlines()) == 12
