"""Histories that stand twice, message for message or nearly so."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

import numpy as np

from memsim.check.finding import Finding
from memsim.check.structure.tally import Tally
from memsim.check.structure.texts import exact, near
from memsim.io.formats.audited import Audited

SHARE = 0.9


class Histories:
    """See the module. Of a message, eight bytes are kept; a history is counted once, with the first that it is like."""

    def __init__(self) -> None:
        self._same = Tally("history-repeated", "no history is another, message for message")
        self._near = Tally("history-near", f"no two histories share {SHARE:.0%} of their messages but for case, width and punctuation")
        self._first: dict[int, str] = {}
        self._names: list[str] = []
        self._codes: list[array[int]] = []

    def see(self, history: Audited) -> None:
        if not history.posts:
            return
        whole = exact("\n".join(post.text for post in history.posts))
        first = self._first.get(whole)
        self._same.test(broken=first is not None, example=f"{history.id} is {first}")
        self._near.tested += 1
        if first is None:
            self._first[whole] = history.id
            self._names.append(history.id)
            self._codes.append(array("Q", {near(post.text) for post in history.posts}))

    def findings(self) -> Iterator[Finding]:
        yield self._same.finding()
        for place, other, share in near_pairs(self._codes):
            self._near.add(f"{self._names[place]} shares {share:.0%} with {self._names[other]}")
        yield self._near.finding()


def near_pairs(sets: Sequence[Sequence[int]], share: float = SHARE) -> Iterator[tuple[int, int, float]]:
    """Yield (place, an earlier place, shared part of the larger) for each set that shares at least `share` with an earlier one: the first such.

    Two such sets share one of each's n - ⌈share · n⌉ + 1 rarest members (prefix filtering: Chaudhuri, Ganti & Kaushik, ICDE 2006), so only those
    that do are compared: about linear in the number of members, since rare ones are in few sets, and those in one set are in no prefix that matters.

    Args:
        sets: The members of each, none twice, as 64-bit numbers.
        share: Above 0, at most 1.
    """
    posted: dict[int, list[int]] = defaultdict(list)
    members: dict[int, frozenset[int]] = {}
    for place, common in _common(sets):
        size = len(sets[place])
        prefix = common[: max(len(common) - ceil(share * size) + 1, 0)]
        if not prefix:
            continue
        members[place] = frozenset(common)
        for other in sorted({other for code in prefix for other in posted[code]}):
            both = len(members[place] & members[other]) / max(size, len(sets[other]))
            if both >= share:
                yield place, other, both
                break
        for code in prefix:
            posted[code].append(place)


def _common(sets: Sequence[Sequence[int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield, set by set, those members that others have too, rarest first, as ranks by how many have them."""
    sizes = [len(one) for one in sets]
    flat = np.fromiter((code for one in sets for code in one), np.uint64, sum(sizes))
    _, inverse, counts = np.unique(flat, return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(counts, kind="stable")] = np.arange(len(counts))
    owner = np.repeat(np.arange(len(sizes)), sizes)
    shared = counts[inverse] > 1
    owner, ranks = owner[shared], rank[inverse[shared]]
    order = np.lexsort((ranks, owner))
    ends = np.searchsorted(owner[order], np.arange(len(sizes) + 1))
    for place in np.flatnonzero(np.diff(ends)):
        yield int(place), ranks[order[ends[place] : ends[place + 1]]].tolist()
