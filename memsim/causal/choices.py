"""Exchangeable choices: given all that can be seen, the truth is uniform over the four.

Stated answers: the options are the values of four holders, all told. The assignment of values to holders is accepted by the likelihood of the target's
value against the other three, so that nothing the question reveals of the target favours its own value. Counts, which are stated nowhere, are flattened by
water-filling and surrounded by systematic sampling with probabilities proportional to size (Madow 1949).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from memsim.causal.catalog import Catalog
from memsim.causal.hints import HOLDERS, LISTED, Bools, Rows, Told
from memsim.rng import Floats, Ints, Rng


@dataclass
class Candidates:
    """Four possible answers a part row.

    Attributes:
        codes: Value codes, ψ codes or counts, shape (4, p).
        truth: Which of the four is right, shape (p,).
        refused: By reason, which rows cannot have fair choices, shape (p,).
    """

    codes: Ints
    truth: Ints
    refused: dict[str, Bools]


def _permanent(m: Floats) -> Floats:
    """Return the permanent of 3×3 matrices, shape (3, 3, n) -> (n,)."""
    total: Floats = np.zeros(m.shape[2])
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        total += m[0, i] * m[1, j] * m[2, k]
    return total


def target_likelihood(likelihood: Floats) -> Floats:
    """Return how likely the first holder has each value, given the four values and who might have them.

    Args:
        likelihood: P(value i | holder j) as (4 holders, 4 values, n); the target is holder 0.

    Returns:
        Shape (4, n), up to a factor a row: Σ over assignments that give value i to the target.
    """
    out = []
    for value in range(HOLDERS):
        others = [other for other in range(HOLDERS) if other != value]
        out.append(likelihood[0, value] * _permanent(likelihood[1:][:, others]))
    return np.stack(out)


def assignment_ratio(likelihood: Floats) -> Floats:
    """Return (least likely assignment) / (true assignment) of the four values to the four holders, (4 holders, 4 values, n) -> (n,)."""
    holders = np.arange(HOLDERS)
    every = np.stack([likelihood[holders, list(order)].prod(axis=0) for order in itertools.permutations(range(HOLDERS))])
    return every.min(axis=0) / np.maximum(every[0], 1e-300)


def accept_stated(catalog: Catalog, rows: Rows, told: Told, codes: Ints, values: Ints) -> Bools:
    """Return which rows keep their world: all where holders are exchangeable, else with probability (least likely value) / (true value)."""
    table = catalog.odds_row[rows.pattern]
    agree = catalog.agree[rows.pattern]
    slots = catalog.layout.slot[told.holders[:HOLDERS], np.maximum(agree, 0)]
    shared = codes[np.maximum(slots, 0), rows.row]
    accepted = (agree < 0) | (shared == shared[0]).all(axis=0)
    weighed = np.flatnonzero((table >= 0) & (catalog.predicate[rows.pattern] == 0) & accepted)
    if len(weighed):
        order = (told.target[weighed] + np.arange(HOLDERS)[:, None]) % HOLDERS
        holders = np.take_along_axis(told.holders[:HOLDERS, weighed], order, axis=0)
        mine = np.take_along_axis(values[:, weighed], order, axis=0)
        likelihood = catalog.odds.lookup(table[weighed], holders, mine, codes[:, rows.row[weighed]])
        likely = target_likelihood(likelihood)
        ratio = likely.min(axis=0) / np.maximum(likely[0], 1e-300)
        compared = catalog.extreme[rows.pattern[weighed]] != 0  # a hybrid offers the value of one rival: all four must be exchangeable
        ratio = np.where(compared, assignment_ratio(likelihood), ratio)
        accepted[weighed] = rows.uniform("accept", 1)[0, weighed] < ratio
    return accepted


def poisson_binomial(chances: Floats, size: Ints) -> Floats:
    """Return P(count = c) for c = 0..5 of the first `size` independent events with the given chances, (5, n) -> (6, n)."""
    out = np.zeros((LISTED + 1, chances.shape[1]))
    out[0] = 1.0
    for lane in range(LISTED):
        p = np.where(lane < size, chances[lane], 0.0)
        out[1:] = out[1:] * (1 - p) + out[:-1] * p
        out[0] = out[0] * (1 - p)
    return out


def water_level(weights: Floats) -> Floats:
    """Return t with Σ min(w, t) = 4 t for each column of weights (k, n) that sums to 1; 0 where fewer than four are positive."""
    rising = np.sort(weights, axis=0)[::-1]
    rest = 1.0 - np.concatenate([np.zeros((1, weights.shape[1])), np.cumsum(rising[: HOLDERS - 1], axis=0)])
    level = np.stack([rest[top] / (HOLDERS - top) for top in range(HOLDERS)])
    fits = np.stack([level[top] >= rising[top] - 1e-12 for top in range(HOLDERS)])
    return np.maximum(level[np.argmax(fits, axis=0), np.arange(weights.shape[1])], 0.0)


def systematic(sizes: Floats, truth: Ints, spread: Floats) -> tuple[Ints, Ints]:
    """Return four items that contain the truth, and its place among them.

    Args:
        sizes: Inclusion probabilities (k, n), each column summing to 4, none above 1.
        truth: The true item, drawn in proportion to the sizes, shape (n,).
        spread: Uniforms that place the sampling grid within the truth's interval, shape (n,).
    """
    ends = np.cumsum(sizes, axis=0)
    around = np.arange(sizes.shape[1])
    grid = np.mod(ends[truth, around] - (1.0 - spread) * sizes[truth, around], 1.0)
    points = grid + np.arange(HOLDERS)[:, None]
    picked = (ends[None] <= points[:, None]).sum(axis=1)
    picked = np.minimum(picked, len(sizes) - 1)
    return picked, np.argmax(picked == truth, axis=0)


def _thresholds(catalog: Catalog, pattern: Ints, holders: Ints, codes: Ints, spread: Floats) -> tuple[Ints, Floats]:
    """Choose a threshold that leaves the count open, from what is known of the holders without their values.

    Returns:
        Codes of shape (n,) and P(count) at them, shape (6, n).
    """
    attribute, sign = catalog.attribute[pattern], catalog.predicate[pattern]
    options = catalog.threshold_codes[pattern].T
    weights, starts = [], catalog.odds.starts(catalog.odds_row[pattern], holders, codes)
    for option in options:
        low, high = np.where(sign > 0, option + 1, 0), np.where(sign > 0, catalog.sizes[attribute], option)
        chances = catalog.odds.between(starts, low, high)
        weights.append(poisson_binomial(np.clip(chances, 0.0, 1.0), catalog.scope[pattern]))
    merit = np.stack([water_level(one) for one in weights]) ** 6
    merit *= np.arange(len(options))[:, None] < catalog.threshold_count[pattern]
    climbing = np.cumsum(merit, axis=0)
    chosen = np.minimum((climbing <= spread * climbing[-1]).sum(axis=0), len(options) - 1)
    around = np.arange(len(pattern))
    return options[chosen, around], np.stack(weights)[chosen, :, around].T


def _counts(catalog: Catalog, rows: Rows, told: Told, codes: Ints, out: Candidates) -> None:
    at = np.flatnonzero(catalog.predicate[rows.pattern] != 0)
    if not len(at):
        return
    pattern, holders, around = rows.pattern[at], told.holders[:, at], np.arange(len(at))
    worlds = codes[:, rows.row[at]]
    threshold, weights = _thresholds(catalog, pattern, holders, worlds, rows.uniform("threshold", 1)[0, at])
    values = worlds[catalog.layout.slot[holders, catalog.attribute[pattern]], around]
    holds = np.where(catalog.predicate[pattern] > 0, values > threshold, values < threshold)
    truth = (holds & (np.arange(LISTED)[:, None] < catalog.scope[pattern])).sum(axis=0)
    level = water_level(weights)
    kept = (level > 1e-6) & (rows.uniform("accept", 1)[0, at] < level / np.maximum(weights[truth, around], 1e-300))
    sizes = np.minimum(weights, level) / np.maximum(level, 1e-300)
    out.codes[:, at], out.truth[at] = picked, place = systematic(sizes, truth, rows.uniform("systematic", 1)[0, at])
    told.threshold[at] = threshold
    out.refused["likely_count"][at] = ~kept | (picked[place, around] != truth)


def candidates(catalog: Catalog, rows: Rows, told: Told, codes: Ints) -> Candidates:
    """Return the four candidates of each part row, and which rows must be redrawn."""
    attribute = catalog.attribute[rows.pattern]
    values = codes[catalog.layout.slot[told.holders[:HOLDERS], attribute], rows.row]
    results = values.copy()
    for place in np.unique(rows.pattern):
        if place in catalog.transform_of:
            at = rows.pattern == place
            results[:, at] = catalog.transform_of[place].codes(values[:, at])
    counted = catalog.predicate[rows.pattern] != 0
    ordered = np.sort(results, axis=0)
    out = Candidates(results, told.target.copy(), {})
    out.refused["equal_values"] = ~counted & (ordered[1:] == ordered[:-1]).any(axis=0)
    out.refused["likely_value"] = ~counted & ~accept_stated(catalog, rows, told, codes, values)
    out.refused["likely_count"] = np.zeros(len(counted), dtype=bool)
    _counts(catalog, rows, told, codes, out)
    return out


def arrange(rng: Rng, truth: Ints, rivals: Ints, hybrid: Bools) -> tuple[Ints, Ints]:
    """Return which candidate of each part each letter shows, and the target letter.

    Args:
        rng: The trajectories' numbers.
        truth: The right candidate of each part, shape (2, n); the second part counts for hybrids only.
        rivals: From how many of the first candidates a hybrid's wrong half comes, shape (2, n): those compared, for an extreme.
        hybrid: Which trajectories have two parts: their letters cross the truth and one other candidate of each part.

    Returns:
        Picks of shape (2, 4, n) and targets 0..3 of shape (n,).
    """
    letters = rng.permutation("letters", HOLDERS)
    other = (truth + 1 + (rng.uniform("other", 2) * (rivals - 1)).astype(np.int64)) % rivals
    crossed = np.stack([np.where(letters < 2, truth[0], other[0]), np.where(letters % 2 == 0, truth[1], other[1])])
    plain = np.stack([letters, np.zeros_like(letters)])
    picks = np.where(hybrid, crossed, plain)
    right = np.where(hybrid, letters == 0, letters == truth[0])
    return picks, np.argmax(right, axis=0)
