"""`TrajectorySet`: a dataset folder as a sequence of trajectories."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import pyarrow as pa

from memsim.errors import InputError, MissingDependencyError
from memsim.io import folder, tables
from memsim.io.flat import flat
from memsim.io.hub import local
from memsim.io.manifest import read_manifest
from memsim.records import Gold, GoldMessage, Hint, Message, Part, Question, Trajectory

if TYPE_CHECKING:
    import datasets
    import pandas as pd

    from memsim.check.report import Report
    from memsim.conversion.output import Conversion
    from memsim.publishing.publish import Published


class TrajectorySet(Sequence[Trajectory]):
    """A dataset: language by language, each in the order of the trajectories' index.

    Args:
        path: The dataset folder, or ``hf://OWNER/NAME[@REVISION]`` for one on the Hugging Face Hub, which is brought here first.

    Raises:
        DatasetError: It is no whole dataset folder.
        HubError: The Hub was not reached, or there is no such set.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = local(path)
        self.manifest: dict[str, Any] = read_manifest(self.path)
        self._files = folder.block_files(self.path)
        self._block: tuple[str, list[folder.Joined]] = ("", [])

    def __repr__(self) -> str:
        scenario = self.manifest["scenario"]
        return f"TrajectorySet({scenario['name']} {scenario['version']}, {len(self)} trajectories, languages {', '.join(self.manifest['languages'])})"

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(tables.read(self.path / "questions" / name, "questions").num_rows for name in self._files))

    def __len__(self) -> int:
        return self._ends[-1]

    @overload
    def __getitem__(self, index: int) -> Trajectory: ...
    @overload
    def __getitem__(self, index: slice) -> list[Trajectory]: ...
    def __getitem__(self, index: int | slice) -> Trajectory | list[Trajectory]:
        """Return one trajectory, all tables joined, or a list of them."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        block = bisect_right(self._ends, place)
        name = self._files[block]
        if self._block[0] != name:
            self._block = (name, folder.join(folder.open_block(self.path, name), name))
        return trajectory(self._block[1][place - (self._ends[block - 1] if block else 0)])

    def __iter__(self) -> Iterator[Trajectory]:
        return map(trajectory, folder.read_rows(self.path))

    def check(self) -> Report:
        """Prove every answer again from the files, and test every promise."""
        from memsim.check.run import check

        return check(self.path)

    def convert(self, out: str | Path, to: str, *, language: str | Sequence[str] | None = None) -> Conversion:
        """Write it in a format that the harnesses of others read, and return what was written and what was lost: see `memsim.convert`."""
        from memsim.conversion.convert import convert

        return convert(self.path, out, to, format="memsim", language=language)

    def to_pandas(self) -> pd.DataFrame:
        """Return the flat view, one row a question: ids, language, type, topic, messages, question, choices, target, answer, evidence.

        Raises:
            MissingDependencyError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError("to_pandas()", "pandas") from None
        return pd.DataFrame(row for view in self._views() for row in view.to_pylist())

    def to_hf(self, language: str | None = None) -> datasets.Dataset:
        """Return the flat view as a `datasets.Dataset`, the same rows that the Hub has in the configuration of each language; it is held in memory.

        Args:
            language: One of the set's; all by default, one after the other.

        Raises:
            InputError: The set has no such language.
            MissingDependencyError: datasets is not installed.
        """
        try:
            from datasets import Dataset, Split
        except ImportError:
            raise MissingDependencyError("to_hf()", "hub") from None
        if language is not None and language not in self.manifest["languages"]:
            raise InputError(f"{self.path}: language {language!r}; expected one of {', '.join(self.manifest['languages'])}")
        return Dataset(pa.concat_tables(self._views(language)), split=Split.TEST)

    def push_to_hub(self, repo: str, **options: Any) -> Published:
        """Publish it on the Hugging Face Hub, private unless `public`: see `memsim.publish`, which takes the same options."""
        from memsim.publishing.publish import publish

        return publish(self.path, repo, **options)

    def _views(self, language: str | None = None) -> Iterator[pa.Table]:
        for name in folder.files_of(self._files, language):
            yield flat(folder.open_block(self.path, name, folder.JOINED))


def load(path: str | Path) -> TrajectorySet:
    """Return the dataset in a folder, or at ``hf://OWNER/NAME[@REVISION]``.

    Raises:
        DatasetError: It is no whole dataset folder.
        HubError: The Hub was not reached, or there is no such set.
    """
    return TrajectorySet(path)


def trajectory(row: folder.Joined) -> Trajectory:
    """Return one trajectory's rows as records."""
    messages = tuple(Message(**message) for message in row.history["messages"])
    question = Question(**{**row.question, "choices": tuple(row.question["choices"])})
    parts = tuple(_part(part) for part in row.gold["parts"])
    gold_messages = tuple(
        GoldMessage(m["mid"], m["kind"], m["axis"], tuple(Hint(**hint) for hint in m["hints"])) for m in row.gold["messages"]
    )
    plain = {name: row.gold[name] for name in ("id", "history_id", "index", "target", "answer")}
    return Trajectory(messages, question, Gold(**plain, evidence=tuple(row.gold["evidence"]), parts=parts, messages=gold_messages))


def _part(row: dict[str, Any]) -> Part:
    renamed = {**row, "class_": row["class"], "unique_sql": tuple(row["unique_sql"]), "evidence": tuple(row["evidence"])}
    del renamed["class"]
    return Part(**renamed)
