"""What README and docs show is what the commands print."""

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


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec"), {})  # noqa: S102 - our own README


def test_an_answer_is_proved_by_hand(first):
    script = ROOT / "examples" / "prove_an_answer.py"
    run = subprocess.run([sys.executable, script, first.path], capture_output=True, text=True, check=True)
    part = first[0].gold.parts[0]
    assert part.sql in run.stdout
    assert f"and the row says {part.answer}" in run.stdout
