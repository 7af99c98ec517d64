"""The profiles table: every fact of every user's world, told or untold, as Arrow columns without a Python object a fact."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import Catalog
from memsim.io import tables
from memsim.rng import Ints


class WorldTable:
    """Builds the table for blocks of one scenario; what does not change between blocks is kept."""

    def __init__(self, catalog: Catalog) -> None:
        self._layout = layout = catalog.layout
        column = [layout.column[name] for name in layout.told]
        entity, which = np.nonzero(layout.slot[:, column] >= 0)
        self._attribute = np.array(column)[which]
        self._slots = layout.slot[entity, self._attribute]
        self._fixed = {
            "entity": pa.array([layout.entities[e] for e in entity]).dictionary_encode(),
            "class": pa.array([layout.classes[layout.class_of[e]] for e in entity]).dictionary_encode(),
            "attribute": pa.array([layout.attributes[a] for a in self._attribute]).dictionary_encode(),
        }

    def table(self, ids: list[str], codes: Ints, language: str) -> pa.Table:
        """Return the profiles table of a block, its texts as dictionaries; codes (slots, n)."""
        mine = codes[self._slots]
        width, n = mine.shape
        place, pool = self._layout.pooled(self._attribute, mine, language)
        distinct = pool.dictionary_encode()  # Parquet mistakes values where a dictionary holds one twice
        values = distinct.indices.to_numpy()[place].T.ravel()
        columns = {name: _repeated(column, n) for name, column in self._fixed.items()}
        columns["value"] = pa.DictionaryArray.from_arrays(values, distinct.dictionary)
        numbers = self._layout.number(self._attribute[:, None], mine).T.ravel()
        facts = tables.structs(tables.WORLD_FACT, columns | {"number": numbers})
        return tables.table("profiles", {"history_id": ids, "facts_of_world": tables.lists(np.full(n, width), facts)})


def _repeated(column: pa.DictionaryArray, times: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(np.tile(column.indices.to_numpy(), times), column.dictionary)
