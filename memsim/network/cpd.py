"""The kinds of conditional probability distribution (CPD), one class each.

A CPD draws integer codes for all instances of a class and a whole block of users at once. Shapes: draws are (lanes, n), lanes the instances of the
class and n the users; a parent is (lanes, n), or (1, n) when it belongs to the user. Kinds whose values are few enough give a dense `tensor`
P(child | parents) of shape (parent sizes…, child size), which exact inference needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Gives uniforms in [0, 1) of shape (lanes, n) for a named purpose of the node.
Uniforms = Callable[[str, int], Floats]
_STEPS = 2  # of an inversion, before the rest is searched


class Cpd(Protocol):
    """What the network needs of a CPD."""

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return codes, shape (lanes, n)."""

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        """Return natural-log probabilities of all lanes together, shape (n,)."""

    @property
    def tensor(self) -> Floats | None:
        """P(child | parents) of one lane, or None where it is not dense."""


def search_rows(cumulative: Floats, rows: Ints, uniform: Floats) -> Ints:
    """Return, for each draw, the first column whose cumulative weight in its row exceeds the uniform; O(log cells) a draw."""
    count, width = cumulative.shape
    shifted = (cumulative + np.arange(count)[:, None]).ravel()
    return np.minimum(np.searchsorted(shifted, uniform + rows, side="right") - rows * width, width - 1)


def cumulative_rows(weights: Floats) -> Floats:
    """Return row-wise cumulative weights that end at exactly 1 from the last value with weight on, so that no value of weight 0 is ever drawn."""
    cumulative = np.cumsum(weights, axis=1)
    last = weights.shape[1] - 1 - np.argmax(weights[:, ::-1] > 0, axis=1)
    cumulative[np.arange(weights.shape[1])[None, :] >= last[:, None]] = 1.0
    return np.minimum(cumulative, 1.0)


class Inversion:
    """Inverts rows of cumulative weights by a guide table (Chen & Asau 1974): as `search_rows`, in O(1) a draw.

    The table says for each of 2^k equal cells of [0, 1) how many cumulative weights lie at or below its start. From there on it is one step a weight;
    where weights crowd in a cell, the draws that are not there after a few steps are searched.
    """

    def __init__(self, cumulative: Floats) -> None:
        self._cumulative, (rows, self._width) = cumulative, cumulative.shape
        self._flat, self._cells = cumulative.ravel(), 4 << (self._width - 1).bit_length()
        first = np.arange(rows)[:, None]
        cell = np.ceil(cumulative * self._cells).astype(
            np.int64
        )  # the first that starts at or above the weight; exact, as cells are a power of two
        crowd = np.bincount((cell + first * (self._cells + 1)).ravel(), minlength=rows * (self._cells + 1)).reshape(rows, -1)
        self._guide = (np.cumsum(crowd[:, :-1], axis=1) + first * self._width).ravel()
        self._crowded = bool(crowd[:, 1:].max() > _STEPS)

    def __call__(self, rows: Ints, uniform: Floats) -> Ints:
        """Return, for each draw, the first column whose cumulative weight in its row exceeds the uniform."""
        place = self._guide[(uniform * self._cells).astype(np.int64) + rows * self._cells]
        for _ in range(_STEPS):
            place += self._flat[place] <= uniform
        column: Ints = place - rows * self._width
        if self._crowded:
            left = np.nonzero(self._flat[place] <= uniform)
            column[left] = search_rows(self._cumulative, np.broadcast_to(rows, column.shape)[left], uniform[left])
        return column


class TableCpd:
    """A dense table: weights of the values, given the parents. Also what `normal`, `integer`, `offset`, `band` and `llm` compile to."""

    def __init__(self, tensor: Floats) -> None:
        self._tensor = tensor
        rows = tensor.reshape(-1, tensor.shape[-1])
        self._fixed = np.argmax(rows, axis=1) if (rows.max(axis=1) == 1.0).all() else None
        self._uniform = len(rows) == 1 and bool((rows == rows[0, 0]).all())
        self._inverse = None if self._fixed is not None or self._uniform else Inversion(cumulative_rows(rows))

    @property
    def tensor(self) -> Floats:
        """P(child | parents)."""
        return self._tensor

    def _rows(self, parents: Sequence[Ints]) -> Ints:
        rows = np.zeros((1, 1), dtype=np.int64)
        for size, parent in zip(self._tensor.shape[:-1], parents, strict=True):
            rows = rows * size + parent
        return rows

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return codes by inverting the cumulative table; a table without choice needs no numbers, an even one no search."""
        if self._fixed is not None:
            shape = (lanes, parents[0].shape[1]) if parents else uniforms("value", lanes).shape
            return np.broadcast_to(self._fixed[self._rows(parents)], shape)
        if self._inverse is None:
            return (uniforms("value", lanes) * self._tensor.shape[-1]).astype(np.int64)
        return self._inverse(self._rows(parents), uniforms("value", lanes))

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        """Return the sum of the lanes' log weights."""
        flat = self._tensor.reshape(-1, self._tensor.shape[-1])
        with np.errstate(divide="ignore"):
            return np.log(flat[np.broadcast_to(self._rows(parents), codes.shape), codes]).sum(axis=0)


class CopyCpd(TableCpd):
    """The parent's value with probability p, else a draw from the prior."""

    def __init__(self, p: float, prior: Floats) -> None:
        super().__init__(p * np.eye(len(prior)) + (1 - p) * prior)
        self.p, self._prior = p, Inversion(cumulative_rows(prior[None, :]))

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return the parent's code where a uniform falls under p, else a prior draw."""
        fresh = self._prior(np.zeros((1, 1), dtype=np.int64), uniforms("value", lanes))
        return np.where(uniforms("copy", lanes) < self.p, parents[0], fresh)


