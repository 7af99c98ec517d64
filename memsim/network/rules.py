"""Hard constraints on every world: if `when` holds of an entity, `then` holds. Used by the sampler on codes and by the check on numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from memsim.spec.model import Bound, Rule


def holds(bound: Bound, numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return where a bound holds, element by element."""
    inside: NDArray[np.bool_] = np.ones(numbers.shape, dtype=bool)
    if bound.at_least is not None:
        inside &= numbers >= bound.at_least
    if bound.at_most is not None:
        inside &= numbers <= bound.at_most
    return inside


def broken(rule: Rule, when: NDArray[np.float64], then: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return where a rule is broken, given the numbers of its two attributes."""
    return holds(rule.when, when) & ~holds(rule.then, then)
