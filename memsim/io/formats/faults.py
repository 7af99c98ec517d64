"""What is wrong with the files of a set, gathered while they are read, so that all of it is told at once."""

from __future__ import annotations

import re
from pathlib import Path

from memsim.errors import DatasetError

_SHOWN = 10  # faults that an error tells; the rest are counted
_STEP = re.compile(r"[.\[]")  # where a place goes on below what is named so far


class Faults:
    """Faults in the order in which they were found.

    Attributes:
        count: How many there are.
    """

    def __init__(self) -> None:
        self.count = 0
        self._told: list[tuple[Path | None, str]] = []
        self._places: set[tuple[Path, str, str]] = set()
        self._around: set[tuple[Path, str, str]] = set()  # what these are parts of

    def add(self, file: Path | None, told: str) -> None:
        """Gather one: where it stands in the file, what it is, and what was expected; without a file, it says which itself."""
        self.count += 1
        if self.count <= _SHOWN:
            self._told.append((file, told))

    def add_first(self, file: Path, row: str, place: str, told: str) -> None:
        """Gather one unless there is one at the same place of the row, or above it: what comes of a fault is none of its own."""
        around = _around(file, row, place)
        if self._places.isdisjoint(((file, row, place), *around)):
            self._places.add((file, row, place))
            self._around.update(around)
            self.add(file, told)

    def touches(self, file: Path, row: str, place: str) -> bool:
        """Return whether one of `add_first` stands at a place of a row, above it, or below it."""
        here = file, row, place
        return here in self._around or not self._places.isdisjoint((here, *_around(*here)))

    def move_on(self) -> None:
        """Forget where they stand: what follows is of other rows."""
        self._places.clear()
        self._around.clear()

    def add_error(self, error: DatasetError) -> None:
        """Gather why a file, or a line of one, cannot be read."""
        self.add(None, str(error))

    def extend(self, others: Faults) -> None:
        """Gather all of others too, which come after those that are here."""
        self.count += others.count
        self._told = (self._told + others._told)[:_SHOWN]

    def refuse(self) -> None:
        """Refuse the set if it has any.

        Raises:
            DatasetError: Tells the first of them, and how many there are.
        """
        if not self.count:
            return
        before = [None, *(file for file, _ in self._told)]
        parts = [told if file in (None, last) else f"{file}: {told}" for last, (file, told) in zip(before, self._told, strict=False)]
        if self.count > _SHOWN:
            parts.append(f"{self.count - _SHOWN:,} more, {self.count:,} in all")
        raise DatasetError("; and ".join(parts))


def _around(file: Path, row: str, place: str) -> list[tuple[Path, str, str]]:
    """Return the places that a place is part of, that of the whole row first."""
    return [(file, row, ""), *((file, row, place[: step.start()]) for step in _STEP.finditer(place))]
