"""The JSON Schema of each table's rows, made from the Arrow schema that the files have."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from memsim.io import flat
from memsim.io.conform import NULLABLE
from memsim.io.tables import SCHEMAS

_PLAIN = {pa.string(): "string", pa.int64(): "integer", pa.float64(): "number", pa.bool_(): "boolean"}


#: By name, what rows are published as: the tables, and the flat view of them.
PUBLISHED = {**SCHEMAS, "flat": flat.schema()}


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the rows of a table, or of the flat view."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **_object(PUBLISHED[name])}


def _object(fields: Any) -> dict[str, Any]:
    named = {field.name: _of(field.type, nullable=field.name in NULLABLE) for field in fields}
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


def _of(kind: pa.DataType, *, nullable: bool = False) -> dict[str, Any]:
    if pa.types.is_list(kind):
        return {"type": "array", "items": _of(kind.value_type)}
    if pa.types.is_struct(kind):
        return _object(kind)
    plain = _PLAIN[kind]
    return {"type": [plain, "null"] if nullable else plain}
