"""What a question reveals about a value: each look-up against the exact posterior given everything that was revealed, nothing pruned."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import distributions

from memsim.causal.odds import CELLS, Odds, UnfairError
from memsim.network.cpd import DistinctCpd, TableCpd
from memsim.network.graph import BRNet, Node
from memsim.network.infer import Separation

WORLDS = 4


@pytest.fixture(scope="module")
def registered(catalog):
    """(class, attribute, extra, alone) of every table that patterns look values up in."""
    return sorted((key for key, row in catalog.odds._rows.items() if row >= 0), key=str)


@pytest.fixture(scope="module")
def worlds(layout, profiles):
    """A few worlds as codes."""
    return layout.matrix({name: codes[:, :WORLDS] for name, codes in profiles.items()})


def revealed_nodes(catalog, klass, attribute, extra, *, alone):
    """Return all that a look-up is to be conditioned on, before anything is left out."""
    graph, target = catalog.network.to_networkx(), f"{klass}.{attribute}"
    above = nx.ancestors(graph, target)
    tied = [
        n for n in above if n.startswith("user.") and any(not c.startswith("user.") for c in graph.successors(n) if c in above | {target})
    ]
    own = [*catalog.odds.revealed(klass), *([f"{klass}.{extra}"] if extra else [])]
    if alone or extra:
        own += [n for n in above if n.startswith(f"{klass}.") and isinstance(catalog.network.nodes[n].cpd, DistinctCpd)]
    return [n for n in dict.fromkeys([*own, *sorted(tied)]) if n != target]


def evidence_of(catalog, nodes, entity, codes):
    """Return what one world says of these nodes, for one holder."""
    layout, domains = catalog.layout, catalog.spec.domains
    parts = {name: domains[name.partition(".")[2]].parts for name in nodes}  # a text made of parts says what they say
    nodes = [one for name in nodes for one in ([f"{name.partition('.')[0]}.{part}" for part in parts[name]] or [name])]
    owner = {name: layout.first["user"] if name.startswith("user.") else entity for name in nodes}
    found = {name: int(codes[layout.slot[owner[name], layout.column[name.partition(".")[2]]]]) for name in nodes}
    return {name: catalog.network.nodes[name].keys[code] if catalog.network.nodes[name].keys else code for name, code in found.items()}


def test_each_look_up_is_the_posterior_given_all_that_is_revealed(catalog, registered, worlds):
    """d-separation and functions of a node leave out only what says nothing more."""
    assert len(registered) > 20
    for klass, attribute, extra, alone in registered:
        table, size = catalog.odds._rows[klass, attribute, extra, alone], catalog.spec.domains[attribute].size
        nodes = revealed_nodes(catalog, klass, attribute, extra, alone=alone)
        entity = catalog.layout.first[klass] + np.arange(WORLDS) % catalog.spec.file.classes[klass].count
        values = np.broadcast_to(np.arange(size)[:, None], (size, WORLDS))
        found = catalog.odds.lookup(np.full(WORLDS, table), entity[None, :], values, worlds)[0]
        for world in range(WORLDS if extra is None else 1):
            evidence = evidence_of(catalog, nodes, entity[world], worlds[:, world])
            expected = catalog.network.posterior(f"{klass}.{attribute}", evidence)
            assert found[:, world] == pytest.approx(expected, abs=1e-9), (klass, attribute, extra)


def test_where_holders_are_drawn_alike_what_is_revealed_says_nothing(catalog, worlds):
    """Those without a table: the posterior is the same for each holder of a world, even given the roles and kinds that lie above what is revealed."""
    graph, network = catalog.network.to_networkx(), catalog.network
    alike = sorted((key for key, row in catalog.odds._rows.items() if row < 0), key=str)
    compared = 0
    for klass, attribute, extra, alone in alike:
        nodes = revealed_nodes(catalog, klass, attribute, extra, alone=alone)
        first, count = catalog.layout.first[klass], catalog.spec.file.classes[klass].count
        nodes = [name for name in nodes if name.startswith(f"{klass}.")]
        if not nodes or network.nodes[f"{klass}.{attribute}"].cpd.tensor is None:  # alike by their kind
            continue
        above = set().union(*(nx.ancestors(graph, name) for name in nodes))
        kinds = [name for name in (*nodes, *above) if isinstance(network.nodes[name].cpd, DistinctCpd)]
        nodes = sorted({*nodes, *kinds, *(parent for name in kinds for parent in network.nodes[name].parents)})
        compared += 1
        found = [
            network.posterior(f"{klass}.{attribute}", evidence_of(catalog, nodes, first + lane, worlds[:, 0])) for lane in range(count)
        ]
        assert all(one == pytest.approx(found[0], abs=1e-9) for one in found[1:]), (klass, attribute, extra)
    assert compared > 10


def test_leaving_out_what_is_a_function_changes_no_probability(catalog, registered, worlds, monkeypatch):
    """The same look-ups in tables that condition on the node itself, not on what matters of it."""
    monkeypatch.setattr(Odds, "_smaller", lambda _self, _target, given: given)
    plain, kept = Odds(catalog.spec, catalog.network, catalog.layout), []
    for key in registered:
        klass, attribute, extra, alone = key
        try:
            plain.row(klass, attribute, extra, alone=alone)
        except UnfairError:
            continue
        kept.append(key)
    plain.freeze()
    smaller = [key for key in kept if catalog.odds.context(*key[:3], alone=key[3]) != plain.context(*key[:3], alone=key[3])]
    assert smaller
    for key in kept:
        klass, attribute = key[:2]
        size = catalog.spec.domains[attribute].size
        entity = (catalog.layout.first[klass] + np.arange(4))[:, None] * np.ones(WORLDS, dtype=np.int64)
        values = np.broadcast_to(np.arange(size)[:, None], (size, WORLDS))
        one, other = (odds.lookup(np.full(WORLDS, odds._rows[key]), entity, values, worlds) for odds in (catalog.odds, plain))
        assert one == pytest.approx(other, abs=1e-9), key


def test_what_is_left_out_makes_tables_smaller(catalog, registered):
    """No table is larger than the one it stands for; all are small enough to hold."""
    domains, support = catalog.spec.domains, catalog.odds._support
    sizes = {
        name: float(len(support[name])) if len(support.get(name, ())) else domains[name.partition(".")[2]].size
        for name in catalog.network.nodes
    }
    for klass, attribute, extra, alone in registered:
        given = catalog.odds.context(klass, attribute, extra, alone=alone).given
        nodes = revealed_nodes(catalog, klass, attribute, extra, alone=alone)
        cells = np.prod([sizes[name] for name in given]) * sizes[f"{klass}.{attribute}"]
        assert cells <= min(CELLS, np.prod([sizes[name] for name in nodes]) * sizes[f"{klass}.{attribute}"])


def test_rows_of_a_table_sum_to_1(catalog, registered, worlds):
    for klass, attribute, extra, alone in registered:
        table, size = catalog.odds._rows[klass, attribute, extra, alone], catalog.spec.domains[attribute].size
        entity = np.full((1, WORLDS), catalog.layout.first[klass])
        starts = catalog.odds.starts(np.full(WORLDS, table), entity, worlds)
        assert catalog.odds.full(starts, size).sum(axis=0) == pytest.approx(1.0)


def test_sums_over_a_run_of_values(catalog, registered, worlds):
    """`between` adds up what `full` gives; only tables for counts are summed beforehand."""
    for klass, attribute, extra, alone in registered:
        if alone:
            table, size = catalog.odds._rows[klass, attribute, extra, alone], catalog.spec.domains[attribute].size
            starts = catalog.odds.starts(np.full(WORLDS, table), np.full((1, WORLDS), catalog.layout.first[klass]), worlds)
            every = catalog.odds.full(starts, size)
            for low, high in ((0, size), (0, 0), (size // 3, size // 2), (size - 1, size)):
                found = catalog.odds.between(starts, np.full(WORLDS, low), np.full(WORLDS, high))
                assert found == pytest.approx(every[low:high].sum(axis=0), abs=1e-9)


def test_the_users_own_values_are_weighed_by_what_ties_them_to_others(catalog, worlds):
    """The user's table is the posterior given the user's other values that both depend on; the others' are conditioned on the user's own value too."""
    network, layout = catalog.network, catalog.layout
    mine = {
        (p.klass, p.attribute): (catalog.odds_row[at], catalog.odds_own[at])
        for at, p in enumerate(catalog.patterns)
        if p.own and not p.rivals
    }
    assert {row >= 0 for row, _ in mine.values()} == {True, False}
    for (klass, attribute), (row, own) in mine.items():
        assert (row >= 0) == (own >= 0)
        if row < 0:
            continue
        size = catalog.spec.domains[attribute].size
        nodes = [n for n in revealed_nodes(catalog, klass, attribute, None, alone=True) if n.startswith("user.")]
        owners = [name for name in nodes if name != f"user.{attribute}"]
        entity = np.full((1, 1), layout.first[klass] + 2)
        values = np.arange(size)[:, None]
        user = catalog.odds.lookup(np.array([own]), np.full((1, 1), layout.first["user"]), values, worlds[:, :1])[0, :, 0]
        evidence = evidence_of(catalog, owners, layout.first["user"], worlds[:, 0])
        assert user == pytest.approx(network.posterior(f"user.{attribute}", evidence), abs=1e-9)
        if f"user.{attribute}" in nodes:
            supposed = worlds[:, :1].copy()
            found = []
            for value in np.flatnonzero(user)[[0, -1]]:  # what the user cannot have has no row
                supposed[layout.slot[layout.first["user"], layout.column[attribute]]] = value
                found.append(catalog.odds.lookup(np.array([row]), entity, values, supposed)[0, :, 0])
            assert np.abs(found[0] - found[1]).max() > 1e-6


def test_values_that_are_not_listed_rival_each_other_where_their_parts_are_drawn_alike(catalog):
    """The user's name depends on a sex that is drawn as a colleague's is: no table is needed, or it is not asked."""
    for place, pattern in enumerate(catalog.patterns):
        if pattern.own and not pattern.rivals and not catalog.spec.domains[pattern.attribute].listed:
            assert catalog.odds_row[place] == catalog.odds_own[place] == -1
            for part in catalog.spec.domains[pattern.attribute].parts:
                one, other = (catalog.network.posterior(f"{owner}.{part}", {}) for owner in ("user", pattern.klass))
                assert one == pytest.approx(other)


@settings(max_examples=60)
@given(st.data(), st.integers(1, 4), st.integers(2, 4))
def test_a_function_is_what_one_parent_decides(data, parents, values):
    certain = data.draw(st.booleans())
    rows = [np.eye(values)[data.draw(st.integers(0, values - 1))] if certain else data.draw(distributions(values)) for _ in range(parents)]
    node = Node("a.b", 1, ("a.c",), TableCpd(np.array(rows)))
    assert node.is_function == all((row == 1).any() for row in rows)


def test_two_parents_no_parent_and_no_table_are_no_function():
    assert not Node("a.b", 1, ("a.c", "a.d"), TableCpd(np.ones((2, 2, 1)))).is_function
    assert not Node("a.b", 1, (), TableCpd(np.ones(1))).is_function
    assert not Node("a.b", 1, ("a.c",), DistinctCpd(np.array([0.5, 0.5]))).is_function
    assert Node("a.b", 1, ("a.c",), TableCpd(np.eye(3)[[2, 0, 0, 1]])).is_function


KEYS = ("x", "y", "z")


def chain_of(function, after):
    """Return a network kin -> generation -> age and kin -> sex -> hand, in which age may see the kin too."""
    age = TableCpd(np.array([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8]]) if after == ("a.generation",) else np.full((3, 2, 3), 1 / 3))
    return BRNet([
        Node("a.kin", 1, (), TableCpd(np.array([0.2, 0.3, 0.5])), KEYS),
        Node("a.generation", 1, ("a.kin",), TableCpd(np.array(function)), KEYS[:2]),
        Node("a.age", 1, after, age, KEYS),
    ])  # fmt: skip


@pytest.mark.parametrize(("function", "after", "expected"), [
    ([[1, 0], [1, 0], [0, 1]], ("a.generation",), ["a.generation"]),
    ([[1, 0], [0.5, 0.5], [0, 1]], ("a.generation",), ["a.kin"]),
    ([[1, 0], [1, 0], [0, 1]], ("a.kin", "a.generation"), ["a.kin"]),
])  # fmt: skip
def test_a_node_is_left_out_only_for_a_function_of_it_through_which_all_goes(function, after, expected):
    network = chain_of(function, after)
    odds = Odds.__new__(Odds)
    odds._network, odds._graph = network, network.to_networkx()
    odds._separated = Separation(odds._graph)
    assert odds._smaller("a.age", ["a.kin"]) == expected
