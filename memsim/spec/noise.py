"""How often noise tells each attribute of each class, as `memsim scenario balance` finds it."""

from __future__ import annotations

import csv
import io
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


def tellable(file: ScenarioFile, klass: str) -> list[str]:
    """Return the attributes of a class that noise may tell: of a name, only where a role can word whom it names."""
    topic = file.topics.get(file.classes[klass].topic or "")
    if topic is None:
        return []
    return [name for name in file.nodes[klass] if file.attributes[name].told and (name != topic.name or topic.role)]


def read_noise(file: ScenarioFile, priors: Path) -> NoiseWeights:
    """Return the weights of the scenario's `noise` file; none where it names no such file.

    Raises:
        ScenarioError: The file is missing, a row stands twice, a weight is no number from 0, or none is above 0.
    """
    if file.noise is None:
        return {}
    path = priors / file.noise
    if not path.exists():
        raise ScenarioError(path, "file", "missing", "what `memsim scenario balance` writes, once `noise` is taken out of scenario.yaml")
    table = read_table(path)
    weights: dict[tuple[str, str], float] = {}
    rows = zip(table.column("class"), table.column("attribute"), table.numbers("weight", weight=True), strict=True)
    for number, (klass, attribute, weight) in enumerate(rows):
        if (klass, attribute) in weights:
            raise ScenarioError(path, table.where(number), f"{klass}, {attribute} stands twice", "each attribute of a class once")
        weights[klass, attribute] = weight
    if not any(weights.values()):
        raise ScenarioError(path, "column 'weight'", "all 0", "a weight above 0")
    return weights


def check_noise(spec: Spec) -> None:
    """Raise ScenarioError where a weight is of no class, or of no attribute of it that noise may tell."""
    file = spec.file
    for klass, attribute in spec.noise:
        path, row = spec.priors / (file.noise or ""), f"{klass},{attribute}"
        if klass not in file.classes:
            raise ScenarioError(path, f"{row}, column 'class'", repr(klass), f"one of {', '.join(file.classes)}")
        told = tellable(file, klass)
        if attribute not in told:
            expected = f"what noise may tell of a {klass}: {', '.join(told) or 'nothing'}"
            raise ScenarioError(path, f"{row}, column 'attribute'", repr(attribute), expected)


def noise_table(weights: NoiseWeights, population: str) -> str:
    """Return the content of a scenario's `noise` file."""
    out = io.StringIO()
    out.write("# source: memsim scenario balance\n# licence: same as the scenario\n")
    out.write(f"# population: {population}\n# unit: weight = share in a thousand\n")
    rows = ((klass, attribute, f"{weight:.10g}") for (klass, attribute), weight in weights.items())
    csv.writer(out, lineterminator="\n").writerows([("class", "attribute", "weight"), *rows])
    return out.getvalue()
