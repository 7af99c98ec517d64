"""Methods side by side."""

import json

import pytest
from models import FAKE, fake_model

from memsim.errors import InputError
from memsim.llm.client import Client
from memsim.profiling.asked import Writer
from memsim.profiling.comparison import ASKED, OFFLINE, compare
from memsim.report.table import NOTHING


def test_the_network_is_above_all_others(small):
    found = small.compare_profiles(n=1500).measures
    assert list(found) == list(OFFLINE) == ["brnet", "joint", "sequential", "independent"]
    assert found["brnet"].rational.mean == found["joint"].rational.mean == 1
    assert found["independent"].rational.high < found["brnet"].rational.low
    assert found["joint"].distinct == 100 / 1500 < found["brnet"].distinct
    assert found["joint"].diversity["SWI-A"].high < found["brnet"].diversity["SWI-A"].low
    assert found["sequential"].diversity["SWI-A"].low < found["brnet"].diversity["SWI-A"].high
    assert found["brnet"].possible.mean == 1 > found["sequential"].possible.high


def test_a_table_has_a_column_for_each_method_and_a_row_for_each_measure(small):
    table = small.compare_profiles(["brnet", "independent"], n=20).table()
    assert list(table.columns) == ["", "brnet", "independent"]
    rows = {name: cells for name, *cells in table.rows}
    assert rows["profiles, complete"] == ["20, 20", "20, 20"]
    assert rows["values written"] == ["420", "420"]
    assert rows["break no rule"][0] == "1.000 (.839–1.000) n=20"
    assert set(rows) >= {"SWI-R", "SWI-O", "SWI-A", "distinct profiles", "possible in the network", "mean log-probability of these"}
    assert table.title == "profiles of small 1, seed 0"


def test_what_is_not_defined_is_null_in_json_and_a_dash_in_the_table(small):
    with fake_model("no") as model:
        found = small.compare_profiles(["joint"], n=2, client=Client(FAKE, model.api_base))
    content = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert (content["scenario"], content["seed"], content["model"]) == ("small 1", 0, FAKE)
    joint = content["measures"]["joint"]
    assert joint["rational"] == {"mean": None, "low": None, "high": None, "n": 0, "clusters": 0}
    assert joint["log_prob"] is None
    assert joint["diversity"]["SWI-A"] == {"value": None, "low": None, "high": None, "attributes": 0}
    assert joint["dropped"] == {"reply not readable": 42}
    rows = dict(found.table().rows)
    assert (rows["break no rule"], rows["SWI-A"], rows["mean log-probability of these"]) == (NOTHING,) * 3
    assert (rows["values written"], rows["dropped: reply not readable"]) == ("0", "42")
    assert f"asked of {FAKE}" in found.table().title


def test_one_profile_has_an_index_and_no_interval(small):
    (cell,) = {name: cells for name, *cells in small.compare_profiles(["brnet"], n=1).table().rows}["SWI-A"]
    assert cell.endswith(f" {NOTHING} of 5")


def test_a_model_writes_all_but_the_network(small):
    with fake_model("no") as model:
        found = small.compare_profiles(n=2, client=Client(FAKE, model.api_base)).measures
    assert {name for name, one in found.items() if one.dropped} == set(ASKED) == set(OFFLINE) - {"brnet"}
    assert found["brnet"].complete == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"methods": ["brnet", "guess"]}, "methods brnet, guess; expected some of brnet, joint, sequential, independent, each once"),
        ({"methods": ["brnet", "brnet"]}, "each once"),
        ({"methods": []}, "methods none; expected some of"),
        ({"n": 0}, "n is 0; expected 1 or more profiles"),
    ],
)
def test_what_cannot_be_compared_is_refused(small, options, says):
    with pytest.raises(InputError, match=says):
        small.compare_profiles(**options)


def test_an_unknown_language_is_refused_before_any_call(small):
    with fake_model() as model:
        writer = Writer(Client(FAKE, model.api_base), "zh")
        with pytest.raises(InputError, match="unknown language 'zh'; expected en"):
            compare(small.spec, small.network, n=2, writer=writer)
    assert model.requests == []
