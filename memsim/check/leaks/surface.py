"""Whether evidence can be told from other messages without the question: by how a message looks, and by its characters."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.auc import Area, area
from memsim.check.leaks.groups import FOLDS, folds
from memsim.check.leaks.messages import CONTEXT, DISTRACTOR, Messages, messages_of
from memsim.check.leaks.options import Bools, Floats, Ints
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import FAMILY, FEWEST, LEVEL
from memsim.io.formats.audited import Audited
from memsim.text.words import normalised

MESSAGES = 30_000
#: An area up to this is no leak: what is asked about is never quite what is told. Of what is counted or compared, several messages are evidence at once, and of
#: what is asked plainly one in four; so what a distractor is about says something in any set that asks both, and is told, not judged.
BAR = 0.53
_FEWEST = 100  # of either kind
_GRAMS, _BUCKETS, _LOOKS_WEIGHT = (1, 3), 1 << 16, 0.1
_RULE = "a model that learned from other histories tells evidence from {} by {} no better than an area under the curve of {}"


class Surface(Sampled):
    """Logistic regression, once on length, digits, capitals and punctuation, and once on these and hashed sequences of characters.

    Folds share no history, and no message is judged whose text, normalised, was learned from.
    """

    def __init__(self) -> None:
        super().__init__(messages=MESSAGES)

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        messages = messages_of(histories)
        if not min(messages.evidence.sum(), (~messages.evidence).sum()) >= _FEWEST:
            return
        looks = _looks(messages)
        seen = {"looks": looks, "characters": _characters(messages, looks)}
        for kind in messages.kinds:
            if (messages.kind == kind).sum() >= _FEWEST:
                for name, features in seen.items():
                    findings = _findings(messages, kind, name, features, language)
                    # histories may share all their messages, so that there is nothing to learn from
                    yield from (finding for finding in findings if not isnan(finding.share))


def _findings(messages: Messages, kind: str, name: str, features: Any, language: str) -> Iterator[Finding]:
    """Yield what was learned against one kind; of distractors, where the set says what messages tell, also against those that tell the same."""
    among = messages.evidence | (messages.kind == kind)
    some = messages.where(among)
    told = _Told(some, features[np.flatnonzero(among)])
    alike = kind == DISTRACTOR and bool(np.all(some.about != ""))
    others = {"others": "other messages"}.get(kind, kind)
    yield _finding(
        f"evidence-{name}-{kind}", _RULE.format(others, name, BAR), some, told.apart(), language, judged=not alike and kind != CONTEXT
    )
    if alike:
        rule = _RULE.format("distractors that tell the same attribute", name, BAR)
        attribute = np.unique(some.about, return_inverse=True)[1]
        yield _finding(f"evidence-{name}-alike", rule, some, told.apart(attribute), language, judged=True)


def _finding(name: str, rule: str, messages: Messages, apart: tuple[Area, dict[str, Any]], language: str, *, judged: bool) -> Finding:
    found, by_type = apart
    low, high = found.interval(0.95)
    return Finding(
        family=FAMILY,
        name=name,
        rule=rule,
        tested=len(messages.posts),
        found=int(messages.evidence.sum()),
        share=round(found.auc, 4),
        examples=(),
        ok=found.clusters < FEWEST or not (judged and found.interval(1 - LEVEL)[0] > BAR),
        detail={
            "language": language,
            "auc": round(found.auc, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "chance": 0.5,
            "bar": BAR,
            "judged": judged,
            "by_type": by_type,
        },
    )


class _Told:
    """Scores of messages by models that learned from other histories."""

    def __init__(self, messages: Messages, features: Any) -> None:
        self._messages, self._fold = messages, folds(messages.history, "surface")
        self._score, self._judged = np.zeros(len(self._fold)), np.zeros(len(self._fold), dtype=bool)
        texts = np.unique([normalised(post.text) for post in messages.posts], return_inverse=True)[1]
        for held_out in range(FOLDS):
            train = self._fold != held_out
            test = (self._fold == held_out) & ~np.isin(texts, texts[train])
            if test.any() and 0 < messages.evidence[train].sum() < train.sum():
                self._score[test] = _scores(features, train, test, messages.evidence)
                self._judged |= test

    def apart(self, stratum: Ints | None = None) -> tuple[Area, dict[str, Any]]:
        """Return the area over all messages, and within the histories of each question type; with strata, between messages of one."""
        messages = self._messages
        cluster = np.unique(messages.history, return_inverse=True)[1]

        def of(mask: Bools) -> Area:
            strata = None if stratum is None else stratum[mask]
            return area(self._score[mask], messages.evidence[mask], cluster[mask], self._fold[mask], strata)

        areas = {one: of(self._judged & (messages.types == one)).auc for one in sorted(set(messages.types.tolist()))}
        by_type = {one: {"rate": round(auc, 4), "ok": True} for one, auc in areas.items() if not isnan(auc)}
        return of(self._judged), by_type if len(areas) > 1 else {}


def _scores(features: Any, train: Bools, test: Bools, evidence: Bools) -> Floats:
    from sklearn.linear_model import SGDClassifier

    model = SGDClassifier(loss="log_loss", alpha=1e-5, max_iter=8, tol=None, random_state=0)
    model.fit(features[np.flatnonzero(train)], evidence[train])
    return model.decision_function(features[np.flatnonzero(test)])


def _looks(messages: Messages) -> Any:
    """Return length, digits, capitals and punctuation, each with mean 0 and deviation 1, and the length also by its logarithm."""
    import pyarrow as pa

    from memsim.text.surface import surfaces

    counts = surfaces(pa.array([post.text for post in messages.posts], pa.string())).astype(np.float64)
    table = np.column_stack([counts, np.log1p(counts[:, 0])])
    return (table - table.mean(axis=0)) / np.maximum(table.std(axis=0), 1e-9)


def _characters(messages: Messages, looks: Floats) -> Any:
    from scipy.sparse import csr_matrix, hstack
    from sklearn.feature_extraction.text import HashingVectorizer

    hashed = HashingVectorizer(analyzer="char", ngram_range=_GRAMS, n_features=_BUCKETS, alternate_sign=False)
    return hstack([hashed.transform([post.text for post in messages.posts]), csr_matrix(_LOOKS_WEIGHT * looks)]).tocsr()
