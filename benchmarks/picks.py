"""Attacks by a rule of thumb: take the option that is named first, the longest, the most typical, the most common, the one that a told fact leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import features
import numpy as np
from encoding import FOLDS, combined, folds
from guessing import Bools, Floats, Ints, take_best
from rows import Rows, codes

from memsim.text import words

#: (name, letters, in which rows the rule tells options apart, whether a bar applies)
Pick = tuple[str, Ints, Bools, bool]
_BASE = 8.0  # more than a scope has members


def _over_parts(score: Floats) -> Floats:
    """Add up how many options each beats in each part, (2, n, 4) -> (n, 4): parts of a hybrid count alike."""
    below = (score[..., None, :] < score[..., :, None]).sum(axis=-1)
    return below.sum(axis=0).astype(float)


def _position(rows: Rows, part: int, row: int, letter: int) -> float:
    """Return where in the question an option's part is named, NaN where it is not: the places of those it lists, else the character."""
    text, places, question = rows.halves[part, row, letter], rows.places[part, row, letter], rows.question[row]
    if places is not None:
        ordered = places if rows.asked[row][part].statistic != "which" else sorted(places)
        return sum((1 + place) * _BASE**-depth for depth, place in enumerate(ordered)) if places else np.nan
    at = question.casefold().find(text.casefold()) if text else -1
    return float(at) if at >= 0 and words.mentions(question, text) else np.nan


def named(rows: Rows) -> Floats:
    """Return how late each option is named in the question, (n, 4); those that are not named come last."""
    where = np.array([_position(rows, *at) for at in np.ndindex(rows.halves.shape)]).reshape(rows.halves.shape)
    where = np.where(np.isnan(where) & ~np.isnan(where).all(axis=-1, keepdims=True), np.inf, where)
    return _over_parts(where)


def similarity(rows: Rows) -> Floats:
    """Return how much of its pairs of neighbouring characters each option shares with the other three (Jaccard), (n, 4)."""
    out = np.zeros(rows.choices.shape)
    for row, four in enumerate(rows.choices.tolist()):
        pairs = [{text[at : at + 2] for at in range(max(1, len(text) - 1))} for text in four]
        for one, other in combinations(range(4), 2):
            shared = len(pairs[one] & pairs[other]) / len(pairs[one] | pairs[other])
            out[row, one] += shared
            out[row, other] += shared
    return out


def closeness(rows: Rows) -> Floats:
    """Return how near each option's numbers lie to the other three, (n, 4)."""
    far = np.abs(rows.number[..., None] - rows.number[..., None, :]).sum(axis=-1)
    return _over_parts(-far)


def ranked(rows: Rows, rank: int) -> Floats:
    """Return 1 for the option whose number has so many smaller ones, where four different numbers stand, (n, 4)."""
    found = features.ranks(rows.number[0])
    distinct = (np.sort(found, axis=1) == np.arange(4)).all(axis=1) & ~rows.hybrid
    return (distinct[:, None] & (found == rank)).astype(float)


def commonness(rows: Rows, weight: Floats) -> Floats:
    """Return how often each option's parts stood in other folds where it was asked the same way, (n, 4).

    Args:
        rows: The questions.
        weight: 1 for each option to count, (2, n, 4).
    """
    key = combined(features.skeletons(rows)[..., None], codes(rows.halves))
    fold = np.broadcast_to(folds(rows.index)[:, None], key.shape)
    count = np.bincount((key * FOLDS + fold).ravel(), weight.ravel(), minlength=(int(key.max()) + 1) * FOLDS).reshape(-1, FOLDS)
    seen = np.log1p(count.sum(axis=1)[key] - count[key, fold])
    return seen[0] + np.where(rows.hybrid[:, None], seen[1], 0.0)


def implied(rows: Rows) -> Floats:
    """Return how many of an option's parts some told fact reads as, itself or after any ψ, (n, 4)."""
    return (rows.implied > 0).sum(axis=0).astype(float)


def implied_often(rows: Rows) -> Floats:
    """Return by how many told facts each option's parts can be come by, (n, 4)."""
    return rows.implied.sum(axis=0).astype(float)


Numbers = tuple[float, ...]


def _spread(numbers: Numbers) -> float:
    return max(numbers) - min(numbers)


_RESULTS: dict[str, Callable[[Numbers], float]] = {
    "sum": sum,
    "mean": lambda numbers: round(sum(numbers) / len(numbers), 1),
    "range": _spread,
    "amount": _spread,
}


def arithmetic(rows: Rows) -> tuple[Floats, Floats]:
    """Return of each option, both (n, 4), how many parts some told numbers give by the arithmetic asked, and how near to it the average of all such results is."""
    reached, near, m = np.zeros(rows.choices.shape), np.zeros((2, *rows.choices.shape)), rows.messages
    for row, parts in enumerate(rows.asked):
        mine = slice(m.start[row], m.start[row + 1])
        for part, asked in enumerate(parts):
            if asked.statistic not in _RESULTS:
                continue
            told = m.number[mine][m.attribute[mine] == asked.asked].tolist()
            results = [_RESULTS[asked.statistic](some) for some in combinations(told, len(asked.scope))]
            reached[row] += np.isin(rows.number[part, row], results)
            near[part, row] = -np.abs(rows.number[part, row] - np.mean(results))
    return reached, _over_parts(near)


def rules(rows: Rows) -> Iterator[tuple[str, Floats, bool]]:
    """Yield (name, score of each option, whether a bar applies)."""
    late = named(rows)
    yield "named first", -late, True
    yield "named last", late, True
    length = np.vectorize(len, otypes=[float])(rows.choices)
    yield "longest option", length, True
    yield "shortest option", -length, True
    alike = similarity(rows)
    yield "most like the others, by characters", alike, True
    yield "least like the others, by characters", -alike, True
    yield "nearest to the others, by number", closeness(rows), True
    size = _over_parts(rows.number)
    yield "largest", size, True
    yield "smallest", -size, True
    yield "second smallest", ranked(rows, 1), True
    yield "second largest", ranked(rows, 2), True
    every = np.ones(rows.halves.shape)
    right = rows.halves == rows.halves[:, np.arange(len(rows)), rows.target][..., None]
    yield "most common as an option", commonness(rows, every), True
    yield "most common as an answer", commonness(rows, right.astype(float)), True
    yield "implied by a fact, with any ψ", implied(rows), True
    yield "implied by most facts", implied_often(rows), True
    reached, near = arithmetic(rows)
    yield "reachable by arithmetic", reached, False
    yield "nearest to what all told numbers give", near, False


def picks(rows: Rows) -> Iterator[Pick]:
    """Yield what each rule takes; where it tells nothing apart, one of the four at random."""
    for name, score, barred in rules(rows):
        yield name, take_best(score, rows.index, name), score.max(axis=1) > score.min(axis=1), barred
