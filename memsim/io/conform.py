"""Whether rows have the shape that their table promises: every key, no other, and no NULL but where NULL means something."""

from __future__ import annotations

import pyarrow as pa

#: Where NULL may stand: no value in that place is unknown, it does not apply.
NULLABLE = frozenset({"number", "unit", "axis", "opener", "tail", "model", "prompt_hash"})


def first_null(content: pa.Table) -> str | None:
    """Return where a NULL stands that may not, e.g. ``row 17: messages.text``, the first of its column; None without one."""
    for field in content.schema:
        before = 0
        for chunk in content.column(field.name).chunks:
            if _null(field.name, field.name, chunk):
                rows = (_null(field.name, field.name, chunk.slice(row, 1)) for row in range(len(chunk)))
                return next(f"row {before + row}: {column}" for row, column in enumerate(rows) if column)
            before += len(chunk)
    return None


def _null(path: str, name: str, array: pa.Array) -> str | None:
    if array.null_count and name not in NULLABLE:
        return path
    if pa.types.is_list(array.type):
        return _null(path, name, array.flatten())
    if pa.types.is_struct(array.type):
        fields = zip(array.type, array.flatten(), strict=True)
        return next(filter(None, (_null(f"{path}.{field.name}", field.name, child) for field, child in fields)), None)
    return None


def difference(row: object, kind: pa.DataType | pa.Schema, path: str = "row") -> str | None:
    """Return how a JSON value differs in shape from an Arrow type, or None: objects need exactly the fields of their struct."""
    if row is None:
        return None
    if isinstance(kind, pa.Schema) or pa.types.is_struct(kind):
        names = [field.name for field in kind]
        if not isinstance(row, dict) or sorted(row) != sorted(names):
            found = ", ".join(row) if row and isinstance(row, dict) else repr(row)
            return f"{path} has {found}; expected {', '.join(names)}"
        return next(filter(None, (difference(row[field.name], field.type, f"{path}.{field.name}") for field in kind)), None)
    if pa.types.is_list(kind):
        if not isinstance(row, list):
            return f"{path} is {row!r}; expected a list"
        return next(filter(None, (difference(item, kind.value_type, f"{path}[{place}]") for place, item in enumerate(row))), None)
    return None
