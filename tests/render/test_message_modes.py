"""`benchmarks/message_modes.py` measures what a model worded, and what stands as the phrases word it only where that belongs to the mode."""

import json
import sys
from pathlib import Path

import pytest
from models import fake_model
from sets import ready_once

from memsim.render.guard import Guard
from memsim.statistics.attributes import read_attributes

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
N = 3

pytestmark = pytest.mark.slow


def idle(request):
    """Give each text but the first one, and tell nothing."""
    ids = request["response_format"]["json_schema"]["schema"]["properties"]
    return json.dumps(dict.fromkeys(list(ids)[1:], "Nothing much today, or is there?"))


@pytest.fixture(scope="module")
def modes(spec, tmp_path_factory):
    """Those of a model that has nothing to say."""
    place = tmp_path_factory.mktemp("modes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(BENCHMARKS)])
        import message_modes as script
    with fake_model(idle) as model, ready_once():
        phrases = script.memsim.generate("daily", N, out=place / script.PHRASES, pool=0)
        with script.served("openai/stub", model.api_base, place / "replies.sqlite") as client:
            sets = [phrases, *script.rewritten(client, N, 1, place)]
    guard, attributes = Guard(spec, "en"), read_attributes(phrases.path)
    return script, [script.Mode(dataset, phrases.path, guard, attributes) for dataset in sets]


@pytest.fixture(scope="module")
def columns(modes):
    """By mode, its figures as the table shows them."""
    script, found = modes
    table = script.table(found)
    heads, *rows = zip(table.columns, *table.rows, strict=True)
    return {column[0]: dict(zip(heads[1:], column[1:], strict=True)) for column in rows}


def test_a_model_that_keeps_no_fact_leaves_a_guarded_set_as_it_was(columns):
    assert list(columns) == ["phrases", "strict", "soft", "part", "zero"]
    strict = columns["strict"] | {"worded by the model": "–"}
    assert columns["strict"]["worded by the model"] == "0.0 %"
    assert strict == columns["phrases"]
    assert strict["tell their fact"] == strict["pass the guard"] == "100.0 %"
    assert strict["trajectories that `memsim check` proves"] == f"{N} of {N}"


@pytest.mark.parametrize("name", ["soft", "part", "zero"])
def test_without_the_guard_the_texts_of_the_model_are_measured_and_no_others(columns, name):
    found, messages = columns[name], int(columns[name]["messages"])
    assert found["messages measured"] == str(messages - N)
    assert found["worded by the model"] == f"{100 * (messages - N) / messages:.1f} %"
    assert found["tell their fact"] == found["pass the guard"] == "0.0 %"
    assert found["trajectories that `memsim check` proves"] == f"0 of {N}"
    assert found["tokens a message"] == "6.000"
    assert (found["entities per 10,000 tokens"], found["different entities"], found["SWIP"]) == ("0.00", "0", "–")
    assert float(found["repeated messages"]) > 0.9


def test_texts_that_are_not_kept_are_counted_by_reason(modes, columns):
    script, found = modes
    table = script.reasons(found[1:])
    assert table.columns == ("not kept for", "strict", "soft", "part", "zero")
    counts = {reason: list(map(int, cells)) for reason, *cells in table.rows}
    assert counts["missing"] == [N, N, N, N]
    assert [sum(column) for column in zip(*counts.values(), strict=True)] == [int(columns["strict"]["messages"]), N, N, N]
