"""The cases of an implicit node: the combinations of its parents' values that a world may have, each described by the conditional prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import Formatter

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError
from memsim.network.build import Site, weights_unasked
from memsim.network.graph import BRNet, build_network
from memsim.network.infer import supports
from memsim.network.rules import kept
from memsim.spec.domains import Domain
from memsim.spec.implicit import implicit_nodes
from memsim.spec.load import Spec
from memsim.spec.model import ImplicitNode

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Implicit:
    """An implicit node.

    Attributes:
        site: Where it stands.
        node: As declared.
        parents: The nodes ``class.attribute`` that it depends on.
        cases: The codes of the parents' values in each case, rising, shape (cases, parents).
    """

    site: Site
    node: ImplicitNode
    parents: tuple[str, ...]
    cases: Ints

    @property
    def name(self) -> str:
        """Its name ``class.attribute``."""
        return f"{self.site.klass}.{self.site.attribute}"

    @cached_property
    def domains(self) -> list[Domain]:
        """The domains of the parents."""
        return self.site.parents(self.node)

    @cached_property
    def numbers(self) -> list[int]:
        """The number of each case among all combinations of the parents' values."""
        sizes = [domain.size for domain in self.domains]
        return [int(np.ravel_multi_index(tuple(case), sizes)) if sizes else 0 for case in self.cases]

    @cached_property
    def table(self) -> Floats:
        """What holds as long as no model is asked, shape (combinations, values); no world may have some of the combinations."""
        return weights_unasked(self.site, self.node).reshape(-1, self.site.domain.size)

    @cached_property
    def allowed(self) -> Bools:
        """Which values keep the rules in each case, shape (cases, values + 1): the last stands for any value that is new."""
        domain = self.site.domain
        numbers = None if domain.numbers is None else np.append(domain.numbers, np.nan)
        with_new = replace(domain, size=domain.size + 1, keys=(*domain.keys, ""), numbers=numbers)
        seen = _seen(self.parents, self.domains, self.cases[:, :, None])
        seen[self.name] = with_new, np.arange(with_new.size)[None, :]
        inside = kept(self.site.spec.file.rules, self.site.klass, seen)
        return np.broadcast_to(np.asarray(inside), (len(self.cases), with_new.size))

    def description(self, case: int, language: str) -> str:
        """Return the conditional prompt of a case, the parents' values as they read."""
        said = zip(self.node.parents, self.domains, self.cases[case], strict=True)
        surface = {parent: domain.surfaces[language][code] for parent, domain, code in said}
        return "".join(
            literal + (surface[slot] if slot is not None else "") for literal, slot, *_ in Formatter().parse(self.node.prompt[language])
        )


def implicit(spec: Spec, language: str) -> list[Implicit]:
    """Return the implicit nodes of a scenario, in the order of its file.

    Raises:
        InputError: There is none, or one has no prompt in the language.
    """
    network, found = build_network(spec), list(implicit_nodes(spec))
    if not found:
        raise InputError(f"{spec.path}: no node is drawn by `llm`; expected at least one, with a `prompt` to ask a model")
    for klass, attribute, node in found:
        if language not in node.prompt:
            expected = ", ".join(node.prompt)
            raise InputError(f"{spec.path}: nodes.{klass}.{attribute}.prompt: none in {language!r}; expected a language of it: {expected}")
    graph, names = network.to_networkx(), [f"{klass}.{attribute}" for klass, attribute, _ in found]
    # To these a model may give values that no table gives them.
    unsettled = {node for name in names for node in (name, *nx.descendants(graph, name))}
    support = {node: codes for node, codes in supports(network).items() if node not in unsettled}
    return [_implicit(Site(spec, klass, attribute), node, network, support) for klass, attribute, node in found]


def _implicit(site: Site, node: ImplicitNode, network: BRNet, support: dict[str, Ints]) -> Implicit:
    """Return a node with the cases that the parents' support, where it is known, and the rules leave possible."""
    parents = network.nodes[f"{site.klass}.{site.attribute}"].parents
    pairs = zip(parents, site.parents(node), strict=True)
    grid = np.meshgrid(*(support.get(parent, np.arange(domain.size)) for parent, domain in pairs), indexing="ij")
    cases = np.stack([codes.ravel() for codes in grid], axis=-1) if parents else np.zeros((1, 0), dtype=np.int64)
    inside = kept(site.spec.file.rules, site.klass, _seen(parents, site.parents(node), cases))
    return Implicit(site, node, parents, cases[np.broadcast_to(np.asarray(inside), len(cases))])


def _seen(parents: Sequence[str], domains: Sequence[Domain], cases: Ints) -> dict[str, tuple[Domain, Ints]]:
    return {parent: (domain, cases[:, place]) for place, (parent, domain) in enumerate(zip(parents, domains, strict=True))}
