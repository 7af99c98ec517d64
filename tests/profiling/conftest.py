"""A small scenario with a rule that its network breaks often, and with a parent that a chain forgets."""

import pytest
import yaml
from implicit import edit, scenario

import memsim

RULE = {
    "name": "judo is for the young",
    "classes": ["friend"],
    "when": {"attribute": "hobby", "one_of": ["judo"]},
    "then": {"attribute": "age", "at_most": 39},
}


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """Five friends of a user: bond, city, age and hobby, in this order."""
    folder = scenario(tmp_path_factory.mktemp("profiling") / "it", rules=[RULE])
    nodes = yaml.safe_load((folder / "scenario.yaml").read_text(encoding="utf-8"))["nodes"]
    friend = nodes["friend"]
    edit(folder, "nodes", {"friend": {name: friend[name] for name in ("bond", "city", "age", "band", "hobby", "first", "last", "name")}})
    return memsim.load_scenario(folder)
