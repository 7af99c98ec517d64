"""Checks a dataset from its files alone: every SQL, every promise, row by row."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from memsim.check import claims, texts, worlds
from memsim.check.proofs import LiteralProver, shape
from memsim.check.report import Fault, Report
from memsim.check.row import Row, Setting
from memsim.errors import DatasetError
from memsim.io import digest, folder, tables
from memsim.io.manifest import read_manifest, sha256_of
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
    8: texts.text,
    9: worlds.world,
    12: texts.provenance,
}
_LANGUAGES, _DETERMINISM = 11, 10
_WORTH_PROCESSES = 4  # block files; below this, starting processes costs more than it saves


class _Checker:
    """What one process keeps between files."""

    current: _Checker

    def __init__(self, root: Path) -> None:
        self.root = root
        self.spec: Spec = load_spec(root / "scenario")
        self.knowledge = folder.knowledge(root)
        self.settings: dict[str, Setting] = {}

    def setting(self, language: str) -> Setting:
        if language not in self.settings:
            if language not in self.spec.phrases:
                raise DatasetError(f"{self.root}: language {language!r}; the dataset's scenario has {', '.join(self.spec.phrases)}")
            known = self.knowledge.get(language, [])
            lookup = {(attribute, value, prop): result for attribute, value, prop, result in known}
            self.settings[language] = Setting(self.spec, language, PhraseBook(self.spec.phrases[language]), LiteralProver(known), lookup)
        return self.settings[language]

    def block(self, number: str) -> Report:
        """Check the files of one block in all languages."""
        gc.disable()  # rows make no cycles, and walking millions of them costs a third of the time
        try:
            return self._block(number)
        finally:
            gc.enable()

    def _block(self, number: str) -> Report:
        report = Report()
        signatures: dict[int, tuple[str, object]] = {}
        for name in [name for name in folder.block_files(self.root) if _number(name) == number]:
            worlds_of = folder.read_worlds(self.root, name)
            for joined, (history_id, world) in zip(folder.read_block(self.root, name), worlds_of, strict=True):
                if history_id != joined.question["history_id"]:
                    raise DatasetError(f"{self.root}/profiles/{name}: other history_ids than questions/{name}")
                row = Row(self.setting(joined.question["language"]), joined, world)
                self._row(report, row)
                index, mine = joined.gold["index"], _signature(row)
                other = signatures.setdefault(index, (name, mine))
                detail = (
                    [f"trajectory {index} differs from {other[0]} in world, facts, evidence, target or shape of SQL"]
                    if other[1] != mine
                    else []
                )
                report.add(_LANGUAGES, _faults(_LANGUAGES, row, detail))
        return report

    def _row(self, report: Report, row: Row) -> None:
        report.rows += 1
        row.setting.prover.load(row.facts, row.world if any(part["unique_sql"] for part in row.parts) else [])
        for promise, check_row in ROW_CHECKS.items():
            report.add(promise, _faults(promise, row, list(check_row(row))))


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


def _start(root: Path) -> None:
    _Checker.current = _Checker(root)


def _run(number: str) -> Report:
    return _Checker.current.block(number)


def check(path: str | Path, *, progress: Callable[[int, int], None] | None = None) -> Report:
    """Check a dataset folder; nothing but its files is used.

    Args:
        path: The folder.
        progress: Called with (blocks done, blocks).

    Raises:
        DatasetError: It is no whole dataset folder.
    """
    root = Path(path).absolute()
    manifest = read_manifest(root)
    numbers = sorted({_number(name) for name in folder.block_files(root)})
    report = _determinism(root, manifest)
    processes = min(os.cpu_count() or 1, len(numbers)) if len(folder.block_files(root)) >= _WORTH_PROCESSES else 1
    if processes == 1:
        checker = _Checker(root)
        results: Iterator[Report] = map(checker.block, numbers)
        return _collect(report, results, len(numbers), progress)
    with ProcessPoolExecutor(processes, get_context("spawn"), _start, (root,)) as pool:
        return _collect(report, pool.map(_run, numbers), len(numbers), progress)


def _collect(report: Report, results: Iterator[Report], total: int, progress: Callable[[int, int], None] | None) -> Report:
    for done, result in enumerate(results, start=1):
        report.merge(result)
        if progress:
            progress(done, total)
    return report


def _determinism(root: Path, manifest: dict[str, Any]) -> Report:
    """Promise 10: the rows' digest and the files' hashes are the manifest's, and the scenario is the one it names."""
    report = Report()
    digests = []
    for table in tables.SCHEMAS:
        for path in tables.files(root, table):
            name = table if table == "knowledge" else f"{table}/{path.stem}"
            digests.append((name, digest.table_digest(tables.read(path, table))))
    found = digest.set_digest(digests)
    detail = [] if found == manifest["digest"] else [f"the rows have digest {found}, the manifest says {manifest['digest']}"]
    report.add(_DETERMINISM, [Fault(_DETERMINISM, "manifest.json", None, None, text) for text in detail])
    for name, facts in manifest["files"].items():
        path = root / name
        broken = not path.is_file() or sha256_of(path) != facts["sha256"]
        report.add(_DETERMINISM, [Fault(_DETERMINISM, name, None, None, "is missing or not the file that was written")] if broken else [])
    spec = load_spec(root / "scenario")
    if spec.digest != manifest["scenario"]["digest"]:
        report.add(_DETERMINISM, [Fault(_DETERMINISM, "scenario", None, None, "is not the scenario that the manifest names")])
    if sum(tables.read(path, "questions").num_rows for path in tables.files(root, "questions")) != manifest["n"] * len(
        manifest["languages"]
    ):
        report.add(
            _DETERMINISM,
            [
                Fault(
                    _DETERMINISM,
                    "questions",
                    None,
                    None,
                    f"expected {manifest['n']} rows in each of {len(manifest['languages'])} languages",
                )
            ],
        )
    return report
