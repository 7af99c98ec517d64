"""How much each sentence bears on a question: by the words that it shares with it, and by what it shares with a sentence that does.

Spreading activation, as in HippoRAG (Gutiérrez et al., arXiv 2405.14831), over sentences linked by the rare words that they share: "the person who works
in Busan" finds "Anna Kim works in Busan", and through the name "My cousin is Anna Kim", and through the cousin what is said of her.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import log

from memsim.reader.lexical.terms import is_light

_HOPS = 3
_LIGHT = 0.1  # weight of a term that any text may have
_SHARP = 3  # how steeply a sentence falls behind the one that shares most with the question
_LINK = 8.0  # weight of shared terms at which a link is half as strong as can be
_MANY = 16  # a term that more sentences have links none of them
_LEAST = 0.02  # below it nothing is passed on


def bearing(question: frozenset[str], sentences: Sequence[frozenset[str]]) -> list[float]:
    """Return how much each sentence bears on a question, from 0; 1 is the most that words shared with the question give.

    Args:
        question: Its terms.
        sentences: The terms of each.
    """
    holders: dict[str, list[int]] = defaultdict(list)
    for place, sentence in enumerate(sentences):
        for term in sentence:
            holders[term].append(place)
    shared = [0.0] * len(sentences)
    for term in sorted(question & holders.keys()):
        weight = _weight(term, len(holders[term]), len(sentences))
        for place in holders[term]:
            shared[place] += weight
    most = max(shared, default=0.0)
    if not most:
        return shared
    now = [(share / most) ** _SHARP for share in shared]
    links, total = _Links(question, holders, len(sentences)), list(now)
    for _ in range(_HOPS):
        now = links.passed_on(now)
        total = [before + more for before, more in zip(total, now, strict=True)]
    return total


def _weight(term: str, holders: int, sentences: int) -> float:
    """Return what it says to share a term: its inverse document frequency, squared, less where any text may have it."""
    return (_LIGHT if is_light(term) else 1.0) * log(1 + sentences / holders) ** 2


class _Links:
    """Which sentences share what, the words of the question and those that any text may have aside."""

    def __init__(self, question: frozenset[str], holders: dict[str, list[int]], sentences: int) -> None:
        linking = sorted(
            term for term, places in holders.items() if 1 < len(places) <= _MANY and term not in question and not is_light(term)
        )
        self._holders = [(holders[term], _weight(term, len(holders[term]), sentences)) for term in linking]
        self._of: list[list[int]] = [[] for _ in range(sentences)]
        for number, (places, _) in enumerate(self._holders):
            for place in places:
                self._of[place].append(number)

    def passed_on(self, now: Sequence[float]) -> list[float]:
        """Return what each sentence gets from the one that gives it most."""
        got = [0.0] * len(now)
        for giver, has in enumerate(now):
            if has > _LEAST:
                for taker, strength in self._from(giver).items():
                    if taker != giver:
                        got[taker] = max(got[taker], has * strength / (strength + _LINK))
        return got

    def _from(self, giver: int) -> dict[int, float]:
        """Return the weight of what each sentence shares with one of them."""
        shared: dict[int, float] = defaultdict(float)
        for number in self._of[giver]:
            places, weight = self._holders[number]
            for place in places:
                shared[place] += weight
        return shared
