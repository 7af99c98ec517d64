"""Exact inference: what it refuses, and d-separation against networkx."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import dags

from memsim.errors import InputError
from memsim.network.cpd import DistinctCpd, TableCpd
from memsim.network.graph import BRNet, Node
from memsim.network.infer import Separation, conditional, posterior

COIN = TableCpd(np.array([0.5, 0.5]))
KEYS = ("x", "y")


def twins():
    """A fair coin, a copy of it, and a coin of its own."""
    return BRNet(
        [Node("user.a", 1, (), COIN, KEYS), Node("user.b", 1, ("user.a",), TableCpd(np.eye(2)), KEYS), Node("user.c", 1, (), COIN, KEYS)]
    )


@settings(max_examples=150)
@given(dags(), st.data())
def test_separation(graph, data):
    nodes = list(graph)
    a, b = data.draw(st.permutations(nodes))[:2]
    rest = [name for name in nodes if name not in {a, b}]
    given_ = data.draw(st.lists(st.sampled_from(rest), unique=True)) if rest else []
    separated = Separation(graph)
    assert separated(a, b, given_) == nx.is_d_separator(graph, {a}, {b}, set(given_))
    assert separated(a, b, given_) == separated(b, a, given_)


def test_separation_can_be_asked_again():
    graph = nx.DiGraph([("a", "c"), ("b", "c"), ("c", "d")])
    separated = Separation(graph)
    assert [separated("a", "b", given_) for given_ in ([], ["c"], ["d"], [])] == [True, False, False, True]


def test_evidence_of_probability_0():
    with pytest.raises(InputError, match="has probability 0"):
        twins().posterior("user.c", {"user.a": "x", "user.b": "y"})


def test_what_is_given_is_certain():
    assert twins().posterior("user.a", {"user.a": "y"}).tolist() == [0, 1]
    assert twins().posterior("user.a", {"user.b": 1}).tolist() == [0, 1]


def test_rows_that_contradict_the_target_are_0():
    copies = [Node(f"user.{name}", 1, ("user.a",), TableCpd(np.eye(2)), KEYS) for name in "bc"]
    found = conditional(BRNet([Node("user.a", 1, (), COIN, KEYS), *copies]), "user.a", ["user.b", "user.c"])
    assert found.tolist() == [[[1, 0], [0, 0]], [[0, 0], [0, 1]]]


@pytest.mark.parametrize("evidence", [{"user.d": "x"}, {"user.a": "z"}, {"user.a": 2}])
def test_what_is_unknown_is_refused(evidence):
    with pytest.raises(InputError, match=r"user\.[ad]"):
        twins().posterior("user.c", evidence)
    with pytest.raises(InputError, match=r"unknown node 'user\.d'; known: user\.a"):
        twins().posterior("user.d", evidence)


def test_given_roots_need_no_table(network):
    """A relation is drawn without replacement: what follows from it is exact, itself it is not."""
    ages = network.posterior("relative.age", {"user.age": "30", "relative.relation": "big_brother"})
    assert ages.sum() == pytest.approx(1)
    assert ages[: 30 - 20 + 1].sum() == 0
    with pytest.raises(InputError, match=r"exact inference needs a dense table at relative\.relation"):
        network.posterior("relative.age")


def test_a_node_without_a_table_needs_its_parents_given():
    kinds = DistinctCpd(np.array([[0.2, 0.3, 0.5], [0.6, 0.2, 0.2]]))
    child = TableCpd(np.array([[0.1, 0.9], [0.5, 0.5], [0.8, 0.2]]))
    nodes = [Node("user.s", 1, (), COIN, KEYS), Node("x.k", 2, ("user.s",), kinds, ("a", "b", "c")), Node("x.c", 2, ("x.k",), child, KEYS)]
    network = BRNet(nodes)
    assert network.posterior("x.c", {"x.k": "c", "user.s": KEYS[0]}).tolist() == pytest.approx([0.8, 0.2])
    with pytest.raises(InputError, match=r"exact inference needs a dense table at x\.k"):
        network.posterior("x.c", {"x.k": "c"})


def test_a_given_root_without_a_table_is_certain():
    network = BRNet([Node("user.k", 1, (), DistinctCpd(np.array([0.2, 0.3, 0.5])), ("x", "y", "z"))])
    assert network.posterior("user.k", {"user.k": "y"}).tolist() == [0, 1, 0]


def test_more_nodes_than_can_be_contracted():
    chain = [Node("user.n00", 1, (), COIN, KEYS)]
    chain += [Node(f"user.n{i:02d}", 1, (f"user.n{i - 1:02d}",), TableCpd(np.full((2, 2), 0.5)), KEYS) for i in range(1, 60)]
    with pytest.raises(InputError, match="60 nodes at once; at most 52"):
        BRNet(chain).posterior("user.n59")
    assert BRNet(chain).posterior("user.n40").tolist() == [0.5, 0.5]


@settings(max_examples=30)
@given(st.data())
def test_daily(network, profiles, data):
    """On the network of `daily`, each row of `conditional` that occurs is the posterior."""
    dense = [name for name, node in network.nodes.items() if node.cpd.tensor is not None and node.klass == "user" and len(node.keys) < 70]
    target, *given_ = data.draw(st.lists(st.sampled_from(dense), min_size=1, max_size=3, unique=True))
    row = data.draw(st.integers(0, 1999))
    place = tuple(int(profiles[name][0, row]) for name in given_)
    expected = posterior(network, target, dict(zip(given_, place, strict=True)))
    assert conditional(network, target, given_)[place] == pytest.approx(expected, abs=1e-9)
