"""The formats that can be benchmarked and checked. One is one class and one entry here."""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import ClassVar, NamedTuple

from memsim.errors import DatasetError, InputError
from memsim.io import hub
from memsim.io.formats.audited import Audited
from memsim.records import History

#: (role, speaker, text) of a message that touches no question.
PoolRow = tuple[str, str, str]

#: By name, where the class is; `open_set` asks them in this order whether a path is theirs.
FORMATS = {
    "memsim": "memsim.io.formats.ours:DatasetFolder",
    "memdaily": "memsim.io.formats.memdaily:MemDaily",
    "locomo": "memsim.io.formats.locomo:LoCoMo",
    "longmemeval": "memsim.io.formats.longmemeval:LongMemEval",
    "coding-agent-life": "memsim.io.formats.coding_agent_life:CodingAgentLife",
    "membench": "memsim.io.formats.membench:MemBench",
    "convomem": "memsim.io.formats.convomem:ConvoMem",
    "personamem": "memsim.io.formats.personamem:PersonaMem",
}
#: By format, what of it no file was at hand of: it is read as its authors' papers, pages and scripts describe it.
UNSEEN = {"membench": "sets with noise", "convomem": "test cases", "personamem": "questions of v2"}
AUTO = "auto"


class Convention(NamedTuple):
    """How results on a set are told unless somebody asks for something else: as its authors and others tell them.

    Attributes:
        unit: What the set's evidence names, and what a message is.
        k: Where rankings are cut.
        measures: Those that are told first; ``{k}`` stands for the cut.
    """

    unit: str = "message"
    k: int = 5
    measures: tuple[str, ...] = ("accuracy", "recall@{k}")


class Source(ABC):
    """A set as the bench sees it, and as `memsim check` does.

    Args:
        path: The folder or file; a format raises DatasetError where it holds no set of its own.
        lenient: Open it for `audited` alone: content that cannot be measured is no error, only what has another shape.

    Attributes:
        format: The format's name in `FORMATS`.
        looked_for: What a path of this format is, as a message says it.
        convention: How results on it are told by default.
        name: The name of the folder, or of the file without its ending.
        digest: What identifies the content: the manifest's digest, or the SHA-256 over a foreign set's files.
        languages: Those that its histories may have.
        eta: Messages in all for each real one.
        told_by: Why it was taken for one of its format; empty where the format was named.
    """

    format: ClassVar[str]
    looked_for: ClassVar[str]
    convention: ClassVar[Convention] = Convention()
    digest: str
    languages: tuple[str, ...]
    eta: int = 1
    told_by: str = ""

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        self.path = path
        self._notes: dict[str, int] = {}
        named = path if path.name.strip(".") else path.resolve()
        self.name = named.name.removesuffix(".gz").removesuffix(".json").removesuffix(".csv")

    @classmethod
    @abstractmethod
    def recognises(cls, path: Path) -> bool:
        """Return whether an existing path looks like this format, by a glance; opening it tells what is wrong with it."""

    @abstractmethod
    def histories(self) -> Iterator[History]:
        """Yield every history with its questions, in the set's own order.

        Raises:
            DatasetError: A row is wrong; the message says where.
        """

    @abstractmethod
    def audited(self) -> Iterator[Audited]:
        """Yield every history as the files have it, defects of content and all.

        Raises:
            DatasetError: Rows have another shape; the message says where. Of sets of others, all of it is told at the end.
        """

    def pool(self, language: str) -> tuple[PoolRow, ...]:
        """Return the set's own messages to infuse histories with, in the order of its files; none where it has none."""
        return ()

    def untold(self) -> dict[str, int]:
        """Return what the set's files hold that no history shows, each with how much of it there is, where that is counted while they are read."""
        return {}

    def notes(self) -> dict[str, int]:
        """Return what a reader of results should know of the set's rows, each with how many; no row is left out without one."""
        return self._notes


def open_set(path: str | Path, format: str = AUTO, *, lenient: bool = False) -> Source:
    """Open a set to benchmark, or to check.

    Args:
        path: A folder or a file, or the address of a published set, such as ``hf://OWNER/NAME``.
        format: A name of `FORMATS`, or ``auto`` to tell by the content.
        lenient: Open it for `Source.audited` alone, defects of content and all.

    Raises:
        InputError: There is no such format, or the address is none.
        DatasetError: There is no such path, no format is recognised, or the set is not whole.
        HubError: The Hub was not reached, or there is no such set.
        MissingDependencyError: What speaks with the Hub is not installed.
    """
    names = [AUTO, *FORMATS]
    if format not in names:
        near = difflib.get_close_matches(format, names, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
        raise InputError(f"unknown format {format!r}; {hint}")
    address, path = hub.address(path), hub.local(path)
    there = False
    with suppress(OSError):  # a name too long for a file is no path
        there = path.exists()
    if not there:
        raise DatasetError(f"{path}: no such file or folder; expected a set: a folder or a file")
    source = (_recognised(path) if format == AUTO else _class(format))(path, lenient=lenient)
    source.told_by = source.looked_for if format == AUTO else ""
    if address is not None:
        source.name = address.name
    return source


def _class(name: str) -> type[Source]:
    module, _, attribute = FORMATS[name].partition(":")
    return getattr(import_module(module), attribute)


def _recognised(path: Path) -> type[Source]:
    kinds = [_class(name) for name in FORMATS]
    for kind in kinds:
        if kind.recognises(path):
            return kind
    looked_for = "; ".join(f"{kind.looked_for} ({kind.format})" for kind in kinds)
    raise DatasetError(
        f"{path}: no format recognised; looked for {looked_for}; where it is one of these, name its format to learn what is wrong"
    )
