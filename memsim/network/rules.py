"""Hard constraints on every world: if `when` holds of an entity, `then` holds. Used by the sampler on codes and by the check on numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memsim.spec.model import Bound, Rule

Numbers = float | NDArray[np.float64]
Truth = bool | NDArray[np.bool_]


def holds(bound: Bound, numbers: Numbers) -> Truth:
    """Return whether a bound holds: of one number, or of each of an array."""
    inside: Truth = True
    if bound.at_least is not None:
        inside = inside & (numbers >= bound.at_least)
    if bound.at_most is not None:
        inside = inside & (numbers <= bound.at_most)
    return inside


def broken(rule: Rule, when: Numbers, then: Numbers) -> Truth:
    """Return where a rule is broken, given the numbers of its two attributes."""
    return holds(rule.when, when) & (holds(rule.then, then) ^ True)
