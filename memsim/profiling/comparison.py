"""The ways of drawing profiles, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from typing import Any, Protocol

from memsim.errors import InputError
from memsim.network.graph import BRNet, Profiles
from memsim.profiling import asked, offline
from memsim.profiling.measures import Index, Measures, measured
from memsim.report.table import NOTHING, Table, estimate, of_columns, share
from memsim.scoring.intervals import Estimate
from memsim.spec.drawn import INDICES
from memsim.spec.load import Spec


class Method(Protocol):
    """A way of drawing profiles."""

    @property
    def dropped(self) -> Mapping[str, int]:
        """By reason, how many values are missing in the last sample."""

    def sample(self, n: int, seed: int) -> Profiles:
        """Return n profiles, codes of shape (instances, n) by node."""


OFFLINE: dict[str, Callable[[Spec, BRNet], Method]] = {
    "brnet": offline.Ruled,
    "joint": offline.Remembered,
    "sequential": offline.Chained,
    "independent": offline.Apart,
}
#: Those that a model can be asked for.
ASKED: dict[str, Callable[[Spec, BRNet, asked.Writer], Method]] = {
    "joint": asked.Jointly,
    "sequential": asked.InTurn,
    "independent": asked.Blindly,
}


@dataclass(frozen=True)
class Comparison:
    """What each method gave.

    Attributes:
        scenario: Its name and version.
        seed: That profiles were drawn with.
        model: That was asked, or None.
        measures: By method.
    """

    scenario: str
    seed: int
    model: str | None
    measures: Mapping[str, Measures]

    def table(self) -> Table:
        """Return the measures as a table, a column a method."""
        reasons = list(dict.fromkeys(reason for one in self.measures.values() for reason in one.dropped))
        names = [*_LINES, "values written", *(f"dropped: {reason}" for reason in reasons)]
        columns = [
            [name, *(show(one) for show in _LINES.values()), f"{one.values:,}", *(f"{one.dropped.get(reason, 0):,}" for reason in reasons)]
            for name, one in self.measures.items()
        ]
        who = f", asked of {self.model}" if self.model else ""
        return of_columns(f"profiles of {self.scenario}, seed {self.seed}{who}", ["", *names], columns)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as JSON has it: None for what is not defined."""
        return _plain(asdict(self))


def compare(
    spec: Spec, network: BRNet, methods: Sequence[str] = tuple(OFFLINE), n: int = 3000, seed: int = 0, writer: asked.Writer | None = None
) -> Comparison:
    """Draw n profiles by each method, and measure them; see `memsim.profiling.measures`.

    Args:
        spec: The scenario.
        network: Its network.
        methods: Names of `OFFLINE`.
        n: Profiles of each.
        seed: Draws them.
        writer: A model that writes the profiles of the methods in `ASKED`.

    Raises:
        CallError: No call of the model was answered, or none will be.
        InputError: A method is unknown or named twice, there are no profiles to draw, the model cannot be called, or the scenario does not have its language.
        GenerationError: No profile that keeps the rules was found.
    """
    if n < 1:
        raise InputError(f"n is {n}; expected 1 or more profiles")
    unknown = [name for name in methods if name not in OFFLINE]
    if unknown or not methods or len(set(methods)) < len(methods):
        raise InputError(f"methods {', '.join(methods) or 'none'}; expected some of {', '.join(OFFLINE)}, each once")
    if writer:
        writer.client.check()
    if writer and writer.language not in {None, *spec.file.languages}:
        raise InputError(f"unknown language {writer.language!r}; expected {', '.join(spec.file.languages)}")
    found = {}
    for name in methods:
        method = ASKED[name](spec, network, writer) if writer and name in ASKED else OFFLINE[name](spec, network)
        profiles = method.sample(n, seed)
        if writer:
            writer.client.check_answered()
        found[name] = measured(spec, network, profiles, method.dropped)
    return Comparison(f"{spec.file.name} {spec.file.version}", seed, writer.client.model if writer else None, found)


def _counted(one: Estimate) -> str:
    return f"{estimate(one._asdict())} n={one.n:,}" if one.n else NOTHING


def _index(one: Index) -> str:
    interval = NOTHING if isnan(one.low) else f"({one.low:.3f}–{one.high:.3f})"
    return f"{one.value:.3f} {interval} of {one.attributes}" if one.attributes else NOTHING


_LINES: dict[str, Callable[[Measures], str]] = {
    "profiles, complete": lambda one: f"{one.n:,}, {one.complete:,}",
    "break no rule": lambda one: _counted(one.rational),
    "entities that break no rule": lambda one: _counted(one.rational_entities),
    "possible in the network": lambda one: _counted(one.possible),
    "mean log-probability of these": lambda one: NOTHING if isnan(one.log_prob) else f"{one.log_prob:,.1f}",
    **{name: lambda one, name=name: _index(one.diversity[name]) for name in INDICES},  # type: ignore[misc]
    "distinct profiles": lambda one: share(one.distinct),
}


def _plain(value: Any) -> Any:
    match value:
        case Estimate() | Index():
            return _plain(value._asdict())
        case dict():
            return {key: _plain(one) for key, one in value.items()}
        case float() if isnan(value):
            return None
    return value
