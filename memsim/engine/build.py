"""A dataset under construction: a sibling folder in which each block is written whole, then moved into place in one step.

A block is done when its receipt exists; a receipt is written last. So a build that was killed at any moment can be resumed, and the place it is meant
for holds the old set, or the new one, never a half.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memsim.errors import InputError
from memsim.io import card, digest, manifest, tables

if TYPE_CHECKING:
    import pyarrow as pa

_SETTINGS = "settings.json"
_RECEIPTS = "receipts"


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    _sync(temporary)
    temporary.replace(path)


class Build:
    """The folder in which a dataset is built.

    Args:
        out: Where the dataset will stand.
        settings: Everything that fixes its rows; a resumed build must have the same.
    """

    def __init__(self, out: Path, settings: dict[str, Any]) -> None:
        self.out, self.settings = out, settings
        self.root = out.with_name(f".{out.name}.partial")

    def open(self, *, resume: bool) -> None:
        """Make the folder ready, keeping finished blocks when resuming.

        Raises:
            InputError: The place holds something else, cannot be written, or was begun with other settings.
        """
        check_target(self.out)
        begun = self.root / _SETTINGS
        try:
            if resume and begun.is_file():
                self._compare(json.loads(begun.read_text(encoding="utf-8")))
                return
            if self.root.exists():
                shutil.rmtree(self.root)
            self.root.mkdir(parents=True)
            for name in (*tables.SCHEMAS, _RECEIPTS, "scenario"):
                if name != "knowledge":
                    (self.root / name).mkdir()
            write_whole(begun, manifest.dump(self.settings))
        except OSError as error:
            raise InputError(f"{self.out}: cannot be written ({error.strerror}); choose another --out") from None

    def _compare(self, begun: dict[str, Any]) -> None:
        for key in sorted(set(begun) | set(self.settings)):
            if begun.get(key) != self.settings.get(key):
                found, asked = begun.get(key), self.settings.get(key)
                raise InputError(
                    f"{self.root}: begun with {key} {found!r}, now {asked!r}; expected the same settings, or run without --resume to start anew"
                )

    def done(self) -> set[int]:
        """Return the blocks that are finished."""
        return {int(path.stem) for path in (self.root / _RECEIPTS).glob("[0-9]*.json")}

    def write_block(self, number: int, content: dict[tuple[str, str], pa.Table], facts: dict[str, Any]) -> None:
        """Write one block's tables, then its receipt."""
        ending = self.settings["format"]
        files, digests = {}, {}
        for (name, language), rows in content.items():
            path = self.root / name / f"{language}-{number:05d}.{ending}"
            temporary = path.with_name(f".{path.stem}.{os.getpid()}.{ending}")
            tables.write(rows, temporary)
            _sync(temporary)
            temporary.replace(path)
            files[f"{name}/{path.name}"] = {"bytes": path.stat().st_size, "sha256": manifest.sha256_of(path)}
            digests[f"{name}/{language}-{number:05d}"] = digest.table_digest(rows)
        write_whole(self.root / _RECEIPTS / f"{number:05d}.json", manifest.dump({**facts, "digests": digests, "files": files}))

    def finish(self, knowledge: pa.Table, sources: Iterable[tuple[str, bytes]], about: dict[str, Any]) -> dict[str, Any]:
        """Complete the folder with what is common to all blocks, move it into place and return its manifest."""
        receipts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((self.root / _RECEIPTS).glob("[0-9]*.json"))]
        files = {name: facts for receipt in receipts for name, facts in receipt["files"].items()}
        digests = {name: value for receipt in receipts for name, value in receipt["digests"].items()}
        name = f"knowledge.{self.settings['format']}"
        tables.write(knowledge, self.root / name)
        digests["knowledge"] = digest.table_digest(knowledge)
        written = [name]
        for relative, text in sources:
            path = self.root / "scenario" / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            written.append(f"scenario/{relative}")
        content = {**about, "schema_version": manifest.SCHEMA_VERSION, "digest": digest.set_digest(digests.items())}
        content |= {"counts": _add(receipts, "counts"), "redraws": _add(receipts, "redraws"), "settings": self.settings}
        (self.root / "README.md").write_text(card.card(content), encoding="utf-8", newline="\n")
        for relative in [*written, "README.md"]:
            files[relative] = {"bytes": (self.root / relative).stat().st_size, "sha256": manifest.sha256_of(self.root / relative)}
        content["files"] = files
        write_whole(self.root / manifest.NAME, manifest.dump(content))
        self._move()
        return content

    def _move(self) -> None:
        shutil.rmtree(self.root / _RECEIPTS)
        (self.root / _SETTINGS).unlink()
        for stray in self.root.glob("*/.*"):
            stray.unlink()
        old = self.out.with_name(f".{self.out.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if self.out.exists():
            self.out.replace(old)
        self.root.replace(self.out)
        _sync(self.out.parent)
        shutil.rmtree(old, ignore_errors=True)


def check_target(out: Path) -> None:
    """Refuse a place that holds anything but a dataset of ours, or nothing.

    Raises:
        InputError: It is a file, or a folder with other content.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; expected a folder that is new, empty or holds a dataset")
    if out.is_dir() and any(out.iterdir()) and not (out / manifest.NAME).is_file():
        raise InputError(f"{out}: holds other files; expected a folder that is new, empty or holds a dataset; choose another --out")


def _add(receipts: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Add up the counts of all receipts, nested by one level at most."""
    total: dict[str, Any] = {}
    for receipt in receipts:
        for name, value in receipt[key].items():
            total[name] = Counter(total.get(name, {})) + Counter(value) if isinstance(value, dict) else total.get(name, 0) + value
    return {name: dict(value) if isinstance(value, Counter) else value for name, value in sorted(total.items())}
