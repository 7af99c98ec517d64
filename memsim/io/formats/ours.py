"""A dataset folder of memsim, read for benchmarking and checking: what an agent may see, and of the gold what scoring and checks need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.io.folder import Block, Joined, Row
from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.registry import PoolRow, Source
from memsim.io.manifest import NAME, read_manifest
from memsim.records import Answer, History, Item, Message, Question, Truth
from memsim.text import clock

_PART = 500  # rows made into Python objects at once: with a large eta a block holds millions of messages
#: By table and column, the fields wanted of a list of structs, or a field of the first of the structs that such a field holds, None without any; () for a
#: plain column. Renderings are most of the gold, and not wanted.
Wanted = dict[str, dict[str, tuple[str, ...]]]
_SEEN: Wanted = {
    "histories": {"history_id": (), "language": (), "messages": Message._fields},
    "questions": dict.fromkeys(tables.SCHEMAS["questions"].names, ()),
}
_AUDITED: Wanted = {
    **_SEEN,
    "gold": {**dict.fromkeys(("id", "history_id", "target", "answer", "evidence"), ()), "messages": ("mid", "kind", "hints.attribute")},
}
_SCORED: Wanted = {
    **_SEEN,
    "gold": {
        **dict.fromkeys(("id", "history_id", "index", "target", "evidence"), ()),
        "parts": ("answer", "answer_type", "number", "unit"),
        "messages": ("mid", "hints"),
        "choices": ("text", "axis"),
    },
}


class _Fault(NamedTuple):
    table: str
    key: str
    found: object
    expected: str


class DatasetFolder(Source):
    """A folder as `memsim generate` writes it, Parquet or JSON lines."""

    format = "memsim"
    looked_for = f"a folder with {NAME}"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        manifest = read_manifest(path)
        self.digest, self.languages, self.eta = manifest["digest"], tuple(manifest["languages"]), manifest["settings"]["eta"]
        self._files = folder.block_files(path)

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return (path / NAME).is_file()

    def histories(self) -> Iterator[History]:
        """Yield each history with its one question, block by block; every row is checked before it is given out."""
        seen: dict[str, set[str]] = {"id": set(), "history_id": set()}
        for row in self._rows(_SCORED):
            self._refuse(row, chain(_misjoined(row), self._faults(row, seen)))
            for key, ids in seen.items():
                ids.add(row.question[key])
            yield _history(row)

    def audited(self) -> Iterator[Audited]:
        for row in self._rows(_AUDITED):
            self._refuse(row, _misjoined(row))
            yield _audited(row)

    def pool(self, language: str) -> tuple[PoolRow, ...]:
        rows: list[PoolRow] = []
        for path in tables.files(self.path, "pool"):
            content = tables.read(path, "pool")
            mine = content.filter(pc.equal(content["language"], language))
            rows += zip(*(mine[name].to_pylist() for name in ("role", "speaker", "text")), strict=True)
        return tuple(rows)

    def _rows(self, wanted: Wanted) -> Iterator[Joined]:
        for name in self._files:
            block = {table: tables.read(self.path / table / name, table) for table in wanted}
            counts = {table: content.num_rows for table, content in block.items()}
            if len(set(counts.values())) > 1:
                found = ", ".join(f"{count:,} in {table}/" for table, count in counts.items())
                raise DatasetError(f"{self.path}: {name}: rows: {found}; expected the same histories in the same order in each table")
            for start in range(0, counts["questions"], _PART):
                yield from _joined(block, wanted, name, start)

    def _refuse(self, row: Joined, faults: Iterator[_Fault]) -> None:
        for fault in faults:
            where = f"{self.path / fault.table / row.file}: row {row.row}: {fault.key}"
            raise DatasetError(f"{where}: {fault.found!r}; expected {fault.expected}")

    def _faults(self, row: Joined, seen: dict[str, set[str]]) -> Iterator[_Fault]:
        history, question, gold = row.history, row.question, row.gold
        for table, other in (("histories", history), ("questions", question)):
            if other["language"] not in self.languages or other["language"] != history["language"]:
                yield _Fault(table, "language", other["language"], f"one of {', '.join(self.languages)}, the same in each table")
        for key, ids in seen.items():
            if question[key] in ids:
                yield _Fault("questions", key, question[key], "no id twice in a set")
        yield from _faults_of_messages(row)
        if [text for text, _ in gold["choices"]] != question["choices"]:
            found = [text for text, _ in gold["choices"]]
            yield _Fault("gold", "choices", found, f"{question['choices']!r}, which this row has in questions/")
        letters = list(ascii_uppercase[: len(question["choices"])])
        if gold["target"] not in letters:
            yield _Fault("gold", "target", gold["target"], f"the letter of a choice, one of {', '.join(letters)}")


def _misjoined(row: Joined) -> Iterator[_Fault]:
    """Yield where the tables hold different histories or questions in one row."""
    history, question, gold = row.history, row.question, row.gold
    for table, other in (("questions", question), ("gold", gold)):
        if other["history_id"] != history["history_id"]:
            yield _Fault(table, "history_id", other["history_id"], f"{history['history_id']!r}, which this row has in histories/")
    if gold["id"] != question["id"]:
        yield _Fault("gold", "id", gold["id"], f"{question['id']!r}, which this row has in questions/")


def _faults_of_messages(row: Joined) -> Iterator[_Fault]:
    mids = [mid for mid, *_ in row.history["messages"]]
    known = dict.fromkeys(mids)
    if len(known) < len(mids):
        yield _Fault("histories", "messages.mid", next(mid for mid, many in Counter(mids).items() if many > 1), "no mid twice in a history")
    gold = [mid for mid, _ in row.gold["messages"]]
    if gold != mids:
        found, expected = next(pair for pair in zip([*gold, None], [*mids, None], strict=False) if pair[0] != pair[1])
        yield _Fault("gold", "messages.mid", found, f"{expected!r}: the messages that this row has in histories/, in order")
    seen: set[str] = set()
    for mid in row.gold["evidence"]:
        if mid not in known or mid in seen:
            yield _Fault("gold", "evidence", mid, "mids of the history's messages, none twice")
        seen.add(mid)


def _joined(block: Block, wanted: Wanted, name: str, start: int) -> Iterator[Joined]:
    content = (_part(block[table], columns, start) for table, columns in wanted.items())
    for place, rows in enumerate(zip(*content, strict=True)):
        yield Joined(name, start + place, *rows)


def _part(content: pa.Table, columns: dict[str, tuple[str, ...]], start: int) -> Iterator[Row]:
    """Yield a table's rows from `start`, as many as are read at once."""
    values = []
    for column, fields in columns.items():
        array = content[column].slice(start, _PART).combine_chunks()
        values.append(_tuples(array, fields) if fields else array.to_pylist())
    return (dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True))


