"""Holds a file or a folder for one process; whichever way the process ends, what it held is free again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memsim.errors import InputError


def take(handle: int) -> bool:
    """Take what a handle has open until it is closed, and say whether that was possible; where there are no such locks, nothing is held and it was.

    Args:
        handle: Of a file or a folder.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some file systems know none, some none for folders
        pass
    return True


@contextmanager
def held_beside(path: Path, taken: str) -> Iterator[None]:
    """Hold a place at which nothing may stand yet, by a file beside it that goes away.

    Args:
        path: The place; the file is ``.NAME.lock``.
        taken: What to tell if another process holds it.

    Raises:
        InputError: Another process holds it.
        OSError: The file cannot be made.
    """
    lock = path.with_name(f".{path.name}.lock")
    with lock.open("a") as file:
        # Who held it last removes the file: what was opened before that, and taken after, would keep nobody away.
        if not take(file.fileno()) or not _stands(lock, file.fileno()):
            raise InputError(taken)
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _stands(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
