"""Self-BLEU: how alike texts are."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from memsim.statistics.ngrams import ORDERS

_EPSILON = 0.1

Tokens = Sequence[str]
Gram = tuple[str, ...]


def self_bleu(texts: Sequence[Tokens]) -> float:
    """Return the mean BLEU-4 of each text against all others (Zhu et al. 2018, arXiv 1802.01886).

    It is near 0 where none are alike, and 1 where all are the same and of 4 tokens or more.

    BLEU of a text of c tokens (Papineni et al. 2002): bp · (p₁ p₂ p₃ p₄)^¼. pₙ is the share of its n-grams, each counted at most as often as
    one other text has it; where none is found, 0.1 takes the place of the count, and where the text is shorter than n, 0.1 / 1 that of the share
    (smoothing 1 of Chen & Cherry 2014). bp = min(1, exp(1 - r / c)), r the length nearest to c of any other text, the shorter one of two.

    Time and memory are linear in the tokens.

    Args:
        texts: At least two, none of them empty.
    """
    counted = [{n: _grams(text, n) for n in ORDERS} for text in texts]
    clips = {n: _Clips([counts[n] for counts in counted]) for n in ORDERS}
    lengths = sorted(map(len, texts))
    scores = []
    for place, (text, counts) in enumerate(zip(texts, counted, strict=True)):
        logs = [math.log(_precision(clips[n], place, counts[n])) for n in ORDERS]
        scores.append(_brevity(len(text), lengths) * math.exp(math.fsum(logs) / len(ORDERS)))
    return math.fsum(scores) / len(scores)


class _Clips:
    """How often an n-gram stands in any other text: its two highest counts suffice, and who has the highest."""

    def __init__(self, counted: Sequence[Counter[Gram]]) -> None:
        self._best: dict[Gram, tuple[int, int, int]] = {}  # highest count, its text, highest count of the other texts
        for place, counts in enumerate(counted):
            for gram, count in counts.items():
                first, owner, second = self._best.get(gram, (0, -1, 0))
                self._best[gram] = (count, place, first) if count > first else (first, owner, max(second, count))

    def __call__(self, gram: Gram, place: int) -> int:
        first, owner, second = self._best[gram]
        return second if owner == place else first


def _grams(text: Tokens, n: int) -> Counter[Gram]:
    return Counter(zip(*(text[start:] for start in range(n)), strict=False))


def _precision(clip: _Clips, place: int, counts: Counter[Gram]) -> float:
    matched = sum(min(count, clip(gram, place)) for gram, count in counts.items())
    return (matched or _EPSILON) / (counts.total() or 1)


def _brevity(length: int, lengths: Sequence[int]) -> float:
    """Return the penalty for a text shorter than the nearest of the others; `lengths` are those of all texts, sorted."""
    own = bisect_left(lengths, length)
    others = [lengths[place] for place in (own - 1, own + 1) if 0 <= place < len(lengths)]  # neighbours in order are the nearest
    nearest = min(others, key=lambda other: (abs(other - length), other))
    return min(1.0, math.exp(1 - nearest / length))
