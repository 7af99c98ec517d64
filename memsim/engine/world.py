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
            "entity": pa.array([layout.entities[e] for e in entity]),
            "class": pa.array([layout.classes[layout.class_of[e]] for e in entity]),
            "attribute": pa.array([layout.attributes[a] for a in self._attribute]),
        }

    def table(self, ids: list[str], codes: Ints, language: str) -> pa.Table:
        """Return the profiles table of a block; codes (slots, n)."""
        n, width = codes.shape[1], len(self._slots)
        mine = codes[self._slots]
        pieces, start = [], np.empty(width, dtype=np.int64)
        total = 0
        for attribute in np.unique(self._attribute).tolist():
            at = np.flatnonzero(self._attribute == attribute)
            start[at] = total + np.arange(len(at)) * n
            total += len(at) * n
            pieces.append(self._layout.texts(self._layout.attributes[attribute], mine[at].ravel(), language))
        order = (start[None, :] + np.arange(n)[:, None]).ravel()
        values = pa.concat_arrays(pieces).take(pa.array(order))
        numbers = self._layout.number(np.broadcast_to(self._attribute[:, None], mine.shape), mine).T.ravel()
        each = pa.array(np.tile(np.arange(width), n))
        fixed = {name: column.take(each) for name, column in self._fixed.items()}
        facts = tables.structs(tables.WORLD_FACT, fixed | {"value": values, "number": numbers})
        return tables.table("profiles", {"history_id": ids, "facts_of_world": tables.lists(np.full(n, width), facts)})
