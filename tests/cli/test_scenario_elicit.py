"""`memsim scenario elicit`, with a scripted model: what it prints, writes and refuses, and the example of the documentation."""

import json
import re
from pathlib import Path

import pytest
import yaml
from implicit import PROMPT, description, edit, fitting, listed_in, listing, scenario
from models import FAKE, Told, fake_model
from sets import call, is_one_line

from memsim.spec.load import load_spec

PAGE = Path(__file__).parents[2] / "docs" / "write-a-scenario.md"


@pytest.fixture
def elicit(capsys, monkeypatch, tmp_path):
    """The command on a scenario, with a scripted model and a cache of its own; gives how it ended and the model."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(folder, answer=fitting, *more, out="out"):
        with fake_model(answer) as model:
            given = ("--llm", FAKE, "--api-base", model.api_base, "--out", out, "--concurrency", 4)
            return call(capsys, monkeypatch, "scenario", "elicit", folder, *given, *more), model

    return run


def rows(printed):
    """The lines of the table, cells by what they are about."""
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in printed.splitlines() if line.startswith("│")]
    return {name: counts for name, *counts in cells}


def test_it_tells_what_came_of_it(elicit, tmp_path):
    garbage = lambda request: "so be it" if "Oslo" in description(request) else listing(*["chess", "gliding"] * 5)  # noqa: E731
    ended, model = elicit(scenario(tmp_path / "it", smoothing=0.9), garbage)
    assert ended.code == 0, ended.err
    assert rows(ended.out) == {
        "combinations of parents": ["16"],
        "asked, as a world may have them": ["16"],
        "from the model": ["14"],
        "fell back: reply not readable": ["2"],
        "values dropped: not a value of the domain": ["70"],
        "values added": ["0"],
    }
    assert f"Elicited from {FAKE}" in ended.out
    assert len(model.requests) == 16 + 2 + 2
    assert "calls answered: 20, 0 of them from the cache; 2,000 prompt and 200 completion tokens, cost unknown" in ended.out
    assert "out/scenario.yaml: 9 nodes" in ended.out
    assert load_spec("out").file.nodes["friend"]["hobby"].cpd == "table"


def test_quiet_prints_nothing(elicit, tmp_path):
    ended, _ = elicit(scenario(tmp_path / "it"), fitting, "--quiet")
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_a_second_run_asks_for_nothing(elicit, tmp_path):
    folder = scenario(tmp_path / "it")
    with fake_model(fitting) as model:
        place = ("--api-base", model.api_base)
        first, _ = elicit(folder, fitting, *place)
        again, _ = elicit(folder, fitting, *place, out="again")
    assert (first.code, again.code) == (0, 0)
    assert len(model.requests) == 16
    assert "calls answered: 16, 16 of them from the cache; 0 prompt and 0 completion tokens" in again.out
    assert sorted(path.read_bytes() for path in Path("out").rglob("*.*")) == sorted(
        path.read_bytes() for path in Path("again").rglob("*.*")
    )


def test_a_table_that_cannot_be_asked_about_is_told(elicit, tmp_path):
    ended, _ = elicit(scenario(tmp_path / "it", smoothing=0), listing(*["chess"] * 10))
    assert ended.code == 1
    assert "out is written, but cannot be asked about" in ended.err
    assert "attributes.hobby.uses: ask, with an effective support of 1.00; expected an effective support of at least 4" in ended.err
    assert "more `draws`, more `smoothing`" in ended.err
    assert load_spec("out").file.version == "1+elicited"


def test_a_model_that_gives_nothing_is_told(elicit, tmp_path):
    ended, _ = elicit(scenario(tmp_path / "it"), "I would rather not.")
    assert ended.code == 1
    assert ended.err.strip() == "friend.hobby: nothing came from the model; the table is what it was"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--language", "zh"), "none in 'zh'; expected a language of it: en"),
        (("--out", "it"), "it: holds something already; expected a new or empty folder: choose another --out"),
        (("--out", "/proc/out"), "/proc/out: cannot be written (No such file or directory); choose another --out"),
        (("--out", "/proc/new/out"), "/proc/new/out: cannot be written (No such file or directory); choose another --out"),
        (("--out", "x" * 300), "cannot be written (File name too long); choose another --out"),
    ],
)
def test_what_cannot_be_done_is_told_before_any_call(elicit, tmp_path, more, says):
    scenario(tmp_path / "it")
    ended, model = elicit("it", fitting, *more)
    assert ended.code == 2
    assert says in ended.err
    assert model.requests == []


def test_a_scenario_without_such_nodes_is_refused(elicit):
    ended, model = elicit("daily")
    assert ended.code == 2
    assert "no node is drawn by `llm`" in ended.err
    assert model.requests == []


def test_a_key_that_is_refused_ends_it(elicit, tmp_path):
    ended, _ = elicit(scenario(tmp_path / "it"), Told("no such key", status=401))
    assert ended.code == 2
    assert "could not be called" in ended.err
    assert not Path("out").exists()


def test_where_no_call_is_answered_nothing_is_written(elicit, tmp_path):
    ended, _ = elicit(scenario(tmp_path / "it"), Told("a content filter", status=400))
    is_one_line(ended, "no call was answered; the first: ", "a content filter")
    assert not Path("out").exists()


def test_no_model_is_a_wrong_usage(capsys, monkeypatch, tmp_path):
    ended = call(capsys, monkeypatch, "scenario", "elicit", scenario(tmp_path / "it"), "--out", tmp_path / "out")
    assert ended.code == 2
    assert "Missing option '--llm'" in ended.err


def test_a_node_that_a_model_may_be_asked_for_is_shown(capsys, monkeypatch, tmp_path):
    folder = scenario(tmp_path / "it")
    shown = json.loads(call(capsys, monkeypatch, "scenario", "show", folder, "--json").out)
    assert shown["nodes"]["friend"]["hobby"]["prompt"] == {"en": PROMPT}
    assert call(capsys, monkeypatch, "scenario", "check", folder).code == 0
    assert call(capsys, monkeypatch, "scenario", "sample", folder, "--n", 3).out.count('"hobby"') == 3 * 5


@pytest.mark.slow
def test_the_example_of_the_documentation_runs(elicit, daily_copy, capsys, monkeypatch):
    """On a copy of `daily`, both commands as they are shown, with the scripted model in place of the one that costs."""
    section = PAGE.read_text(encoding="utf-8").partition("## Values from a language model")[2]
    (node,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    shown = re.search(r"```console\n\$ memsim (.*)\n\$ memsim (.*)\n```", section)
    for klass, nodes in yaml.safe_load(node)["nodes"].items():
        edit(daily_copy, f"nodes.{klass}", nodes)
    daily_copy.rename("my-scenario")
    words, more = shown[1].split(), shown[2].replace("3000", "40").split()
    assert words[:3] == ["scenario", "elicit", "my-scenario"]
    many = lambda request: listing(*listed_in(request)[len(description(request)) :][:20])  # noqa: E731
    ended, model = elicit("my-scenario", many, *words[5:], "--price", "0.15,0.6", "--llm", FAKE, out="elsewhere")
    assert ended.code == 0, ended.err
    assert {text.splitlines()[0] for text in model.prompts} >= {"A colleague, female, early career: what is their hobby?"}
    assert call(capsys, monkeypatch, *more).code == 0
    made = Path("generated") / "my-elicited-scenario"
    assert call(capsys, monkeypatch, "check", made).code == 0
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    with fake_model(many) as model:
        code = code.replace('"openai/gpt-4o-mini"', f'"{FAKE}", "{model.api_base}"').replace("my-elicited-scenario", "of-python")
        exec(compile(code, PAGE.name, "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.startswith("colleague.hobby ")
    assert {request["temperature"] for request in model.requests} == {1.0}
    one, other = ((Path(name) / "priors" / "colleague_hobby_elicited.csv").read_bytes() for name in ("of-python", "my-elicited-scenario"))
    assert one == other
