"""What README and docs show is what the commands print."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import memsim
from memsim.cli.main import COMMANDS
from memsim.cli.view import lines

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A set of one: its trajectory is the first of any larger set with the same seed."""
    return memsim.generate("daily", 1, out=tmp_path_factory.mktemp("docs") / "daily")


def test_the_readme_shows_the_first_trajectory_as_view_prints_it(first):
    shown = re.search(r"<!-- view -->\n\n```text\n(.*?)\n```\n\n<!-- /view -->", README, re.DOTALL)
    assert shown is not None, "README.md lacks its sample; renew it with: python examples/renew_readme.py"
    assert shown[1].split("\n") == lines(first[0]), "renew the sample with: python examples/renew_readme.py"


def test_the_readme_names_every_command():
    assert set(re.findall(r"`memsim (\w+)", README)) >= set(COMMANDS)


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 2
    names = {}
    for code in blocks:
        exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own README
    assert str(names["run"].table("recall@5")) in capsys.readouterr().out
    measured = {one["memory"]: one["measures"] for one in names["run"].results["results"]}
    assert measured["Notebook"]["recall@5"]["n"] == measured["bm25"]["recall@5"]["n"] == 100


def test_the_memory_of_the_readme_has_fifteen_lines():
    code = re.search(r"^class Notebook:\n(.*?)\n\n\n", README, re.DOTALL | re.MULTILINE)
    assert code is not None
    assert len([line for line in code[0].splitlines() if line.strip()]) <= 15


def test_an_answer_is_proved_by_hand(first):
    script = ROOT / "examples" / "prove_an_answer.py"
    run = subprocess.run([sys.executable, script, first.path], capture_output=True, text=True, check=True)
    part = first[0].gold.parts[0]
    assert part.sql in run.stdout
    assert f"and the row says {part.answer}" in run.stdout


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_to_files_that_are_there(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_the_scorecard_is_of_the_frozen_set():
    frozen = json.loads((ROOT / "generated" / "memsim-daily-1.0.json").read_text(encoding="utf-8"))
    assert frozen["digest"] in (ROOT / "docs" / "scorecard.md").read_text(encoding="utf-8")
