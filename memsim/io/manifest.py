"""`manifest.json`: what a dataset is, fixed and checkable; no clock, no host, no path outside the folder."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import DatasetError

SCHEMA_VERSION = 1
NAME = "manifest.json"
CARD = "README.md"
_KEYS = {
    "counts": dict,
    "digest": str,
    "files": dict,
    "languages": list,
    "memsim": str,
    "n": int,
    "redraws": dict,
    "scenario": dict,
    "seed": int,
    "settings": dict,
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
        raise DatasetError(
            f"{path}: a held-out release, published without {', '.join(map(str, content['withheld']))}; expected a whole set: whoever holds the rest has it"
        )
    for key, kind in _KEYS.items():
        if not isinstance(content.get(key), kind):
            raise DatasetError(f"{path}: {key}: {content.get(key)!r}; expected a {kind.__name__}, as written by `memsim generate`")
    listed(content, str(path))
    return content


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
    """Return how the texts of a dataset were rewritten; None where the phrases stand.

    Raises:
        DatasetError: The manifest says it in another way than `memsim generate` does.
    """
    if "rewrite" not in manifest["settings"]:
        return None
    match manifest["settings"]["rewrite"]:
        case {"what": list() as what, "model": str() as model, "tries": int() as tries, "prompts": dict() as prompts}:
            return Rewriting(what, model, tries, prompts)
        case found:
            expected = "what was rewritten, the model, tries and prompts, as written by `memsim generate`"
            raise DatasetError(f"{NAME}: settings.rewrite: {found!r}; expected {expected}")
