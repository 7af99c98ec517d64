"""The only door to randomness: named streams of numbers that do not depend on the order of drawing.

A stream is a SplitMix64 sequence (Steele, Lea & Flood, OOPSLA 2014). Its i-th output is a pure function of its key and i, so trajectory i reads
number i of every stream: a block can be drawn anywhere, in any order and any size, and a redraw touches its own rows only.
"""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

U64 = NDArray[np.uint64]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

GAMMA = 0x9E3779B97F4A7C15
_LANE = 0xD1342543DE82EF95  # odd, so lanes never share a key
_REDRAW = 0xDA942042E4DD58B5  # odd, far from a small multiple of GAMMA


def mix64(z: U64) -> U64:
    """Return SplitMix64's output function of each number: a bijection on 64-bit integers."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@cache
def _key(seed: int, purpose: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}/{purpose}".encode(), digest_size=8).digest(), "little")


class Rng:
    """The numbers of one seed, for given trajectories.

    Args:
        seed: The user's seed.
        index: Trajectory numbers, shape (n,).
        attempt: How often each trajectory was redrawn whole, one number or shape (n,).
    """

    def __init__(self, seed: int, index: Ints, attempt: int | Ints = 0) -> None:
        self.seed, self.index, self.attempt = seed, index, np.broadcast_to(np.asarray(attempt, dtype=np.int64), index.shape)
        redrawn = self.attempt.astype(np.uint64) * np.uint64(_REDRAW)
        self._counter = (index.astype(np.uint64) + np.uint64(1)) * np.uint64(GAMMA) + redrawn

    def __len__(self) -> int:
        return len(self.index)

    def words(self, purpose: str, lanes: int = 1) -> U64:
        """Return uniform 64-bit words, shape (lanes, n)."""
        keys = mix64(np.uint64(_key(self.seed, purpose)) + np.arange(lanes, dtype=np.uint64) * np.uint64(_LANE))
        return mix64(keys[:, None] + self._counter)

    def uniform(self, purpose: str, lanes: int) -> Floats:
        """Return uniforms in [0, 1) with 53 bits, shape (lanes, n)."""
        words = self.words(purpose, lanes)
        words >>= np.uint64(11)
        numbers = words.view(np.int64).astype(np.float64)  # 53 bits have no sign, and signed numbers convert faster
        numbers *= 2.0**-53
        return numbers

    def one(self, purpose: str) -> Floats:
        """Return one uniform in [0, 1) a trajectory, shape (n,)."""
        return self.uniform(purpose, 1)[0]

    def below(self, purpose: str, limit: int | Ints) -> Ints:
        """Return one integer in 0..limit-1 a trajectory, shape (n,)."""
        return (self.one(purpose) * limit).astype(np.int64)

    def permutation(self, purpose: str, size: int) -> Ints:
        """Return a uniform permutation of 0..size-1 a trajectory, shape (size, n)."""
        return np.argsort(self.uniform(purpose, size), axis=0, kind="stable")


def opaque_ids(seed: int, prefix: str, purpose: str, index: Ints) -> list[str]:
    """Return ids that say nothing and never collide within a purpose: a keyed bijection of the index, in hex."""
    words = mix64(index.astype(np.uint64) + np.uint64(_key(seed, f"id/{prefix}/{purpose}")))
    return [f"{prefix}-{word:016x}" for word in words.tolist()]
