"""Promise 10: the folder is the one that its manifest describes, file by file and row by row, and its scenario made it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from memsim.check.counts import Recount
from memsim.check.report import Fault, Report
from memsim.io import digest, tables
from memsim.io.manifest import NAME, sha256_of
from memsim.render.pool import Pool
from memsim.spec.knowledge import knowledge_rows
from memsim.spec.load import Spec

_PROMISE = 10


def identity(root: Path, manifest: dict[str, Any], spec: Spec) -> Report:
    """Return what was tested of promise 10: one test a file, and one for each thing the manifest says of all rows together."""
    report = Report()
    for name in sorted({*manifest["files"], *_files(root)}):
        detail = _file(root, name, manifest["files"].get(name))
        report.add(_PROMISE, [Fault(_PROMISE, name, None, None, detail)] if detail else [])
    for name, details in ((NAME, chain(_said(root, manifest), _rows(root, manifest))), ("scenario", _scenario(root, manifest, spec))):
        report.add(_PROMISE, [Fault(_PROMISE, name, None, None, detail) for detail in details])
    return report


def _files(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() and path != root / NAME]


def _file(root: Path, name: str, expected: dict[str, Any] | None) -> str | None:
    if expected is None:
        return "is not in the manifest"
    path = root / name
    if not path.is_file():
        return "is missing"
    return None if sha256_of(path) == expected["sha256"] else "is not the file that was written"


def _rows(root: Path, manifest: dict[str, Any]) -> Iterator[str]:
    digests, ids, indexes, recount = [], dict[str, list[str]](), dict[str, list[int]](), Recount()
    for table in tables.SCHEMAS:
        for path in tables.files(root, table):
            rows = tables.read(path, table)
            recount.take(table, rows)
            digests.append((table if table == "knowledge" else f"{table}/{path.stem}", digest.table_digest(rows)))
            if table == "gold":
                indexes.setdefault(path.stem.rpartition("-")[0], []).extend(rows["index"].to_pylist())
            for column in {"id", "history_id"} & set(rows.column_names):
                ids.setdefault(f"{column}s of {table}", []).extend(rows[column].to_pylist())
    found = digest.set_digest(digests)
    if found != manifest["digest"]:
        yield f"the rows have digest {found}, the manifest says {manifest['digest']}"
    for name, mine in sorted(ids.items()):
        if len(set(mine)) != len(mine):
            yield f"{len(mine) - len(set(mine))} {name} stand twice"
    for language in manifest["languages"]:
        numbers = indexes.get(language, [])
        if len(numbers) != manifest["n"] or numbers != list(range(len(numbers))):
            yield f"the trajectories in {language!r} are not numbered 0 to {manifest['n'] - 1}"
    yield from recount.differences(manifest["counts"])


def _said(root: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """The manifest says nothing in two ways, and names the languages that are there."""
    for name in ("n", "seed", "languages"):
        if manifest[name] != manifest["settings"][name]:
            yield f"says {name} {manifest[name]!r}, and in its settings {manifest['settings'][name]!r}"
    there = sorted({path.stem.rpartition("-")[0] for path in tables.files(root, "questions")})
    if sorted(manifest["languages"]) != there:
        yield f"says languages {', '.join(manifest['languages']) or 'none'}; the files are in {', '.join(there)}"


def _scenario(root: Path, manifest: dict[str, Any], spec: Spec) -> Iterator[str]:
    if spec.digest != manifest["scenario"]["digest"]:
        yield "is not the scenario that the manifest names"
    found = [row for path in tables.files(root, "knowledge") for row in tables.read(path, "knowledge").to_pylist()]
    rows = [(row["language"], row["attribute"], row["value"], row["property"], row["result"]) for row in found]
    known = [language for language in manifest["languages"] if language in spec.file.languages]
    if rows != [(language, *row) for language in known for row in knowledge_rows(spec, language)]:
        yield "knows other things than the table of knowledge"
    yield from _pools(root, manifest, spec)


def _pools(root: Path, manifest: dict[str, Any], spec: Spec) -> Iterator[str]:
    """The noise messages beside the set are the first of the scenario's, as many as the settings say."""
    expected = {language: count for language, count in manifest["settings"].get("pool", {}).items() if count}
    found = {path.stem: tables.read(path, "pool").to_pylist() for path in tables.files(root, "pool")}
    if set(found) != set(expected):
        yield f"the pool is there in {', '.join(found) or 'no language'}; the settings say {', '.join(expected) or 'none'}"
    for language in sorted(set(found) & set(expected) & set(spec.pools)):
        pool = Pool(spec, language)
        texts = pool.texts(min(expected[language], pool.size)).to_pylist()
        if found[language] != [{"language": language, "role": "user", "speaker": "user", "text": text} for text in texts]:
            yield f"the pool in {language!r} is not the first {expected[language]} messages of the scenario's"
