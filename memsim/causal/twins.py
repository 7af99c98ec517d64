"""Which messages of the pool come into a history: such as look like evidence, so that looks tell nothing.

Each is the twin of a model: as many digits, capitals and marks, about as long, and of a kind that goes with the same openers and tails. Models are the evidence
of trajectories that are in no set, so that the pool does not depend on what a history's own evidence is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from memsim.causal.infusion import distinct
from memsim.render.pool import Pool
from memsim.rng import Floats, Ints, Rng
from memsim.text.surface import COUNTED, surfaces

if TYPE_CHECKING:
    import pyarrow as pa

_LEAST = 30  # a look that fewer messages have is not drawn from; the nearest that more have is
_WINDOW = 64  # neighbours in length to draw from; doubled as often as a draw repeats
_CLIP = {"digits": 12, "capitals": 7, "commas": 2, "apostrophes": 3, "quotes": 4, "hyphens": 3, "questions": 1, "colons": 1, "marks": 7}
_WEIGHT = {"digits": 3, "capitals": 2, "commas": 2, "apostrophes": 2, "quotes": 3, "hyphens": 2, "questions": 4, "colons": 2, "marks": 2}
_TOPIC = 100  # another topic only where a topic has no messages


class Twins:
    """Finds messages of one pool by their look."""

    def __init__(self, pool: Pool) -> None:
        look = _look(pool.surfaces, pool.topic)
        order = np.lexsort((np.arange(pool.size), pool.surfaces[:, 0], *look.T[::-1]))
        new = np.concatenate([[True], (np.diff(look[order], axis=0) != 0).any(axis=1)])
        count = np.diff(np.append(np.flatnonzero(new), pool.size))
        count = np.where(count >= min(_LEAST, count.max()), count, 0)
        self._order = order[np.repeat(count > 0, np.diff(np.append(np.flatnonzero(new), pool.size)))]
        self._looks, self._count = look[order][new][count > 0], count[count > 0]
        self._first = np.cumsum(self._count) - self._count
        self._scale = int(pool.surfaces[:, 0].max()) + 2
        self._keys = np.repeat(np.arange(len(self._count)), self._count) * self._scale + pool.surfaces[self._order, 0]
        topics = self._looks[:, 0].repeat(self._count)
        self._whole = [np.searchsorted(topics, self._looks[:, 0], side=side) for side in ("left", "right")]

    def choose(self, rng: Rng, purpose: str, row: Ints, texts: pa.Array, topic: Ints) -> Ints:
        """Return numbers of the pool, none twice in a row.

        Args:
            rng: The numbers of each history.
            purpose: Names the stream.
            row: History of each message wanted, rising.
            texts: The cores that they are to look like.
            topic: The topics of those.
        """
        seen = surfaces(texts)
        cell = self._nearest(_look(seen, topic))
        key = cell * self._scale + np.minimum(seen[:, 0], self._scale - 1)
        middle = (np.searchsorted(self._keys, key) + np.searchsorted(self._keys, key, side="right")) // 2

        def draw(uniform: Floats, at: Ints, attempt: int) -> Ints:
            first, count = self._first[cell[at]], self._count[cell[at]]
            window = _WINDOW << min(attempt, 20)
            used_up = (window > count) & (attempt > 0)  # then other looks of the topic, which stand beside it
            low, high = np.where(used_up, self._whole[0][cell[at]], first), np.where(used_up, self._whole[1][cell[at]], first + count)
            size = np.minimum(window, high - low)
            start = np.clip(middle[at] - size // 2, low, high - size)
            return self._order[start + (uniform * size).astype(np.int64)]

        return distinct(rng, purpose, row, draw)

    def _nearest(self, look: Ints) -> Ints:
        """Return the place of each look among those to draw from, or of the nearest one."""
        wanted, back = np.unique(look, axis=0, return_inverse=True)
        weight = np.array([_WEIGHT[name] for name in COUNTED])
        far = (np.abs(wanted[:, None, 1:] - self._looks[None, :, 1:]) * weight).sum(axis=2)
        far += _TOPIC * (wanted[:, None, 0] != self._looks[None, :, 0])
        return far.argmin(axis=1)[back.ravel()]


def _look(seen: Ints, topic: Ints) -> Ints:
    """Return what must agree: the topic and the counts, the highest ones taken together."""
    return np.column_stack([topic, np.minimum(seen[:, 1:], [_CLIP[name] for name in COUNTED])])
