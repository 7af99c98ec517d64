"""The lexical reader: picks the choice that the passages support best, or tells what they hold, by shared words alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from memsim.reader.letters import lettered
from memsim.reader.lexical.free import tell
from memsim.reader.lexical.support import supports
from memsim.records import Asked, Passage, Reply
from memsim.rng import Rng

_DIGITS = 9  # supports that agree so far are equal


class LexicalReader:
    """A reader that needs no model and always gives the same answer: a floor under those that reason, and a quick look at a memory.

    It finds the sentences that bear on the question and the choice that they say most of. It does not reason: it neither compares nor counts. Where
    the passages tell no choice from another, or there are none, it draws one of them uniformly.
    """

    concurrency = 1

    def read(self, asked: Asked, passages: Sequence[Passage], seed: int) -> Reply:
        """Answer a question from the passages, best first; the seed only decides between choices that are supported alike.

        Raises:
            InputError: There are more choices than letters.
        """
        if not asked.choices:
            return tell(asked, passages)
        support = [round(score, _DIGITS) for score in supports(asked, passages)]
        best = max(zip(support, _draw(asked, seed), lettered(asked.choices), strict=True))
        return Reply("answered", best[2][0], raw=best[2][1])

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it."""
        return {"name": "lexical", "version": 1}


def _draw(asked: Asked, seed: int) -> list[int]:
    """Return an order of the choices that no letter is favoured by, for this question and seed."""
    key = "\n".join((asked.question, asked.time, *asked.choices)).encode(errors="replace")
    index = int.from_bytes(hashlib.blake2b(key, digest_size=7).digest(), "little")
    order: list[int] = Rng(seed, np.array([index])).permutation("lexical reader", len(asked.choices))[:, 0].tolist()
    return order
