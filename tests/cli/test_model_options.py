import logging
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from models import FAKE, Told, fake_model

from memsim.cli.model_options import Model, make_client, model_options
from memsim.errors import CallError, InputError

HELLO = [{"role": "user", "content": "Hello"}]


@pytest.fixture(autouse=True)
def _home(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setenv("OPENAI_API_KEY", "planted-key-1")


@click.command()
@click.option("--other", default="x")
@click.option("--wish")
@click.option("--dream", is_flag=True)
@model_options(temperature=0.7, besides=("wish", "dream"))
def optional(model, other, wish, dream):
    click.echo(f"{model} {other}")


@click.command()
@model_options(required=True)
@click.option("--calls", default=2)
def asking(model, calls):
    client = make_client(model)
    for seed in range(calls):
        try:
            click.echo(client.complete(HELLO, seed=seed, max_tokens=5).text)
        except CallError as error:
            click.echo(f"failed: {error}")


def run(command, *arguments):
    return CliRunner().invoke(command, [str(one) for one in arguments])


def test_a_command_gets_its_model_as_one_thing():
    said = run(optional, "--llm", FAKE, "--price", "0.15,0.6", "--budget", "2", "--other", "y", "--log", "l", "--cache", "c").output
    expected = Model(FAKE, None, 32, 2.0, (0.15, 0.6), 0.7, 60.0, cache=None, log=None)
    for field in set(Model._fields) - {"cache", "log"}:
        assert f"{field}={getattr(expected, field)!r}" in said
    assert said.endswith(" y\n")


def test_without_a_model_there_is_none():
    assert run(optional, "--other", "y").output == "None y\n"


@pytest.mark.parametrize(
    "option",
    [
        ("--budget", 1),
        ("--temperature", 0),
        ("--cache", "c"),
        ("--api-base", "http://h"),
        ("--price", "1,2"),
        ("--wish", "w"),
        ("--dream",),
    ],
)
def test_without_a_model_no_option_is_about_it(option):
    result = run(optional, *option)
    assert result.exit_code == 2
    assert f"{option[0]} is about a model: it goes with --llm" in result.output


@pytest.mark.parametrize("command", [optional, asking])
@pytest.mark.parametrize("name", ["", "  "])
def test_a_model_without_a_name_is_refused(command, name):
    result = run(command, "--llm", name, "--budget", 1)
    assert result.exit_code == 2
    assert "--llm names no model; expected one as litellm names it" in result.output


def test_a_model_may_be_required():
    result = run(asking)
    assert result.exit_code == 2
    assert "--llm" in result.output


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("--price", value) for value in ("1", "1,2,3", "a,b", "-1,2", "nan,1", "1,inf", "")],
        *[("--budget", value) for value in ("-1", "a")],
        *[("--concurrency", value) for value in ("0", "1.5")],
        *[("--timeout", value) for value in ("0", "-1")],
        ("--temperature", "-0.1"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(option, value):
    result = run(optional, "--llm", FAKE, option, value)
    assert result.exit_code == 2
    assert f"'{option}'" in result.output


def test_the_client_calls_as_the_options_say(tmp_path):
    with fake_model("B") as model:
        result = run(asking, "--llm", FAKE, "--api-base", model.api_base, "--temperature", 0.5, "--cache", tmp_path / "cache")
        again = run(asking, "--llm", FAKE, "--api-base", model.api_base, "--temperature", 0.5, "--cache", tmp_path / "cache")
    assert result.output == again.output == "B\nB\n"
    assert [request["temperature"] for request in model.requests] == [0.5, 0.5]


def test_replies_are_kept_in_any_case(tmp_path):
    with fake_model("B") as model:
        for _ in range(2):
            assert run(asking, "--llm", FAKE, "--api-base", model.api_base).exit_code == 0
    assert len(model.requests) == 2
    assert (tmp_path / "caches" / "memsim" / "replies.sqlite").exists()


def test_a_budget_ends_a_command():
    with fake_model("B") as model:
        result = run(asking, "--llm", FAKE, "--api-base", model.api_base, "--price", "1,1", "--budget", 0.001, "--calls", 50)
    assert "budget: " in str(result.exception)
    assert 1 < result.output.count("B\n") == len(model.requests) < 10


def test_a_budget_needs_a_price():
    with fake_model("B") as model:
        result = run(asking, "--llm", FAKE, "--api-base", model.api_base, "--budget", 1)
    assert isinstance(result.exception, InputError)
    assert "price is not known" in str(result.exception)
    assert model.requests == []


def test_a_provider_that_there_is_none_of_is_refused():
    assert "litellm knows no such provider" in str(run(asking, "--llm", "nonsense/model").exception)


def test_the_log_tells_of_what_fails_without_a_secret(tmp_path):
    log = tmp_path / "logs" / "calls.log"
    for _ in range(2):
        with fake_model(Told("no such thing: planted-key-1 planted-word", 400)) as model:
            result = run(asking, "--llm", FAKE, "--api-base", f"{model.api_base}?key=planted-word", "--log", log, "--calls", 1)
    lines = log.read_text().splitlines()
    assert [line.split(" ", 3)[2] for line in lines] == ["WARNING", "ERROR"] * 2
    assert "try 1 of 4 failed: BadRequestError: OpenAIException - no such thing: [redacted] [redacted]" in lines[0]
    assert lines[1].endswith("model 'openai/stub', seed 0: given up")
    assert "planted" not in log.read_text() + result.output


def test_what_a_command_opens_is_closed(tmp_path):
    before = list(logging.getLogger("memsim.llm").handlers)
    with fake_model("B") as model:
        run(asking, "--llm", FAKE, "--api-base", model.api_base, "--log", tmp_path / "log")
    assert logging.getLogger("memsim.llm").handlers == before


def test_a_log_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").touch()
    result = run(asking, "--llm", FAKE, "--log", tmp_path / "file" / "log")
    assert isinstance(result.exception, InputError)
    assert "expected a file that can be written" in str(result.exception)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file of Linux")
@pytest.mark.parametrize("log", ["/dev/full", "/proc/no/such/log"])
def test_a_log_that_cannot_be_written_after_all_ends_no_work_and_is_told_once(log):
    with fake_model([Told("no", 400), Told("no", 400), "B"]) as model:
        result = run(asking, "--llm", FAKE, "--api-base", model.api_base, "--log", log, "--calls", 3)
    assert result.exit_code == 0, result.exception
    assert result.stdout.splitlines()[-1] == "B"
    assert result.stderr.splitlines() == [line for line in result.stderr.splitlines() if line.startswith(f"Warning: log {log}: ")]
    assert len(result.stderr.splitlines()) == 1


def test_cache_and_log_are_made_when_there_is_something_to_keep_or_tell(tmp_path):
    with fake_model(Told("no", 400)) as model:
        place = ("--api-base", model.api_base, "--log", tmp_path / "new" / "log", "--cache", tmp_path / "new" / "cache")
        run(asking, "--llm", FAKE, *place, "--calls", 0)
        assert not (tmp_path / "new").exists()
        run(asking, "--llm", FAKE, *place, "--calls", 1)
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["cache", "log"]


def test_no_log_prints_nothing(capsys, monkeypatch):
    with fake_model(Told("no", 400)) as model:
        monkeypatch.setattr(sys, "argv", ["x"])
        asking.main(["--llm", FAKE, "--api-base", model.api_base, "--calls", "1"], standalone_mode=False)
    out, err = capsys.readouterr()
    assert out.startswith("failed: ")
    assert err == ""
