"""The statistics of a set: every group of figures, by language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memsim.errors import DatasetError, InputError
from memsim.io.formats.ours import DatasetFolder
from memsim.io.formats.registry import AUTO, open_set
from memsim.statistics.attributes import read_attributes
from memsim.statistics.figures import Figures, Group
from memsim.statistics.messages import Messages
from memsim.statistics.parts import parts
from memsim.statistics.profiles import Profiles
from memsim.statistics.sizes import Sizes

Progress = Callable[[int, int | None], None]
#: By name, in the order in which they are shown. One is one class and one entry here.
GROUPS: dict[str, type[Group]] = {"sizes": Sizes, "profiles": Profiles, "messages": Messages}


@dataclass(frozen=True)
class Statistics:
    """The figures of a set in one language.

    Attributes:
        groups: By name of a group, its figures.
        notes: What a reader should know of them, such as why some are missing.
    """

    groups: dict[str, Figures]
    notes: list[str]


def statistics(
    path: str | Path, format: str = AUTO, language: str | None = None, progress: Progress | None = None
) -> dict[str, Statistics]:
    """Return the statistics of a set, by language.

    Time is linear in the text; memory holds a block, a sample, and what tells different messages and n-grams apart.

    Args:
        path: A dataset folder, or a set of a format that `memsim bench` reads.
        format: The format's name, or ``auto`` to tell by the content.
        language: The only one to take; all by default.
        progress: Told how many histories are read, of an unknown number.

    Raises:
        InputError: The set does not have the language, or there is no such format.
        DatasetError: The set is wrong.
    """
    source = open_set(path, format)
    if language is not None and language not in source.languages:
        raise InputError(f"{path}: language {language!r}; expected one of {', '.join(source.languages)}")
    attributes = read_attributes(source.path) if isinstance(source, DatasetFolder) else None
    wanted = source.languages if language is None else (language,)
    found = {one: {name: group(attributes) for name, group in GROUPS.items()} for one in wanted}
    read = 0
    for part in parts(source):
        if part.language not in source.languages:
            raise DatasetError(f"{path}: a history of language {part.language!r}; expected one of {', '.join(source.languages)}")
        for group in found.get(part.language, {}).values():
            group.add(part)
        read += len(part.lengths)
        if progress is not None:
            progress(read, None)
    return {one: _statistics(groups) for one, groups in found.items()}


def _statistics(groups: dict[str, Group]) -> Statistics:
    figures = {name: group.figures() for name, group in groups.items()}
    return Statistics(figures, [note for name, group in groups.items() for note in group.notes(figures[name])])
