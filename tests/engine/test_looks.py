"""Evidence cannot be told from messages of the pool by looks: length, digits, capitals, marks, opener, tail, hour, time gap."""

import sys
from itertools import islice
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_boosting_learns_nothing_from_looks(language, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCHMARKS)])
    from pool import measures

    found = {measure.what: measure for measure in islice(measures("daily", 7, language), 2)}
    assert found["looks"].ok, found["looks"]
    assert found["time gap alone"].ok, found["time gap alone"]
