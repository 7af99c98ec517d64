"""The identity of rows, whatever file they lie in: a hash over canonical columns, not over a writer's bytes.

A column is hashed as its validity and its content: texts as lengths and UTF-8, lists as lengths and child, structs field by field, numbers as
little-endian bytes with NULL as 0. A set's digest is the hash of the sorted hashes of its blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from hashlib import _Hash


def _update(hasher: _Hash, array: pa.Array) -> None:
    hasher.update(f"{len(array)};".encode())
    valid = array.is_valid()
    hasher.update(np.packbits(valid.to_numpy(zero_copy_only=False)).tobytes() if array.null_count else b"all")
    if pa.types.is_struct(array.type):
        for place in range(array.type.num_fields):
            _update(hasher, array.field(place) if array.offset == 0 else array.flatten()[place])
    elif pa.types.is_list(array.type):
        lengths = pc.fill_null(pc.list_value_length(array), 0)
        hasher.update(lengths.to_numpy(zero_copy_only=False).astype("<i4").tobytes())
        _update(hasher, array.flatten())
    elif pa.types.is_string(array.type):
        filled = pc.fill_null(array, "")
        hasher.update(pc.binary_length(filled).to_numpy(zero_copy_only=False).astype("<i4").tobytes())
        hasher.update(_characters(filled))
    elif pa.types.is_boolean(array.type):
        hasher.update(np.packbits(pc.fill_null(array, False).to_numpy(zero_copy_only=False)).tobytes())  # noqa: FBT003 - the fill value
    else:
        filled = pc.fill_null(array, 0)
        width = "<f8" if pa.types.is_floating(array.type) else "<i8"
        hasher.update(filled.to_numpy(zero_copy_only=False).astype(width).tobytes())


def _characters(array: pa.StringArray) -> memoryview | bytes:
    if not len(array):
        return b""
    _, offsets, data = array.buffers()
    if data is None:
        return b""
    bounds = np.frombuffer(offsets, dtype=np.int32)
    return memoryview(data)[bounds[array.offset] : bounds[array.offset + len(array)]]


def table_digest(content: pa.Table) -> str:
    """Return the SHA-256 of a table's rows, in hex."""
    hasher = hashlib.sha256()
    for name in content.column_names:
        hasher.update(f"{name}=".encode())
        _update(hasher, content.column(name).combine_chunks())
    return hasher.hexdigest()


def set_digest(blocks: Iterable[tuple[str, str]]) -> str:
    """Return the digest of a set from (name, digest) of its blocks."""
    hasher = hashlib.sha256()
    for name, digest in sorted(blocks):
        hasher.update(f"{name} {digest}\n".encode())
    return hasher.hexdigest()
