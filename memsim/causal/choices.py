"""Exchangeable choices: given all that can be seen, the truth is uniform over the four.

Stated answers: the options are the values of four holders, all told. The assignment of values to holders is accepted by the likelihood of the target's
value against the other three, so that nothing the question reveals of the target favours its own value. Orders: any order of the scope is as likely.
What is stated nowhere, counts and the like, has options of its own: see `derived`.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from memsim.causal.catalog import STATISTICS, Catalog
from memsim.causal.derived import derive
from memsim.causal.hints import HOLDERS, Bools, Rows, Told
from memsim.rng import Floats, Ints, Rng

#: By size of the scope, every order of it; and the number of an order by its digits in base 4.
ORDERS = {scope: list(itertools.permutations(range(scope))) for scope in (3, 4)}


def _numbered(scope: int) -> Ints:
    out = np.zeros(HOLDERS**scope, dtype=np.int64)
    for number, order in enumerate(ORDERS[scope]):
        out[sum(digit * HOLDERS**place for place, digit in enumerate(order))] = number
    return out


_ORDER_OF = {scope: _numbered(scope) for scope in ORDERS}


@dataclass
class Candidates:
    """Four possible answers a part row.

    Attributes:
        codes: Value codes, ψ codes, numbers of orders, or what `derived` says of statistics, shape (4, p).
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
    """Return (least likely assignment) / (true assignment) of m values to m holders, (m holders, m values, n) -> (n,); O(m! n)."""
    holders = np.arange(len(likelihood))
    every = np.stack([likelihood[holders, list(order)].prod(axis=0) for order in itertools.permutations(range(len(likelihood)))])
    return every.min(axis=0) / np.maximum(every[0], 1e-300)


def accept_stated(catalog: Catalog, rows: Rows, told: Told, codes: Ints, values: Ints) -> Bools:
    """Return which rows keep their world: all where holders are exchangeable, else with probability (least likely) / (true).

    What is weighed is the target's value, or, where all holders must be exchangeable, the whole assignment of values to them.
    """
    pattern = rows.pattern
    table, agree, exchanged = catalog.odds_row[pattern], catalog.agree[pattern], catalog.exchanged[pattern]
    slots = catalog.layout.slot[told.holders[:HOLDERS], np.maximum(agree, 0)]
    shared = codes[np.maximum(slots, 0), rows.row]
    accepted = (agree < 0) | (shared == shared[0]).all(axis=0)
    ratio, weighed = np.ones(len(pattern)), (table >= 0) & accepted
    for size in np.unique(exchanged[exchanged > 0]).tolist():
        at = np.flatnonzero(weighed & (exchanged == size))
        holders = told.holders[:size, at]
        mine = codes[catalog.layout.slot[holders, catalog.attribute[pattern[at]]], rows.row[at]]
        ratio[at] = assignment_ratio(catalog.odds.lookup(table[at], holders, mine, codes[:, rows.row[at]]))
    for own in (False, True):
        at = np.flatnonzero(weighed & (exchanged == 0) & (catalog.statistic[pattern] < 0) & (catalog.own[pattern] == own))
        if len(at):
            turned = (told.target[at] + np.arange(HOLDERS)[:, None]) % HOLDERS
            holders, mine = (
                np.take_along_axis(told.holders[:HOLDERS, at], turned, axis=0),
                np.take_along_axis(values[:, at], turned, axis=0),
            )
            weigh = _own_likelihood if own else _others_likelihood
            likely = weigh(catalog, pattern[at], holders, mine, codes[:, rows.row[at]])
            ratio[at] = likely.min(axis=0) / np.maximum(likely[0], 1e-300)
    return accepted & (rows.uniform("accept", 1)[0] < ratio)


def _others_likelihood(catalog: Catalog, pattern: Ints, holders: Ints, values: Ints, worlds: Ints) -> Floats:
    """Return how likely the first holder has each of four values, the other three having the rest; arguments as of `_own_likelihood`."""
    return target_likelihood(catalog.odds.lookup(catalog.odds_row[pattern], holders, values, worlds))