def _tuples(array: pa.Array, fields: tuple[str, ...]) -> list[list[tuple[Any, ...]]]:
    """Return lists of structs as lists of tuples of the fields named."""
    structs = array.flatten()
    flat = zip(*(_field(structs, *field.split(".")).to_pylist() for field in fields), strict=True)
    return [list(islice(flat, count)) for count in pc.list_value_length(array).to_pylist()]


def _field(structs: pa.StructArray, name: str, inner: str | None = None) -> pa.Array:
    column = structs.field(name)
    if inner is None:
        return column
    first = pc.if_else(pc.greater(pc.list_value_length(column), 0), column.offsets[:-1], None)
    return column.values.field(inner).take(first)  # lists of their own, one a message, would take longer than all else


def _history(row: Joined) -> History:
    question = Question(**{**row.question, "choices": tuple(row.question["choices"])})
    gold = row.gold
    truth = Truth(
        evidence=tuple(gold["evidence"]),
        target=gold["target"],
        answers=tuple(map(Answer._make, gold["parts"])),
        axes=tuple(axis for _, axis in gold["choices"]),
        facts=tuple(_facts(gold)),
        cluster=str(gold["index"]),
    )
    messages = tuple(map(Message._make, row.history["messages"]))
    return History(row.history["history_id"], row.history["language"], messages, (Item(question, truth),))


def _audited(row: Joined) -> Audited:
    history, question, gold = row.history, row.question, row.gold
    known = {mid for mid, *_ in history["messages"]}
    asked = Asked(
        id=question["id"],
        question=question["question"],
        question_type=question["question_type"],
        language=question["language"],
        answer=gold["answer"],
        choices=tuple(question["choices"]),
        target=gold["target"],
        evidence=tuple(gold["evidence"]),
        noisy=question["noisy"],
        time=question["question_time"],
        moment=_moment(question["question_time"]),
        row=f"{row.file} row {row.row}",
        kinds={mid: kind for mid, kind, _ in gold["messages"]},
        about={mid: attribute for mid, _, attribute in gold["messages"] if attribute},
        topic=question["topic"],
    )
    return Audited(
        history["history_id"],
        history["language"],
        tuple(Post._make((*message, _moment(message[-1]), False)) for message in history["messages"]),
        (asked,),
        tuple(f"gold of {mid}, which is no message" for mid, *_ in gold["messages"] if mid not in known),
        asked.row,
    )


def _moment(time: str) -> str | None:
    with suppress(ValueError):
        clock.parse_iso(time)
        return time
    return None


def _facts(gold: Row) -> Iterator[tuple[str, str, str]]:
    for mid, hints in gold["messages"]:
        if mid in gold["evidence"]:
            for hint in hints:
                for value in dict.fromkeys((hint["value"], hint["said"])):
                    yield mid, hint["subject"], value
