"""The figures of docs/compare-sets.md are those that its commands print."""

import re
from pathlib import Path

import pytest

import memsim
from memsim.report.table import figure
from memsim.statistics.run import statistics

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared" / "data" / "memdaily" / "memdaily.json.gz"
PAGE = (ROOT / "docs" / "compare-sets.md").read_text(encoding="utf-8")


def told(place):
    """One column of the table, by what its rows are called."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| ")]
    return {name: cells[place] for name, *cells in rows[2:]}


def shown(path, language, names):
    every = {name: figure for group in statistics(path, language=language)[language].groups.values() for name, figure in group.items()}
    return {name: figure(every[name]) for name in names}


@pytest.mark.slow
def test_the_figures_of_the_scorecard_set(tmp_path):
    (n,) = re.findall(r"^\$ memsim generate --scenario daily --n (\d+) --language en,zh --out ", PAGE, re.MULTILINE)
    path = memsim.generate("daily", int(n), language="en,zh", out=tmp_path / "set").path
    for place, language in enumerate(("en", "zh")):
        assert shown(path, language, told(place)) == told(place)


@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the authors' file is not at hand")
def test_the_figures_of_memdaily():
    assert shown(REAL, "zh", told(2)) == told(2)
