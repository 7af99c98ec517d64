"""The identity of rows, whatever file they lie in: a hash over canonical columns, not over a writer's bytes or Arrow's encodings.

A column is hashed as its validity and its content: lists as lengths and child, structs field by field, numbers as little-endian bytes with NULL as 0,
texts as a number each, counted in order of first appearance with the next one for NULL, and the distinct texts as lengths and UTF-8. A set's digest is
the hash of the sorted hashes of its blocks.
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
    kind = array.type
    if pa.types.is_string(kind) or pa.types.is_dictionary(kind):
        _update_texts(hasher, array)
        return
    hasher.update(f"{len(array)};".encode())
    hasher.update(np.packbits(array.is_valid().to_numpy(zero_copy_only=False)).tobytes() if array.null_count else b"all")
    if pa.types.is_struct(kind):
        for name, field in zip(kind.names, array.flatten(), strict=True):
            hasher.update(f"{name}=".encode())
            _update(hasher, field)
    elif pa.types.is_list(kind):
        hasher.update(_numbers(pc.list_value_length(array), "<i4"))
        _update(hasher, array.flatten())
    elif pa.types.is_boolean(kind):
        hasher.update(np.packbits(pc.fill_null(array, False).to_numpy(zero_copy_only=False)).tobytes())
    else:
        hasher.update(_numbers(array, "<f8" if pa.types.is_floating(kind) else "<i8"))


def _numbers(array: pa.Array, width: str) -> bytes:
    filled: bytes = pc.fill_null(array, 0).to_numpy(zero_copy_only=False).astype(width).tobytes()
    return filled


def _update_texts(hasher: _Hash, array: pa.StringArray | pa.DictionaryArray) -> None:
    """Hash texts the same way whether they come plain or as a dictionary: one in any order, with twins or with entries that no row uses."""
    if pa.types.is_dictionary(array.type):
        distinct = array.dictionary.dictionary_encode()
        seen = distinct.indices.take(pc.drop_null(array.indices.unique())).unique()
        texts, rank = distinct.dictionary.take(seen), np.empty(len(distinct.dictionary), dtype=np.int64)
        rank[seen.to_numpy()] = np.arange(len(seen))
        rank = rank[distinct.indices.to_numpy()]
    else:
        array = array.dictionary_encode()  # in order of first appearance
        texts, rank = array.dictionary, np.arange(len(array.dictionary))
    null = len(texts)
    numbers = np.append(rank, null).astype(np.min_scalar_type(null).newbyteorder("<"))
    hasher.update(f"{len(array)},{null};".encode())
    hasher.update(numbers[pc.fill_null(array.indices, len(rank)).to_numpy()].tobytes())
    hasher.update(_numbers(pc.binary_length(texts), "<i4"))
    hasher.update(_characters(texts))


def _characters(array: pa.StringArray) -> memoryview | bytes:
    _, offsets, data = array.buffers()
    if not len(array) or data is None:
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
