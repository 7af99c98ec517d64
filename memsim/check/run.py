"""Checks a dataset from its files alone: every SQL, every promise, row by row."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from memsim.check import bookkeeping, claims, texts, wording, worlds
from memsim.check.identity import identity
from memsim.check.proofs import LiteralProver, shape
from memsim.check.report import PROMISES, Fault, Report
from memsim.check.row import Row, Setting
from memsim.errors import DatasetError, ProcessError
from memsim.io import folder, tables
from memsim.io.manifest import read_manifest, rewriting
from memsim.render.phrases import PhraseBook
from memsim.spec.load import Spec, load_spec

Check = Callable[[Row], Iterator[str]]
#: By promise, what tests it on one row.
ROW_CHECKS: dict[int, Check] = {
    1: claims.answer,
    2: claims.unique,
    3: claims.evidence,
    4: claims.choices,
    5: texts.order,
    6: texts.leaks,
    7: texts.calendar,
    8: wording.text,
    9: worlds.world,
    12: bookkeeping.provenance,
}
_IDENTITY, _LANGUAGES = 10, 11
_PART = 500  # rows of a block that are read and checked at once
_WORTH_PROCESSES = 4  # pieces of work; below this, starting processes costs more than it saves
Part = tuple[str, int, int]


class _Checker:
    """What one process keeps between files."""

    current: _Checker

    def __init__(self, root: Path, promises: tuple[int, ...]) -> None:
        self.root, self.promises = root, promises
        self.row_checks = {promise: check_row for promise, check_row in ROW_CHECKS.items() if promise in promises}
        manifest = read_manifest(root)
        self.rewriting = rewriting(manifest)
        self.several = len(manifest["languages"]) > 1  # else there is no other language to be like
        if not (root / "scenario" / "scenario.yaml").is_file():
            raise DatasetError(f"{root}/scenario: no scenario.yaml; expected the copy of the scenario that `memsim generate` makes")
        self.spec: Spec = load_spec(root / "scenario")
        self.knowledge = folder.knowledge(root)
        self.settings: dict[str, Setting] = {}
        self.blocks: dict[str, folder.Block] = {}

    def setting(self, language: str) -> Setting:
        if language not in self.settings:
            if language not in self.spec.phrases:
                raise DatasetError(f"{self.root}: language {language!r}; the dataset's scenario has {', '.join(self.spec.phrases)}")
            known = self.knowledge.get(language, [])
            lookup = {(attribute, value, prop): result for attribute, value, prop, result in known}
            book, prover = PhraseBook(self.spec.phrases[language]), LiteralProver(known)
            self.settings[language] = Setting(self.spec, language, book, prover, lookup, self.rewriting)
        return self.settings[language]

    def part(self, part: Part) -> Report:
        """Check some rows of one block in all languages."""
        gc.disable()  # rows make no cycles, and walking millions of them costs a third of the time
        try:
            return self._part(*part)
        finally:
            gc.enable()

    def _part(self, number: str, start: int, stop: int) -> Report:
        report = Report()
        signatures: dict[int, tuple[str, object]] = {}
        for name in [name for name in folder.block_files(self.root) if _number(name) == number]:
            block = self._open(name)
            first = _first_index(block)
            for joined, world in zip(folder.join(block, name, start, stop), folder.worlds(block, start, stop), strict=True):
                row = Row(self.setting(joined.question["language"]), joined, world, first + joined.row)
                self._row(report, row)
                if self.several and _LANGUAGES in self.promises:
                    mine = _signature(row)
                    file, other = signatures.setdefault(row.index, (name, mine))  # by place: a row of a false index accuses no other
                    detail = f"trajectory {row.index} differs from {file} in world, facts, evidence, target or shape of SQL"
                    report.add(_LANGUAGES, _faults(_LANGUAGES, row, [detail] if other != mine else []))
        return report

    def _open(self, name: str) -> folder.Block:
        if name not in self.blocks:
            if self.blocks and _number(next(iter(self.blocks))) != _number(name):
                self.blocks = {}  # the work goes block by block: what was read of another is not needed again
            self.blocks[name] = folder.open_block(self.root, name)
        return self.blocks[name]

    def _row(self, report: Report, row: Row) -> None:
        report.rows += 1
        row.setting.prover.load(row.facts, row.world if any(part["unique_sql"] for part in row.parts) else [])
        for promise, check_row in self.row_checks.items():
            report.add(promise, _faults(promise, row, list(check_row(row))))


def _first_index(block: folder.Block) -> int:
    """Return the index of a block's first trajectory, as most of its rows have it."""
    index = block["gold"]["index"].to_numpy()
    return int(np.median(index - np.arange(len(index)))) if len(index) else 0


def _faults(promise: int, row: Row, details: list[str]) -> list[Fault]:
    return [Fault(promise, row.file, row.number, row.question["id"], detail) for detail in details]


def _number(name: str) -> str:
    return name.rpartition("-")[2]


def _signature(row: Row) -> object:
    """Return what a trajectory must share with itself in other languages."""
    told = [(m["mid"], m["kind"], m["axis"], m["hints"][0]["entity"], m["hints"][0]["attribute"]) for m in row.told if m["hints"]]
    parts = [(p["class"], p["attribute"], p["question_type"], tuple(p["evidence"]), shape(p["sql"])[0]) for p in row.parts]
    times = [message["time"] for message in row.messages]
    numbers = tuple((fact[0], fact[2], fact[4]) for fact in row.world if fact[4] is not None)
    return told, parts, times, row.gold["target"], row.gold["evidence"], row.question["question_time"], numbers


def _start(root: Path, promises: tuple[int, ...]) -> None:
    _Checker.current = _Checker(root, promises)


def _run(part: Part) -> Report:
    return _Checker.current.part(part)


def _parts(root: Path) -> list[Part]:
    """Cut a dataset into pieces of work: some rows of one block, in all its languages."""
    lengths: dict[str, int] = {}
    for name in folder.block_files(root):
        lengths[_number(name)] = max(lengths.get(_number(name), 0), tables.read(root / "questions" / name, "questions").num_rows)
    return [(number, start, min(start + _PART, length)) for number, length in sorted(lengths.items()) for start in range(0, length, _PART)]


def check(path: str | Path, *, promises: tuple[int, ...] = tuple(PROMISES), progress: Callable[[int, int], None] | None = None) -> Report:
    """Check a dataset folder; nothing but its files is used.

    Args:
        path: The folder.
        promises: The numbers of those to test.
        progress: Called with (pieces of work done, pieces).

    Raises:
        DatasetError: It is no whole dataset folder.
        ProcessError: A process ended too soon.
    """
    root = Path(path).absolute()
    manifest = read_manifest(root)
    checker = _Checker(root, promises)
    report = Report(promises)
    if _IDENTITY in promises:
        report.merge(identity(root, manifest, checker.spec))
    parts = _parts(root)
    processes = min(os.cpu_count() or 1, len(parts)) if len(parts) >= _WORTH_PROCESSES else 1
    if processes == 1:
        results: Iterator[Report] = map(checker.part, parts)
        return _collect(report, results, len(parts), progress)
    with ProcessPoolExecutor(processes, get_context("spawn"), _start, (root, promises)) as pool:
        try:
            return _collect(report, pool.map(_run, parts), len(parts), progress)
        except BrokenProcessPool:
            raise ProcessError("a process that checks") from None


def _collect(report: Report, results: Iterator[Report], total: int, progress: Callable[[int, int], None] | None) -> Report:
    for done, result in enumerate(results, start=1):
        report.merge(result)
        if progress:
            progress(done, total)
    return report
