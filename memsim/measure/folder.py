"""A run folder: `manifest.json`, `questions.jsonl` (what was asked, with its truth) and `samples.jsonl` (one row a question, memory, level and epoch)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from memsim.errors import DatasetError, InputError
from memsim.io.files import json_line, write_whole
from memsim.io.locking import take
from memsim.io.manifest import NAME as MANIFEST
from memsim.io.manifest import dump, parsed
from memsim.measure.settings import PROTOCOL_VERSION
from memsim.records import Answer, Item, Question, Truth

QUESTIONS, SAMPLES, RESULTS, REPORT = "questions.jsonl", "samples.jsonl", "results.json", "report.md"
_FREE = ("environment",)  # keys of the manifest in which a resumed run may differ
_OF_EVERY_SAMPLE = {"set": str, "question": str, "memory": str, "eta": int, "epoch": int, "messages": int, "timing": str, "times": dict}
_OF_EVERY_QUESTION = {
    **dict.fromkeys(("set", "id", "history_id", "language", "question_type", "topic", "question", "question_time"), str),
    "noisy": bool,
    "choices": list,
    "truth": dict,
}
_Row = TypeVar("_Row")


class Key(NamedTuple):
    """What a sample is the result of."""

    set: str
    question: str
    memory: str
    eta: int
    epoch: int


def key_of(row: Mapping[str, Any]) -> Key:
    """Return what a row of samples is the result of."""
    return Key(row["set"], row["question"], row["memory"], row["eta"], row["epoch"])


def start(root: Path, manifest: Mapping[str, Any], *, resume: bool) -> None:
    """Make a run folder, or open one to go on with.

    Raises:
        InputError: The folder holds something else, another run, or a run that was not to be resumed.
    """
    path = root / MANIFEST
    if path.is_file():
        _same(path, manifest)
        if not resume:
            raise InputError(f"{root}: holds this run already; go on with it by --resume, or name another folder with --out")
        return
    cut_short = [*root.glob(f".{MANIFEST}.*")] if root.is_dir() else []  # killed while the manifest was written
    for one in cut_short:
        one.unlink()
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        what = "not empty, and no run" if root.is_dir() else "a file"
        raise InputError(f"{root}: {what}; name another folder with --out")
    root.mkdir(parents=True, exist_ok=True)
    write_whole(path, dump(dict(manifest)))


def _same(path: Path, manifest: Mapping[str, Any]) -> None:
    found = read_manifest(path.parent)
    for key in sorted(found.keys() | manifest.keys()):
        if key not in _FREE and found.get(key) != manifest.get(key):
            raise InputError(
                f"{path}: another run: {_first_difference(key, found.get(key), manifest.get(key))}; name another folder with --out"
            )


def _first_difference(key: str, found: Any, wanted: Any) -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        name = next(name for name in sorted(found.keys() | wanted.keys()) if found.get(name) != wanted.get(name))
        return _first_difference(f"{key}.{name}", found.get(name), wanted.get(name))
    return f"{key} is {json.dumps(found, ensure_ascii=False)} there and {json.dumps(wanted, ensure_ascii=False)} here"


def read_manifest(root: Path, *, any_protocol: bool = False) -> dict[str, Any]:
    """Return the manifest of a run.

    Args:
        root: The run folder.
        any_protocol: Whether it may be of another protocol, to score its rows again.

    Raises:
        DatasetError: There is none, or it is damaged or of another protocol.
    """
    path, content = root / MANIFEST, parsed(root, "a run folder", "memsim bench")
    if not isinstance(content, dict) or "protocol_version" not in content:
        raise DatasetError(f"{path}: no protocol_version; expected the manifest of a run, as written by `memsim bench`")
    if content["protocol_version"] != PROTOCOL_VERSION and not any_protocol:
        raise DatasetError(
            f"{path}: protocol_version {content['protocol_version']!r}; this memsim measures by {PROTOCOL_VERSION}, and runs of two protocols "
            "cannot be compared: run the benchmark again"
        )
    return content


def write_questions(root: Path, asked: Iterable[tuple[str, Item]]) -> None:
    """Write what is asked, with its truth, in the order of the run."""
    lines = (_line({"set": name, **asdict(item.question), "truth": asdict(item.truth)}) for name, item in asked)
    write_whole(root / QUESTIONS, "".join(lines))


def read_questions(root: Path) -> dict[tuple[str, str], Item]:
    """Return what was asked by (set, id of the question), in the order of the run."""
    return dict(_read(root / QUESTIONS, _asked))


def _asked(row: dict[str, Any]) -> tuple[tuple[str, str], Item]:
    _check(row, _OF_EVERY_QUESTION)
    truth, name = row.pop("truth"), row.pop("set")
    question = Question(**{**row, "choices": tuple(row["choices"])})
    answers = tuple(Answer(*one) for one in truth["answers"])
    facts = tuple((mid, subject, value) for mid, subject, value in truth["facts"])
    sessions = tuple(map(tuple, truth.get("sessions", ())))  # runs of before evidence counted by session have none
    evidence, axes = tuple(truth["evidence"]), tuple(truth["axes"])
    return (name, question.id), Item(question, Truth(evidence, truth["target"], answers, axes, facts, truth["cluster"], sessions))


class Samples:
    """The rows of a run, added a batch at a time; a row that was cut off when a run was killed is dropped when it goes on.

    Raises:
        InputError: Another process adds rows to them.
    """

    def __init__(self, root: Path) -> None:
        self._path = root / SAMPLES
        self._file = self._path.open("ab+")
        if not take(self._file.fileno()):
            self._file.close()
            raise InputError(f"{root}: another process is measuring into it; wait for it, or name another folder with --out")
        self._file.seek(0)
        self._file.truncate(_whole_lines(self._file.read()))

    def done(self) -> set[Key]:
        """Return what there are rows of."""
        return set(map(key_of, _read(self._path, _sample)))

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows; they are on the disk when this returns."""
        self._file.writelines(_line(row).encode() for row in rows)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others add."""
        self._file.close()


def _whole_lines(content: bytes) -> int:
    return content.rfind(b"\n") + 1


def read_samples(root: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a run in the order in which they were written."""
    return _read(root / SAMPLES, _sample)


def _sample(row: dict[str, Any]) -> dict[str, Any]:
    _check(row, _OF_EVERY_SAMPLE)
    return row


def _check(row: dict[str, Any], kinds: Mapping[str, type]) -> None:
    for key, kind in kinds.items():
        if type(row[key]) is not kind:
            raise TypeError(f"{key} is {row[key]!r}")


def _line(row: Mapping[str, Any]) -> str:
    return json_line(row, separators=(",", ":"))


def _read(path: Path, made: Callable[[dict[str, Any]], _Row]) -> Iterator[_Row]:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                try:
                    row = made(json.loads(line))
                except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
                    why = f"no key {error}" if isinstance(error, KeyError) else str(error)
                    raise DatasetError(f"{path}: line {number}: unreadable ({why}); expected a row as written by `memsim bench`") from None
                yield row
    except FileNotFoundError:
        raise DatasetError(f"{path}: no such file; expected a run folder as written by `memsim bench`") from None
