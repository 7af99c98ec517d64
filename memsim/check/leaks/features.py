"""What a learner is told of each option: how it looks, how it compares with the others, and how common it is. Never the letter, never a message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from memsim.check.leaks import elsewhere, thumb
from memsim.check.leaks.options import Floats, Ints, Options

_COUNTED = {"digits": str.isdigit, "letters": str.isalpha, "spaces": str.isspace}
_SMOOTHING = 3.0


def plain(options: Options) -> list[Floats]:
    """Return features that need no other question, each of shape (n, most)."""
    looks = [options.laid([[float(sum(map(test, text))) for text in row] for row in options.choices]) for test in _COUNTED.values()]
    ending = options.laid([[float(ord(text[-1:] or " ")) for text in row] for row in options.choices])
    compared = [thumb.lengths(options), *looks, options.alike, _closest(options), options.value, thumb.nearness(options)]
    question = [thumb.in_question(options), thumb.shared_with_question(options)]
    types = np.unique(options.types, return_inverse=True)[1].astype(float)
    asked = [np.broadcast_to(column[:, None], options.there.shape) for column in (types, _lengths_of_questions(options))]
    return [
        *compared,
        *question,
        ending,
        thumb.value_ranks(options),
        _shared_parts(options),
        *asked,
        *(_ranks(one, options) for one in compared + question),
    ]


def learned(options: Options, fold: Ints) -> Callable[[int], Iterator[Floats]]:
    """Return what yields, for a fold under test, how often options stand and are right in other folds, each of shape (n, most).

    The fold under test learns from all others, and each of those from the others but itself, so that no row sees its own answer.

    Args:
        options: The questions.
        fold: Of each, shape (n,).
    """
    known = []
    for by in (elsewhere.by_text(options), _by_value(options)):
        keys = elsewhere.coded(options, by)
        stood, right = (keys.counts(options, fold, right_only=right_only) for right_only in (False, True))
        known.append((keys, stood, right))

    def columns(held_out: int) -> Iterator[Floats]:
        for keys, stood, right in known:
            stands, rightly = (np.where(options.there, keys.least(_seen(count, held_out), fold), np.nan) for count in (stood, right))
            yield np.log1p(stands)
            yield (rightly + _SMOOTHING / options.count[:, None]) / (stands + _SMOOTHING)
            yield _ranks(stands, options)

    return columns


def _seen(counts: Floats, held_out: int) -> Floats:
    """Return what each fold may know: all folds but itself and the one under test; of shape (folds, keys), as the counts are."""
    others = counts.copy()
    others[held_out] = 0
    return others.sum(axis=0) - np.where(np.isinf(others), 0, others)


def _by_value(options: Options) -> elsewhere.Keys:
    """Return what each option is counted by where it stands for its rank: its type, and how many options have a smaller number."""
    ranks = thumb.value_ranks(options)
    return [
        [[(kind, float(rank))] for rank in row[:count]]
        for kind, row, count in zip(options.types, np.nan_to_num(ranks, nan=-1), options.count, strict=True)
    ]


def _ranks(values: Floats, options: Options) -> Floats:
    """Return how many options of the question have less."""
    return np.where(options.there, (values[:, None, :] < values[:, :, None]).sum(axis=2), np.nan)


def _closest(options: Options) -> Floats:
    """Return how much each option's characters share with the option that shares most (Jaccard)."""
    rows = []
    for texts in options.normal:
        sets = [set(text) for text in texts]
        rows.append(
            [
                max(len(one & other) / (len(one | other) or 1) for place, other in enumerate(sets) if place != at)
                for at, one in enumerate(sets)
            ]
        )
    return options.laid(rows)


def _shared_parts(options: Options) -> Floats:
    """Return how many options share some part, itself among them, for options that join several answers."""
    return options.laid([[float(sum(_share(one, other) for other in parts)) for one in parts] for parts in options.parts])


def _share(one: Sequence[str], other: Sequence[str]) -> bool:
    return any(mine == theirs for mine, theirs in zip(one, other, strict=True))


def _lengths_of_questions(options: Options) -> Floats:
    return np.array([len(one.question) for one in options.asked], dtype=np.float64)
