"""The Arrow schemas of a dataset's tables, and their Parquet and JSONL files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from memsim.errors import DatasetError
from memsim.io.conform import difference, first_null
from memsim.io.files import json_line

_TEXTS = pa.list_(pa.string())
_DISTINCT = {"id", "history_id", "text", "question", "sql", "time", "question_time"}  # texts that hardly ever repeat
_WHOLE = 1 << 26  # bytes of a dictionary page: a dictionary is kept whole, or the column written without one


def _struct(**fields: pa.DataType) -> pa.DataType:
    return pa.struct(list(fields.items()))


def _texts(*names: str) -> dict[str, pa.DataType]:
    return dict.fromkeys(names, pa.string())


RENDER = _struct(
    **_texts("by", "opener", "core", "tail"),
    core_span=pa.list_(pa.int64()),
    slots=_TEXTS,
    **_texts("model", "prompt_hash"),
    attempts=pa.int64(),
    fallback=pa.bool_(),
)
MESSAGE = _struct(**_texts("mid", "session", "role", "speaker", "text", "time"))
HINT = _struct(**_texts("entity", "subject", "attribute", "said", "value"), number=pa.float64())
GOLD_MESSAGE = _struct(**_texts("mid", "kind", "axis"), hints=pa.list_(HINT), render=RENDER)
PART = _struct(
    **_texts("question_type", "class", "attribute", "answer", "answer_type"),
    number=pa.float64(),
    **_texts("unit", "sql"),
    unique_sql=_TEXTS,
    hops=pa.int64(),
    evidence=_TEXTS,
)
WORLD_FACT = _struct(**_texts("entity", "class", "attribute", "value"), number=pa.float64())
CHOICE = _struct(**_texts("text", "axis"))

#: By table, in the order in which a dataset lists them.
SCHEMAS: dict[str, pa.Schema] = {
    "histories": pa.schema(_struct(**_texts("history_id", "language"), messages=pa.list_(MESSAGE)).fields),
    "questions": pa.schema(
        _struct(
            **_texts("id", "history_id", "language", "question_type", "topic"),
            noisy=pa.bool_(),
            **_texts("question", "question_time"),
            choices=_TEXTS,
        ).fields
    ),
    "gold": pa.schema(
        _struct(
            **_texts("id", "history_id"),
            index=pa.int64(),
            **_texts("target", "answer"),
            evidence=_TEXTS,
            parts=pa.list_(PART),
            messages=pa.list_(GOLD_MESSAGE),
            choices=pa.list_(CHOICE),
            question_render=RENDER,
        ).fields
    ),
    "profiles": pa.schema(_struct(**_texts("history_id"), facts_of_world=pa.list_(WORLD_FACT)).fields),
    "knowledge": pa.schema(_struct(**_texts("language", "attribute", "value", "property", "result")).fields),
    "pool": pa.schema(_struct(**_texts("language", "role", "speaker", "text")).fields),
}

#: Tables that are not written block by block.
WHOLE = ("knowledge", "pool")


def column(values: Sequence[object] | NDArray[np.generic] | pa.Array, kind: pa.DataType) -> pa.Array:
    """Return values as an Arrow array of a type; NaN in float arrays is NULL."""
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    return pa.array(values, kind, from_pandas=isinstance(values, np.ndarray))


def structs(kind: pa.DataType, columns: Mapping[str, Sequence[object] | NDArray[np.generic] | pa.Array]) -> pa.Array:
    """Return a struct array from its columns."""
    return pa.StructArray.from_arrays([column(columns[field.name], field.type) for field in kind], names=[field.name for field in kind])


def lists(counts: Sequence[int] | NDArray[np.int64], child: pa.Array) -> pa.Array:
    """Return a list array: the child's values, `counts` at a time."""
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), child)


def table(name: str, columns: Mapping[str, Sequence[object] | NDArray[np.generic] | pa.Array]) -> pa.Table:
    """Return a table in its schema, but that texts given as Arrow dictionaries stay so: they are the same rows, and cheaper to hash and to write."""
    schema = SCHEMAS[name]
    return pa.Table.from_arrays([column(columns[field.name], field.type) for field in schema], names=schema.names)


def write(content: pa.Table, path: Path) -> None:
    """Write a table as Parquet (zstd) or JSON lines, by the path's ending. Same rows, same environment, same bytes."""
    if path.suffix == ".jsonl":
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for batch in content.to_batches(max_chunksize=256):
                file.writelines(json_line(row) for row in batch.to_pylist())
        return
    pq.write_table(
        content,
        path,
        compression="zstd",
        compression_level=1,
        use_dictionary=[leaf for field in content.schema for leaf in _repetitive(field.name, field.type)],
        dictionary_pagesize_limit=_WHOLE,
        write_statistics=False,  # nobody looks a row up by the range of a column
        store_schema=False,  # it would record the dictionaries, and readers would give them back
    )


def _repetitive(path: str, kind: pa.DataType) -> Iterator[str]:
    """Yield the Parquet paths of the leaves under a column whose values repeat, so that a dictionary makes them smaller."""
    if pa.types.is_struct(kind):
        for field in kind:
            yield from _repetitive(f"{path}.{field.name}", field.type)
    elif pa.types.is_list(kind):
        yield from _repetitive(f"{path}.list.element", kind.value_type)
    elif path.rpartition(".")[2] not in _DISTINCT:
        yield path


def read(path: Path, name: str) -> pa.Table:
    """Read one file of a table.

    Raises:
        DatasetError: The file is damaged or has another schema.
    """
    schema = SCHEMAS[name]
    try:
        if path.suffix == ".jsonl":
            found = pa.Table.from_pylist(
                [_row(line, schema, row) for row, line in enumerate(path.read_text(encoding="utf-8").split("\n")) if line], schema=schema
            )
        else:
            found = pq.read_table(path)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DatasetError(
            f"{path}: unreadable {name} table ({str(error).splitlines()[0]}); expected a whole file as written by `memsim generate`"
        ) from None
    if not found.schema.equals(schema):
        raise DatasetError(f"{path}: another schema than table {name}: {_difference(found.schema, schema)}")
    null = first_null(found)
    if null:
        raise DatasetError(f"{path}: {null}: NULL; expected a value in every row")
    return found


def _row(line: str, schema: pa.Schema, number: int) -> dict[str, object]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise ValueError(f"row {number}: {error}") from None
    wrong = difference(row, schema, f"row {number}")
    if wrong:
        raise ValueError(wrong)
    return row


def _difference(found: pa.Schema, expected: pa.Schema) -> str:
    for field in expected:
        if field.name not in found.names:
            return f"no column {field.name!r}"
        if found.field(field.name).type != field.type:
            return f"column {field.name!r} is {found.field(field.name).type}, expected {field.type}"
    return f"unexpected columns {sorted(set(found.names) - set(expected.names))}"


def files(root: Path, name: str) -> list[Path]:
    """Return the files of a table in order."""
    if name == "knowledge":
        return [path for path in (root / "knowledge.parquet", root / "knowledge.jsonl") if path.is_file()]
    return sorted(path for path in (root / name).glob("*") if path.suffix in (".parquet", ".jsonl"))
