"""A draft whose world breaks a rule is refused for it."""

import numpy as np
import pytest
from breaking import breaking, only

from memsim.causal.trajectory import REASONS, Draft, Planner
from memsim.network.rules import Rules
from memsim.rng import Rng
from memsim.spec.load import load_spec

RULES = load_spec("daily").file.rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_broken_world_is_refused(catalog, rule):
    index = np.arange(4)
    planner = Planner(catalog, 0, ("single_hop",))
    planner.rules = Rules(only(catalog.spec, rule))
    kind, first, second, _noisy = planner.kinds_of(index)
    draft = Draft(planner, Rng(0, index), kind, first, second)
    before = draft.judge()
    for node, code in breaking(catalog.spec, rule, rule.classes[0]).items():
        draft.codes[catalog.layout.node_rows[node].stop - 1, 2] = code
    after = draft.judge()
    assert REASONS[after[2]] == "rule"
    assert after[[0, 1, 3]].tolist() == before[[0, 1, 3]].tolist()
