"""How values are said in messages: a way is drawn for each fact, a column at a time."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memsim.network.profile import Layout
from memsim.rng import Floats, Ints
from memsim.spec.sayings import listed_sayings, sayings


class Sayings:
    """The ways of saying the values of a scenario in one language.

    Args:
        layout: The scenario's numbering; the ways stand in the order of its pool of listed values.
        language: Of the texts.
    """

    def __init__(self, layout: Layout, language: str) -> None:
        self._layout, self._language = layout, language
        spec = layout.spec
        self._varied = np.array([spec.file.attributes[name].forms is not None for name in layout.attributes])
        ways = [ways for name in layout.attributes for ways in listed_sayings(spec, name, language)]
        self._count = np.array([len(one) for one in ways], dtype=np.int64)
        self._first = np.cumsum(self._count) - self._count
        self._texts = pa.array([text for one in ways for text in one], pa.string())

    def pick(self, attribute: Ints, code: Ints, values: pa.Array, spread: Floats) -> pa.Array:
        """Return how each value is said: one of its ways, each as likely as any.

        Args:
            attribute: Numbers, (facts,).
            code: Of the values, (facts,).
            values: As they read, (facts,).
            spread: Uniforms, (facts,).
        """
        varied, made = self._varied[attribute], self._layout.made[attribute]
        listed, other = varied & ~made, np.flatnonzero(varied & made)
        place = self._layout.offset[attribute[listed]] + code[listed]
        chosen = self._first[place] + (spread[listed] * self._count[place]).astype(np.int64)
        values = pc.replace_with_mask(values, pa.array(listed), self._texts.take(pa.array(chosen)))
        spec, names = self._layout.spec, self._layout.attributes
        said, texts = [], values.take(pa.array(other)).to_pylist()
        for column, text, uniform in zip(attribute[other].tolist(), texts, spread[other].tolist(), strict=True):
            ways = sayings(spec, names[column], text, self._language)
            said.append(ways[int(uniform * len(ways))])
        mask = np.zeros(len(values), dtype=bool)
        mask[other] = True
        return pc.replace_with_mask(values, pa.array(mask), pa.array(said, pa.string()))
