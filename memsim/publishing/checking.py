"""Checks a set before it is published: what is found stands on its card, and a set that breaks a promise is not published."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from memsim.check.audit import FAMILIES, Audit, audit
from memsim.check.report import Report
from memsim.check.run import check
from memsim.errors import InputError
from memsim.io.formats.registry import open_set

_STRICT = "strict"
#: The promises that texts worded without a guard break: no generator's mark, and each keeps its fact. All others are of facts, rows and files.
_OF_TEXTS = {6, 8}
_SHOWN = 3  # faults that an error tells

Progress = Callable[[int, int | None], None]


class Checked(NamedTuple):
    """What the checks of a set found: promise by promise, and rule by rule."""

    report: Report
    audit: Audit


def checked(root: Path, manifest: dict[str, Any], progress: Progress | None = None) -> Checked:
    """Return what all checks find.

    Raises:
        InputError: A promise is broken, but for those of texts where the set says of itself that a model worded them without a guard.
        MissingDependencyError: What looks for leaks is not installed.
    """
    report = check(root, progress=progress)
    unguarded = manifest["settings"].get("rewrite", {"constraints": _STRICT})["constraints"] != _STRICT
    broken = {promise: count for promise, count in report.failed.items() if count and not (unguarded and promise in _OF_TEXTS)}
    if broken:
        shown = "; ".join(str(fault) for fault in [fault for fault in report.faults if fault.promise in broken][:_SHOWN])
        raise InputError(
            f"{root}: not every promise is kept ({sum(broken.values()):,} failures: {shown}); expected a set that `memsim check {root}` passes: "
            "generate it again"
        )
    return Checked(report, audit(open_set(root, lenient=True), tuple(FAMILIES), progress=progress))
