"""What judgements come to: a row for each language, subject and criterion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from memsim.rating.agreement import agreement
from memsim.rating.criteria import SCALE
from memsim.rating.judgements import FAILED, SCORED, UNPARSED, Judgement
from memsim.scoring.intervals import estimate


def summary(judgements: Sequence[Judgement]) -> list[dict[str, Any]]:
    """Return the rows, in the order in which language, subject and criterion first come up.

    `mean` with `low` and `high`, its 95 % interval, is over the `n` scores that there are, clustered by history: an item's repeats and the
    messages of one history count as one where they agree. All are None where there is no score. `unparsed` and `failed` are by reason, and
    n plus these is the number of items times the repeats.
    """
    grouped: dict[tuple[str, str, str], list[Judgement]] = {}
    for judgement in judgements:
        for name in judgement.scores:
            grouped.setdefault((judgement.item.language, judgement.item.subject, name), []).append(judgement)
    return [
        {"language": language, "subject": subject, "criterion": name, **_row(name, some)}
        for (language, subject, name), some in grouped.items()
    ]


def _row(name: str, judgements: Sequence[Judgement]) -> dict[str, Any]:
    values: list[int] = []
    clusters: list[str] = []
    of_item: dict[int, list[int]] = {}
    reasons: dict[str, Counter[str]] = {UNPARSED: Counter(), FAILED: Counter()}
    for judgement in judgements:
        score, given = judgement.scores[name], of_item.setdefault(judgement.item.place, [])
        if score.value is None:
            reasons[score.status][score.reason] += 1
            continue
        values.append(score.value)
        clusters.append(judgement.item.history_id)
        given.append(score.value)
    return {
        **interval(values, clusters),
        "items": len(of_item),
        **{status: dict(counts.most_common()) for status, counts in reasons.items()},
        "agreement": agreement(list(of_item.values()))._asdict(),
    }


def interval(values: Sequence[int], clusters: Sequence[str], scale: Sequence[int] = SCALE) -> dict[str, Any]:
    """Return the mean on a scale with its 95 % interval, None without values; `estimate` knows values from 0 to 1."""
    low, width = scale[0], scale[-1] - scale[0]
    found = estimate([(value - low) / width for value in values], clusters)
    parts = {name: getattr(found, name) * width + low if values else None for name in ("mean", "low", "high")}
    return {**parts, "n": found.n, "histories": found.clusters}


def answered(judgements: Sequence[Judgement]) -> bool:
    """Return whether any call was answered, readably or not."""
    return any(score.status in {SCORED, UNPARSED} for judgement in judgements for score in judgement.scores.values())
