"""`BRNet`: the network as a networkx DAG with one canonical order, and the door to sampling, inference and drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError, ScenarioError
from memsim.network.build import BUILDERS, Site
from memsim.network.cpd import Cpd
from memsim.rng import Rng

if TYPE_CHECKING:
    from pathlib import Path

    from memsim.spec.load import Spec

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Profiles = dict[str, Ints]


@dataclass(frozen=True)
class Node:
    """One (class, attribute): its name ``class.attribute``, instances, parents and CPD.

    Attributes:
        keys: The value names, empty where values are not listed.
    """

    name: str
    lanes: int
    parents: tuple[str, ...]
    cpd: Cpd
    keys: tuple[str, ...] = ()

    @property
    def klass(self) -> str:
        """The entity class."""
        return self.name.split(".", 1)[0]

    @property
    def is_function(self) -> bool:
        """Whether its one parent decides its value."""
        tensor = self.cpd.tensor
        return len(self.parents) == 1 and tensor is not None and bool((tensor.max(axis=-1) == 1.0).all())


class BRNet:
    """A Bayesian Relation Network (MemSim, arXiv 2409.20163, section 3).

    Args:
        nodes: In any order; the network's own order is the lexicographical topological one.

    Raises:
        InputError: A parent is unknown or the graph has a cycle.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        graph = build_graph({node.name: node.parents for node in nodes})
        by_name = {node.name: node for node in nodes}
        if len(by_name) != len(nodes):
            names = [node.name for node in nodes]
            raise InputError(f"node {next(name for name in names if names.count(name) > 1)} stands twice; expected each once")
        self.nodes: dict[str, Node] = {name: by_name[name] for name in nx.lexicographical_topological_sort(graph)}
        self._graph = graph

    def __repr__(self) -> str:
        return f"BRNet({len(self.nodes)} nodes, {self._graph.number_of_edges()} edges)"

    def to_networkx(self) -> nx.DiGraph:
        """Return a copy of the DAG; nodes are named ``class.attribute`` and carry their number of instances as ``lanes``."""
        graph = self._graph.copy()
        nx.set_node_attributes(graph, {name: node.lanes for name, node in self.nodes.items()}, "lanes")
        return graph

    def draw(self, rng: Rng) -> Profiles:
        """Return one profile a trajectory by ancestral sampling: codes of shape (instances, n) by node name."""
        values: Profiles = {}
        for name, node in self.nodes.items():
            parents = [values[parent] for parent in node.parents]

            def uniforms(purpose: str, lanes: int, name: str = name) -> Floats:
                return rng.uniform(f"world/{name}/{purpose}", lanes)

            values[name] = np.broadcast_to(node.cpd.draw(uniforms, node.lanes, parents), (node.lanes, len(rng)))
        return values

    def sample(self, n: int, seed: int = 0, evidence: Mapping[str, Any] | None = None) -> Profiles:
        """Return n profiles as codes of shape (instances, n) by node name; see `memsim.network.sample`.

        Args:
            n: How many profiles.
            seed: Same seed, same profiles; profile i does not depend on n (without evidence).
            evidence: Values (keys or codes) by node; ``relative[2].age`` names one instance, ``user.age`` a class of one.
        """
        from memsim.network.sample import sample

        return sample(self, n, seed, evidence or {})

    def log_prob(self, profiles: Profiles) -> Floats:
        """Return the natural-log probability of whole profiles, shape (n,)."""
        total: Floats = np.zeros(next(iter(profiles.values())).shape[1])
        for name, node in self.nodes.items():
            total = total + node.cpd.log_prob(profiles[name], [profiles[parent] for parent in node.parents])
        return total

    def posterior(self, node: str, evidence: Mapping[str, Any] | None = None) -> Floats:
        """Return the exact P(node | evidence) over the node's values, shape (size,).

        All nodes speak of the user and of one instance of each class. Complexity: that of variable elimination on the ancestors involved.
        """
        from memsim.network.infer import posterior

        return posterior(self, node, evidence or {})

    def plot(self, path: str | Path) -> None:
        """Draw the network to a file (.svg, .png, .pdf): classes as bands, parents left of their children. Needs ``memsim[plot]``."""
        from memsim.network.plot import plot

        plot(self, path)

    def code(self, node: str, value: object) -> int:
        """Return the code of a value given by key, or by code where no key reads like it; raise InputError for anything else."""
        if node not in self.nodes:
            raise InputError(f"unknown node {node!r}; known: {', '.join(self.nodes)}")
        keys = self.nodes[node].keys
        if str(value) in keys:
            return keys.index(str(value))
        if isinstance(value, int | np.integer) and 0 <= int(value) < (len(keys) or 1 << 62):
            return int(value)
        raise InputError(f"node {node}: {value!r} is not one of its values: {', '.join(keys[:10])}{' …' if len(keys) > 10 else ''}")


def build_graph(parents: Mapping[str, Sequence[str]]) -> nx.DiGraph:
    """Return the DAG of nodes and their parents.

    Raises:
        InputError: A parent is unknown or the graph has a cycle.
    """
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(parents)
    for name, above in parents.items():
        for parent in above:
            if parent not in graph:
                raise InputError(f"node {name}: unknown parent {parent!r}")
            graph.add_edge(parent, name)
    if not nx.is_directed_acyclic_graph(graph):
        loop = nx.find_cycle(graph)
        raise InputError(f"the parents form a cycle: {' → '.join([loop[0][0], *(edge[1] for edge in loop)])}")
    return graph


def build_network(spec: Spec) -> BRNet:
    """Return the network of a scenario.

    Raises:
        ScenarioError: A cycle, or a table that is no distribution.
    """
    declared = {
        f"{klass}.{attribute}": tuple(parent if "." in parent else f"{klass}.{parent}" for parent in node.parents)
        for klass, attributes in spec.file.nodes.items()
        for attribute, node in attributes.items()
    }
    try:
        build_graph(declared)  # before the tables: they are read by their parents
    except InputError as error:
        raise ScenarioError(spec.path, "nodes", str(error), "an acyclic graph of known parents") from None
    nodes = []
    for name, parents in declared.items():
        klass, attribute = name.split(".", 1)
        node = spec.file.nodes[klass][attribute]
        cpd = BUILDERS[node.cpd](Site(spec, klass, attribute), node)
        nodes.append(Node(name, spec.file.classes[klass].count, parents, cpd, spec.domains[attribute].keys))
    return BRNet(nodes)
