"""The profiles table: every fact of every user's world, told or untold, as Arrow columns without a Python object a fact."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import Catalog
from memsim.io import tables
from memsim.rng import Floats, Ints


class WorldTable:
    """Builds the table for blocks of one scenario; what does not change between blocks is kept."""

    def __init__(self, catalog: Catalog) -> None:
        self._layout = layout = catalog.layout
        column = [layout.column[name] for name in layout.told]
        entity, which = np.nonzero(layout.slot[:, column] >= 0)
        attribute = np.array(column)[which]
        self._slots = layout.slot[entity, attribute]
        self._listed = np.flatnonzero(~layout.kinds[attribute])
        self._offset = layout.offset[attribute[self._listed], None]
        self._made = [(layout.attributes[a], np.flatnonzero(attribute == a)) for a in np.unique(attribute[layout.kinds[attribute]]).tolist()]
        self._fixed = {
            "entity": pa.array([layout.entities[e] for e in entity]).dictionary_encode(),
            "class": pa.array([layout.classes[layout.class_of[e]] for e in entity]).dictionary_encode(),
            "attribute": pa.array([layout.attributes[a] for a in attribute]).dictionary_encode(),
        }

    def table(self, ids: list[str], codes: Ints, language: str) -> pa.Table:
        """Return the profiles table of a block, its texts as dictionaries; codes (slots, n)."""
        mine = codes[self._slots]
        width, n = mine.shape
        fixed = {name: _repeated(column, n) for name, column in self._fixed.items()}
        values, numbers = self._values(mine, language)
        facts = tables.structs(tables.WORLD_FACT, fixed | {"value": values, "number": numbers})
        return tables.table("profiles", {"history_id": ids, "facts_of_world": tables.lists(np.full(n, width), facts)})

    def _values(self, mine: Ints, language: str) -> tuple[pa.DictionaryArray, Floats]:
        """Return how the facts' values (width, n) read and their numbers, world by world.

        Listed values stand in the layout's pool; those that are made of parts are put behind it.
        """
        width, n = mine.shape
        place, numbers = np.empty((n, width), dtype=np.int32), np.full((n, width), np.nan)
        pooled = self._offset + mine[self._listed]
        place[:, self._listed] = pooled.T
        numbers[:, self._listed] = self._layout.numbers[pooled].T
        texts = [self._layout.surfaces[language]]
        end = len(texts[0])
        for name, at in self._made:
            made = mine[at]
            texts.append(self._layout.texts(name, made.ravel(), language))
            place[:, at] = (end + np.arange(made.size).reshape(made.shape)).T
            end += made.size
            if self._layout.spec.domains[name].kind == "moment":
                numbers[:, at] = made.T
        distinct = pa.concat_arrays(texts).dictionary_encode()  # Parquet mistakes values where a dictionary holds one twice
        return pa.DictionaryArray.from_arrays(distinct.indices.take(pa.array(place.ravel())), distinct.dictionary), numbers.ravel()


def _repeated(column: pa.DictionaryArray, times: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(np.tile(column.indices.to_numpy(), times), column.dictionary)
