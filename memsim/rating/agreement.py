"""How far several scores of the same items agree."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from types import ModuleType
from typing import NamedTuple

from memsim.errors import MissingDependencyError
from memsim.rating.criteria import SCALE

SINGLE, SAME = "no two scores of one item", "no variation"


class Agreement(NamedTuple):
    """How far scores of the same items agree.

    Attributes:
        equal: The share of pairs of scores of one item that are equal; None without pairs.
        pairs: How many pairs there are.
        alpha: Krippendorff's alpha at the level of the scale: 1 if all agree, 0 if no better than chance; None where it is not defined.
        undefined: Why it is not; else empty.
    """

    equal: float | None
    pairs: int
    alpha: float | None
    undefined: str = ""


def agreement(scores: Sequence[Sequence[int]], scale: Sequence[int] = SCALE, level: str = "ordinal") -> Agreement:
    """Return the agreement within items; where all scores are the same, chance would agree as well, so alpha says nothing.

    Args:
        scores: For each item the scores that it was given, on the scale, as many as there are.
        scale: All scores that can be given, from worst to best.
        level: What their differences mean, as krippendorff names it: ``ordinal`` or ``nominal``.

    Raises:
        MissingDependencyError: krippendorff is not installed.
    """
    several = [given for given in scores if len(given) > 1]
    pairs = [pair for given in several for pair in combinations(given, 2)]
    if not pairs:
        return Agreement(None, 0, None, SINGLE)
    equal = sum(one == other for one, other in pairs) / len(pairs)
    used = sorted({score for given in several for score in given})
    if len(used) == 1:
        return Agreement(equal, len(pairs), None, SAME)
    counts = [[given.count(score) for score in scale] for given in several]
    alpha = library().alpha(value_counts=counts, value_domain=list(scale), level_of_measurement=level)
    return Agreement(equal, len(pairs), float(alpha))


def library() -> ModuleType:
    """Return krippendorff.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        return import_module("krippendorff")
    except ImportError:
        raise MissingDependencyError("agreement between ratings", "llm") from None
