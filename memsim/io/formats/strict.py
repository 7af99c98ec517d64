"""Reads the JSON of foreign sets and refuses what their authors' format does not have, saying where it stands."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import reprlib
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from io import BufferedIOBase
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from memsim.errors import DatasetError
from memsim.io.formats.aside import Aside
from memsim.io.formats.faults import Faults

#: Of the names of JSON files.
ENDINGS = (".json", ".json.gz")
_GLANCE = 1024  # bytes that tell a format
_CHINESE = re.compile(r"[\u4e00-\u9fff]|\\u[4-9][0-9a-f]{3}")
_SHOWN = reprlib.Repr()  # a message shows enough of a wrong value to find it, and copes with any nesting
_SHOWN.maxlevel, _SHOWN.maxstring, _SHOWN.maxother = 2, 80, 80


class Text(str):
    """Kind of a text that may be blank."""

    __slots__ = ()


class Scalar:
    """Kind of a value that is no list and no object, nor what JSON does not have: NaN and infinity."""


class Untold:
    """Kind of a value of any kind that the description of a set has, and that no history tells."""


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


class _Kind(NamedTuple):
    """What a value must be, and what stands for one that is wrong, so that what comes after it can be looked at."""

    holds: Callable[[Any], bool]
    expected: str
    instead: Callable[[], Any]


#: By type. `type` rather than `isinstance`, for JSON's true is no number.
_KINDS: dict[type, _Kind] = {
    str: _Kind(_is_text, "a text that is not blank", str),
    Text: _Kind(_is_whole, "a text", str),
    Scalar: _Kind(
        lambda value: _is_whole(value) or value is None or type(value) in (int, bool) or (type(value) is float and isfinite(value)),
        "a text, a number, true, false or null",
        lambda: None,
    ),
    object: _Kind(lambda _: True, "anything", lambda: None),
    Untold: _Kind(lambda _: True, "anything", lambda: None),
    bool: _Kind(lambda value: type(value) is bool, "true or false", bool),
    int: _Kind(lambda value: type(value) is int and value >= 0, "a whole number from 0", lambda: -1),
    list: _Kind(lambda value: isinstance(value, list), "a list", list),
    dict: _Kind(lambda value: isinstance(value, dict), "an object", dict),
}


class Found(NamedTuple):
    """A value of a foreign file and where it stands: in a row, such as ``simple/roles/18``, at a key, such as ``QA.time``; both may be empty.

    What is wrong with it, or with what is below it, is gathered in `faults`, and an empty value of the right kind stands for it, so that the rest
    of its row is looked at too. Without `faults`, the first that is wrong is refused at once.
    """

    file: Path
    row: str
    key: str
    value: Any
    faults: Faults | None = None

    def refused(self, expected: str) -> DatasetError:
        """Return the error that says where the value stands, what it is and what should stand there."""
        return DatasetError(f"{self.file}: {self.told(expected)}")

    def told(self, expected: str) -> str:
        """Return where in its file the value stands, what it is and what should stand there."""
        return self._told(_SHOWN.repr(self.value), expected)

    def wrong(self, expected: str) -> None:
        """Gather the value as a fault: something else should stand there.

        Raises:
            DatasetError: Faults are not gathered.
        """
        self._gather(self.key, _SHOWN.repr(self.value), expected)

    def at(self, key: str | int, value: Any) -> Found:
        """Return a value below this one: an integer is a place in a list."""
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.key else key
        return Found(self.file, self.row, self.key + step, value, self.faults)

    def under(self, name: str | int, value: Any) -> Found:
        """Return a value below this one that is a row, or holds rows."""
        return Found(self.file, f"{self.row}/{name}" if self.row else str(name), self.key, value, self.faults)

    def must_be(self, kind: type) -> Any:
        """Return the value; one of another kind is a fault."""
        asked = _KINDS[kind]
        if asked.holds(self.value):
            return self.value
        self.wrong(asked.expected)
        return asked.instead()

    def each(self, kind: type) -> list[Any]:
        """Return the values of a list; one of another kind is a fault."""
        return [self.at(place, value).must_be(kind) for place, value in enumerate(self.must_be(list))]

    def fields(self, kinds: Mapping[str, type], optional: Collection[str] = ()) -> dict[str, Any]:
        """Return an object's fields; a key that is missing or unknown is a fault, and so is a value of another kind."""
        given = self.must_be(dict)
        for key in given:
            if key not in kinds:
                self._gather(self.at(key, None).key, f"unknown key {_SHOWN.repr(key)}", f"no key but {', '.join(kinds)}")
        fields = {}
        for key, kind in kinds.items():
            if key in given:  # the place of a value that is right is not worked out: this is half of the time
                fields[key] = given[key] if _KINDS[kind].holds(given[key]) else self.at(key, given[key]).must_be(kind)
            elif key not in optional:
                fields[key] = _KINDS[kind].instead()
                self._gather(self.at(key, None).key, f"no key {key!r}", f"the keys {', '.join(kinds)}")
        return fields

    def known(self, kinds: Mapping[str, type], optional: Collection[str], aside: Aside) -> dict[str, Any]:
        """Return an object's fields as `fields` does, but for keys that are unknown: those are left out, and counted, as is what is untold."""
        if not isinstance(self.value, dict):
            return self.fields(kinds, optional)
        aside.unread.update(key for key in self.value if key not in kinds)
        given = {key: value for key, value in self.value.items() if key in kinds}
        aside.untold.update(f"values under {key!r}" for key, value in given.items() if kinds[key] is Untold and value not in (None, ""))
        return self._replace(value=given).fields(kinds, optional)

    def filled(self, kind: type) -> Any:
        """Return a list or an object; one of another kind, or with nothing in it, is a fault."""
        value = self.must_be(kind)
        if not value:
            self.wrong(f"{_KINDS[kind].expected} that is not empty")
        return value

    def rows(self) -> Iterator[Found]:
        """Yield the rows of a list, each called by its place; none at all is a fault."""
        for place, value in enumerate(self.filled(list)):
            yield self.under(place, value)

    def named(self, names: Collection[str]) -> Iterator[Found]:
        """Yield the values of an object whose keys name parts of the set, in order; none at all is a fault, and so is another key."""
        for name, value in self.filled(dict).items():
            if name in names:
                yield self.under(name, value)
            else:
                self._gather(self.at(name, None).key, f"unknown key {_SHOWN.repr(name)}", f"one of {', '.join(names)}")

    def _gather(self, place: str, found: str, expected: str) -> None:
        told = self._told(found, expected)
        if self.faults is None:
            raise DatasetError(f"{self.file}: {told}")
        self.faults.add_first(self.file, self.row, place, told)

    def _told(self, found: str, expected: str) -> str:
        return f"{': '.join(filter(None, (self.row, self.key, found)))}; expected {expected}"


def glance(path: Path) -> str:
    """Return how a file's text begins.

    Raises:
        DatasetError: The file cannot be read.
    """
    return _read(path, _GLANCE).decode("utf-8", errors="ignore")


def begins_in_chinese(path: Path) -> bool:
    """Return whether there are Chinese characters near the beginning of a JSON file, as they are or escaped."""
    return _CHINESE.search(glance(path)) is not None


def begins(path: Path, pattern: re.Pattern[str]) -> bool:
    """Return whether a path is a JSON file whose text begins with a match."""
    return path.is_file() and path.name.endswith(ENDINGS) and pattern.match(glance(path)) is not None


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
