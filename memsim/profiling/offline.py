"""Ways of drawing profiles that need no model: the network with its rules, and three that know less of what they were told.

The three stand for the ways in which MemSim (arXiv 2409.20163) has a model write profiles. They are told of the same people, a reference drawn from the
network with its rules; what differs is how much of it they keep: some whole people, each attribute with the one before it, or each by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from memsim.errors import GenerationError
from memsim.network.cpd import Floats, Ints, TableCpd
from memsim.network.graph import BRNet, Node, Profiles
from memsim.network.rules import Rules
from memsim.profiling.written import written
from memsim.rng import Rng
from memsim.spec.load import Spec

ATTEMPTS = 200  # as generation has it
REFERENCE = 20_000  # people that tables are estimated from
_APART = 1 << 40  # the number of the first reference profile: no sample is so large that it holds one


class Ruled:
    """The network with the scenario's rules, as generation draws worlds: a profile that breaks one is drawn again, whole.

    Args:
        spec: The scenario.
        network: Its network.
    """

    def __init__(self, spec: Spec, network: BRNet) -> None:
        self.dropped: Counter[str] = Counter()
        self._network, self._rules = network, Rules(spec)

    def sample(self, n: int, seed: int) -> Profiles:
        """Return n profiles, codes of shape (instances, n) by node.

        Raises:
            GenerationError: A profile broke a rule in each of 200 attempts.
        """
        return self.drawn(seed, np.arange(n))

    def drawn(self, seed: int, index: Ints) -> Profiles:
        """Return the profiles with these numbers, and raise what `sample` raises."""
        out = {name: np.zeros((node.lanes, len(index)), dtype=np.int64) for name, node in self._network.nodes.items()}
        pending = np.arange(len(index))
        for attempt in range(ATTEMPTS):
            found = self._network.draw(Rng(seed, index[pending], attempt))
            broken = np.zeros(len(pending), dtype=bool)
            for _rule, _klass, where in self._rules.broken(found.__getitem__):
                broken |= where.any(axis=0)
            for name, codes in found.items():
                out[name][:, pending[~broken]] = codes[:, ~broken]
            pending = pending[broken]
            if not len(pending):
                return out
        raise GenerationError(f"{len(pending)} of {len(index)} profiles broke a rule in each of {ATTEMPTS} attempts")


class Remembered:
    """Whole people, with replacement, from a few known by heart (the paper's JointPL): each is right, and comes again and again.

    Args:
        spec: The scenario.
        network: Its network.
        people: How many are known.
    """

    def __init__(self, spec: Spec, network: BRNet, people: int = 100) -> None:
        self.dropped: Counter[str] = Counter()
        self._ruled, self._people = Ruled(spec, network), people

    def sample(self, n: int, seed: int) -> Profiles:
        """Return n profiles, codes of shape (instances, n) by node."""
        known = self._ruled.drawn(seed, _APART + np.arange(self._people))
        chosen = Rng(seed, np.arange(n)).below("profiling/remembered", self._people)
        return {name: codes[:, chosen] for name, codes in known.items()}


class _Relearned:
    """A network whose written nodes have other parents, and as tables the shares in the reference, over all instances of a class.

    Args:
        spec: The scenario.
        network: Its network.
        parents: Of each written node: none, or one of the same class. All other nodes stay as they are.
        people: The size of the reference.
    """

    def __init__(self, spec: Spec, network: BRNet, parents: Mapping[str, tuple[str, ...]], people: int) -> None:
        self.dropped: Counter[str] = Counter()
        self._network, self._ruled, self._parents, self._people = network, Ruled(spec, network), parents, people

    def sample(self, n: int, seed: int) -> Profiles:
        """Return n profiles, codes of shape (instances, n) by node."""
        return self.estimated(seed).draw(Rng(seed, np.arange(n)))

    def estimated(self, seed: int) -> BRNet:
        """Return the network that is drawn from."""
        reference = self._ruled.drawn(seed, _APART + np.arange(self._people))
        return BRNet([self._learned(node, reference) if name in self._parents else node for name, node in self._network.nodes.items()])

    def _learned(self, node: Node, reference: Profiles) -> Node:
        parents, size = self._parents[node.name], len(node.keys)
        counts = np.bincount(reference[node.name].ravel(), minlength=size).astype(np.float64)
        for parent in parents:
            counts = _joint(reference[parent], reference[node.name], len(self._network.nodes[parent].keys), counts)
        return replace(node, parents=parents, cpd=TableCpd(counts / counts.sum(axis=-1, keepdims=True)))


class Chained(_Relearned):
    """A Markov chain through the attributes of an entity (SeqPL), in the order of `written`: each given the one before it, the first by itself."""

    def __init__(self, spec: Spec, network: BRNet, people: int = REFERENCE) -> None:
        chains = written(spec, network).values()
        parents: dict[str, tuple[str, ...]] = {chain[0]: () for chain in chains}
        super().__init__(spec, network, parents | {name: (before,) for chain in chains for before, name in pairwise(chain)}, people)


class Apart(_Relearned):
    """Each attribute by itself (IndePL): right one by one, and put together blindly."""

    def __init__(self, spec: Spec, network: BRNet, people: int = REFERENCE) -> None:
        super().__init__(spec, network, {name: () for of_class in written(spec, network).values() for name in of_class}, people)


def _joint(parent: Ints, child: Ints, rows: int, alone: Floats) -> Floats:
    """Return how often each pair of codes comes up, shape (rows, values); a row that never does has what holds `alone`."""
    pairs = np.bincount((parent * len(alone) + child).ravel(), minlength=rows * len(alone)).reshape(rows, -1).astype(np.float64)
    return np.where(pairs.any(axis=1, keepdims=True), pairs, alone)
