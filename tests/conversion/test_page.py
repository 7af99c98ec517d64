"""What docs/convert-a-set.md shows is what the command prints, and it has every format."""

import re
from pathlib import Path

from sets import call

from memsim.conversion.registry import TARGETS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "convert-a-set.md").read_text(encoding="utf-8")


def test_the_losses_shown_are_those_of_the_sample(tmp_path, capsys, monkeypatch):
    shown = re.search(r"\$ memsim (convert generated/daily-sample \S+ .*)\n((?:.*\n)*?)```", PAGE)
    command, path, *options = shown[1].split()
    monkeypatch.chdir(tmp_path)
    ended = call(capsys, monkeypatch, command, ROOT / path, *options)
    assert ended.out == shown[2]


def test_every_format_is_on_the_page_twice():
    assert {name: len(re.findall(rf"^\| `{name}` \|", PAGE, re.MULTILINE)) for name in TARGETS} == dict.fromkeys(TARGETS, 2)
