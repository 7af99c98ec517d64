"""Checks a set of any format: streams it once through the checks of the families asked for."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from memsim.check.finding import Check, Finding
from memsim.errors import InputError, MissingDependencyError
from memsim.io.formats.registry import Source

#: By family, the module whose ``CHECKS`` names its checks.
FAMILIES = {
    "structure": "memsim.check.structure.registry",
    "leaks": "memsim.check.leaks.registry",
}
#: What a family needs that is not always there, and the extra that brings it; scipy comes with scikit-learn.
_NEEDS = {"leaks": ("sklearn", "check")}
_OFTEN = 100  # histories between two words on progress


@dataclass
class Audit:
    """What the checks found.

    Attributes:
        histories: How many were looked at; so `questions` and `messages`.
        findings: Rule by rule, family by family, those too that nothing was held to.
    """

    histories: int = 0
    questions: int = 0
    messages: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the set passes every rule."""
        return all(finding.ok for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        return asdict(self)


def audit(
    source: Source,
    families: Sequence[str],
    *,
    more: Sequence[Check] = (),
    examples: int = 5,
    progress: Callable[[int, int | None], None] | None = None,
) -> Audit:
    """Run checks over a set.

    Args:
        source: Opened with ``lenient=True``.
        families: Names of `FAMILIES`.
        more: Checks to run beside theirs, such as one that has a model to ask. Theirs come last, and are made first: what a model refuses
            is told before anything else is waited for.
        examples: How many each finding keeps at most.
        progress: Called now and then with (histories read, how many there are: None until all are read, and then after each check).

    Raises:
        InputError: There is no such family.
        DatasetError: A row has another shape than its format.
        MissingDependencyError: A family needs what is not installed.
    """
    checks = [*more, *(check for family in families for check in _checks(family))]
    report = Audit()
    gc.disable()  # records make no cycles, and walking them costs a fifth of the time
    try:
        for history in source.audited():
            for check in checks:
                check.see(history)
            report.histories += 1
            report.questions += len(history.asked)
            report.messages += len(history.posts)
            if progress and report.histories % _OFTEN == 0:
                progress(report.histories, None)
        found = []
        for check in checks:
            found.append([replace(one, examples=one.examples[:examples]) for one in check.findings()])
            if progress:
                progress(report.histories, report.histories)
        report.findings = [one for some in (*found[len(more) :], *found[: len(more)]) for one in some]
    finally:
        gc.enable()
    return report


def installed(family: str) -> bool:
    """Return whether all is there that a family needs."""
    return family not in _NEEDS or find_spec(_NEEDS[family][0]) is not None


def _checks(family: str) -> Iterator[Check]:
    """Yield new checks of a family."""
    if family not in FAMILIES:
        raise InputError(f"no family of checks is called {family!r}; expected some of {', '.join(FAMILIES)}")
    if not installed(family):
        raise MissingDependencyError(f"looking for {family}", _NEEDS[family][1])
    registry = import_module(FAMILIES[family])
    for place in registry.CHECKS.values():
        where, _, name = place.partition(":")
        yield getattr(import_module(where), name)()