def _own_likelihood(catalog: Catalog, pattern: Ints, holders: Ints, values: Ints, worlds: Ints) -> Floats:
    """Return how likely the user has each of four values, the other three having the rest; the others may depend on what the user has.

    Args:
        catalog: The scenario's catalog.
        pattern: Shape (n,).
        holders: The user and three others, shape (4, n).
        values: Theirs, shape (4, n).
        worlds: Codes, shape (slots, n).
    """
    mine = catalog.layout.slot[catalog.layout.first["user"], catalog.attribute[pattern]]
    around, out = np.arange(len(pattern)), []
    user = catalog.odds.lookup(catalog.odds_own[pattern], holders[:1], values, worlds)[0]
    others = holders.copy()
    others[0] = others[1]  # the tables of the others say nothing of the user
    for value in range(HOLDERS):
        supposed = worlds.copy()
        supposed[mine, around] = values[value]
        likelihood = catalog.odds.lookup(catalog.odds_row[pattern], others, values, supposed)
        rest = [other for other in range(HOLDERS) if other != value]
        out.append(user[value] * _permanent(likelihood[1:][:, rest]))
    return np.stack(out)


def _orders(catalog: Catalog, rows: Rows, told: Told, values: Ints, out: Candidates) -> None:
    """Offer the true order of the scope and three others; all four holders are exchangeable, so that any order is as likely."""
    for statistic, sign in ((STATISTICS.index("order_max"), -1), (STATISTICS.index("order_min"), 1)):
        for scope in (3, 4):
            at = np.flatnonzero((catalog.statistic[rows.pattern] == statistic) & (catalog.scope[rows.pattern] == scope))
            if not len(at):
                continue
            attribute = np.broadcast_to(catalog.attribute[rows.pattern[at]], (scope, len(at)))
            numbers = catalog.layout.number(attribute, values[:scope, at]) * sign
            told.fair[at] &= (np.diff(np.sort(numbers, axis=0), axis=0) != 0).all(axis=0)
            digits = (np.argsort(numbers, axis=0, kind="stable") * HOLDERS ** np.arange(scope)[:, None]).sum(axis=0)
            out.codes[0, at] = truth = _ORDER_OF[scope][digits]
            keys = rows.uniform("orders", len(ORDERS[scope]))[:, at]
            keys[truth, np.arange(len(at))] = 2.0
            out.codes[1:, at] = np.argsort(keys, axis=0)[: HOLDERS - 1]
            out.truth[at] = 0


def candidates(catalog: Catalog, rows: Rows, told: Told, codes: Ints, now: Ints) -> Candidates:
    """Return the four candidates of each part row, and which rows must be redrawn.

    Args:
        catalog: The scenario's catalog.
        rows: The part rows.
        told: What they tell; the options of predicates are chosen here, and orders with ties marked as unfair.
        codes: The worlds.
        now: When each part row's question is asked, in minutes.
    """
    values = codes[catalog.layout.slot[told.holders[:HOLDERS], told.attribute[:HOLDERS]], rows.row]
    results = values.copy()
    for place in np.unique(rows.pattern):
        if place in catalog.transform_of:
            at = rows.pattern == place
            results[:, at] = catalog.transform_of[place].codes(values[:, at], now[at])
    stated = catalog.statistic[rows.pattern] < 0
    ordered = np.sort(results, axis=0)
    out = Candidates(results, told.target.copy(), {})
    out.refused["equal_values"] = stated & (ordered[1:] == ordered[:-1]).any(axis=0)
    out.refused["likely_value"] = ~accept_stated(catalog, rows, told, codes, values)
    _orders(catalog, rows, told, values, out)
    out.refused["likely_result"] = derive(catalog, rows, told, codes, out.codes, out.truth)
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
