"""Exact inference by variable elimination (Koller & Friedman 2009, ch. 9): factors contracted with `numpy.einsum`.

Nodes speak of the user and of one instance of each class; nodes without bearing on the question (barren nodes) are pruned first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError
from memsim.network.cpd import DistinctCpd

if TYPE_CHECKING:
    from memsim.network.graph import BRNet

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_LABELS = 52  # einsum knows this many axis labels


def _factor(network: BRNet, name: str, given: frozenset[str]) -> Floats | None:
    """Return the node's tensor; None for a node that is given with all its parents, whose own weight cancels."""
    tensor = network.nodes[name].cpd.tensor
    if tensor is not None:
        return tensor
    if given.issuperset((name, *network.nodes[name].parents)):
        return None
    raise InputError(f"exact inference needs a dense table at {name}; give it as evidence or ask about its parents")


def _contract(factors: Sequence[tuple[Floats, tuple[str, ...]]], out: Sequence[str]) -> Floats:
    """Sum the product of the factors over every name that is not in `out`."""
    labels = {name: label for label, name in enumerate(dict.fromkeys([name for _, names in factors for name in names]))}
    if len(labels) > _LABELS:
        raise InputError(f"exact inference over {len(labels)} nodes at once; at most {_LABELS} are supported")
    operands: list[Any] = []
    for tensor, names in factors:
        operands += [tensor, [labels[name] for name in names]]
    return np.einsum(*operands, [labels[name] for name in out], optimize="greedy")


def supports(network: BRNet) -> dict[str, Ints]:
    """Return the codes of each node that some profile can have, as far as each node's parents tell."""
    out: dict[str, Ints] = {}
    for name, node in network.nodes.items():
        weights = node.cpd.weights if isinstance(node.cpd, DistinctCpd) else node.cpd.tensor
        if weights is None or weights.ndim != len(node.parents) + 1:
            out[name] = np.arange(len(node.keys))
        else:
            rows = weights[np.ix_(*(out[parent] for parent in node.parents), np.arange(weights.shape[-1]))]
            out[name] = np.flatnonzero(rows.reshape(-1, weights.shape[-1]).any(axis=0))
    return out


def conditional(network: BRNet, target: str, given: Sequence[str], support: Mapping[str, Ints] | None = None) -> Floats:
    """Return P(target | given) as an array of shape (given sizes…, target size); rows that the target shows to be impossible are 0.

    Args:
        network: The network.
        target: A node.
        given: Nodes.
        support: By node, the codes that can be had; other codes of given nodes are left out of the array.
    """
    fixed, known = frozenset(given), support or {}

    def kept(name: str) -> Ints:
        return known[name] if name in known and name != target else np.arange(len(network.nodes[name].keys))

    graph = network.to_networkx()
    involved = {name for node in (target, *given) for name in (node, *nx.ancestors(graph, node))}
    relevant = _connected(graph.subgraph(involved), target, fixed)
    factors = []
    for name in network.nodes:
        family = (*network.nodes[name].parents, name)
        if name in involved and any(member in relevant for member in family):
            tensor = _factor(network, name, fixed)
            if tensor is not None:
                factors.append((tensor[np.ix_(*(kept(member) for member in family))], family))
    there = {name for _, names in factors for name in names}
    factors += [(np.ones(len(kept(name))), (name,)) for name in given if name not in there]
    joint = _contract(factors, [*given, target])
    total = joint.sum(axis=-1, keepdims=True)
    return np.divide(joint, total, out=np.zeros_like(joint), where=total > 0)


def _connected(graph: nx.DiGraph, target: str, given: frozenset[str]) -> set[str]:
    """Return the free nodes that reach the target in the moral graph without passing a given node."""
    moral = nx.moral_graph(graph)
    moral.remove_nodes_from(given - {target})
    return set(nx.node_connected_component(moral, target))


def posterior(network: BRNet, node: str, evidence: Mapping[str, Any]) -> Floats:
    """Return P(node | evidence), shape (size,).

    Raises:
        InputError: An unknown node or value, or evidence of probability 0.
    """
    if node not in network.nodes:
        raise InputError(f"unknown node {node!r}; known: {', '.join(network.nodes)}")
    fixed = {name: network.code(name, value) for name, value in evidence.items()}
    graph = network.to_networkx()
    involved = {name for start in (node, *fixed) for name in (start, *nx.ancestors(graph, start))}
    factors = []
    for name in network.nodes:
        if name in involved:
            tensor = _factor(network, name, frozenset(fixed))
            if tensor is not None:
                family = (*network.nodes[name].parents, name)
                index = tuple(fixed.get(member, slice(None)) if member != node else slice(None) for member in family)
                factors.append((tensor[index], tuple(m for m in family if m == node or m not in fixed)))
    if node not in {member for _, members in factors for member in members}:
        factors.append((np.ones(len(network.nodes[node].keys)), (node,)))
    joint = _contract(factors, [node])
    if node in fixed:
        joint = joint * (np.arange(len(joint)) == fixed[node])
    if joint.sum() <= 0:
        raise InputError(f"the evidence {dict(evidence)} has probability 0")
    return joint / joint.sum()


class Separation:
    """d-separation on one graph, by reachability in the moral graph of the ancestors (Lauritzen et al. 1990); built once, asked often."""

    def __init__(self, graph: nx.DiGraph) -> None:
        self._parents = {node: tuple(graph.predecessors(node)) for node in graph}
        self._above = {node: nx.ancestors(graph, node) | {node} for node in graph}

    def __call__(self, a: str, b: str, given: Sequence[str]) -> bool:
        """Return whether a and b are d-separated by the given nodes, which contain neither; O(edges)."""
        involved = set().union(*(self._above[node] for node in (a, b, *given)))
        near: dict[str, set[str]] = {node: set() for node in involved}
        for node in involved:
            family = (*self._parents[node], node)
            for member in family:
                near[member].update(family)
        seen, frontier = {a, *given}, [a]
        while frontier:
            for neighbour in near[frontier.pop()]:
                if neighbour == b:
                    return False
                if neighbour not in seen:
                    seen.add(neighbour)
                    frontier.append(neighbour)
        return True
