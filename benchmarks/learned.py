"""Attacks that learn from other trajectories: target encoding alone, gradient boosting without messages, and boosting on messages that links nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import features
import numpy as np
from encoding import FOLDS, Encoder, combined, folds
from guessing import Bools, Floats, Ints, take_best

if TYPE_CHECKING:
    from rows import Rows

_SMOOTHING, _LEARNED_FROM = 30.0, 3
_CHAIN = ("value", "skeleton × value", "class × skeleton × value", "threshold × class × skeleton × value", "relation × skeleton × value")
_TREES = {"max_iter": 100, "learning_rate": 0.1, "min_samples_leaf": 100, "l2_regularization": 1.0, "early_stopping": False}


def residuals(rows: Rows, target: Ints) -> tuple[Floats, Floats]:
    """Return truth minus chance of each option's parts, (2, n, 4), and of whole options, (n, 4)."""
    n = np.arange(len(rows))
    same = rows.halves == rows.halves[:, n, target][..., None]
    chance = np.where(rows.hybrid, 0.5, 0.25)[:, None]
    parts = same - chance
    parts[1, ~rows.hybrid] = 0.0
    return parts, (np.arange(4) == target[:, None]) - 0.25


class TargetEncodings:
    """Every encoding of a set's options, made once and read fold by fold."""

    def __init__(self, rows: Rows, target: Ints) -> None:
        self.rows, self.fold = rows, folds(rows.index)
        self.parts, self.whole = residuals(rows, target)
        fold_parts = np.broadcast_to(self.fold[:, None], self.parts.shape)
        fold_whole = np.broadcast_to(self.fold[:, None], self.whole.shape)
        self.by_part = {name: Encoder(key, self.parts, fold_parts) for name, key in features.keys(rows)}
        pairs = (features.pair_keys(rows), features.rank_pair_keys(rows))
        self.by_whole = [Encoder(key, self.whole, fold_whole) for key in pairs]
        self.bags = [self._bag(*found, fold_whole) for found in (features.word_pairs(rows), features.member_states(rows)) if len(found[0])]

    def _bag(self, buckets: Ints, owner: Ints, fold: Ints) -> tuple[Encoder, Ints]:
        """Return an encoder of many numbers an option, and which option each belongs to."""
        return Encoder(combined(buckets), self.whole.ravel()[owner], fold.ravel()[owner]), owner

    def chain(self, held_out: int) -> Floats:
        """Return the score of the target-encoding attack, (n, 4): question skeleton × relation × threshold × value, coarse backing up fine."""
        score: Floats | float = 0.0
        for name in _CHAIN:
            score = self.by_part[name].encode(held_out, _SMOOTHING, score)
        return np.asarray(score).sum(axis=0)

    def columns(self, held_out: int) -> list[Floats]:
        """Return the encodings as features of options, each (n, 4)."""
        out = [part for encoder in self.by_part.values() for part in encoder.encode(held_out, _SMOOTHING)]
        out += [encoder.encode(held_out, _SMOOTHING) for encoder in self.by_whole]
        for encoder, owner in self.bags:
            count = np.maximum(np.bincount(owner, minlength=self.whole.size), 1)
            total = np.bincount(owner, encoder.encode(held_out, _SMOOTHING), minlength=self.whole.size)
            out.append((total / count).reshape(-1, 4))
        return [*out, self.chain(held_out)]


def encoding_attack(rows: Rows, target: Ints) -> Ints:
    """Return the letters taken by target encoding alone."""
    encodings = TargetEncodings(rows, target)
    score = np.full((len(rows), 4), np.nan)
    for held_out in range(FOLDS):
        test = encodings.fold == held_out
        score[test] = encodings.chain(held_out)[test]
    return take_best(score, rows.index, "encoding")


def no_memory_attack(rows: Rows, target: Ints) -> Ints:
    """Return the letters taken by gradient boosting on question and options."""
    encodings = TargetEncodings(rows, target)
    plain = [part for feature in features.part_numbers(rows) for part in feature] + list(features.shared_numbers(rows))
    return _boosted(rows, target, lambda held_out: plain + encodings.columns(held_out), "boosting")


def boosted(rows: Rows, target: Ints, columns: list[Floats], purpose: str) -> Ints:
    """Return the letters taken by gradient boosting on given features of options, each (n, 4)."""
    return _boosted(rows, target, lambda _held_out: columns, purpose)


def _boosted(rows: Rows, target: Ints, columns: Callable[[int], list[Floats]], purpose: str) -> Ints:
    """Score each option by boosting and take the best of four; five folds of whole trajectories."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    fold, right = folds(rows.index), np.arange(4) == target[:, None]
    score = np.full((len(rows), 4), np.nan)
    with threadpool_limits(limits=1):  # two attacks run side by side, and threads that wait for each other are slow on a busy machine
        for held_out in range(FOLDS):
            table = np.stack(columns(held_out), axis=-1).astype(np.float32)
            train, test = fold != held_out, fold == held_out
            model = HistGradientBoostingClassifier(random_state=0, **_TREES)
            model.fit(table[train].reshape(-1, table.shape[-1]), right[train].ravel())
            score[test] = model.predict_proba(table[test].reshape(-1, table.shape[-1]))[:, 1].reshape(-1, 4)
    return take_best(score, rows.index, purpose)


def learned_by(rows: Rows, target: Ints, key: Ints, purpose: str) -> tuple[Ints, Bools]:
    """Return the letters taken by the rate of one key, (n, 4), and which rows were not learned from.

    Learned from three folds, tried on the other two only: with few keys, folds that serve as both pull each other's rates apart by several standard errors.
    """
    tried, key = folds(rows.index) >= _LEARNED_FROM, combined(key)
    _parts, whole = residuals(rows, target)
    size = int(key.max()) + 1
    total = np.bincount(key[~tried].ravel(), whole[~tried].ravel(), minlength=size)
    count = np.bincount(key[~tried].ravel(), minlength=size)
    return take_best((total / (count + _SMOOTHING))[key], rows.index, purpose), tried