class NearCpd(TableCpd):
    """The parent's value with probability p; else with probability q a draw from the prior within the parent's group; else a draw from the whole prior.

    Args:
        p: Probability of the parent's value.
        q: Probability of staying within its group, where the value is not the parent's.
        prior: Weights of the values, shape (size,); every group has weight.
        groups: Number of each value's group, from 0 on, shape (size,).
    """

    def __init__(self, p: float, q: float, prior: Floats, groups: Ints) -> None:
        within = np.where(groups == np.arange(groups.max() + 1)[:, None], prior, 0.0)
        within /= within.sum(axis=1, keepdims=True)
        super().__init__(p * np.eye(len(prior)) + (1 - p) * (q * within[groups] + (1 - q) * prior))
        self.p, self.q, self._groups = p, q, groups
        self._priors = Inversion(cumulative_rows(np.vstack([within, prior])))

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return the parent's code where a uniform falls under p, else a draw from its group's row or, above p + (1 - p) q, from the last row."""
        apart = uniforms("near", lanes)
        rows = np.where(apart < self.p + (1 - self.p) * self.q, self._groups[parents[0]], self._groups.max() + 1)
        return np.where(apart < self.p, parents[0], self._priors(rows, uniforms("value", lanes)))


class DistinctCpd:
    """Weighted draws without replacement, spread over the instances in random order, so that the instances are exchangeable.

    The order of an exponential race (Efraimidis & Spirakis 2006) is that of successive weighted draws.

    Args:
        weights: Of the values given the parents, which all instances share, shape (parent sizes…, size); each row sums to 1.
    """

    tensor = None

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self._sizes, self._rows = weights.shape[:-1], weights.reshape(-1, weights.shape[-1])

    def _weights(self, parents: Sequence[Ints]) -> Floats:
        """Return the weights of each user's row, shape (size, n), or (size, 1) without parents."""
        row = np.zeros(1, dtype=np.int64)
        for size, parent in zip(self._sizes, parents, strict=True):
            row = row * size + parent[0]
        return self._rows[row].T

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return `lanes` different codes for each user."""
        with np.errstate(divide="ignore"):
            race = -np.log1p(-uniforms("race", self._rows.shape[1])) / self._weights(parents)
        first = np.argpartition(race, lanes - 1, axis=0)[:lanes]
        winners = np.take_along_axis(first, np.argsort(np.take_along_axis(race, first, axis=0), axis=0), axis=0)
        order = np.argsort(uniforms("order", lanes), axis=0, kind="stable")
        return np.take_along_axis(winners, order, axis=0)

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        """Return the log probability of the assignment: over all orders of drawing, by a recursion on subsets; O(2^lanes · lanes)."""
        lanes, n = codes.shape
        of_user = self._weights(parents)
        weights = np.take_along_axis(np.broadcast_to(of_user, (len(of_user), n)), codes, axis=0)
        ways = np.zeros((1 << lanes, n))
        taken = np.zeros((1 << lanes, n))
        ways[0] = 1.0
        for subset in range(1, 1 << lanes):
            members = [lane for lane in range(lanes) if subset >> lane & 1]
            taken[subset] = weights[members].sum(axis=0)
            for lane in members:
                before = subset & ~(1 << lane)
                ways[subset] += ways[before] * weights[lane] / np.maximum(1.0 - taken[before], 1e-300)
        different = np.all(np.diff(np.sort(codes, axis=0), axis=0) > 0, axis=0)
        with np.errstate(divide="ignore"):
            return np.where(different, np.log(ways[-1]), -np.inf) - np.log(np.arange(1, lanes + 1)).sum()


@dataclass(frozen=True)
class ProductCpd:
    """A deterministic code made of the parents' codes (mixed radix, the last parent varies fastest)."""

    sizes: tuple[int, ...]
    tensor = None

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return the combined codes."""
        codes = np.zeros((lanes, 1), dtype=np.int64)
        for size, parent in zip(self.sizes, parents, strict=True):
            codes = codes * size + parent
        return codes

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        """Return 0 where the code is the parents', else minus infinity."""
        right = self.draw(lambda _name, _lanes: np.empty(0), len(codes), parents) == codes
        return np.where(right.all(axis=0), 0.0, -np.inf)


@dataclass(frozen=True)
class SequenceCpd:
    """Identifiers: a fixed prefix, uniform digits, and a last digit that makes the Luhn sum (ISO/IEC 7812-1) a multiple of ten."""

    prefix: str
    length: int
    tensor = None

    @property
    def _free(self) -> int:
        return self.length - len(self.prefix) - 1

    def draw(self, uniforms: Uniforms, lanes: int, parents: Sequence[Ints]) -> Ints:
        """Return identifiers as whole numbers."""
        body = int(self.prefix) * 10**self._free + (uniforms("value", lanes) * 10**self._free).astype(np.int64)
        return body * 10 + (10 - luhn(body * 10, self.length)) % 10

    def log_prob(self, codes: Ints, parents: Sequence[Ints]) -> Floats:
        """Return the uniform log probability where prefix and checksum are right, else minus infinity."""
        right = (luhn(codes, self.length) == 0) & (codes // 10 ** (self._free + 1) == int(self.prefix))
        return np.where(right.all(axis=0), -len(codes) * self._free * np.log(10.0), -np.inf)


def luhn(codes: Ints, length: int) -> Ints:
    """Return the Luhn sum modulo 10 of identifiers of the given length; 0 means valid."""
    total = np.zeros_like(codes)
    for position in range(length):
        codes, digit = np.divmod(codes, 10)
        if position % 2:
            digit = digit * 2 - np.where(digit > 4, 9, 0)
        total = total + digit
    return total % 10
