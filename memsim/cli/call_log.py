"""`--log`: a file that tells of calls that fail."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from memsim.errors import InputError


def log_calls(path: Path) -> Callable[[], None]:
    """Tell of calls that fail in a file, after what it holds; return what ends that.

    Raises:
        InputError: The file cannot be written, as far as that can be seen without making it.
    """
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    fits = there.is_dir() != (there == path)  # a file itself, or a folder for it
    if not (fits and os.access(there, os.W_OK)):
        raise InputError(f"log {path}: {there} is in the way; expected a file that can be written")
    handler = _Appending(path)
    logger = logging.getLogger("memsim.llm")
    logger.addHandler(handler)

    def end() -> None:
        logger.removeHandler(handler)
        handler.close()

    return end


class _Appending(logging.FileHandler):
    """Makes the file when there is something to tell. Where it cannot be written after all, that is said once: work that is paid for goes on."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._path, self._told = path, False

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            super().emit(record)
        except OSError as error:
            self._tell(error)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - of the standard library
        """Tell of a line that could not be written."""
        self._tell(sys.exception())

    def close(self) -> None:
        """Close the file."""
        try:
            super().close()
        except OSError as error:
            self._tell(error)

    def _tell(self, error: BaseException | None) -> None:
        if not self._told:
            self._told = True
            reason = error.strerror if isinstance(error, OSError) else error
            click.echo(f"Warning: log {self._path}: {reason}; not all calls that fail are told of there", err=True)
