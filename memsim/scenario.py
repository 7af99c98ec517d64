"""`Scenario`: a scenario with its network, as the Python API gives it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from memsim.network.graph import BRNet, build_network
from memsim.spec.load import Spec, load_spec


class Scenario:
    """A scenario, read and checked.

    Args:
        spec: The files as read.
    """

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def __repr__(self) -> str:
        return f"Scenario({self.name!r} {self.spec.file.version}, {len(self.spec.file.classes)} classes, languages {', '.join(self.languages)})"

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self.spec.file.name

    @property
    def languages(self) -> list[str]:
        """The languages that it has surfaces and phrases in."""
        return list(self.spec.file.languages)

    @cached_property
    def network(self) -> BRNet:
        """The Bayesian Relation Network; built on first use."""
        return build_network(self.spec)


def load_scenario(name: str | Path) -> Scenario:
    """Return a scenario by name, or by the path of its folder.

    Raises:
        InputError: There is no such scenario.
        ScenarioError: One of its files is wrong; the message names file, key, value and what was expected.
    """
    return Scenario(load_spec(name))
