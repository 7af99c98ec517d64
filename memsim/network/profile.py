"""Where each (entity, attribute) of a profile stands, and how a code reads.

A block of profiles is one matrix of codes, shape (slots, n). Entities are numbered through all classes; `slot[entity, attribute]` is the row, or -1.
Listed values of all attributes also stand in one pool, so that surfaces and numbers of mixed attributes are a single `take`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from memsim.spec.load import Spec
from memsim.text import clock

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Texts = NDArray[np.object_]


class Layout:
    """The fixed numbering of a scenario's entities, attributes and slots."""

    def __init__(self, spec: Spec) -> None:
        file = spec.file
        self.spec = spec
        self.attributes = list(file.attributes)
        self.column = {name: column for column, name in enumerate(self.attributes)}
        self.classes = list(file.classes)
        self.first = dict(zip(self.classes, np.cumsum([0, *(c.count for c in file.classes.values())])[:-1].tolist(), strict=True))
        self.entities = [f"{name}-{lane + 1}" for name, klass in file.classes.items() for lane in range(klass.count)]
        self.class_of = np.repeat(np.arange(len(self.classes)), [c.count for c in file.classes.values()])
        self.slot = np.full((len(self.entities), len(self.attributes)), -1, dtype=np.int64)
        self.node_rows: dict[str, slice] = {}
        rows = 0
        for klass, nodes in file.nodes.items():
            count = file.classes[klass].count
            for attribute in nodes:
                self.node_rows[f"{klass}.{attribute}"] = slice(rows, rows + count)
                self.slot[self.first[klass] : self.first[klass] + count, self.column[attribute]] = np.arange(rows, rows + count)
                rows += count
        self.slots = rows
        parts = {part for domain in spec.domains.values() for part in domain.parts}
        self.told = [name for name, a in file.attributes.items() if name not in parts and not a.latent]
        self.made = np.array([not spec.domains[name].listed for name in self.attributes])
        self.moment = np.array([spec.domains[name].kind == "moment" for name in self.attributes])
        self.references = self._references()
        self._pool()
        self._pieces = {
            (name, language): [piece if piece[0] == "{" else pa.scalar(piece) for piece in re.split(r"(\{\w+\})", pattern) if piece]
            for name, domain in spec.domains.items()
            for language, pattern in (domain.pattern.items() if domain.kind == "product" else ())
        }

    def _references(self) -> dict[str, tuple[Ints, Ints]]:
        """Return, by attribute that refers to other entities, (holders, first entity of the class that each refers to)."""
        out = {}
        for name, domain in self.spec.domains.items():
            if domain.kind == "entity":
                holders = np.flatnonzero(self.slot[:, self.column[name]] >= 0)
                firsts = [self.first[domain.entities[self.classes[klass]]] for klass in self.class_of[holders]]
                out[name] = holders, np.array(firsts, dtype=np.int64)
        return out

    def referred(self, codes: Ints) -> Ints:
        """Return the entity that each entity refers to, -1 for none, (entities, n), and put its name's code in the place of its number in `codes`.

        A scenario may let each entity refer to one other at most.
        """
        out = np.full((len(self.entities), codes.shape[1]), -1, dtype=np.int64)
        for name, (holders, firsts) in self.references.items():
            slots = self.slot[holders, self.column[name]]
            out[holders] = firsts[:, None] + codes[slots]
            named = self.slot[out[holders], self.column[self.spec.domains[name].name]]
            codes[slots] = np.take_along_axis(codes, named, axis=0)
        return out

    def _pool(self) -> None:
        sizes = [len(self.spec.domains[name].keys) for name in self.attributes]
        self.offset = np.cumsum([0, *sizes])[:-1]
        numbers = [self.spec.domains[name].numbers for name in self.attributes]
        filled = [np.full(size, np.nan) if values is None else values for size, values in zip(sizes, numbers, strict=True)]
        self.numbers = np.concatenate([*filled, [np.nan]])  # the last stands for values that are not listed
        self.surfaces = {
            language: pa.array([s for name in self.attributes for s in self.spec.domains[name].surfaces.get(language, ())])
            for language in self.spec.file.languages
        }

    def matrix(self, profiles: Mapping[str, Ints]) -> Ints:
        """Return sampled profiles as one code matrix, shape (slots, n)."""
        n = next(iter(profiles.values())).shape[1]
        codes = np.empty((self.slots, n), dtype=np.int64)
        for name, rows in self.node_rows.items():
            codes[rows] = profiles[name]
        return codes

    def members(self, topic: str) -> Ints:
        """Return the entities of a topic."""
        wanted = [i for i, name in enumerate(self.classes) if self.spec.file.classes[name].topic == topic]
        return np.flatnonzero(np.isin(self.class_of, wanted))

    def number(self, attribute: Ints, code: Ints) -> Floats:
        """Return the number of values (a moment's minutes), NaN where a value has none; the two arrays are broadcast."""
        listed = self.numbers[np.where(self.made[attribute], len(self.numbers) - 1, self.offset[attribute] + code)]
        timed = self.moment[attribute]
        return np.where(timed, code, listed) if timed.any() else listed

    def texts(self, attribute: str, codes: Ints, language: str) -> pa.Array:
        """Return how values of one attribute read, as Arrow strings; a moment (already absolute) as ISO 8601."""
        domain = self.spec.domains[attribute]
        if domain.kind == "product":
            parts = {
                f"{{{part}}}": self.texts(part, split, language) for part, split in zip(domain.parts, domain.split(codes), strict=True)
            }
            pieces = self._pieces[attribute, language]
            return pc.binary_join_element_wise(*(parts[piece] if isinstance(piece, str) else piece for piece in pieces), pa.scalar(""))
        if domain.kind == "entity":
            return self.texts(domain.name, codes, language)
        if domain.kind == "moment":
            return clock.iso_texts(codes)
        if domain.kind == "digits":
            return pa.array(codes).cast(pa.string())
        return self.surfaces[language].take(pa.array(self.offset[self.column[attribute]] + codes))

    def pooled(self, attribute: Ints, codes: Ints, language: str) -> tuple[Ints, pa.Array]:
        """Return (place, pool): how values of mixed attributes read, as places in a pool of texts.

        The pool is that of all listed values; behind it stand the values here that are made of parts. It may hold a text twice.

        Args:
            attribute: Shape (k,).
            codes: Shape (k, …); `place` has the same.
            language: Of the texts.
        """
        place = self.offset[attribute].reshape(-1, *[1] * (codes.ndim - 1)) + codes
        pool, end = [self.surfaces[language]], len(self.surfaces[language])
        for column in np.flatnonzero(np.bincount(attribute[self.made[attribute]])).tolist():
            at = np.flatnonzero(attribute == column)
            mine = codes[at]
            pool.append(self.texts(self.attributes[column], mine.ravel(), language))
            place[at] = end + np.arange(mine.size).reshape(mine.shape)
            end += mine.size
        return place, pa.concat_arrays(pool)

    def mixed_texts(self, attribute: Ints, codes: Ints, language: str) -> pa.Array:
        """Return how values of mixed attributes read, as Arrow strings; arguments of shape (n,)."""
        place, pool = self.pooled(attribute, codes, language)
        return pool.take(pa.array(place))

    def options(self, attribute: Ints, codes: Ints, language: str) -> Texts:
        """Return how values of mixed attributes read as answer options: a moment in full, all else as it reads in a message."""
        out = self.mixed_texts(attribute, codes, language).to_numpy(zero_copy_only=False)
        timed = self.moment[attribute]
        out[timed] = [clock.absolute(minutes, language) for minutes in codes[timed].tolist()]
        return out

    def sampled_texts(self, attribute: str, codes: Ints, language: str) -> list[list[str]]:
        """Return how freshly sampled values read, (instances, n); a moment as its parts, since no message has told it yet, another entity as its number."""
        domain = self.spec.domains[attribute]
        if domain.kind == "entity":
            flat = [f"no. {code + 1}" for code in codes.ravel().tolist()]
        elif domain.kind == "moment":
            parts = [
                self.texts(part, split.ravel(), language).to_pylist() for part, split in zip(domain.parts, domain.split(codes), strict=True)
            ]
            flat = [f"+{' '.join(row)}" for row in zip(*parts, strict=True)]
        else:
            flat = self.texts(attribute, codes.ravel(), language).to_pylist()
        return [flat[lane * codes.shape[1] : (lane + 1) * codes.shape[1]] for lane in range(len(codes))]
