"""What a question may say beside its subjects: the thresholds of a predicate, the group it asks about, the target of "closest to".

They are fixed by the scenario, so that nothing of the world can be told from them. Each option also says which codes of the attribute fit, as runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from memsim.errors import ScenarioError
from memsim.questions.patterns import Pattern
from memsim.questions.predicates import BETWEEN
from memsim.questions.psi.registry import lookup
from memsim.spec.load import Spec

Run = tuple[int, int]
MOST_RUNS = 2
_MOST = 12  # options a pattern; more make no question better and each costs time
_MEMBER = "member:"
#: By kind of predicate: which codes of `size` fit a threshold's code.
_RUNS: dict[str, Callable[[int, int], Run]] = {
    "above": lambda code, size: (code + 1, size),
    "at_least": lambda code, size: (code, size),
    "below": lambda code, _size: (0, code),
    "at_most": lambda code, _size: (0, code + 1),
    "equal": lambda code, _size: (code, code + 1),
}


@dataclass(frozen=True)
class Option:
    """One thing to say.

    Attributes:
        codes: The values that the question says.
        result: For a group, the number of the result.
        runs: Half-open runs of codes that fit.
    """

    codes: tuple[int, ...]
    result: int = -1
    runs: tuple[Run, ...] = ()


def member_property(predicate: str) -> str | None:
    """Return the property that a predicate asks about, or None for a bound."""
    return predicate.removeprefix(_MEMBER) if predicate.startswith(_MEMBER) else None


def options(spec: Spec, pattern: Pattern) -> list[Option]:
    """Return the options of a pattern, none where it has nothing to say.

    Raises:
        ScenarioError: A group's values do not stand together in their file.
    """
    domain = spec.domains[pattern.attribute]
    if pattern.extreme and pattern.extreme[1] == "closest":
        compared = pattern.extreme[0]
        thresholds = spec.file.attributes[compared].thresholds
        return [Option((spec.domains[compared].code(str(value)),)) for value in thresholds]
    if pattern.predicate is None:
        return []
    prop = member_property(pattern.predicate)
    if prop is not None:
        return _groups(spec, pattern.attribute, prop)
    codes = [domain.code(str(value)) for value in spec.file.attributes[pattern.attribute].thresholds]
    if pattern.predicate == BETWEEN:
        pairs = list(combinations(codes, 2))
        thinned = pairs[:: 1 + (len(pairs) - 1) // _MOST]
        return [Option(pair, runs=((pair[0], pair[1] + 1),)) for pair in thinned]
    return [Option((code,), runs=(_RUNS[pattern.predicate](code, domain.size),)) for code in codes[:_MOST]]


def _groups(spec: Spec, attribute: str, prop: str) -> list[Option]:
    known, out = lookup(spec, attribute, prop), []
    for result in range(known.size):
        fits = np.flatnonzero(np.diff(np.concatenate([[0], known.index == result, [0]])))
        runs = tuple((int(start), int(end)) for start, end in fits.reshape(-1, 2))
        if len(runs) > MOST_RUNS:
            path = spec.file.attributes[attribute].knowledge[prop]
            name = next(iter(known.results.values()))[result]
            raise ScenarioError(spec.priors / path, prop, f"{name!r} in {len(runs)} runs", f"at most {MOST_RUNS} runs of a value's file")
        out.append(Option((), result, runs))
    return out
