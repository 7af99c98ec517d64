"""A pool of noise messages is read, or refused with file, key, value and what was expected."""

import pytest
import yaml

from memsim.errors import ScenarioError
from memsim.spec.load import load_spec
from memsim.spec.vocabulary import stray_words

SMALL = {
    "language": "en",
    "kinds": {"errands": {"topic": "roles", "cores": ["{Person} needs {thing}.", "I gave {person} a {thing}."]}},
    "slots": {"person": ["Tobiah", "Isolde"], "thing": ["sieve", "mop"]},
}


def written(folder, **changed):
    (folder / "pool.en.yaml").write_text(yaml.safe_dump({**SMALL, **changed}, allow_unicode=True), encoding="utf-8")
    return folder


def kind(*cores, topic="roles"):
    return {"errands": {"topic": topic, "cores": list(cores)}}


def test_a_pool_is_part_of_the_scenario_and_its_digest(daily_copy):
    before = load_spec(daily_copy)
    spec = load_spec(written(daily_copy))
    assert spec.pools["en"].slots["thing"] == ["sieve", "mop"]
    assert spec.sources["pool.en.yaml"] == daily_copy / "pool.en.yaml"
    assert spec.digest != before.digest


def test_a_scenario_needs_no_pool(daily_copy):
    for language in ("en", "zh"):
        (daily_copy / f"pool.{language}.yaml").unlink(missing_ok=True)
    assert load_spec(daily_copy).pools == {}


@pytest.mark.parametrize(
    ("changed", "key", "expected"),
    [
        ({"language": "zh"}, "language", "'en'"),
        ({"kinds": kind("{Person} needs {thing}.", topic="folk")}, "kinds.errands.topic", "roles"),
        ({"kinds": kind("{Person} needs {things}.")}, "kinds.errands.cores[0]", "slots: person, thing"),
        ({"kinds": kind("{Person} needs {person}.")}, "kinds.errands.cores[0]", "each once"),
        ({"kinds": kind("Nobody needs anything.")}, "kinds.errands.cores[0]", "one to 3 slots"),
        ({"kinds": kind("{Person needs {thing}.")}, "kinds.errands.cores[0]", "balanced braces"),
        ({"kinds": kind("{Person} needs {thing}.", "{Person} needs {thing}.")}, "kinds.errands.cores[1]", "each core once"),
        ({"kinds": kind("{Person} needs help.")}, "slots.thing", "a slot of a core"),
        ({"slots": {**SMALL["slots"], "thing": ["mop", "mop"]}}, "slots.thing", "each value once"),
        ({"slots": {**SMALL["slots"], "thing": []}}, "slots.thing", "at least 1 item"),
        ({"colour": "red"}, "colour", "extra inputs"),
    ],
)
def test_a_wrong_pool_is_refused(daily_copy, changed, key, expected):
    with pytest.raises(ScenarioError) as refused:
        load_spec(written(daily_copy, **changed))
    for part in ("pool.en.yaml", key, expected):
        assert part in str(refused.value)


def test_a_value_in_the_pool_is_a_stray_word(daily_copy):
    slots = {**SMALL["slots"], "thing": ["kettle", "mop"]}
    assert any("pool.en.yaml: slots.thing: 'kettle'" in stray for stray in stray_words(load_spec(written(daily_copy, slots=slots))))
