"""How often noise tells each attribute of each class, as `memsim scenario balance` finds it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from memsim.errors import ScenarioError
from memsim.spec.model import ScenarioFile
from memsim.spec.tables import read_table

if TYPE_CHECKING:
    from memsim.spec.load import Spec

#: By (class, attribute); what is not there is hardly ever told in passing.
NoiseWeights = Mapping[tuple[str, str], float]


def read_noise(file: ScenarioFile, priors: Path) -> NoiseWeights:
    """Return the weights of the scenario's `noise` file; none where it names no such file.

    Raises:
        ScenarioError: A row stands twice, a weight is no number from 0, or none is above 0.
    """
    if file.noise is None:
        return {}
    table = read_table(priors / file.noise)
    weights: dict[tuple[str, str], float] = {}
    rows = zip(table.column("class"), table.column("attribute"), table.numbers("weight", weight=True), strict=True)
    for number, (klass, attribute, weight) in enumerate(rows):
        if (klass, attribute) in weights:
            raise ScenarioError(table.path, table.where(number), f"{klass}, {attribute} stands twice", "each attribute of a class once")
        weights[klass, attribute] = weight
    if not any(weights.values()):
        raise ScenarioError(table.path, "column 'weight'", "all 0", "a weight above 0")
    return weights


def check_noise(spec: Spec) -> None:
    """Raise ScenarioError where a weight is of no class, or of no attribute of its class."""
    nodes = spec.file.nodes
    for klass, attribute in spec.noise:
        for column, name, known in (("class", klass, nodes), ("attribute", attribute, nodes.get(klass, {}))):
            if name not in known:
                path = spec.priors / (spec.file.noise or "")
                raise ScenarioError(path, f"{klass},{attribute}, column {column!r}", repr(name), f"one of {', '.join(known)}")


def noise_table(weights: NoiseWeights, population: str) -> str:
    """Return the content of a scenario's `noise` file."""
    header = (
        "source: memsim scenario balance",
        "licence: same as the scenario",
        f"population: {population}",
        "unit: weight = share in a thousand",
    )
    rows = (f"{klass},{attribute},{weight:.10g}" for (klass, attribute), weight in weights.items())
    return "\n".join([*(f"# {line}" for line in header), "class,attribute,weight", *rows, ""])
