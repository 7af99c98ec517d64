"""Which values read as part of which: a day "10 May" holds the sum 10, a "swimming pool" the hobby swimming.

A question must not say one of its own choices, in no language of its scenario. All that it can say is listed once (roles, parts of names, bridges, thresholds),
and all that a choice can be; the pairs that collide are kept as sorted numbers, so that a block is tested without making a text.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import Catalog
from memsim.causal.hints import HOLDERS, LISTED, Rows, Told
from memsim.rng import Ints
from memsim.text import words

_NOTHING = -1
_LONGEST = 24  # characters of a choice that can stand within a slot; longer ones are sentences


class Collisions:
    """The colliding pairs of one scenario.

    Said values have the numbers of the layout's pool; choices have them too, followed by the results of each ψ and the counts.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog, self._layout = catalog, catalog.layout
        self._said = sum(len(catalog.spec.domains[name].keys) for name in self._layout.attributes)
        self._bases = np.full(len(catalog.patterns), _NOTHING)  # by pattern, the number of its ψ's first result
        pairs: set[int] = set()
        for language in catalog.spec.file.languages:
            said = self._layout.surfaces[language].to_pylist()
            choices = self._choices(language, said)
            pairs |= {choice * self._said + place for place, text in enumerate(said) for choice in _held(text, choices)}
        self._pairs = np.array(sorted(pairs), dtype=np.int64)
        topics = catalog.spec.file.topics.values()
        worded = [[self._columns(topic.role or topic.name) for topic in topics], [self._columns(topic.name) for topic in topics]]
        most = max(len(columns) for wording in worded for columns in wording)
        self._worded = np.array([[columns + [_NOTHING] * (most - len(columns)) for columns in wording] for wording in worded])
        self._collides = np.zeros((2, self._counts + LISTED + 2), dtype=bool)  # as a choice, as something said; the last stands for nothing
        for which, numbers in enumerate(np.divmod(self._pairs, self._said)):
            self._collides[which, numbers] = True

    def _columns(self, attribute: str) -> list[int]:
        """Return the columns of the listed attributes that a wording is made of."""
        domain = self._catalog.spec.domains[attribute]
        return [self._layout.column[name] for name in ((attribute,) if domain.listed else domain.parts)]

    def _choices(self, language: str, said: list[str]) -> dict[str, list[int]]:
        """Return the numbers of every choice by its folded text."""
        out: dict[str, list[int]] = {}
        for place, text in enumerate(said):
            out.setdefault(text.casefold(), []).append(place)
        following = self._said
        for place, transform in self._catalog.transform_of.items():
            texts = transform.texts(np.arange(transform.size), language)
            self._bases[place] = following
            for code, text in enumerate(texts):
                out.setdefault(text.casefold(), []).append(following + code)
            following += transform.size
        self._counts = following
        for number in range(LISTED + 1):
            out.setdefault(words.count(number, language).casefold(), []).append(following + number)
        return out

    def choices(self, rows: Rows, candidates: Ints, at: Ints) -> Ints:
        """Return the numbers of the four candidates of the part rows `at`, -1 for values that are not listed; shape (4, len(at))."""
        catalog, pattern = self._catalog, rows.pattern[at]
        attribute = catalog.attribute[pattern]
        out = np.where(self._layout.made[attribute], _NOTHING, self._layout.offset[attribute] + candidates[:, at])
        base = np.where(catalog.predicate[pattern] != 0, self._counts, self._bases[pattern])
        return np.where(base >= 0, base + candidates[:, at], out)

    def said(self, rows: Rows, told: Told, codes: Ints, at: Ints) -> Ints:
        """Return the numbers of everything that the questions of the part rows `at` say, -1 where there is less to say; shape (k, len(at))."""
        catalog, layout, pattern, row = self._catalog, self._layout, rows.pattern[at], rows.row[at]
        bridge, scope = catalog.is_bridge[pattern], catalog.scope[pattern]
        out = [np.where(catalog.predicate[pattern] != 0, layout.offset[catalog.attribute[pattern]] + told.threshold[at], _NOTHING)]
        reads = np.maximum(catalog.reads[pattern], 0)
        value = codes[np.maximum(layout.slot[told.holders[0, at], reads], 0), row]
        out.append(np.where(bridge & ~layout.made[reads], layout.offset[reads] + value, _NOTHING))
        lane = np.arange(LISTED)[:, None]
        holders = told.holders[np.where(scope > 1, lane, np.minimum(told.target[at], HOLDERS - 1)), at]
        spoken = ~bridge & (lane < scope)
        for columns in self._worded[catalog.asked_wording[pattern], catalog.topic[pattern]].T:
            slot = layout.slot[holders, np.maximum(columns, 0)]
            number = layout.offset[np.maximum(columns, 0)] + codes[np.maximum(slot, 0), row]
            out += list(np.where(spoken & (columns >= 0), number, _NOTHING))
        return np.stack(out)

    def between(self, said: Ints, choices: Ints) -> NDArray[np.bool_]:
        """Return where one of the choices (4, n) stands within something that is said (k, n)."""
        out = np.any(self._collides[0][choices], axis=0) & np.any(self._collides[1][said], axis=0)
        at = np.flatnonzero(out)
        keys = choices[:, None, at] * self._said + said[None, :, at]
        place = np.minimum(np.searchsorted(self._pairs, keys), len(self._pairs) - 1)
        hit = (self._pairs[place] == keys) & (choices[:, None, at] >= 0) & (said[None, :, at] >= 0)
        out[at] = np.any(hit, axis=(0, 1))
        return out


def _held(text: str, choices: dict[str, list[int]]) -> Iterator[int]:
    """Yield the choices that stand within a text as whole words."""
    low = text.casefold()
    found = {low[start:end] for start in range(len(low)) for end in range(start + 1, min(len(low), start + _LONGEST) + 1)}
    for part in found & choices.keys():
        if words.mentions(low, part):
            yield from choices[part]
