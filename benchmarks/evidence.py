"""Where evidence stands in a history, and whether it looks different from what surrounds it: by surface alone, and by its words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from encoding import FOLDS, Encoder, combined, folds
from intervals import Measure
from numpy.typing import NDArray
from rows import Rows, load

from memsim.rng import Rng
from memsim.text.clock import DAY

if TYPE_CHECKING:
    from guessing import Bools, Floats, Ints

_K, _BINS = 5, 10
_SPREAD, _P_BAR = 0.02, 0.001
_AUC_BAR, _SMOOTHING, _READ = 0.53, 30.0, 4000  # the last: trajectories whose words are read
_STOPS = ".!?。！？"
_TREES = {"max_iter": 100, "learning_rate": 0.1, "min_samples_leaf": 100, "l2_regularization": 1.0, "early_stopping": False}
_Z = 1.959963984540054


def _recall(rows: Rows, picked: NDArray[np.bool_]) -> Floats:
    """Return |evidence ∩ picked| / |evidence| of each trajectory."""
    m = rows.messages
    hits = np.bincount(m.row, m.evidence & picked, minlength=len(rows))
    return hits / np.bincount(m.row, m.evidence, minlength=len(rows))


def _random_order(rows: Rows) -> Ints:
    """Return each message's place in a random order of its history."""
    m = rows.messages
    most = int(np.diff(m.start).max())
    keys = Rng(0, rows.index).uniform("benchmark/order", most)[m.place, m.row]
    order = np.lexsort((keys, m.row))
    out = np.empty(len(order), dtype=np.int64)
    out[order] = np.arange(len(order)) - m.start[m.row[order]]
    return out


def places(rows: Rows) -> Iterator[Measure]:
    """Yield recall@5 of the first, last and random five, and a chi-square test of the evidence's place."""
    m = rows.messages
    count = np.diff(m.start)[m.row]
    picks = {"first five": m.place < _K, "last five": m.place >= count - _K, "random five": _random_order(rows) < _K}
    recalls = {name: _recall(rows, picked) for name, picked in picks.items()}
    middle = float(np.mean([recall.mean() for recall in recalls.values()]))
    for name, recall in recalls.items():
        half = _Z * recall.std() / np.sqrt(len(recall))
        value, apart = float(recall.mean()), max(abs(float(recall.mean() - other.mean())) for other in recalls.values())
        bar = f"apart ≤ {_SPREAD} (mean {middle:.3f})"
        yield Measure("evidence recall@5", name, value, None, len(recall), value - half, value + half, bar, apart <= _SPREAD)
    yield _place_test(rows, count)


def _place_test(rows: Rows, count: Ints) -> Measure:
    """Test that evidence is spread evenly: (place + u) / messages is uniform if it is."""
    from scipy.stats import chisquare

    m = rows.messages
    spread = Rng(0, np.arange(len(m.row))).one("benchmark/spread")
    where = ((m.place + spread) / count)[m.evidence]
    test = chisquare(np.bincount((where * _BINS).astype(np.int64), minlength=_BINS))
    p = float(test.pvalue)
    what = f"χ² of {_BINS} bins = {test.statistic:.1f}, p"
    return Measure("evidence place", what, p, None, len(where), bar=f"p ≥ {_P_BAR}", ok=p >= _P_BAR)


def looks(path: Path, language: str, most: int) -> list[Measure]:
    """Return the AUC with which evidence is told from other messages by surface, against each kind of them, and by words.

    Args:
        path: A dataset folder.
        language: One of its languages.
        most: Trajectories to look at.
    """
    from threadpoolctl import threadpool_limits

    rows = load(path, language, most)
    m, surface = rows.messages, _surface(rows)
    against = {"all others": (~m.evidence, None), "noise": ((m.kind == "noise") & ~m.pool, _AUC_BAR)}
    against["messages without a fact"] = (m.pool, _AUC_BAR)
    against |= {kind: (m.kind == kind, None) for kind in ("distractor", "context")}
    out = []
    with threadpool_limits(limits=1):  # languages run side by side
        for name, (others, limit) in against.items():
            if others.any():
                among = others | m.evidence
                score = _by_surface(rows, surface, among)
                out.append(_auc(rows, f"{language}: surface, against {name}", score, among, limit))
                out.append(_auc_within(rows, f"{language}: the same, within histories", score, others))
        some = m.row < _READ
        out.append(_auc(rows, f"{language}: bag of words, against all others", _by_words(rows, some), some, None))
    return out


