"""Reads the JSON of foreign sets and refuses what their authors' format does not have, saying where it stands."""

from __future__ import annotations

import gzip
import hashlib
import json
import reprlib
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from io import BufferedIOBase
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from memsim.errors import DatasetError

_GLANCE = 1024  # bytes that tell a format
_SHOWN = reprlib.Repr()  # a message shows enough of a wrong value to find it, and copes with any nesting
_SHOWN.maxlevel, _SHOWN.maxstring, _SHOWN.maxother = 2, 80, 80


class Text(str):
    """Kind of a text that may be blank."""

    __slots__ = ()


class Scalar:
    """Kind of a value that is no list and no object, nor what JSON does not have: NaN and infinity."""


def _is_text(value: object) -> bool:
    return _is_whole(value) and not value.isspace() and value != ""


def _is_whole(value: object) -> TypeGuard[str]:
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # JSON can spell half a character, which no file could hold
        return False
    return True


#: By type, what a value of it must be. `type` rather than `isinstance`, for JSON's true is no number.
_KINDS: dict[type, tuple[Callable[[Any], bool], str]] = {
    str: (_is_text, "a text that is not blank"),
    Text: (_is_whole, "a text"),
    Scalar: (
        lambda value: _is_whole(value) or value is None or type(value) in (int, bool) or (type(value) is float and isfinite(value)),
        "a text, a number, true, false or null",
    ),
    object: (lambda _: True, "anything"),
    bool: (lambda value: type(value) is bool, "true or false"),
    int: (lambda value: type(value) is int and value >= 0, "a whole number from 0"),
    list: (lambda value: isinstance(value, list), "a list"),
    dict: (lambda value: isinstance(value, dict), "an object"),
}


class Found(NamedTuple):
    """A value of a foreign file and where it stands: in a row, such as ``simple/roles/18``, at a key, such as ``QA.time``; both may be empty."""

    file: Path
    row: str
    key: str
    value: Any

    def refused(self, expected: str) -> DatasetError:
        """Return the error that says where the value stands, what it is and what should stand there."""
        return self._error(_SHOWN.repr(self.value), expected)

    def at(self, key: str | int, value: Any) -> Found:
        """Return a value below this one: an integer is a place in a list."""
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.key else key
        return Found(self.file, self.row, self.key + step, value)

    def under(self, name: str | int, value: Any) -> Found:
        """Return a value below this one that is a row, or holds rows."""
        return Found(self.file, f"{self.row}/{name}" if self.row else str(name), self.key, value)

    def must_be(self, kind: type) -> Any:
        """Return the value.

        Raises:
            DatasetError: It is of another kind.
        """
        holds, expected = _KINDS[kind]
        if not holds(self.value):
            raise self.refused(expected)
        return self.value

    def fields(self, kinds: Mapping[str, type], optional: Collection[str] = ()) -> dict[str, Any]:
        """Return an object's fields.

        Raises:
            DatasetError: It is no object, a key is missing or unknown, or a value is of another kind.
        """
        fields: dict[str, Any] = self.must_be(dict)
        for key in fields:
            if key not in kinds:
                raise self._error(f"unknown key {_SHOWN.repr(key)}", f"no key but {', '.join(kinds)}")
        for key, kind in kinds.items():
            if key in fields:
                self.at(key, fields[key]).must_be(kind)
            elif key not in optional:
                raise self._error(f"no key {key!r}", f"the keys {', '.join(kinds)}")
        return fields

    def known(self, kinds: Mapping[str, type], optional: Collection[str], unread: Counter[str]) -> dict[str, Any]:
        """Return an object's fields as `fields` does, but for keys that are unknown: those are left out, and counted in `unread`."""
        unread.update(key for key in self.must_be(dict) if key not in kinds)
        return self._replace(value={key: value for key, value in self.value.items() if key in kinds}).fields(kinds, optional)

    def filled(self, kind: type) -> Any:
        """Return a list or an object with something in it.

        Raises:
            DatasetError: It is empty or of another kind.
        """
        if not self.must_be(kind):
            raise self.refused(f"{_KINDS[kind][1]} that is not empty")
        return self.value

    def named(self, names: Collection[str]) -> Iterator[Found]:
        """Yield the values of an object whose keys name parts of the set, in order.

        Raises:
            DatasetError: It is no object, an empty one, or a key is none of the names.
        """
        for name, value in self.filled(dict).items():
            if name not in names:
                raise self._error(f"unknown key {_SHOWN.repr(name)}", f"one of {', '.join(names)}")
            yield self.under(name, value)

    def _error(self, found: str, expected: str) -> DatasetError:
        return DatasetError(f"{': '.join(filter(None, (str(self.file), self.row, self.key, found)))}; expected {expected}")


def glance(path: Path) -> str:
    """Return how a file's text begins.

    Raises:
        DatasetError: The file cannot be read.
    """
    return _read(path, _GLANCE).decode("utf-8", errors="ignore")


def read_json(path: Path) -> Found:
    """Return what a JSON file holds; one that ends in ``.gz`` is unpacked.

    Raises:
        DatasetError: The file cannot be read, is no JSON in UTF-8, or an object has a key twice.
    """
    return parse_json(path, read_text(path))


def parse_json(path: Path, text: str, row: str = "") -> Found:
    """Return what a text of a file holds, or of a row of it.

    Raises:
        DatasetError: It is no JSON, or an object has a key twice.
    """
    try:
        content = json.loads(text, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, error, row) from None
    return Found(path, row, "", content)


def read_text(path: Path) -> str:
    """Return a file's text; one that ends in ``.gz`` is unpacked.

    Raises:
        DatasetError: The file cannot be read, or is not in UTF-8.
    """
    try:
        return _read(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _unreadable(path, error) from None


def digest_of(*paths: Path) -> str:
    """Return the SHA-256 over the files' bytes, one file after the other, in hex.

    Raises:
        DatasetError: One cannot be read.
    """
    hasher = hashlib.sha256()
    for path in paths:
        try:
            hasher.update(path.read_bytes())
        except OSError as error:
            raise _unreadable(path, error) from None
    return hasher.hexdigest()


def _read(path: Path, size: int = -1) -> bytes:
    try:
        file: BufferedIOBase
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            return file.read(size)
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception, row: str = "") -> DatasetError:
    kind = "CSV" if path.suffix == ".csv" else "JSON"
    where = f"{path}: {row}" if row else str(path)
    return DatasetError(f"{where}: unreadable ({' '.join(str(error).split())}); expected a whole {kind} file in UTF-8")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object: plain JSON readers would drop all but the last of the values that share a key."""
    content = dict(pairs)
    if len(content) < len(pairs):
        twice = next(name for name, many in Counter(name for name, _ in pairs).items() if many > 1)
        raise ValueError(f"key {_SHOWN.repr(twice)} twice in an object")
    return content
