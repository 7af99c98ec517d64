"""A dataset under construction: a sibling folder in which each block is written whole, then moved into place in one step.

A block is done when its receipt exists; a receipt is written last. So a build that was killed at any moment can be resumed, and the place it is meant
for holds the old set, or the new one, never a half.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memsim.errors import DatasetError, InputError
from memsim.io import card, digest, manifest, tables
from memsim.io.files import sync, write_whole
from memsim.io.hub import address
from memsim.io.locking import held_beside

if TYPE_CHECKING:
    import pyarrow as pa

_SETTINGS = "settings.json"
_RECEIPTS = "receipts"


def _write(rows: pa.Table, path: Path) -> None:
    """Write a table to disk; an error names the file, which Arrow's own does not."""
    try:
        tables.write(rows, path)
        sync(path)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno) if error.errno else str(error), str(path)) from None


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
        restore(self.out)
        check_target(self.out)
        begun = self.root / _SETTINGS
        try:
            if resume and begun.is_file():
                self._compare(self.root, json.loads(begun.read_text(encoding="utf-8")))
                return
            if resume and not self.root.exists() and (self.out / manifest.NAME).is_file():
                self._compare(self.out, manifest.read_manifest(self.out)["settings"])
            self._clear()
            self.root.mkdir()
            for name in (*tables.SCHEMAS, _RECEIPTS, "scenario"):
                if name not in tables.WHOLE:
                    (self.root / name).mkdir()
            write_whole(begun, manifest.dump(self.settings))
        except OSError as error:
            raise InputError(f"{self.out}: cannot be written ({error.strerror}); choose another --out") from None

    def _clear(self) -> None:
        """Remove an unfinished build of ours; refuse a folder of that name that is not."""
        if (
            self.root.is_dir()
            and any(self.root.iterdir())
            and not any((self.root / name).exists() for name in (_SETTINGS, *tables.SCHEMAS))
        ):
            raise InputError(f"{self.root}: holds other files; it is where {self.out} would be built; move it, or choose another --out")
        if self.root.exists():
            shutil.rmtree(self.root)

    def abandon(self) -> None:
        """Remove what was begun, where nothing of it is worth keeping."""
        if not self.done():
            shutil.rmtree(self.root, ignore_errors=True)

    def _compare(self, place: Path, begun: dict[str, Any]) -> None:
        for key in sorted(set(begun) | set(self.settings)):
            if begun.get(key) != self.settings.get(key):
                found, asked = begun.get(key), self.settings.get(key)
                raise InputError(
                    f"{place}: begun with {key} {found!r}, now {asked!r}; expected the same settings, or run without --resume to start anew"
                )

    def done(self) -> set[int]:
        """Return the blocks that are finished: their receipt is there, and every file that it lists, in its size."""
        done = set()
        for path in (self.root / _RECEIPTS).glob("[0-9]*.json"):
            files = json.loads(path.read_text(encoding="utf-8"))["files"]
            if all((self.root / name).is_file() and (self.root / name).stat().st_size == facts["bytes"] for name, facts in files.items()):
                done.add(int(path.stem))
        return done

    def write_block(self, number: int, content: dict[tuple[str, str], pa.Table], facts: dict[str, Any]) -> None:
        """Write one block's tables, then its receipt."""
        ending = self.settings["format"]
        files, digests = {}, {}
        for (name, language), rows in content.items():
            path = self.root / name / f"{language}-{number:05d}.{ending}"
            temporary = path.with_name(f".{path.stem}.{os.getpid()}.{ending}")
            _write(rows, temporary)
            temporary.replace(path)
            files[f"{name}/{path.name}"] = {"bytes": path.stat().st_size, "sha256": manifest.sha256_of(path)}
            digests[f"{name}/{language}-{number:05d}"] = digest.table_digest(rows)
        write_whole(self.root / _RECEIPTS / f"{number:05d}.json", manifest.dump({**facts, "digests": digests, "files": files}))

    def finish(self, common: dict[str, pa.Table], sources: Iterable[tuple[str, bytes]], about: dict[str, Any]) -> dict[str, Any]:
        """Complete the folder with what is common to all blocks, move it into place and return its manifest."""
        receipts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((self.root / _RECEIPTS).glob("[0-9]*.json"))]
        files = {name: facts for receipt in receipts for name, facts in receipt["files"].items()}
        digests = {name: value for receipt in receipts for name, value in receipt["digests"].items()}
        written = []
        for name, rows in common.items():
            path = self.root / f"{name}.{self.settings['format']}"
            path.parent.mkdir(exist_ok=True)
            _write(rows, path)
            digests[name] = digest.table_digest(rows)
            written.append(path.relative_to(self.root).as_posix())
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
        """Put the finished folder in its place; `restore` completes a move that was cut short between the two renames."""
        (self.root / _SETTINGS).unlink()
        shutil.rmtree(self.root / _RECEIPTS)
        for stray in self.root.glob("*/.*"):
            stray.unlink()
        old = self.out.with_name(f".{self.out.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        if self.out.exists():
            self.out.replace(old)
        self.root.replace(self.out)
        sync(self.out.parent)
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold a place for this process.

    Raises:
        InputError: Another process holds it, or nothing can be written there.
    """
    with ExitStack() as until:
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            until.enter_context(held_beside(out, f"{out}: another process is writing it; wait for it, or choose another --out"))
        except OSError as error:
            raise InputError(f"{out}: cannot be written ({error.strerror}); choose another --out") from None
        yield


def place_of(out: str | Path) -> Path:
    """Return where a dataset is built that is meant for a path: a symbolic link in it is kept, but where it is one, what it leads to is replaced.

    Raises:
        InputError: It is an address of the Hub: a folder of that name could not be opened by it.
    """
    if address(out):
        raise InputError(f"{address(out)}: is an address of the Hub; expected a folder; `memsim publish` puts there what is in one")
    path = Path(os.path.abspath(out))  # noqa: PTH100 - `resolve` would follow every link
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def restore(out: Path) -> None:
    """Bring back the old set where a process died between moving it away and moving the new one in."""
    old = out.with_name(f".{out.name}.old")
    if not out.exists() and (old / manifest.NAME).is_file():
        old.replace(out)


def check_target(out: Path) -> None:
    """Refuse a place that holds anything but a dataset of ours, or nothing, and one under the feet of this process.

    Raises:
        InputError: It is a file, a folder with anything that the manifest of a dataset does not list, or the working folder, or one above that.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):  # `place_of` has followed a link that does not lead back to itself
        raise InputError(
            f"{out}: is {'a link to itself' if out.is_symlink() else 'a file'}; expected a folder that is new, empty or holds a dataset"
        )
    if out.is_dir() and _is_run_within(out):
        raise InputError(
            f"{out}: would be moved away whole, and this is run from within it; run it from elsewhere, or choose another --out"
        )
    if not out.is_dir() or not any(out.iterdir()):
        return
    expected = "expected a folder that is new, empty or holds a dataset; choose another --out"
    try:
        listed = {*manifest.read_manifest(out)["files"], manifest.NAME}
    except DatasetError:
        raise InputError(f"{out}: holds other files; {expected}") from None
    for path in sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir()):
        if path not in listed:
            raise InputError(f"{out}: holds {path}, which is no part of the dataset there; {expected}")


def _is_run_within(out: Path) -> bool:
    try:
        return Path.cwd().is_relative_to(out.resolve())
    except FileNotFoundError:  # the working folder is gone
        return False


def _add(receipts: list[dict[str, Any]], key: str) -> dict[str, Any]:
    """Add up the counts of all receipts, nested by one level at most."""
    total: dict[str, Any] = {}
    for receipt in receipts:
        for name, value in receipt[key].items():
            total[name] = Counter(total.get(name, {})) + Counter(value) if isinstance(value, dict) else total.get(name, 0) + value
    return {name: dict(value) if isinstance(value, Counter) else value for name, value in sorted(total.items())}
