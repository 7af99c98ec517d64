"""Checks a set before it is published: what is found stands on its card, and a set that breaks a promise is not published."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from memsim.check.audit import FAMILIES, Audit, audit
from memsim.check.report import Report
from memsim.check.run import check
from memsim.errors import DatasetError, InputError
from memsim.io import folder
from memsim.io.formats.registry import open_set
from memsim.io.manifest import NAME, rewriting

_STRICT = "strict"
#: The promises that texts worded without a guard break: no generator's mark, and each keeps its fact. All others are of facts, rows and files.
_OF_TEXTS = {6, 8}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_whole, value.values()))


_TEXT, _WHOLE, _TEXTS, _COUNTS = (
    ("a text", _is_text),
    ("a whole number", _is_whole),
    ("a list of texts", _are_texts),
    ("counts by name", _are_counts),
)
#: What a card and a release tell of a manifest, beyond what makes it one.
_SAID = {
    **dict.fromkeys(("scenario.name", "scenario.version", "scenario.title", "scenario.digest"), _TEXT),
    **dict.fromkeys(("settings.n", "settings.seed", "settings.eta", "counts.messages", "counts.questions"), _WHOLE),
    **dict.fromkeys(("settings.languages", "settings.question_types"), _TEXTS),
    **dict.fromkeys(("settings.pool", "counts.by_question_type"), _COUNTS),
}
_SAID_OF_REWRITING = {"settings.rewrite.what": _TEXTS, "settings.rewrite.constraints": _TEXT, "counts.rewritten": _COUNTS}
_TWICE = ("n", "seed", "languages")  # stand in the settings too
_SHOWN = 3  # faults that an error tells

Progress = Callable[[int, int | None], None]


class Checked(NamedTuple):
    """What the checks of a set found: promise by promise, and rule by rule."""

    report: Report
    audit: Audit


def check_manifest(root: Path, manifest: dict[str, Any]) -> None:
    """Raise DatasetError where a manifest lacks what its card tells, or says two things."""
    rewriting(manifest)
    said = _SAID | (_SAID_OF_REWRITING if "rewrite" in manifest["settings"] else {})
    for name, (kind, fits) in said.items():
        found: Any = manifest
        for key in name.split("."):
            found = found.get(key)
        if not fits(found):
            raise DatasetError(f"{root / NAME}: {name}: {found!r}; expected {kind}, as written by `memsim generate`")
    for name in _TWICE:
        if manifest[name] != manifest["settings"][name]:
            raise DatasetError(f"{root / NAME}: {name}: {manifest[name]!r}; expected that of its settings, {manifest['settings'][name]!r}")
    told, there = manifest["languages"], {name.rpartition("-")[0] for name in folder.block_files(root)}
    if sorted(told) != sorted(there):
        raise DatasetError(f"{root / NAME}: languages: {told!r}; expected those of the files, {', '.join(sorted(there))}, each once")


def checked(root: Path, manifest: dict[str, Any], progress: Progress | None = None) -> Checked:
    """Return what all checks find.

    Raises:
        InputError: A promise is broken, but for those of texts where the set says of itself that a model worded them without a guard.
        MissingDependencyError: What looks for leaks is not installed.
    """
    report = check(root, progress=progress)
    unguarded = manifest["settings"].get("rewrite", {}).get("constraints", _STRICT) != _STRICT
    broken = {promise: count for promise, count in report.failed.items() if count and not (unguarded and promise in _OF_TEXTS)}
    if broken:
        shown = "; ".join(str(fault) for fault in [fault for fault in report.faults if fault.promise in broken][:_SHOWN])
        raise InputError(
            f"{root}: not every promise is kept ({sum(broken.values()):,} failures: {shown}); expected a set that `memsim check {root}` passes: "
            "generate it again"
        )
    return Checked(report, audit(open_set(root, lenient=True), tuple(FAMILIES), progress=progress))