def _auc(rows: Rows, what: str, score: Floats, among: Bools, limit: float | None) -> Measure:
    """Return the area under the curve of scores of some messages, with the interval of Hanley and McNeil (1982)."""
    from sklearn.metrics import roc_auc_score

    truth = rows.messages.evidence[among]
    value, yes = float(roc_auc_score(truth, score[among])), int(truth.sum())
    no = len(truth) - yes
    one, two = value / (2 - value), 2 * value**2 / (1 + value)
    half = _Z * float(np.sqrt((value * (1 - value) + (yes - 1) * (one - value**2) + (no - 1) * (two - value**2)) / (yes * no)))
    bar, ok = ("", None) if limit is None else (f"AUC ≤ {limit}", value <= limit)
    return Measure("evidence by its looks", what, value, None, len(truth), value - half, value + half, bar, ok)


def _auc_within(rows: Rows, what: str, score: Floats, others: Bools) -> Measure:
    """Return how often evidence scores above another message of its own history: blind to which histories hold much evidence."""
    m = rows.messages
    above, pairs = 0.0, 0
    for start, end in pairwise(m.start.tolist()):
        mine = score[start:end]
        ahead = mine[m.evidence[start:end]][:, None] - mine[others[start:end]]
        above += float((ahead > 0).sum() + (ahead == 0).sum() / 2)
        pairs += ahead.size
    return Measure("evidence by its looks", what, above / max(1, pairs), n=pairs)


def _surface(rows: Rows) -> Floats:
    """Return what is seen of messages without reading them, (messages, features)."""
    m = rows.messages
    first = m.place == 0
    count = np.diff(m.start)[m.row]
    before = np.where(first, np.nan, m.minute - np.roll(m.minute, 1))
    after = np.where(m.place == count - 1, np.nan, np.roll(m.minute, -1) - m.minute)
    kinds = np.array([_characters(text) for text in m.text], dtype=float)
    columns = [m.place, (m.place + 0.5) / count, before, after, m.minute % DAY, m.opener, m.tail, m.opener > 0, m.tail > 0]
    return np.column_stack([*columns, kinds])


def _characters(text: str) -> tuple[int, ...]:
    """Return the length, punctuation, digits, capitals, spaces and sentences of a text."""
    spaces, letters = text.count(" "), sum(map(str.isalnum, text))
    sentences = sum(map(text.count, _STOPS))
    return len(text), len(text) - spaces - letters, sum(map(str.isdigit, text)), sum(map(str.isupper, text)), spaces, sentences


def _by_surface(rows: Rows, surface: Floats, among: Bools) -> Floats:
    """Score messages by boosting on their surface; five folds of whole trajectories, openers and tails also by their rate in other folds."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    m = rows.messages
    at = np.flatnonzero(among)
    fold, truth = folds(rows.index)[m.row[at]], m.evidence[at]
    centred = truth - truth.mean()
    encoders = [Encoder(combined(code[at]), centred, fold) for code in (m.opener, m.tail)]
    out = np.full(len(among), np.nan)
    for held_out in range(FOLDS):
        table = np.column_stack([surface[at], *(one.encode(held_out, _SMOOTHING) for one in encoders)])
        model = HistGradientBoostingClassifier(random_state=0, **_TREES).fit(table[fold != held_out], truth[fold != held_out])
        out[at[fold == held_out]] = model.predict_proba(table[fold == held_out])[:, 1]
    return out


def _by_words(rows: Rows, among: Bools) -> Floats:
    """Score messages by a linear model of their words and pairs of words, of characters in languages without spaces."""
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.linear_model import SGDClassifier

    m = rows.messages
    at = np.flatnonzero(among)
    fold, truth = folds(rows.index)[m.row[at]], m.evidence[at]
    analyser = "char" if rows.language == "zh" else "word"
    words = HashingVectorizer(analyzer=analyser, ngram_range=(1, 2), n_features=1 << 18).transform([m.text[place] for place in at])
    out = np.full(len(among), np.nan)
    for held_out in range(FOLDS):
        train = np.flatnonzero(fold != held_out)
        model = SGDClassifier(loss="log_loss", alpha=1e-5, random_state=0).fit(words[train], truth[train])
        test = np.flatnonzero(fold == held_out)
        out[at[test]] = model.decision_function(words[test])
    return out
