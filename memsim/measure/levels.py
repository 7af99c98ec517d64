"""MemDaily-η: a history among messages of a pool, η in all for each of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from memsim.io.formats.registry import PoolRow
from memsim.measure.moments import Placed, place
from memsim.records import History, Message
from memsim.rng import Floats, Rng


def infuse(history: History, eta: int, pool: Sequence[PoolRow], seed: int) -> History:
    """Return the history with eta - 1 messages of the pool for each of its own.

    Own messages keep their order, text and time; the pool's are drawn without replacement and placed by `moments.place`. Levels are
    nested: the messages at 10 are those at 50 with some left out, in the same order. Nothing marks a message of the pool but its mid, which no memory sees.

    Raises:
        ValueError: The pool is too small.
    """
    own, extra = history.messages, (eta - 1) * len(history.messages)
    if not extra:
        return history
    if extra > len(pool):
        raise ValueError(f"history {history.id} needs {extra:,} messages of the pool at eta {eta}, and it has {len(pool):,}")
    drawn = np.argsort(Rng(seed, np.arange(len(pool))).one(f"measure/pool/{history.id}"), kind="stable")[:extra]
    placed = place(history, extra, seed)
    noise = [_message(row, pool[row], time) for row, time in zip(drawn.tolist(), placed.times, strict=True)]
    order = np.argsort(np.concatenate([placed.own, placed.noise]), kind="stable").tolist()
    rows = [*own, *noise]
    sessions = _sessions(history, placed, [message.time[:10] for message in rows], seed)
    return replace(history, messages=tuple(rows[row]._replace(session=sessions[row]) for row in order))


def _message(row: int, told: PoolRow, time: str) -> Message:
    role, speaker, text = told
    return Message(f"pool-{row}", "", role, speaker, text, time)


def _sessions(history: History, placed: Placed, days: Sequence[str], seed: int) -> list[str]:
    """Return the session of each message, own ones first: that of its day where sessions are days; else one begins anywhere between two own messages."""
    own = [message.session for message in history.messages]
    pairs = set(zip(days, own, strict=False))
    if days[0] and len(pairs) == len(set(own)) == len({day for day, _ in pairs}) > 1:
        return list(days)
    cuts = _cuts(placed.own, Rng(seed, np.arange(len(own))).one(f"measure/session/{history.id}"))
    return own + [own[place] for place in np.searchsorted(cuts, placed.noise).tolist()]


def _cuts(own: Floats, uniforms: Floats) -> Floats:
    return own[:-1] + uniforms[1:] * np.diff(own)
