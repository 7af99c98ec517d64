"""Replies kept in a file of SQLite, so that nothing is asked, or paid for, twice."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from memsim.errors import InputError
from memsim.llm.completion import Completion
from memsim.records import Usage

_MARKS = ("application_id", "user_version")  # where SQLite keeps whose file it is, and the version of what is in it
_OURS = (0x6D656D73, 1)
_BUSY, _AGAIN, _TRIES = 60.0, 0.01, 500  # seconds that one process waits for another, and what it does where SQLite does not wait
_TABLE = (
    "CREATE TABLE replies (key BLOB PRIMARY KEY, text TEXT NOT NULL, finish_reason TEXT NOT NULL, "
    "calls INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, cost REAL) WITHOUT ROWID"
)


def default_path() -> Path:
    """Return where replies are kept by default."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memsim" / "replies.sqlite"


def key_of(asked: Sequence[object]) -> bytes:
    """Return the key of all that a call depends on: its SHA-256. The order of a schema's fields counts, as it does for the model."""
    return hashlib.sha256(json.dumps(asked).encode()).digest()


class ReplyCache:
    """Replies by key. The first of a key stays, and is what everybody gets; it outlives the process from the moment that `put` returns.

    Any number of processes may use a file at a time; a process that forks opens its own. Whatever needs the file raises InputError where it cannot be
    used, or is something else.

    Args:
        path: The file; made where there is none, when it is first needed.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._opened: sqlite3.Connection | None = None

    def open(self) -> None:
        """Open the file now: what is wrong with it is known before anything is done."""
        if self._opened is None:
            self._opened = self._connected()

    def get(self, key: bytes) -> Completion | None:
        """Return the reply of a key, or None."""
        with self._telling():
            row = self._database.execute(
                "SELECT text, finish_reason, calls, prompt_tokens, completion_tokens, cost FROM replies WHERE key = ?", (key,)
            ).fetchone()
        return None if row is None else Completion(row[0], Usage(*row[2:]), row[1], cached=True)

    def put(self, key: bytes, said: Completion) -> Completion:
        """Keep a reply, and return the one that is kept: another process may have been first."""
        with self._telling():
            added = self._database.execute(
                "INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?)", (key, said.text, said.finish_reason, *said.usage)
            )
        return said if added.rowcount else self.get(key) or said

    def close(self) -> None:
        """Close the file."""
        if self._opened is not None:
            self._opened.close()

    @property
    def _database(self) -> sqlite3.Connection:
        self.open()
        assert self._opened is not None  # noqa: S101 - `open` has seen to it
        return self._opened

    def _connected(self) -> sqlite3.Connection:
        with self._telling():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
        try:
            with self._telling():
                self._prepare(database)
        except InputError:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Make the table in a new file; keep out of what is not ours."""
        if not _is_ours(database):
            database.execute("BEGIN IMMEDIATE")  # one process at a time
            if not _is_ours(database):
                self._make(database)
            database.execute("COMMIT")
        for _ in range(_TRIES):
            if _writes_ahead(database):
                break
            sleep(_AGAIN)
        else:
            raise self._fault("another process does not let go of it")
        database.execute("PRAGMA synchronous = NORMAL")  # enough for the process to be killed at any time

    def _make(self, database: sqlite3.Connection) -> None:
        if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise self._fault("made by another program, or another version of memsim")
        database.execute(_TABLE)
        for name, value in zip(_MARKS, _OURS, strict=True):
            database.execute(f"PRAGMA {name} = {value}")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell of what goes wrong as of wrong input."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise self._fault(error) from None

    def _fault(self, found: object) -> InputError:
        return InputError(f"cache {self.path}: {found}; expected a file that memsim made or may make: remove it, or name another")


def _is_ours(database: sqlite3.Connection) -> bool:
    return tuple(database.execute(f"PRAGMA {name}").fetchone()[0] for name in _MARKS) == _OURS


def _writes_ahead(database: sqlite3.Connection) -> bool:
    """Have readers and a writer not wait for each other, from now on; False while another process is just making that so."""
    try:
        database.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
