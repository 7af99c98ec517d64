"""How well a ranking brings up the evidence: the measures of TREC, and LongMemEval's own beside them.

A ranking is what a memory recalled, the best first; of each thing recalled only the ids of the messages that it holds count. An ordinary memory
recalls one message a rank, a chunk may hold several. Evidence counts where it first comes up: a rank is a *hit* when it holds evidence that no
rank above it held, so what is recalled twice gains nothing. With one message a rank, the measures that trec_eval has too
(https://github.com/usnistgov/trec_eval) are equal to its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import log2
from typing import NamedTuple


class Hit(NamedTuple):
    """A rank, from 1 on, and how many pieces of evidence come up there for the first time."""

    rank: int
    new: int


class Top(NamedTuple):
    """The first k ranks of a ranking: the hits among them, and how many pieces of evidence there are in all."""

    hits: Sequence[Hit]
    total: int
    k: int


def recall(top: Top) -> float:
    """Return the share of the evidence that comes up."""
    return sum(new for _, new in top.hits) / top.total


def recall_all(top: Top) -> float:
    """Return 1 if all of the evidence comes up, else 0: LongMemEval's ``recall_all``."""
    return float(sum(new for _, new in top.hits) == top.total)


def precision(top: Top) -> float:
    """Return the share of the k places that are hits; a place left empty is none."""
    return len(top.hits) / top.k


def hit(top: Top) -> float:
    """Return 1 if any evidence comes up, else 0: trec_eval's ``success``, LongMemEval's ``recall_any``."""
    return float(bool(top.hits))


def ndcg(top: Top) -> float:
    """Return trec_eval's ``ndcg_cut``: a hit gains 1/log2(rank + 1), and ideal is a hit at each of the first min(k, total) ranks."""
    return _share_of_ideal(top, lambda rank: 1 / log2(rank + 1))


def lme_ndcg_any(top: Top) -> float:
    """Return nDCG as LongMemEval (arXiv 2410.10813) computes it, which does not discount rank 2; to compare with its tables only."""
    return _share_of_ideal(top, lambda rank: 1 / log2(max(rank, 2)))


def _share_of_ideal(top: Top, gain: Callable[[int], float]) -> float:
    ideal = sum(gain(rank) for rank in range(1, min(top.k, top.total) + 1))
    return sum(gain(rank) for rank, _ in top.hits) / ideal


def mrr(top: Top) -> float:
    """Return 1 / the rank of the first hit, 0 without one: trec_eval's ``recip_rank`` of a run cut at k; its mean over questions is the MRR."""
    return 1 / top.hits[0].rank if top.hits else 0.0


def first_rank(top: Top) -> float:
    """Return the rank of the first hit, k + 1 without one: whatever else a memory has to offer, nobody looked further."""
    return float(top.hits[0].rank if top.hits else top.k + 1)


#: Measures of the first k ranks; "@k" follows the name. None looks further, so none depends on how much a memory was asked for.
METRICS: dict[str, Callable[[Top], float]] = {
    "recall": recall,
    "recall_all": recall_all,
    "precision": precision,
    "hit": hit,
    "ndcg": ndcg,
    "lme_ndcg_any": lme_ndcg_any,
    "mrr": mrr,
    "first_rank": first_rank,
}

#: The same of sessions, where evidence counts by session too: one comes up with any of its messages, evidence or not.
SESSION_METRICS: dict[str, Callable[[Top], float]] = {f"session_{one.__name__}": one for one in (recall, recall_all, hit)}


def names(ks: Sequence[int]) -> list[str]:
    """Return the names of all that `retrieval` measures, in its order."""
    return [f"{name}@{k}" for name in METRICS for k in ks]


def bounds(measure: str) -> tuple[float, float]:
    """Return between which numbers a measure of rankings or answers lies."""
    name, _, k = measure.partition("@")
    return (1.0, int(k) + 1.0) if name == "first_rank" else (0.0, 1.0)


def retrieval(covered: Sequence[Collection[str]], evidence: Collection[str], ks: Sequence[int]) -> dict[str, float]:
    """Measure one ranking.

    Linear in the ids recalled among the first ranks, down to the largest k or to where the last evidence comes up.

    Args:
        covered: For each rank, the ids of all messages that the thing recalled holds, evidence or not; empty where nothing was recalled.
        evidence: The ids that answer the question.
        ks: How many ranks to look at, each in turn.

    Returns:
        A value for each of `names(ks)`.

    Raises:
        ValueError: The question has no evidence (leave it out, and count it), or a k is below 1.
    """
    return _measured(METRICS, covered, frozenset(evidence), ks)


def by_session(covered: Sequence[Collection[str]], sessions: Sequence[Collection[str]], ks: Sequence[int]) -> dict[str, float]:
    """Measure how well one ranking of messages brings up the sessions that hold the evidence; k counts messages here too.

    Args:
        covered: As for `retrieval`.
        sessions: For each session that holds evidence, the ids of all its messages.
        ks: How many ranks to look at, each in turn.

    Returns:
        A value for each of `SESSION_METRICS` at each k.

    Raises:
        ValueError: No session holds evidence, or a k is below 1.
    """
    of = {mid: str(number) for number, mids in enumerate(sessions) for mid in mids}
    told = [[of[mid] for mid in rank if mid in of] for rank in covered[: max(ks, default=0)]]
    return _measured(SESSION_METRICS, told, frozenset(map(str, range(len(sessions)))), ks)


def _measured(
    metrics: Mapping[str, Callable[[Top], float]], covered: Sequence[Collection[str]], wanted: frozenset[str], ks: Sequence[int]
) -> dict[str, float]:
    if not wanted:
        raise ValueError("evidence is empty: such a question has no recall; leave it out of the means and count it")
    if wrong := [k for k in ks if k < 1]:
        raise ValueError(f"k must be at least 1, not {wrong[0]}")
    hits, total = _hits(covered[: max(ks, default=0)], wanted), len(wanted)
    tops = [Top([hit for hit in hits if hit.rank <= k], total, k) for k in ks]
    return {f"{name}@{top.k}": metric(top) for name, metric in metrics.items() for top in tops}


def _hits(covered: Sequence[Collection[str]], evidence: frozenset[str]) -> list[Hit]:
    """Return the hits by rank. Histories are long: ranks without evidence are passed over in C."""
    hits, missing = [], set(evidence)
    for place, nothing_new in enumerate(map(missing.isdisjoint, covered)):
        if not nothing_new:
            new = missing.intersection(covered[place])
            hits.append(Hit(place + 1, len(new)))
            missing -= new
            if not missing:
                break
    return hits
