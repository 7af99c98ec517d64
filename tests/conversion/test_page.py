"""What docs/convert-a-set.md shows is what the command prints, and it has every format."""

import re
from pathlib import Path

import pytest
from sets import call

from memsim.conversion.aspects import ASPECTS
from memsim.conversion.registry import OUTPUTS, output
from memsim.conversion.writer import Writer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "convert-a-set.md").read_text(encoding="utf-8")


def test_the_losses_shown_are_those_of_the_sample(tmp_path, capsys, monkeypatch):
    shown = re.search(r"\$ memsim (convert generated/daily-sample \S+ .*)\n((?:.*\n)*?)```", PAGE)
    command, path, *options = shown[1].split()
    monkeypatch.chdir(tmp_path)
    ended = call(capsys, monkeypatch, command, ROOT / path, *options)
    assert ended.out == shown[2]


def test_every_format_is_on_the_page_twice():
    assert {name: len(re.findall(rf"^\| `{name}` \|", PAGE, re.MULTILINE)) for name in OUTPUTS} == dict.fromkeys(OUTPUTS, 2)


SETS = [writer for name in OUTPUTS if isinstance(writer := output(name), Writer)]
#: What the page says beside its table: it is lost in all formats, or in all that retrieve, or by the sentences below.
_ELSEWHERE = {"axes", "facts", "kinds", "languages", "marks", "questions"}


def test_the_page_names_all_that_a_format_does_not_hold():
    cells = {}
    for name, cell in re.findall(r"^\| `(\S+)` \| (.*?) \|", PAGE.partition("| name | not held |")[2], re.MULTILINE):
        cells[name] = (list(cells.values())[-1] if cell.startswith("the same") else "") + cell
    for writer in SETS:
        lost = {name.removeprefix("right ").partition(" ")[0] for name in ASPECTS.keys() - writer.holds - {"answers to parts of questions"}}
        assert {word for word in lost - _ELSEWHERE if word not in cells[writer.format]} == set(), writer.format


@pytest.mark.parametrize(
    ("aspect", "says"),
    [("languages of histories", "say which language a text is in"), ("marks of noisy questions", "say which questions are noisy")],
)
def test_the_page_says_which_formats_hold_what_most_do_not(aspect, says):
    *names, last = [f"`{writer.format}`" for writer in SETS if aspect in writer.holds]
    assert f"nly {', '.join(names)} and {last} {says}" in " ".join(PAGE.split())
