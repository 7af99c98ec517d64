"""Writes files whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memsim.errors import InputError

#: Ends of lines to many readers, though not to JSON.
_BREAKS = {mark: f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}


def json_line(row: object, **options: Any) -> str:
    """Return a line of a JSON lines file, which is one line however lines are told apart; options are those of `json.dumps`."""
    line = json.dumps(row, ensure_ascii=False, **options)
    for mark, spelled in _BREAKS.items():  # `translate` looks at each character, and takes longer than all the rest
        line = line.replace(mark, spelled)
    return line + "\n"


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_writable(path: Path, option: str) -> None:
    """Make sure that `write_whole` can write a file, by making the temporary one and removing it: before anything is paid for that it shall hold.

    Args:
        path: The file.
        option: That names it, for the error.

    Raises:
        InputError: There is no such folder, nothing can be written in it, or the path is a folder or no name.
    """
    try:
        if not path.name or path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        try:
            _temporary(path).touch()
        finally:
            _temporary(path).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"{option} {str(path)!r}: {error.strerror}; expected the name of a file in a folder that is there and can be written"
        ) from None


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def write_whole(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    temporary = _temporary(path)
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        sync(temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_free(path: Path) -> None:
    """Make sure that `placed` can put something at a path.

    Raises:
        InputError: Something is there already, or nothing can be written there.
    """
    if path.exists() or path.is_symlink():
        raise InputError(f"{path}: is there already; nothing is overwritten: choose another place")
    check_writable(path, "output")


@contextmanager
def placed(path: Path) -> Iterator[Path]:
    """Give a place beside a path to make a file or a folder at, and move it there when all of it is on the disk; nothing stays where it fails.

    Raises:
        InputError: Something is there already, or nothing can be written there.
    """
    check_free(path)
    temporary = _temporary(path)
    try:
        yield temporary
        for made in (*temporary.rglob("*"), temporary):
            sync(made)
        temporary.rename(path)
        sync(path.parent)
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary)
        temporary.unlink(missing_ok=True)
