"""Choices for answers that no message states: counts, subsets, sums, means, ranges, amounts.

How likely each count or subset is, given what the question reveals, is computed exactly from the holders' own distributions. A number made of the told
ones is rivalled by what other subsets of them give: the holders are exchangeable, so that any subset is as likely to be meant. Results likelier than a
quarter are cut to one level by rejection (water-filling), and four that contain the truth are taken by systematic sampling with probabilities
proportional to size (Madow 1949): among the four, each is right as often as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from memsim.causal.catalog import STATISTICS, Catalog
from memsim.causal.hints import HOLDERS, LISTED, Bools, Rows, Told
from memsim.rng import Floats, Ints

_SUBSETS = 4  # members of a scope whose subsets are offered


def poisson_binomial(chances: Floats, size: Ints) -> Floats:
    """Return P(count = c) for c = 0..6 of the first `size` independent events with the given chances, (6, n) -> (7, n)."""
    out = np.zeros((LISTED + 1, chances.shape[1]))
    out[0] = 1.0
    for lane in range(LISTED):
        p = np.where(lane < size, chances[lane], 0.0)
        out[1:] = out[1:] * (1 - p) + out[:-1] * p
        out[0] = out[0] * (1 - p)
    return out


def subsets(chances: Floats, size: Ints) -> Floats:
    """Return P(exactly these of the first `size` events), by the subset's bit mask: (6, n) -> (16, n)."""
    out = np.ones((1 << _SUBSETS, chances.shape[1]))
    masks = np.arange(1 << _SUBSETS)[:, None]
    for lane in range(_SUBSETS):
        p = np.where(lane < size, chances[lane], 0.0)
        out *= np.where(masks >> lane & 1, p, 1 - p)
    return out


def water_level(weights: Floats) -> Floats:
    """Return t with Σ min(w, t) = 4 t, (k, n) -> (n,); 0 where fewer than four results are possible."""
    rising = np.sort(weights, axis=0)[::-1]
    rest = weights.sum(axis=0) - np.concatenate([np.zeros((1, weights.shape[1])), np.cumsum(rising[: HOLDERS - 1], axis=0)])
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


class _Statistics:
    """Part rows of one family of statistics, with what is needed of each."""

    def __init__(self, catalog: Catalog, rows: Rows, told: Told, codes: Ints, at: Ints) -> None:
        self.catalog, self.told, self.at = catalog, told, at
        self.pattern, self.holders = rows.pattern[at], told.holders[:, at]
        self.scope, self.attribute = catalog.scope[self.pattern], catalog.attribute[self.pattern]
        worlds = codes[:, rows.row[at]]
        self.values = worlds[catalog.layout.slot[self.holders, self.attribute], np.arange(len(at))]
        self.starts = catalog.odds.starts(catalog.odds_row[self.pattern], self.holders, worlds)
        self.spread = rows.uniform("threshold", 1)[0, at]
        self.inside = np.arange(LISTED)[:, None] < self.scope


def _counting(family: _Statistics) -> tuple[Floats, Ints]:
    """Choose a predicate's option that leaves the count open, from what is known of the holders without their values."""
    catalog, pattern = family.catalog, family.pattern
    chances = []
    for option in range(int(catalog.option_count[pattern].max())):
        runs = catalog.runs[pattern, option]
        chances.append(sum(catalog.odds.between(family.starts, runs[:, run, 0], runs[:, run, 1]) for run in range(runs.shape[1])))
    every = np.clip(np.stack(chances), 0.0, 1.0)
    flat = np.moveaxis(every, 0, 1).reshape(LISTED, -1)
    merit = water_level(poisson_binomial(flat, np.tile(family.scope, len(every)))).reshape(len(every), -1) ** 6
    merit *= np.arange(len(every))[:, None] < catalog.option_count[pattern]
    climbing = np.cumsum(merit, axis=0)
    chosen = np.minimum((climbing <= family.spread * climbing[-1]).sum(axis=0), catalog.option_count[pattern] - 1)
    family.told.option[family.at] = chosen
    around = np.arange(len(pattern))
    runs = catalog.runs[pattern, chosen]
    fits = [(family.values >= runs[:, run, 0]) & (family.values < runs[:, run, 1]) for run in range(runs.shape[1])]
    holds = np.any(fits, axis=0) & family.inside
    mine = every[chosen, :, around].T
    if catalog.statistic[pattern[0]] == STATISTICS.index("count"):
        return poisson_binomial(mine, family.scope), holds.sum(axis=0)
    return subsets(mine, family.scope), (holds * (1 << np.arange(LISTED))[:, None]).sum(axis=0)


