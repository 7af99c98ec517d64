"""Worlds that break a rule, found by trying every value: shared by the tests of the network, the planner and the check."""

from dataclasses import replace
from math import prod

import numpy as np

from memsim.network.rules import Rules, named


def only(spec, *rules):
    """Return the scenario with these rules and no other."""
    return replace(spec, file=spec.file.model_copy(update={"rules": list(rules)}))


def node_of(klass, attribute):
    """Return the node that a rule of a class means."""
    return attribute if "." in attribute else f"{klass}.{attribute}"


def breaking(spec, rule, klass):
    """Return, by node, codes of one entity of the class and of the user that break the rule."""
    nodes = [node_of(klass, attribute) for attribute in named(rule)]
    sizes = [spec.domains[node.partition(".")[2]].size for node in nodes]
    every = dict(zip(nodes, np.unravel_index(np.arange(prod(sizes)), sizes), strict=True))
    alone = only(spec, rule.model_copy(update={"classes": [klass]}))
    ((_, _, found),) = Rules(alone).broken(lambda node: every[node][None, :])
    assert found.any(), f"nothing breaks the rule {rule.name!r}"
    return {node: int(codes[found[0].argmax()]) for node, codes in every.items()}
