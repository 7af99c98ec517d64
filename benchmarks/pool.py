"""Whether the messages of the pool look different from evidence, whatever they say."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from encoding import FOLDS, folds
from intervals import Measure

from memsim.io import folder
from memsim.text import clock
from memsim.text.surface import surfaces

if TYPE_CHECKING:
    from guessing import Bools, Floats, Ints

N, ETA = 1000, 5
_BAR = 0.53
_WORD = re.compile(r"[^\W\d_\u4e00-\u9fff]+|\d+|[\u4e00-\u9fff]")
_TREES = {"max_iter": 150, "early_stopping": False, "random_state": 0}


def measures(scenario: str, seed: int, language: str) -> Iterator[Measure]:
    """Yield how well gradient boosting on looks tells evidence from the pool (AUC, chance 0.5), and how well words do."""
    import memsim

    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "set"
        memsim.generate(scenario, n=N, seed=seed, language=language, eta=ETA, out=path, workers=1)
        row, evidence, looks, texts = _messages(path)
    for what, score in (("looks", _boosted(looks, evidence, row)), ("time gap alone", _boosted(looks[:, :1], evidence, row))):
        value = _auc(score, evidence)
        yield Measure(f"pool, η = {ETA}", what, value, None, len(row), bar=f"AUC ≤ {_BAR}", ok=value <= _BAR)
    yield Measure(f"pool, η = {ETA}", "words: what they say", _auc(_by_words(texts, evidence, row), evidence), None, len(row))


def _messages(path: Path) -> tuple[Ints, Bools, Floats, list[str]]:
    """Return history, whether it is evidence, looks and text of every message that is evidence or of the pool."""
    rows, evidence, texts, seen = [], [], [], []
    ends: dict[str | None, int] = {}
    for place, joined in enumerate(folder.read_rows(path)):
        before: float = np.nan
        for message, gold in zip(joined.history["messages"], joined.gold["messages"], strict=True):
            at = clock.parse_iso(message["time"])
            if gold["kind"] == "evidence" or gold["axis"] == "pool":
                opener, tail = (ends.setdefault(gold["render"][end], len(ends)) for end in ("opener", "tail"))
                rows.append(place)
                evidence.append(gold["kind"] == "evidence")
                texts.append(message["text"])
                seen.append((at - before, at % clock.DAY, opener, tail))
            before = at
    looks = np.column_stack([np.array(seen, dtype=np.float64), surfaces(pa.array(texts))])
    return np.array(rows), np.array(evidence), looks, texts


def _boosted(looks: Floats, evidence: Bools, row: Ints) -> Floats:
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    fold, score = folds(row), np.empty(len(row))
    with threadpool_limits(limits=1):  # on a busy machine threads wait for each other most of the time
        for held_out in range(FOLDS):
            test = fold == held_out
            model = HistGradientBoostingClassifier(**_TREES).fit(looks[~test], evidence[~test])
            score[test] = model.predict_proba(looks[test])[:, 1]
    return score


def _by_words(texts: list[str], evidence: Bools, row: Ints) -> Floats:
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.linear_model import SGDClassifier

    words = HashingVectorizer(tokenizer=_WORD.findall, token_pattern=None, ngram_range=(1, 2)).transform(texts)
    fold, score = folds(row), np.empty(len(row))
    for held_out in range(FOLDS):
        test = fold == held_out
        model = SGDClassifier(loss="log_loss", random_state=0).fit(words[~test], evidence[~test])
        score[test] = model.decision_function(words[test])
    return score


def _auc(score: Floats, evidence: Bools) -> float:
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(evidence, score))