#: What is made of the numbers of a scope, (members, n) -> (n,); a mean is offered as the sum behind it.
_OF_NUMBERS: dict[str, Callable[[Ints], Ints]] = {
    "sum": lambda numbers: numbers.sum(axis=0),
    "mean": lambda numbers: numbers.sum(axis=0),
    "range": lambda numbers: numbers.max(axis=0) - numbers.min(axis=0),
    "amount": lambda numbers: numbers.max(axis=0) - numbers.min(axis=0),
}


def of_subsets(numbers: Ints, size: int, statistic: str) -> Ints:
    """Return what every subset of the told numbers gives, the first members first: (told, n) -> (subsets, n)."""
    return np.stack([_OF_NUMBERS[statistic](numbers[list(members)]) for members in combinations(range(len(numbers)), size)])


def _of_numbers(catalog: Catalog, rows: Rows, told: Told, codes: Ints, at: Ints, statistic: str) -> tuple[Ints, Floats, Ints]:
    """Return the results of all subsets of the told numbers that are as large as the scope, how likely each is to be asked about, and the true one.

    The holders are exchangeable (`choices.accept_stated`), so that each subset is as likely; equal results are counted once.
    """
    pattern = rows.pattern[at]
    column, size = int(catalog.attribute[pattern[0]]), int(catalog.scope[pattern[0]])
    members = told.holders[: int(catalog.exchanged[pattern[0]]), at]
    values = codes[catalog.layout.slot[members, column], rows.row[at]]
    numbers = catalog.layout.numbers[catalog.layout.offset[column] + values].astype(np.int64)
    results = np.sort(of_subsets(numbers, size, statistic), axis=0)
    first = np.concatenate([np.ones((1, len(at)), dtype=bool), results[1:] != results[:-1]])
    equal = (results[None] == results[:, None]).sum(axis=0)
    weights = np.where(first, equal / len(results), 0.0)
    if statistic in ("range", "amount"):
        weights[results == 0] = 0.0  # who asks how far apart they are knows that they differ
    truth = np.argmax(results == _OF_NUMBERS[statistic](numbers[:size]), axis=0)
    return results, weights, truth


def derive(catalog: Catalog, rows: Rows, told: Told, codes: Ints, chosen: Ints, truth: Ints) -> Bools:
    """Fill in the candidates of statistics, and return which part rows must be redrawn.

    A candidate is a count, a bit mask of the scope, a sum (for means too), or a range.

    Args:
        catalog: The scenario's catalog.
        rows: The part rows.
        told: Its options are chosen here for predicates.
        codes: The worlds.
        chosen: Candidates to fill in, shape (4, p).
        truth: Which of them is right, to fill in, shape (p,).
    """
    refused = np.zeros(len(rows.row), dtype=bool)
    accept, spread = rows.uniform("accept_result", 1)[0], rows.uniform("systematic", 1)[0]
    for at, statistic in _groups(catalog, rows):
        if statistic in _OF_NUMBERS:
            results, weights, right = _of_numbers(catalog, rows, told, codes, at, statistic)
        else:
            weights, right = _counting(_Statistics(catalog, rows, told, codes, at))
            results = np.broadcast_to(np.arange(len(weights))[:, None], weights.shape)
        around, level = np.arange(len(at)), water_level(weights)
        likely = weights[right, around]
        kept = (level > 1e-6) & (likely > 0) & (accept[at] < level / np.maximum(likely, 1e-300))
        sizes = np.minimum(weights, level) / np.maximum(level, 1e-300)
        picked, place = systematic(sizes, right, spread[at])
        chosen[:, at], truth[at] = np.take_along_axis(results, picked, axis=0), place
        refused[at] = ~kept | (picked[place, around] != right)
    return refused


def _groups(catalog: Catalog, rows: Rows) -> Iterator[tuple[Ints, str]]:
    """Yield the part rows that are worked out together, and their statistic."""
    statistic, attribute, scope = (values[rows.pattern] for values in (catalog.statistic, catalog.attribute, catalog.scope))
    for number, name in enumerate(STATISTICS):
        if name in ("count", "which") and (statistic == number).any():
            yield np.flatnonzero(statistic == number), name
        elif name in _OF_NUMBERS:
            for column, size in np.unique(np.stack([attribute, scope])[:, statistic == number], axis=1).T.tolist():
                yield np.flatnonzero((statistic == number) & (attribute == column) & (scope == size)), name
