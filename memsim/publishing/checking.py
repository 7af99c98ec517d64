"""Checks a set before it is published: what is found stands on its card, and a set that breaks a promise is not published."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from memsim.check.audit import FAMILIES, Audit, audit
from memsim.check.report import Report
from memsim.check.run import check
from memsim.errors import DatasetError, InputError
from memsim.io.formats.registry import open_set
from memsim.io.manifest import NAME, rewriting

_STRICT = "strict"
#: What a card and a release tell of a manifest, beyond what makes it one.
_SAID: dict[str, dict[str, type]] = {
    "scenario": dict.fromkeys(("name", "version", "title", "digest"), str),
    "settings": {"scenario": str, "n": int, "seed": int, "languages": list, "question_types": list, "eta": int, "pool": dict},
    "counts": {"messages": int, "questions": int, "by_question_type": dict},
}
_SAID_OF_REWRITING: dict[str, dict[str, type]] = {"settings": {"rewrite": dict}, "counts": {"rewritten": dict}}
_SHOWN = 3  # faults that an error tells

Progress = Callable[[int, int | None], None]


class Checked(NamedTuple):
    """What the checks of a set found: promise by promise, and rule by rule."""

    report: Report
    audit: Audit


def check_manifest(root: Path, manifest: dict[str, Any]) -> None:
    """Raise DatasetError where a manifest lacks what its card tells."""
    said = [_SAID, *([_SAID_OF_REWRITING] if "rewrite" in manifest["settings"] else [])]
    for part, key, kind in ((part, key, kind) for keys in said for part, known in keys.items() for key, kind in known.items()):
        found = manifest[part].get(key)
        if not isinstance(found, kind):
            raise DatasetError(f"{root / NAME}: {part}.{key}: {found!r}; expected a {kind.__name__}, as written by `memsim generate`")
    rewriting(manifest)


def checked(root: Path, manifest: dict[str, Any], progress: Progress | None = None) -> Checked:
    """Return what all checks find.

    Raises:
        InputError: A promise is broken, and the set doesn't say of itself that its messages prove nothing: that a model worded them without a guard.
        MissingDependencyError: What looks for leaks is not installed.
    """
    report = check(root, progress=progress)
    rewrite = manifest["settings"].get("rewrite")
    if not report.ok and (rewrite is None or rewrite.get("constraints", _STRICT) == _STRICT):
        broken = sum(report.failed.values())
        shown = "; ".join(str(fault) for fault in report.faults[:_SHOWN])
        raise InputError(
            f"{root}: not every promise is kept ({broken:,} failures: {shown}); expected a set that `memsim check {root}` passes: "
            "generate it again"
        )
    return Checked(report, audit(open_set(root, lenient=True), tuple(FAMILIES), progress=progress))
