"""The promises hold for other scenarios than `daily`: one topic, no events, one language, no ψ; with and without the user, roles, room for scopes."""

import copy

import pytest
from small import PHRASES, SCENARIO, VALUES, listed, write

import memsim
from memsim.causal.catalog import Catalog
from memsim.check.reading import read_sql
from memsim.errors import InputError
from memsim.spec.load import load_spec

TYPES = ["single_hop", "multi_hop", "comparative", "aggregative"]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write(tmp_path_factory.mktemp("scenario") / "small")


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_every_promise_is_kept(small, tmp_path, seed):
    report = memsim.generate(small, 80, seed=seed, out=tmp_path / "set", types=TYPES).check()
    assert report.ok, "\n".join(map(str, report.faults))


def of_the_user(scenario, phrases):
    """The user is asked about, too: of the city that others may share, of an age that none depends on."""
    scenario["classes"]["user"] = {"count": 1, "topic": "friends", "own": True}
    scenario["nodes"]["user"]["age"] = {"cpd": "integer"}
    phrases["wording"]["friends"]["own"] = "I"
    phrases["own"] = {name: [f"My own {name} would be {{value}}."] for name in ("city", "age")}
    phrases["questions"]["own"] = {name: [f"What is my own {name}?"] for name in ("city", "age")}


def by_name_only(scenario, phrases):
    """Nobody has a role: no link, one wording."""
    scenario["topics"]["friends"] = {"name": "name"}
    scenario["attributes"]["name"]["uses"] = []
    del phrases["wording"]["friends"]["role"]


def at_the_ends(scenario, _phrases):
    """Thresholds that all or none may pass."""
    scenario["attributes"]["age"]["thresholds"] = [20, 59]


def few_values(scenario, _phrases):
    """Ties are common, and results few."""
    scenario["attributes"]["age"] |= {"domain": SCENARIO["attributes"]["age"]["domain"] | {"high": 27}, "thresholds": [22, 24]}


def two_of_a_file(scenario, phrases):
    """What identifies a friend reads as what is asked of it, and is long."""
    scenario["attributes"]["school"] = listed("city", uses=["ask"])
    scenario["nodes"]["friend"]["school"] = {"cpd": "table"}
    phrases["statements"]["school"] = ["{Subject} went to {value}."]
    phrases["questions"]["ask"]["school"] = ["Where did {subject} go?"]
    return {**VALUES, "city": [f"The {city} Royal Academy of Fine Arts" for city in VALUES["city"]]}


def of_size(count):
    def change(scenario, _phrases):
        scenario["classes"]["friend"]["count"] = count

    change.__name__ = f"of_size_{count}"
    return change


VARIANTS = [of_the_user, by_name_only, at_the_ends, few_values, two_of_a_file, of_size(4), of_size(6)]


@pytest.mark.parametrize("change", VARIANTS, ids=lambda one: one.__name__)
def test_every_promise_is_kept_by_variants(tmp_path, change):
    scenario, phrases = copy.deepcopy(SCENARIO), copy.deepcopy(PHRASES)
    values = change(scenario, phrases) or VALUES
    folder = write(tmp_path / "small", scenario, phrases, values)
    dataset = memsim.generate(folder, 100, seed=3, out=tmp_path / "set", types=TYPES)
    report = dataset.check()
    assert report.ok, "\n".join(map(str, report.faults))
    parts = [part for one in dataset for part in one.gold.parts]
    assert any(part.class_ == "user" for part in parts) == (change is of_the_user)
    counted = {len(read_sql(part.sql).scope) for part in parts if read_sql(part.sql).counted}
    assert all(size < scenario["classes"]["friend"]["count"] for size in counted)


def test_types_that_cannot_be_asked_are_left_out_by_default_and_refused_by_name(small, tmp_path):
    assert {kind for kind, _ in Catalog(load_spec(small)).cells} == set(TYPES)
    asked = {one.question.question_type for one in memsim.generate(small, 12, out=tmp_path / "set")}
    assert asked == set(TYPES)
    with pytest.raises(InputError, match="post_processing"):
        memsim.generate(small, 2, out=tmp_path / "other", types=["post_processing"])
