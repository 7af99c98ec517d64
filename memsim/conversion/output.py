"""What a format is that can be written, what is asked of it, and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be converted.

    Attributes:
        path: The set, or the run folder.
        format: A name of `memsim.io.formats.registry.FORMATS`, or ``auto``.
        languages: Those to keep; None for all.
        progress: Is told now and then how many histories, or rows of a run, are done.
    """

    path: Path
    format: str
    languages: tuple[str, ...] | None = None
    progress: Progress | None = None


class Conversion(NamedTuple):
    """What was written, and what was not.

    Attributes:
        path: The file or folder.
        format: Its format.
        counts: How many of what it holds: histories, messages, questions, or what else a format is made of.
        lost: How many of what the format does not hold, by name.
        notes: What a reader should know of the set that was converted, and of how its texts may be taken, with how many.
    """

    path: Path
    format: str
    counts: Mapping[str, int]
    lost: Mapping[str, int]
    notes: Mapping[str, int]


class Output(ABC):
    """A format that something can be written in.

    Attributes:
        format: Its name in `memsim.conversion.registry.OUTPUTS`.
        ending: Of the file that it is; empty for a folder.
    """

    format: ClassVar[str]
    ending: ClassVar[str] = ""

    @abstractmethod
    def make(self, order: Order, place: Path) -> Conversion:
        """Write the file or folder at a place where nothing is yet.

        Raises:
            InputError: What is converted is no set, or the format cannot hold it; the message says where.
        """
