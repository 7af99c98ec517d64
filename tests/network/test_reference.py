"""Sampling and inference on two known networks, asia (Lauritzen & Spiegelhalter 1988) and alarm (Beinlich et al. 1989), against pgmpy."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import fits

from memsim.network.infer import conditional

N = 20_000


def evidence_of(network, data, most=4):
    """Evidence that can occur: what a sampled profile says of a few nodes."""
    profile = network.sample(1, data.draw(st.integers(0, 2**31)))
    chosen = data.draw(st.lists(st.sampled_from(list(network.nodes)), max_size=most, unique=True))
    return {name: network.nodes[name].keys[profile[name][0, 0]] for name in chosen}


@settings(max_examples=40)
@given(data=st.data())
def test_posterior(known, data):
    from pgmpy.inference import VariableElimination

    model, network = known
    evidence = evidence_of(network, data)
    node = data.draw(st.sampled_from([name for name in network.nodes if name not in evidence]))
    expected = VariableElimination(model).query([node], evidence, show_progress=False)
    keys = network.nodes[node].keys
    assert list(keys) == list(expected.state_names[node])
    assert network.posterior(node, evidence) == pytest.approx(expected.values, abs=1e-9)


@settings(max_examples=4)
@given(seed=st.integers(0, 2**31))
def test_marginals(known, seed):
    _, network = known
    drawn = network.sample(N, seed)
    for name, codes in drawn.items():
        exact = network.posterior(name)
        assert fits(np.bincount(codes[0], minlength=len(exact)), exact, tests=8 * len(drawn)), name


@settings(max_examples=4)
@given(seed=st.integers(0, 2**31))
def test_conditionals_given_the_parents(known, seed):
    _, network = known
    drawn = network.sample(N, seed)
    families = 0
    for name, node in network.nodes.items():
        tensor = node.cpd.tensor
        found = np.zeros(tensor.shape)
        np.add.at(found, tuple(drawn[member][0] for member in (*node.parents, name)), 1)
        for place in np.ndindex(tensor.shape[:-1]):
            families += 1
            assert fits(found[place], tensor[place], tests=8 * 300), (name, place)
    assert families <= 300


@settings(max_examples=20)
@given(data=st.data())
def test_conditionals_given_anything(known, data):
    _, network = known
    drawn = network.sample(N, 11)
    evidence = evidence_of(network, data, most=2)
    agree = np.logical_and.reduce(
        [drawn[name][0] == network.code(name, value) for name, value in evidence.items()] or [np.ones(N, dtype=bool)]
    )
    assume(agree.sum() > 200)
    node = data.draw(st.sampled_from([name for name in network.nodes if name not in evidence]))
    exact = network.posterior(node, evidence)
    assert fits(np.bincount(drawn[node][0, agree], minlength=len(exact)), exact, tests=40)


@settings(max_examples=25)
@given(data=st.data())
def test_conditional_holds_the_posterior_of_each_row(known, data):
    _, network = known
    evidence = evidence_of(network, data, most=3)
    target = data.draw(st.sampled_from([name for name in network.nodes if name not in evidence]))
    found = conditional(network, target, list(evidence))
    assert found.shape == tuple(len(network.nodes[name].keys) for name in (*evidence, target))
    place = tuple(network.code(name, value) for name, value in evidence.items())
    assert found[place] == pytest.approx(network.posterior(target, evidence), abs=1e-9)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31))
def test_log_prob(known, seed):
    model, network = known
    drawn = network.sample(1, seed)
    states = {name: network.nodes[name].keys[codes[0, 0]] for name, codes in drawn.items()}
    expected = np.prod([table.get_value(**{name: states[name] for name in table.variables}) for table in model.get_cpds()])
    assert network.log_prob(drawn)[0] == pytest.approx(np.log(expected))
