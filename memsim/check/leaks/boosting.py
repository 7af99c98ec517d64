"""What a model learns from options and questions alone: gradient boosting, beside the same on letters that have nothing to do with the questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from memsim.check.finding import Finding
from memsim.check.leaks import features
from memsim.check.leaks.groups import FOLDS, folds, joined
from memsim.check.leaks.options import Bools, Floats, Ints, Options, options_of
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import Tried, rated
from memsim.io.formats.audited import Audited
from memsim.rng import Rng
from memsim.text.words import normalised

QUESTIONS = 10_000
_FEWEST = 100  # questions; below, there is next to nothing to learn from
_TREES = {
    "max_iter": 100,
    "learning_rate": 0.1,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 20,
    "l2_regularization": 1.0,
    "early_stopping": False,
}
_RULE = "a model that learned from options and questions of other histories picks the right option as often as chance gives"


class Boosting(Sampled):
    """scikit-learn's gradient boosting scores each option, the best is taken. Folds share no history and no text of a question."""

    def __init__(self) -> None:
        super().__init__(QUESTIONS, messages=None)

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        options = options_of(histories)
        if len(options) < _FEWEST:
            return
        groups = joined(options.clusters, [normalised(asked.question) for asked in options.asked])
        if len(np.unique(groups)) < FOLDS:  # hardly a question stands apart from the others
            return
        plain, fold = features.plain(options), folds(groups, "boosting")
        tried, control = (boosted(one, plain, fold) for one in (options, shuffled(options)))
        same = {"language": language, "questions at most": QUESTIONS}
        yield rated("learned-option", _RULE, tried, above=True, detail={**same, "control": round(float(control.credit.mean()), 4)})
        yield rated("learned-option-control", f"{_RULE}, where letters are shuffled", control, above=True, detail=same)


def shuffled(options: Options) -> Options:
    """Return the questions with letters drawn at random."""
    target = Rng(0, np.arange(len(options))).below("check/leaks/shuffled", options.count)
    return Options(options.asked, options.clusters, options.choices, target)


def boosted(options: Options, plain: Sequence[Floats], fold: Ints) -> Tried:
    """Return what boosting gets, each question judged by a model that has learned from the other folds.

    Args:
        options: The questions.
        plain: Features that do not know which option is right, each of shape (n, most).
        fold: Of each question, shape (n,).
    """
    learned = features.learned(options, fold)
    score = np.full(options.there.shape, np.nan)
    for held_out in range(FOLDS):
        table = np.stack([*plain, *learned(held_out)], axis=-1).astype(np.float32)
        train, test = ((mask[:, None] & options.there) for mask in (fold != held_out, fold == held_out))
        score[test] = _fitted(table, train, test, options.target)
    return options.take(score)[0]


def _fitted(table: NDArray[np.float32], train: Bools, test: Bools, target: Ints) -> Floats:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    right = np.arange(train.shape[1]) == target[:, None]
    table = table[:, :, ~np.isnan(table[train]).all(axis=0)]  # what no option has cannot be cut into bins
    with threadpool_limits(limits=1):  # threads that wait for each other are slow on a busy machine
        model = HistGradientBoostingClassifier(random_state=0, **_TREES)
        model.fit(table[train], right[train])
        return model.predict_proba(table[test])[:, 1]
