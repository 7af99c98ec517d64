"""MemDaily-η: a history among messages of a pool, η in all for each of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from memsim.io.formats.registry import PoolRow
from memsim.measure.moments import Placed, place
from memsim.records import History, Message
from memsim.rng import Floats, Rng


def infuse(history: History, eta: int, pool: Sequence[PoolRow], seed: int) -> History:
    """Return the history with eta - 1 messages of the pool for each of its own.

    Own messages keep their order, text and time; the pool's are drawn without replacement and placed by `moments.place`. Levels are
    nested: the messages at 10 are those at 50 with some left out, in the same order. Nothing marks a message of the pool but its mid, which no memory sees:
    where nobody of its speaker's name and role is in the history, whoever spoke before says it.

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
    before = np.maximum(np.searchsorted(placed.own, placed.noise, side="right") - 1, 0).tolist()
    voices = {_voice(message) for message in own}
    noise = [
        _message(row, pool[row], time, voices, own[spoke]) for row, time, spoke in zip(drawn.tolist(), placed.times, before, strict=True)
    ]
    order = np.argsort(np.concatenate([placed.own, placed.noise]), kind="stable").tolist()
    rows = [*own, *noise]
    sessions = _sessions(history, placed, [message.time[:10] for message in rows], seed)
    return replace(history, messages=tuple(rows[row]._replace(session=sessions[row]) for row in order))


def _voice(message: Message) -> tuple[str, str]:
    return message.role, message.speaker


def _message(row: int, told: PoolRow, time: str, voices: Collection[tuple[str, str]], spoke: Message) -> Message:
    *voice, text = told
    role, speaker = voice if tuple(voice) in voices else _voice(spoke)
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
