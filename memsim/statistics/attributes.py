"""What a set's own scenario says of its attributes, as far as statistics need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memsim.errors import DatasetError
from memsim.spec.drawn import drawn, indices
from memsim.spec.load import Spec, load_spec

_ORDER = "rank"  # the unit of what is ordered and still has names, such as degrees


@dataclass(frozen=True)
class Attributes:
    """The attributes of a scenario.

    Attributes:
        indices: By Shannon–Wiener index, the nodes that it is over, ``class.attribute``; see `memsim.spec.drawn`.
        possible: How many values the scenario lists for the attribute of each of these nodes.
        naming: The attributes whose values name something: words from a file, names of entities and references to them, and no quantities.
        own: The classes of the user, who speaks.
    """

    indices: Mapping[str, list[str]]
    possible: Mapping[str, int]
    naming: tuple[str, ...]
    own: frozenset[str]


def read_attributes(root: Path) -> Attributes:
    """Return what the scenario in a dataset folder says.

    Raises:
        ScenarioError: A file of it is wrong.
        DatasetError: There is none.
    """
    folder = root / "scenario"
    if not (folder / "scenario.yaml").is_file():
        raise DatasetError(f"{folder}: no scenario.yaml; expected a whole dataset as written by `memsim generate`")
    spec = load_spec(folder)
    return Attributes(
        indices=indices(spec),
        possible={f"{klass}.{name}": spec.domains[name].size for klass, names in drawn(spec).items() for name in names},
        naming=_naming(spec),
        own=frozenset(name for name, klass in spec.file.classes.items() if klass.own),
    )


def _naming(spec: Spec) -> tuple[str, ...]:
    names = {topic.name for topic in spec.file.topics.values()}
    words = {name for name, domain in spec.domains.items() if domain.kind == "file" and spec.file.attributes[name].unit in (None, _ORDER)}
    references = {name for name, domain in spec.domains.items() if domain.kind == "entity"}
    return tuple(name for name in spec.domains if name in names | words | references)
