"""`fetch` as the Python API gives it."""

from __future__ import annotations

import difflib
import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from memsim.errors import DatasetError, FetchError, InputError
from memsim.fetching.download import download, part_of, size_of
from memsim.fetching.registry import SETS, File, PublicSet
from memsim.fetching.server import address, connected, offline
from memsim.io.locking import take
from memsim.io.manifest import sha256_of
from memsim.redact import without_credentials

#: Is told how many bytes are there, and of how many, if that is known.
Progress = Callable[[int, int | None], None]

_SHA256 = re.compile(r"[0-9a-f]{64}")


def fetch(
    name: str,
    out: str | Path | None = None,
    *,
    accept_licence: bool = False,
    sha256: str | None = None,
    progress: Progress | None = None,
) -> Path:
    """Download a public set from its publisher, check its bytes, and return the path to open it by.

    Nothing is downloaded that is there already, and nothing overwritten. What was interrupted goes on where it stopped. A file that was placed by hand is checked
    alike. What goes wrong on the way is told to the logger ``memsim.fetching``.

    Args:
        name: One of `memsim fetch`'s list.
        out: The folder of the set; ``data/<name>`` by default.
        accept_licence: Whether the licence of the set is accepted.
        sha256: Of a set whose hash is not known to memsim, the one that you have.
        progress: Is told now and then how many bytes are there, and of how many, if that is known.

    Raises:
        InputError: There is no such set, its licence is not accepted, its bytes cannot be checked, the disk is too full, nothing can be written there, or
            another process is fetching into the folder.
        DatasetError: Another file is in the place of one.
        FetchError: A file could not be had, or is another one.
        MissingDependencyError: httpx is not installed.
    """
    chosen = known(name)
    folder = Path("data") / name if out is None else Path(out)
    try:
        if sha256 is not None:
            chosen = _with_hash(name, chosen, sha256.strip().lower())
        elif not chosen.pinned:
            raise InputError(_unpinned(name, chosen, folder))
        missing = [file for file in chosen.files if not _is_there(file, folder)]
        if missing:
            if not accept_licence:
                raise InputError(_licence(name, chosen))
            _get(name, missing, folder, progress)
    except OSError as error:
        raise InputError(
            f"{error.filename or folder}: {error.strerror or error}; nothing was overwritten, and what came so far is kept; "
            "mend that, or choose another folder with --out"
        ) from None
    return folder / chosen.opens


def known(name: str) -> PublicSet:
    """Return a set by its name.

    Raises:
        InputError: There is none.
    """
    if name in SETS:
        return SETS[name]
    near = difflib.get_close_matches(name.lower(), SETS, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(SETS)}"
    raise InputError(f"no set {name!r}; {hint}")


def _with_hash(name: str, chosen: PublicSet, sha256: str) -> PublicSet:
    """Return a set pinned by a hash of the user's."""
    if not _SHA256.fullmatch(sha256):
        raise InputError(f"--sha256 {sha256!r}; expected 64 hex digits")
    if chosen.pinned:
        raise InputError(f"{name} is pinned already; --sha256 is for a set that is not")
    if len(chosen.files) != 1:
        raise InputError(f"{name} is of many files, for which one SHA-256 cannot stand; `memsim fetch {name}` tells how to get it")
    return replace(chosen, files=(chosen.files[0]._replace(sha256=sha256),))


def _is_there(file: File, folder: Path) -> bool:
    path = folder / file.path
    if not path.exists() and not path.is_symlink():
        return False
    if not path.is_file():
        raise InputError(f"{path}: is no file; expected a file, or nothing, which is then downloaded")
    found = sha256_of(path)
    if found != file.sha256:
        raise DatasetError(
            f"{path}: is another file, of {size_of(path):,} bytes with SHA-256 {found}; expected {file.sha256}. Nothing was overwritten: "
            "move it away, or choose another folder with --out"
        )
    return True


def _get(name: str, missing: Sequence[File], folder: Path, progress: Progress | None) -> None:
    if offline():
        raise FetchError(f"{name}: HF_HUB_OFFLINE is set, so nothing is downloaded\n{_by_hand(missing, folder)}")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file; expected a folder, or nothing, for which one is made")
    with connected() as client:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            missing = [file for file in missing if not _is_there(file, folder)]  # another process may have brought it
            here = {file.path: size_of(part_of(folder / file.path)) for file in missing}
            total = None if any(file.size is None for file in missing) else sum(file.size or 0 for file in missing)
            _check_room(folder, total, sum(here.values()))
            for file in missing:

                def arrived(count: int, path: str = file.path) -> None:
                    here[path] = count
                    if progress is not None:
                        progress(sum(here.values()), total)

                try:
                    download(client, file, folder, arrived)
                except FetchError as error:
                    raise FetchError(f"{error}\n{_by_hand(missing, folder)}") from None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a folder for this process.

    Raises:
        InputError: Another process holds it.
    """
    held = os.open(folder, os.O_RDONLY)
    try:
        if not take(held):
            raise InputError(f"{folder}: another process is fetching into it; wait for it, or choose another folder with --out")
        yield
    finally:
        os.close(held)


def _check_room(folder: Path, total: int | None, here: int) -> None:
    free = shutil.disk_usage(folder).free
    if total is not None and free < total - here:
        raise InputError(f"{folder}: {free:,} bytes are free there; expected {total - here:,}; choose another folder with --out")


def _by_hand(missing: Sequence[File], folder: Path) -> str:
    """Return what to place where, so that nothing has to be downloaded here."""
    still = [file for file in missing if not (folder / file.path).exists()]
    kept = any(part_of(folder / file.path).exists() for file in still)
    lines = ["what came so far is kept: the same command goes on from there"] if kept else []
    lines.append("to do without, download elsewhere, place it as named, and run the same again, which checks it:")
    return "\n".join([*lines, *(f"  {without_credentials(address(file.url))}\n    -> {folder / file.path}" for file in still)])


def _licence(name: str, chosen: PublicSet) -> str:
    """Return the licence, and how to accept it."""
    licence = chosen.licence
    said, where = (
        (f"{name} is under {licence.name}: {licence.terms}", f"read it:   {licence.url}")
        if licence.url
        else (f"the publisher of {name} states no licence, {licence.terms}", f"publisher: {chosen.page}")
    )
    return f"{said}; nothing was downloaded\n  {where}\n  accept it: add --accept-licence, in Python accept_licence=True"


def _unpinned(name: str, chosen: PublicSet, folder: Path) -> str:
    """Return why a set is not downloaded, and what to do."""
    how = chosen.by_hand.replace("\n", "\n            ")
    lines = [
        f"{name} is not downloaded, since its bytes cannot be checked: {chosen.learned}",
        f"  the set:  {chosen.what}; {chosen.page}",
        f"  get it:   {how}",
        f"  place it: in {folder / chosen.opens}; any other place does as well",
        f"  licence:  {chosen.licence.name}, {chosen.licence.terms}",
    ]
    if len(chosen.files) == 1:
        path = folder / chosen.files[0].path
        lines.append(f"  or, with a SHA-256 that you trust: memsim fetch {name} --accept-licence --sha256 HEX")
        if path.is_file():
            lines.append(f"  {path} is there, with SHA-256 {sha256_of(path)}")
    return "\n".join(lines)
