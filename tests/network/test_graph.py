"""`BRNet`: one canonical order, sampling that does not depend on n, evidence, log_prob."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import dags, fits, seeds

from memsim.errors import InputError
from memsim.network.cpd import ProductCpd, TableCpd
from memsim.network.graph import BRNet, Node

KEYS = ("no", "yes")


def node(name, *parents, lanes=1, seed=0):
    """A node of two values with a random table."""
    weights = np.random.RandomState(seed + sum(map(ord, name))).uniform(0.1, 0.9, (2,) * len(parents))
    return Node(name, lanes, parents, TableCpd(np.stack([weights, 1 - weights], axis=-1)), KEYS)


def nodes_of(graph):
    return [node(f"user.{name}", *(f"user.{parent}" for parent in sorted(graph.predecessors(name)))) for name in graph]


@given(dags(), st.randoms(), seeds)
def test_the_order_is_that_of_the_graph_not_of_its_insertion(graph, random, seed):
    nodes = nodes_of(graph)
    first, second = BRNet(nodes), BRNet(random.sample(nodes, len(nodes)))
    assert list(first.nodes) == list(second.nodes)
    places = {name: place for place, name in enumerate(first.nodes)}
    assert all(places[f"user.{a}"] < places[f"user.{b}"] for a, b in graph.edges)
    one, other = first.sample(5, seed), second.sample(5, seed)
    assert list(one) == list(other)
    assert all((one[name] == other[name]).all() for name in one)


def test_a_cycle_is_named():
    with pytest.raises(InputError, match=r"cycle: user\.\w → user\.\w → user\.\w"):
        BRNet([node("user.a", "user.b"), node("user.b", "user.a"), node("user.c")])


def test_an_unknown_parent_is_named():
    with pytest.raises(InputError, match=r"node user\.a: unknown parent 'user\.b'"):
        BRNet([node("user.a", "user.b")])


def test_a_name_given_twice_is_refused():
    with pytest.raises(InputError, match=r"user\.a"):
        BRNet([node("user.a"), node("user.a", lanes=2)])


@given(dags(), st.integers(0, 30), st.integers(0, 30), seeds)
def test_a_profile_does_not_depend_on_how_many_are_drawn(graph, n, more, seed):
    network = BRNet(nodes_of(graph))
    few, many = network.sample(n, seed), network.sample(n + more, seed)
    assert all((few[name] == many[name][:, :n]).all() for name in few)


def test_daily_does_not_depend_on_how_many_are_drawn(network, profiles):
    few = network.sample(3, seed=7)
    assert all(codes.shape[0] == network.nodes[name].lanes for name, codes in few.items())
    assert all((codes == profiles[name][:, :3]).all() for name, codes in few.items())


def test_seeds_differ(network):
    one, other = network.sample(200, seed=1), network.sample(200, seed=2)
    assert (one["user.birthday"] != other["user.birthday"]).mean() > 0.9


def test_graph_of_daily(network, spec):
    graph = network.to_networkx()
    assert nx.is_directed_acyclic_graph(graph)
    assert set(graph) == {f"{klass}.{name}" for klass, nodes in spec.file.nodes.items() for name in nodes}
    assert graph.nodes["relative.age"]["lanes"] == 7
    assert set(graph.predecessors("relative.age")) == {"user.age", "relative.generation"}
    graph.remove_node("user.age")
    assert "user.age" in network.to_networkx()
    assert repr(network) == f"BRNet({len(network.nodes)} nodes, {network.to_networkx().number_of_edges()} edges)"


def brute_force(network, row):
    """The probability of one profile: the product of its table cells, node by node and lane by lane."""
    total = 1.0
    for name, own in network.nodes.items():
        for lane in range(own.lanes):
            place = [row[parent][min(lane, len(row[parent]) - 1)] for parent in own.parents]
            total *= own.cpd.tensor[(*place, row[name][lane])]
    return total


@given(dags(most=5), seeds)
def test_log_prob_is_the_product_of_the_tables(graph, seed):
    network = BRNet(nodes_of(graph))
    names = list(network.nodes)
    everything = np.array(list(itertools.product(range(2), repeat=len(names)))).T
    profiles = {name: everything[place][None, :] for place, name in enumerate(names)}
    found = np.exp(network.log_prob(profiles))
    assert found.sum() == pytest.approx(1)
    for place in range(len(found)):
        assert found[place] == pytest.approx(brute_force(network, {name: codes[:, place] for name, codes in profiles.items()}))


def test_log_prob_counts_every_instance():
    network = BRNet([node("user.a"), node("item.b", "user.a", lanes=3), node("item.c", "item.b", lanes=3)])
    profiles = network.sample(50, 3)
    expected = [brute_force(network, {name: codes[:, i] for name, codes in profiles.items()}) for i in range(50)]
    assert np.exp(network.log_prob(profiles)) == pytest.approx(np.array(expected))


def test_log_prob_of_daily(network, profiles):
    found = network.log_prob(profiles)
    assert found.shape == (2000,)
    assert np.isfinite(found).all()
    wrong = dict(profiles) | {"user.name": profiles["user.name"] + 1}
    assert (network.log_prob(wrong) == -np.inf).all()


@settings(max_examples=20)
@given(dags(), st.data(), st.integers(0, 2**31))
def test_evidence_keeps_the_profiles_that_agree_in_order(graph, data, seed):
    network = BRNet(nodes_of(graph))
    chosen = data.draw(st.lists(st.sampled_from(list(network.nodes)), min_size=1, max_size=3, unique=True))
    evidence = {name: data.draw(st.sampled_from([*KEYS, 0, 1])) for name in chosen}
    found, stream = network.sample(20, seed, evidence), network.sample(4096, seed)
    codes = {name: network.code(name, value) for name, value in evidence.items()}
    agree = np.flatnonzero(np.logical_and.reduce([stream[name][0] == code for name, code in codes.items()]))[:20]
    assert all(drawn.shape == (1, 20) for drawn in found.values())
    assert all((found[name][:, : len(agree)] == stream[name][:, agree]).all() for name in found)
    assert all((found[name] == code).all() for name, code in codes.items())


def test_evidence_about_one_instance(network):
    found = network.sample(50, 0, {"relative[2].education": "master", "user.sex": "female"})
    assert (found["relative.education"][2] == network.code("relative.education", "master")).all()
    assert (found["user.sex"] == network.code("user.sex", "female")).all()
    assert len(np.unique(found["relative.education"][1])) > 1


def test_evidence_gives_the_conditional_distribution():
    network = BRNet([node("user.a"), node("user.b", "user.a"), node("user.c", "user.b")])
    found = network.sample(5000, 1, {"user.c": "yes"})
    assert fits(np.bincount(found["user.a"][0], minlength=2), network.posterior("user.a", {"user.c": "yes"}))


@pytest.mark.parametrize(
    ("evidence", "message"),
    [
        ({"relative.age": "40"}, r"relative\.age has 7 instances; name one, e\.g\. relative\[0\]\.age"),
        ({"relative[7].age": "40"}, "has 7 instances"),
        ({"user[1].age": "40"}, "has 1 instances"),
        ({"user.agee": "40"}, r"unknown node 'user\.agee'; known: "),
        ({"nonsense": "40"}, "unknown node 'nonsense'"),
        ({"user.age": "400"}, r"node user\.age: '400' is not one of its values: 20, 21"),
        ({"user.age": -1}, "-1 is not one of its values"),
        ({"user.age": 470}, "470 is not one of its values"),
        ({"user.age": None}, "None is not one of its values"),
        ({"user.age": 30.0}, "30.0 is not one of its values"),
    ],
)
def test_evidence_that_makes_no_sense(network, evidence, message):
    with pytest.raises(InputError, match=message):
        network.sample(1, 0, evidence)


def test_evidence_too_rare(network, monkeypatch):
    monkeypatch.setattr("memsim.network.sample._ATTEMPTS", 1)
    with pytest.raises(InputError, match=r"fits 0 of 4,096 draws; 1 profiles were asked for"):
        network.sample(1, 0, {"user.age": "20", "user.education": "doctorate"})


def test_fewer_than_no_profiles(network):
    with pytest.raises(InputError, match="n is -1; expected 0 or more"):
        network.sample(-1)


def test_no_profiles(network):
    assert all(codes.shape == (network.nodes[name].lanes, 0) for name, codes in network.sample(0).items())


def test_no_profiles_with_rare_evidence(network):
    found = network.sample(0, 0, {"user.age": "20", "user.education": "doctorate"})
    assert all(codes.shape[1] == 0 for codes in found.values())


def test_products_take_part_in_a_network():
    network = BRNet([node("user.a"), node("user.b"), Node("user.ab", 1, ("user.a", "user.b"), ProductCpd((2, 2)))])
    profiles = network.sample(100)
    assert (profiles["user.ab"] == 2 * profiles["user.a"] + profiles["user.b"]).all()


def test_a_root_without_choice_takes_part_in_a_network():
    network = BRNet([Node("user.a", 1, (), TableCpd(np.array([0.0, 1.0])), KEYS), node("user.b"), node("user.c", "user.a")])
    found = network.sample(5, 0, {"user.b": "yes"})
    assert {codes.shape for codes in found.values()} == {(1, 5)}
