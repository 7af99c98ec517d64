"""A set in parts, each of one language and small enough to hold: what every figure is counted from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from memsim.errors import DatasetError
from memsim.io import folder
from memsim.io.formats.ours import DatasetFolder
from memsim.io.formats.registry import Source
from memsim.records import History
from memsim.rng import Ints

_HISTORIES = 500  # with a large eta each holds thousands of messages


class Posed(NamedTuple):
    """A question, with how many messages tell its answer."""

    text: str
    question_type: str
    topic: str
    evidence: int


class Known(NamedTuple):
    """The truth behind a part, which sets of ours record.

    Attributes:
        world: Every fact of every user's world: class, attribute, value.
        hints: Every fact behind a message, in order: entity, subject, attribute, value.
        stated: How many of them each message states, shape (messages,).
    """

    world: pa.Table
    hints: pa.Table
    stated: Ints


@dataclass(frozen=True, slots=True)
class Part:
    """Some histories of one language.

    Attributes:
        lengths: Messages of each history.
        texts: Those of all messages, one history after the other.
        known: None in sets of others.
    """

    language: str
    lengths: list[int]
    texts: list[str]
    posed: list[Posed]
    known: Known | None = None


def parts(source: Source) -> Iterator[Part]:
    """Yield all of a set, in its order.

    Raises:
        DatasetError: A file or a row is wrong.
    """
    return _own(source.path) if isinstance(source, DatasetFolder) else _foreign(source)


def _foreign(source: Source) -> Iterator[Part]:
    histories = source.histories()
    while some := list(islice(histories, _HISTORIES)):
        for language in dict.fromkeys(history.language for history in some):
            yield _of_histories(language, [history for history in some if history.language == language])


def _of_histories(language: str, histories: list[History]) -> Part:
    items = [item for history in histories for item in history.items]
    return Part(
        language,
        [len(history.messages) for history in histories],
        [message.text for history in histories for message in history.messages],
        [Posed(asked.question, asked.question_type, asked.topic, len(truth.evidence)) for asked, truth in items],
    )


def _own(root: Path) -> Iterator[Part]:
    """Yield the parts of a dataset folder from its columns, with the truth behind them."""
    for name in folder.block_files(root):
        block = folder.open_block(root, name)
        for start in range(0, block["histories"].num_rows, _HISTORIES):
            some = {table: content.slice(start, _HISTORIES) for table, content in block.items()}
            for language in pc.unique(some["histories"]["language"]).to_pylist():
                mine = pc.equal(some["histories"]["language"], language)
                yield _of_block(language, {table: content.filter(mine) for table, content in some.items()}, f"{root}/gold/{name}")


def _of_block(language: str, block: folder.Block, gold: str) -> Part:
    messages, told = (block[table]["messages"].combine_chunks() for table in ("histories", "gold"))
    lengths = pc.list_value_length(messages).to_pylist()
    if lengths != pc.list_value_length(told).to_pylist():
        raise DatasetError(f"{gold}: messages: not as many as in histories/; expected those of each history")
    hints = told.flatten().field("hints")
    evidence = pc.list_value_length(block["gold"]["evidence"]).to_pylist()
    columns = (block["questions"][name].to_pylist() for name in ("question", "question_type", "topic"))
    return Part(
        language,
        lengths,
        messages.flatten().field("text").to_pylist(),
        [Posed(*row) for row in zip(*columns, evidence, strict=True)],
        Known(
            world=_table(block["profiles"]["facts_of_world"].combine_chunks().flatten(), "class", "attribute", "value"),
            hints=_table(hints.flatten(), "entity", "subject", "attribute", "value"),
            stated=pc.list_value_length(hints).to_numpy(zero_copy_only=False),
        ),
    )


def _table(structs: pa.StructArray, *fields: str) -> pa.Table:
    return pa.table({field: structs.field(field) for field in fields})
