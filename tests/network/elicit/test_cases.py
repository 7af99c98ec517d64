"""The cases of an implicit node: those that a world may have, worded by the conditional prompt."""

import numpy as np
import pytest
from implicit import HOBBIES, edit, scenario

from memsim.errors import InputError
from memsim.network.elicit.cases import implicit
from memsim.network.graph import build_network
from memsim.spec.load import load_spec

CITIES = ["oslo", "lima", "riga", "bern", "cork", "nice", "bath", "graz"]
WEIGHTS = np.arange(1, len(HOBBIES) + 1) / sum(range(1, len(HOBBIES) + 1))
FORBID = {"name": "no chess for the young", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["young"]},
          "then": {"attribute": "hobby", "none_of": ["chess"]}}  # fmt: skip
ONLY = {"name": "the old fence", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["old"]},
        "then": {"attribute": "hobby", "one_of": ["fencing"]}}  # fmt: skip
OF_MORE = {"name": "in Oslo all fence", "classes": ["friend"], "when": {"attribute": "city", "one_of": ["oslo"]},
           "then": {"attribute": "hobby", "one_of": ["fencing"]}}  # fmt: skip
NOT_OLD_IN_OSLO = {"name": "no old in Oslo", "classes": ["friend"], "when": {"attribute": "band", "one_of": ["old"]},
                   "then": {"attribute": "user.city", "none_of": ["oslo"]}}  # fmt: skip


def only(folder, *rules, **node):
    """The one implicit node of a scenario."""
    (found,) = implicit(load_spec(scenario(folder, rules, **node)), "en")
    return found


def test_every_combination_is_a_case(tmp_path):
    node = only(tmp_path / "it")
    assert node.name == "friend.hobby"
    assert node.parents == ("friend.band", "user.city")
    assert node.cases.tolist() == [[band, city] for band in range(2) for city in range(8)]
    assert node.numbers == list(range(16))


def test_a_case_is_described_by_how_its_parents_read(tmp_path):
    node = only(tmp_path / "it", prompt={"en": "{{{band}}} in {user.city}, {band}?"})
    assert node.description(0, "en") == "{young} in Oslo, young?"
    assert node.description(15, "en") == "{old} in Graz, old?"


def test_a_node_without_parents_is_one_case(tmp_path):
    node = only(tmp_path / "it", parents=[], prompt={"en": "A hobby"})
    assert (len(node.cases), node.numbers, node.description(0, "en")) == (1, [0], "A hobby")
    assert node.allowed.shape == (1, len(HOBBIES) + 1)


def test_what_no_world_has_is_no_case(tmp_path, daily_copy):
    """Relatives are no colleagues: of the relations, each class has its own."""
    for klass in ("relative", "colleague"):
        edit(
            daily_copy, f"nodes.{klass}", {"hobby": {"cpd": "llm", "parents": ["relation"], "prompt": {"en": "The hobby of a {relation}"}}}
        )
    spec = load_spec(daily_copy)
    relatives, colleagues = implicit(spec, "en")
    for one, column in ((relatives, "relative"), (colleagues, "colleague")):
        assert one.cases[:, 0].tolist() == np.flatnonzero(spec.domains["relation"].weights[column]).tolist()
        assert one.numbers == one.cases[:, 0].tolist()
        assert len(one.table) == spec.domains["relation"].size


def test_what_a_model_may_still_say_is_a_case_of_what_depends_on_it(tmp_path):
    """All play chess, says the table; a city is asked for all the same for every hobby that the model may give them, and for what copies it."""
    folder = scenario(
        tmp_path / "it", parents=["band"], prompt={"en": "{band}"}, file="chess.csv",
        tables=[("chess", "band,value,weight", [("young", "chess", 1), ("old", "chess", 1)]), ("all_chess", "value,weight", [("chess", 1)])],
    )  # fmt: skip
    by_hobby = {"cpd": "llm", "parents": ["hobby"], "prompt": {"en": "The city of a fan of {hobby}"}}
    edit(folder, "nodes.friend", {"city": by_hobby})
    nodes = {node.name: node for node in implicit(load_spec(folder), "en")}
    assert nodes["friend.city"].numbers == list(range(len(HOBBIES)))
    edit(folder, "nodes.user", {"hobby": {"cpd": "llm", "file": "all_chess.csv", "prompt": {"en": "A hobby"}}})
    edit(folder, "nodes.friend", {"hobby": {"cpd": "copy", "parents": ["user.hobby"], "p": 1}})
    (city,) = [node for node in implicit(load_spec(folder), "en") if node.name == "friend.city"]
    assert city.numbers == list(range(len(HOBBIES)))


def test_rules_forbid_values_case_by_case(tmp_path):
    node = only(tmp_path / "it", FORBID, ONLY)
    young, old = node.allowed[:8], node.allowed[8:]
    chess, fencing = HOBBIES.index("chess"), HOBBIES.index("fencing")
    assert (young == (np.arange(len(HOBBIES) + 1) != chess)).all()
    assert (old == (np.arange(len(HOBBIES) + 1) == fencing)).all(), "a new value is none that a rule names"


def test_rules_on_other_attributes_and_classes_say_nothing(tmp_path):
    assert only(tmp_path / "it", OF_MORE).allowed.all()
    folder = scenario(tmp_path / "other", [FORBID | {"classes": ["user"]}])
    edit(folder, "nodes.user", {"band": {"cpd": "table"}, "hobby": {"cpd": "table"}})
    (node,) = implicit(load_spec(folder), "en")
    assert node.allowed.all()


def test_parents_that_break_a_rule_are_no_case(tmp_path):
    assert only(tmp_path / "it", NOT_OLD_IN_OSLO).numbers == [number for number in range(16) if number != 8]


def test_the_table_is_that_of_the_weights_or_of_the_file(tmp_path):
    assert only(tmp_path / "it").table == pytest.approx(np.tile(WEIGHTS, (16, 1)))
    rows = [(band, city, HOBBIES[place], 1) for band in ("young", "old") for place, city in enumerate(CITIES)]
    folder = scenario(tmp_path / "filed", tables=[("hobby_by_band", "band,user.city,value,weight", rows)], file="hobby_by_band.csv")
    (node,) = implicit(load_spec(folder), "en")
    assert node.table.tolist() == np.tile(np.eye(8, len(HOBBIES)), (2, 1)).tolist()


def test_unasked_a_node_is_its_table(tmp_path):
    network = build_network(load_spec(scenario(tmp_path / "it")))
    assert network.nodes["friend.hobby"].cpd.tensor == pytest.approx(np.broadcast_to(WEIGHTS, (2, 8, len(HOBBIES))))


def test_a_scenario_without_implicit_nodes_is_refused(spec):
    with pytest.raises(InputError, match="no node is drawn by `llm`"):
        implicit(spec, "en")


def test_a_language_without_a_prompt_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"nodes\.friend\.hobby\.prompt: none in 'zh'; expected a language of it: en"):
        implicit(load_spec(scenario(tmp_path / "it")), "zh")
