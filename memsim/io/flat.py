"""The flat view of a set: one row a question with its history beside it, as `TrajectorySet.to_hf`, `to_pandas` and the Hub show it."""

from __future__ import annotations

import pyarrow as pa

from memsim.io.folder import Block
from memsim.io.tables import SCHEMAS

#: By column, the table that it comes from.
_HOMES = {
    **dict.fromkeys(("id", "history_id", "language", "question_type", "topic", "noisy"), "questions"),
    "messages": "histories",
    **dict.fromkeys(("question", "question_time", "choices"), "questions"),
    **dict.fromkeys(("target", "answer", "evidence"), "gold"),
}


def schema(*, gold: bool = True) -> pa.Schema:
    """Return the columns of the view, without those of the gold if asked: target, answer, evidence."""
    return pa.schema([SCHEMAS[table].field(name) for name, table in _HOMES.items() if gold or table != "gold"])


def flat(block: Block, *, gold: bool = True) -> pa.Table:
    """Return the view of a block, one row for each of its questions in order; no text is copied."""
    wanted = schema(gold=gold)
    return pa.Table.from_arrays([block[_HOMES[name]][name] for name in wanted.names], schema=wanted)
