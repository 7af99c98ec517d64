"""`memsim scenario profiles`: its table, its JSON, what it refuses, and the table of the documentation."""

import json
import re
from pathlib import Path

import pytest
from implicit import scenario
from models import FAKE, Told, fake_model
from sets import call, is_one_line

PAGE = Path(__file__).parents[2] / "docs" / "compare-profile-methods.md"


@pytest.fixture
def profiles(capsys, monkeypatch, tmp_path):
    """The command on a small scenario."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = scenario(tmp_path / "it")
    return lambda *more: call(capsys, monkeypatch, "scenario", "profiles", folder, *more)


def test_it_shows_a_table(profiles):
    ended = profiles("--n", 40, "--method", "brnet, independent", "--seed", 3)
    assert (ended.code, ended.err) == (0, "")
    title, heads, *rows = ended.out.splitlines()
    assert (title, heads.split()) == ("profiles of small 1, seed 3", ["brnet", "independent"])
    assert [row.split("  ")[0] for row in rows][:2] == ["profiles, complete", "break no rule"]


def test_json_has_all_of_it(profiles):
    content = json.loads(profiles("--n", 40, "--json").out)
    assert list(content["measures"]) == ["brnet", "joint", "sequential", "independent"]
    assert content["measures"]["brnet"]["n"] == 40


def test_a_model_is_asked_and_what_it_took_is_told(profiles):
    with fake_model("no") as model:
        ended = profiles("--n", 2, "--method", "joint,brnet", "--llm", FAKE, "--api-base", model.api_base, "--price", "0,0")
    assert ended.code == 0, ended.err
    assert re.search(r"dropped: reply not readable +42 +0\n", ended.out)
    assert "calls answered: 2, 0 of them from the cache" in ended.out
    assert {request["temperature"] for request in model.requests} == {1.0}


def test_where_no_call_is_answered_there_is_no_table(profiles):
    with fake_model(Told("a content filter", 400)) as model:
        ended = profiles("--n", 2, "--method", "joint", "--llm", FAKE, "--api-base", model.api_base)
    is_one_line(ended, "no call was answered; the first: ", "a content filter")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--method", "guess"), "methods guess; expected some of brnet, joint, sequential, independent"),
        (("--method", ","), "methods none; expected some of"),
        (("--language", "en"), "it goes with --llm MODEL"),
        (("--n", "0"), "--n"),
        (("--temperature", "1"), "--temperature is about a model"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(profiles, more, says):
    is_one_line(profiles(*more), says)


def test_the_table_of_the_documentation_is_what_the_command_prints(capsys, monkeypatch):
    command, shown = re.search(
        r"```console\n\$ memsim (scenario profiles .*)\n(profiles of .*?)```", PAGE.read_text("utf-8"), re.DOTALL
    ).groups()
    assert call(capsys, monkeypatch, *command.split()).out == shown
