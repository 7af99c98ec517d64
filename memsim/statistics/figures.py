"""What a group of figures is."""

from __future__ import annotations

from typing import Protocol

from memsim.statistics.attributes import Attributes
from memsim.statistics.parts import Part

#: By what it is called; None where the set does not have what it takes.
Figures = dict[str, int | float | str | None]


class Group(Protocol):
    """Figures that belong together, counted over the parts of a set in one language.

    Args:
        attributes: What the scenario of the set says, None for sets of others.
    """

    def __init__(self, attributes: Attributes | None) -> None: ...

    def add(self, part: Part) -> None:
        """Count one more part."""
        ...

    def figures(self) -> Figures:
        """Return the figures over all parts, under names that do not depend on the set, but for the kinds of its questions."""
        ...

    def notes(self, figures: Figures) -> list[str]:
        """Return what a reader should know of these figures, such as why one is missing."""
        ...
