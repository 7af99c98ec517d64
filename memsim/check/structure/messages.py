"""Messages that stand twice, word for word: within a history and over the set."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np

from memsim.check.finding import Finding
from memsim.check.structure.tally import KEPT, Tally
from memsim.check.structure.texts import exact
from memsim.io.formats.audited import Audited

LIMIT = 0.05


class Messages:
    """See the module. Of a message, eight bytes are kept.

    Over a set a few repeats are no defect (people do say "Take care!"), and the larger the set the more there are: a share of `LIMIT` passes.
    """

    def __init__(self) -> None:
        self._within = Tally("message-repeated-within", "no message stands twice in one history")
        self._over_all = Tally("message-repeated", f"at most {LIMIT:.0%} of the messages repeat another of the set, word for word")
        self._codes, self._ends = array("Q"), array("Q")
        self._names: list[str] = []

    def see(self, history: Audited) -> None:
        codes = [exact(post.text) for post in history.posts]
        self._within.tested += len(codes)
        if len(set(codes)) < len(codes):
            seen: set[int] = set()
            for post, code in zip(history.posts, codes, strict=True):
                if code in seen:
                    self._within.add(f"{history.id}: {post.mid}: {post.text}")
                seen.add(code)
        self._codes.extend(codes)
        self._ends.append(len(self._codes))
        self._names.append(history.id)

    def findings(self) -> Iterator[Finding]:
        yield self._within.finding()
        tally, total = self._over_all, len(self._codes)
        found, first, counts = np.unique(np.frombuffer(self._codes, np.uint64), return_index=True, return_counts=True)
        tally.tested, tally.found = total, total - len(found)
        often = np.lexsort((first, -counts))[:KEPT]
        tally.examples = [f"{self._place(int(first[one]))}: {counts[one]:,} times" for one in often if counts[one] > 1]
        detail = {"distinct": len(found), "most_often": int(counts.max(initial=0))}
        yield tally.finding(ok=tally.found <= LIMIT * total, detail=detail)

    def _place(self, place: int) -> str:
        """Return where a message stands."""
        number = int(np.searchsorted(np.frombuffer(self._ends, np.uint64), place, side="right"))
        return f"{self._names[number]}, message {place - (self._ends[number - 1] if number else 0) + 1}"
