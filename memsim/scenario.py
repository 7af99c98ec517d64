"""`Scenario`: a scenario with its network, as the Python API gives it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from memsim.network.graph import BRNet, build_network
from memsim.spec.load import Spec, load_spec

if TYPE_CHECKING:
    from memsim.llm.client import Client
    from memsim.network.elicit.drawing import Elicited
    from memsim.profiling.comparison import Comparison


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

    def elicit(
        self, client: Client, out: str | Path, *, language: str | None = None, seed: int = 0, concurrency: int = 32
    ) -> list[Elicited]:
        """Ask a model for the values of the nodes drawn by `llm`, and write a scenario in which they are tables; see `memsim.network.elicit`.

        Args:
            client: The model.
            out: The folder of the new scenario; there is none, or it is empty.
            language: To ask in; the scenario's first by default.
            seed: Draws the seeds of the calls, and the order in which values are listed.
            concurrency: How many calls are made at a time.

        Returns:
            What came of each node.

        Raises:
            BudgetError: The budget does not allow the next call; nothing is written.
            CallError: No call of the model was answered, or none will be; nothing is written.
            InputError: No node is drawn by `llm`, the model cannot be called, or the folder holds something.
        """
        from memsim.network.elicit.elicitation import elicit

        return elicit(self.spec, client, Path(out), language=language, seed=seed, concurrency=concurrency)

    def compare_profiles(
        self,
        methods: Sequence[str] = ("brnet", "joint", "sequential", "independent"),
        n: int = 3000,
        seed: int = 0,
        *,
        client: Client | None = None,
        language: str | None = None,
        concurrency: int = 32,
    ) -> Comparison:
        """Compare the network with other ways of drawing profiles; see `memsim.profiling`.

        Args:
            methods: Any of these four.
            n: Profiles of each.
            seed: Draws them.
            client: A model that writes the profiles of all methods but `brnet`; without one, they are drawn from what the network knows.
            language: To ask it in; the scenario's first by default.
            concurrency: How many calls are made at a time.

        Raises:
            BudgetError: The budget does not allow the next call.
            GenerationError: No profile that keeps the rules was found.
            InputError: A method or the language is unknown, or n is below 1.
            CallError: No call of the model was answered, or none will be.
        """
        from memsim.profiling.asked import Writer
        from memsim.profiling.comparison import compare

        writer = None if client is None else Writer(client, language, concurrency)
        return compare(self.spec, self.network, methods, n, seed, writer)


def load_scenario(name: str | Path) -> Scenario:
    """Return a scenario by name, or by the path of its folder.

    Raises:
        InputError: There is no such scenario.
        ScenarioError: One of its files is wrong; the message names file, key, value and what was expected.
    """
    return Scenario(load_spec(name))
