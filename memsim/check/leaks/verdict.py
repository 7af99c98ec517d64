"""When a rate is a leak: what chance gives lies outside its interval, even in view of how much else is tried."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memsim.check.finding import Finding
from memsim.scoring.intervals import Estimate, estimate, student

Floats = NDArray[np.float64]
FAMILY = "leaks"
#: How often one test accuses a clean set. A language undergoes some fifty, so that by Bonferroni's bound a clean set in two languages is accused of
#: something once in 200 times. In the normal distribution it is 4.06 standard errors.
LEVEL = 5e-5
_SURE = 1 - 1e-15  # the nearest to 1 that has a quantile
FEWEST = 10  # clusters; below, a rate is told and not judged
_SHOWN = 20


class Tried(NamedTuple):
    """What a rule of thumb, or a model, got.

    Attributes:
        credit: 1 for each right answer, in [0, 1] where the rule could not decide, shape (n,).
        chance: What guessing gives on the same question, shape (n,).
        clusters: The history of each.
        types: The question type of each.
        ids: The question, to show.
    """

    credit: Floats
    chance: Floats
    clusters: Sequence[str]
    types: Sequence[str]
    ids: Sequence[str]

    def where(self, mask: NDArray[np.bool_]) -> Tried:
        """Return some of it."""
        places = np.flatnonzero(mask).tolist()
        names = ([column[place] for place in places] for column in (self.clusters, self.types, self.ids))
        return Tried(self.credit[mask], self.chance[mask], *names)


def interval(tried: Tried, tests: int = 1, *, above: bool = False) -> dict[str, Any]:
    """Return the rate with its 95 % interval, what chance gives, and whether the rule tells nothing.

    Args:
        tried: What a rule got.
        tests: How many tests share `LEVEL` (Bonferroni).
        above: Only a rate above chance tells something, as where a model learned which way to choose.
    """
    shown = estimate(tried.credit, tried.clusters)
    judged = estimate(tried.credit, tried.clusters, level=_level(shown, tests))
    chance = float(tried.chance.mean())
    rounded = {
        name: round(value, 4) for name, value in (("rate", shown.mean), ("low", shown.low), ("high", shown.high), ("chance", chance))
    }
    ok = shown.clusters < FEWEST or (judged.low <= chance + 1e-9 and (above or chance - 1e-9 <= judged.high))
    return {**rounded, "n": shown.n, "ok": ok}


def _level(shown: Estimate, tests: int) -> float:
    """Return how often the interval must cover the truth; more often by Student's t, which `estimate` heeds only where a cluster has several values."""
    level = 1 - LEVEL / tests
    if shown.clusters < max(shown.n, FEWEST):
        return level
    normal = NormalDist()
    return min(2 * normal.cdf(student(normal.inv_cdf((1 + level) / 2), shown.clusters - 1)) - 1, _SURE)


def rated(name: str, rule: str, tried: Tried, *, above: bool = False, detail: dict[str, Any] | None = None) -> Finding:
    """Return the finding of a rule that was tried: its rate over all questions that it can be tried on, and by question type.

    It is ok where neither the whole nor any type is off chance; they share `LEVEL`.
    """
    types = np.asarray(tried.types, dtype=np.str_)
    names = sorted(set(tried.types))
    tests = 1 + len(names) if len(names) > 1 else 1
    whole = interval(tried, tests, above=above)
    by_type = {one: interval(tried.where(types == one), tests, above=above) for one in names} if len(names) > 1 else {}
    right = [tried.ids[place] for place in np.flatnonzero(tried.credit > tried.chance)[:_SHOWN].tolist()]
    ok = all(one["ok"] for one in (whole, *by_type.values()))
    return Finding(
        family=FAMILY,
        name=name,
        rule=rule,
        tested=len(tried.ids),
        found=round(float(tried.credit.sum())),
        share=whole["rate"],
        examples=() if ok else tuple(right),
        ok=ok,
        detail={**{key: value for key, value in whole.items() if key != "ok"}, "by_type": by_type, **(detail or {})},
    )
