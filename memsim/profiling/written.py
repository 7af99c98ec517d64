"""What a way of drawing profiles decides: the attributes that it writes. All others are as the network has them, whichever way is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import networkx as nx
import numpy as np

from memsim.network.cpd import Floats, Ints, Uniforms
from memsim.network.graph import BRNet, Node, Profiles
from memsim.rng import Rng
from memsim.spec.drawn import drawn
from memsim.spec.load import Spec

MISSING = -1


def written(spec: Spec, network: BRNet) -> dict[str, list[str]]:
    """Return the nodes that are written, those of `drawn`, by class, in the topological order that is nearest to the order of the scenario's file."""
    graph = network.to_networkx()
    out: dict[str, list[str]] = {}
    for klass, attributes in drawn(spec).items():
        names = [f"{klass}.{attribute}" for attribute in spec.file.nodes[klass]]
        order = nx.lexicographical_topological_sort(graph.subgraph(names), key=names.index)
        wanted = {f"{klass}.{attribute}" for attribute in attributes}
        out[klass] = [name for name in order if name in wanted]
    return out


@dataclass(frozen=True)
class _Given:
    """Values that are there already, shape (lanes, n)."""

    codes: Ints
    tensor = None

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        return self.codes

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        return np.where((codes == self.codes).all(axis=0), 0.0, -np.inf)


def completed(network: BRNet, given: Mapping[str, Ints], rng: Rng) -> Profiles:
    """Return profiles that have the given codes, the rest drawn from the network's own distributions.

    Where a code is MISSING, so is what is drawn by it.

    Args:
        network: The network.
        given: Codes by node, shape (instances, n), MISSING where there is none.
        rng: Draws the rest, by the streams of `BRNet.draw`.
    """
    nodes = [_given(node, given[name]) if name in given else node for name, node in network.nodes.items()]
    out = BRNet(nodes).draw(rng)
    for name, node in network.nodes.items():
        sources = [given[name]] if name in given else [out[parent] for parent in node.parents]
        for source in sources:
            out[name] = np.where(source == MISSING, MISSING, out[name])
    return out


def _given(node: Node, codes: Ints) -> Node:
    return replace(node, parents=(), cpd=_Given(np.maximum(codes, 0)))  # any code will do where one is missing: it is taken out again
