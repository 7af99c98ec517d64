"""`manifest.json`: what a dataset is, fixed and checkable; no clock, no host, no path outside the folder."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import DatasetError

SCHEMA_VERSION = 1
NAME = "manifest.json"
CARD = "README.md"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_dict_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


_TEXT, _WHOLE = ("a text", _is_text), ("a whole number", _is_whole)
_TEXTS = ("a list of texts", lambda value: isinstance(value, list) and all(map(_is_text, value)))
_COUNTS, _NAMED_TEXTS = ("counts by name", _is_dict_of(_is_whole)), ("texts by name", _is_dict_of(_is_text))
_OBJECT = ("an object", lambda value: isinstance(value, dict))
#: What every manifest says, by the path to it.
_SAID: dict[str, tuple[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("counts", "files", "scenario", "settings"), _OBJECT),
    **dict.fromkeys(("digest", "memsim", "scenario.name", "scenario.version", "scenario.title", "scenario.digest"), _TEXT),
    **dict.fromkeys(("n", "seed", "settings.n", "settings.seed", "counts.messages", "counts.questions"), _WHOLE),
    **dict.fromkeys(("languages", "settings.languages", "settings.question_types"), _TEXTS),
    **dict.fromkeys(("redraws", "settings.pool", "counts.by_question_type"), _COUNTS),
    "settings.eta": ("a whole number from 1", lambda value: type(value) is int and value > 0),
}
#: What it says besides where a model rewrote texts.
_SAID_OF_REWRITING = {
    "settings.rewrite": _OBJECT,
    "settings.rewrite.what": _TEXTS,
    **dict.fromkeys(("settings.rewrite.model", "settings.rewrite.constraints"), _TEXT),
    "settings.rewrite.tries": _WHOLE,
    "settings.rewrite.prompts": _NAMED_TEXTS,
    "counts.rewritten": _COUNTS,
}
#: A path within a folder that means the same on every machine, and no pattern: no part is empty, `.` or `..`.
_INSIDE = re.compile(r"(?!\.{0,2}(?:/|$))[^/\\:*?\[\]\x00-\x1f]+(?:/(?!\.{0,2}(?:/|$))[^/\\:*?\[\]\x00-\x1f]+)*")


def sha256_of(path: Path) -> str:
    """Return a file's SHA-256 in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def dump(content: dict[str, Any]) -> str:
    """Return JSON as memsim writes it: sorted keys, two spaces, UTF-8, a last newline."""
    return json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def listed(content: Any, where: str) -> dict[str, str]:
    """Return the SHA-256 of each file that a manifest lists, by its path in the folder.

    Args:
        content: Of the manifest.
        where: It stands, for errors.

    Raises:
        DatasetError: It lists no files, or one that is no path within the folder: of another's manifest, nothing else may be read or published.
    """
    match content:
        case {"files": dict() as files}:
            pass
        case _:
            raise DatasetError(f"{where}: lists no files; expected the manifest of a set, as memsim writes it")
    for name, facts in files.items():
        if not _INSIDE.fullmatch(name):
            raise DatasetError(f"{where}: files: {name!r}; expected the path of a file within the folder")
        if not isinstance(facts, dict) or not isinstance(facts.get("sha256"), str):
            raise DatasetError(f"{where}: files: {name}: {facts!r}; expected its size and SHA-256, as memsim writes them")
    return {name: facts["sha256"] for name, facts in files.items()}


def parsed(root: Path, folder: str, command: str) -> Any:
    """Return the JSON of a folder's manifest.

    Args:
        root: The folder.
        folder: What it should be, for errors.
        command: What would have written it.

    Raises:
        DatasetError: There is none, or it is no JSON.
    """
    try:
        return json.loads((root / NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DatasetError(f"{root}: no {NAME}; expected {folder} as written by `{command}`") from None
    except (OSError, ValueError, RecursionError) as error:
        raise DatasetError(f"{root / NAME}: unreadable ({error}); expected JSON as written by `{command}`") from None


def read_manifest(root: Path) -> dict[str, Any]:
    """Return the manifest of a dataset folder.

    Raises:
        DatasetError: There is no folder, no manifest, or one of another version.
    """
    path = root / NAME
    if not root.is_dir():
        raise DatasetError(f"{root}: no such folder; expected a dataset folder as written by `memsim generate`")
    content = parsed(root, "a dataset folder", "memsim generate")
    if not isinstance(content, dict) or "schema_version" not in content:
        raise DatasetError(f"{path}: no schema_version; expected the manifest of a dataset folder, as written by `memsim generate`")
    if content["schema_version"] != SCHEMA_VERSION:
        raise DatasetError(
            f"{path}: schema_version: {content['schema_version']!r}; expected {SCHEMA_VERSION}; use the memsim that wrote it"
        )
    if "withheld" in content:
        _check(content, {"withheld": _TEXTS}, path)
        raise DatasetError(
            f"{path}: a held-out release, published without {', '.join(content['withheld'])}; expected a whole set: whoever holds the rest has it"
        )
    _check(content, _SAID, path)
    if "rewrite" in content["settings"]:
        _check(content, _SAID_OF_REWRITING, path)
    listed(content, str(path))
    return content


def _check(content: dict[str, Any], said: Mapping[str, tuple[str, Callable[[object], bool]]], path: Path) -> None:
    for name, (kind, fits) in said.items():
        found: Any = content
        for key in name.split("."):
            found = found.get(key)
        if not fits(found):
            raise DatasetError(f"{path}: {name}: {found!r}; expected {kind}, as written by `memsim generate`")


class Rewriting(NamedTuple):
    """How a model rewrote the texts of a dataset.

    Attributes:
        what: ``messages``, ``questions`` or both.
        model: As litellm names it.
        tries: How often a text was asked for at most.
        prompts: The hash of the prompt by language.
    """

    what: list[str]
    model: str
    tries: int
    prompts: dict[str, str]


def rewriting(manifest: dict[str, Any]) -> Rewriting | None:
    """Return how the texts of a dataset were rewritten; None where the phrases stand."""
    said = manifest["settings"].get("rewrite")
    return None if said is None else Rewriting(**{key: said[key] for key in Rewriting._fields})
