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
        self._results: dict[int, int] = {}
        pairs: set[int] = set()
        for language in catalog.spec.file.languages:
            said = self._layout.surfaces[language].to_pylist()
            choices = self._choices(language, said)
            pairs |= {choice * self._said + place for place, text in enumerate(said) for choice in _held(text, choices)}
        self._pairs = np.array(sorted(pairs), dtype=np.int64)
        topics = catalog.spec.file.topics.values()
        self._worded = [self._columns(topic.role or topic.name) for topic in topics], [self._columns(topic.name) for topic in topics]
        self._most = max(len(columns) for wording in self._worded for columns in wording)

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
            self._results[place] = following
            for code, text in enumerate(texts):
                out.setdefault(text.casefold(), []).append(following + code)
            following += transform.size
        self._counts = following
        for number in range(LISTED + 1):
            out.setdefault(words.count(number, language).casefold(), []).append(following + number)
        return out

    def choices(self, rows: Rows, candidates: Ints) -> Ints:
        """Return the numbers of the four candidates of each part row, -1 for values that are not listed; shape (4, p)."""
        catalog = self._catalog
        attribute = catalog.attribute[rows.pattern]
        out = np.where(self._layout.made[attribute], _NOTHING, self._layout.offset[attribute] + candidates)
        base = np.full(len(rows.pattern), _NOTHING)
        for place in np.unique(rows.pattern).tolist():
            if place in self._results:
                base[rows.pattern == place] = self._results[place]
        base[catalog.predicate[rows.pattern] != 0] = self._counts
        return np.where(base >= 0, base + candidates, out)

    def said(self, rows: Rows, told: Told, codes: Ints) -> Ints:
        """Return the numbers of everything that each part row's question says, -1 where there is less to say; shape (k, p)."""
        catalog, layout, around = self._catalog, self._layout, np.arange(len(rows.pattern))
        pattern = rows.pattern
        bridge, scope = catalog.is_bridge[pattern], catalog.scope[pattern]
        out = [np.where(catalog.predicate[pattern] != 0, layout.offset[catalog.attribute[pattern]] + told.threshold, _NOTHING)]
        reads = np.maximum(catalog.reads[pattern], 0)
        value = codes[np.maximum(layout.slot[told.holders[0], reads], 0), rows.row]
        out.append(np.where(bridge & ~layout.made[reads], layout.offset[reads] + value, _NOTHING))
        for lane in range(LISTED):
            holder = told.holders[np.where(scope > 1, lane, np.minimum(told.target, HOLDERS - 1)), around]
            spoken = ~bridge & (lane < scope)
            out += [np.where(spoken, number, _NOTHING) for number in self._wordings(rows, holder, codes)]
        return np.stack(out)

    def _wordings(self, rows: Rows, holder: Ints, codes: Ints) -> Iterator[Ints]:
        """Yield the numbers of the values that word a holder as the question does: its role, or each part of its name."""
        catalog, layout = self._catalog, self._layout
        topic, wording = catalog.topic[rows.pattern], catalog.asked_wording[rows.pattern]
        for place in range(self._most):
            out = np.full(len(holder), _NOTHING)
            for number, by_topic in enumerate(self._worded):
                for which, columns in enumerate(by_topic):
                    at = np.flatnonzero((topic == which) & (wording == number))
                    if place < len(columns) and len(at):
                        column = columns[place]
                        out[at] = layout.offset[column] + codes[layout.slot[holder[at], column], rows.row[at]]
            yield out

    def between(self, said: Ints, choices: Ints) -> NDArray[np.bool_]:
        """Return where one of the choices (4, n) stands within something that is said (k, n)."""
        keys = choices[:, None] * self._said + said[None]
        place = np.minimum(np.searchsorted(self._pairs, keys), len(self._pairs) - 1)
        hit = (self._pairs[place] == keys) & (choices[:, None] >= 0) & (said[None] >= 0)
        return np.any(hit, axis=(0, 1))


def _held(text: str, choices: dict[str, list[int]]) -> Iterator[int]:
    """Yield the choices that stand within a text as whole words."""
    low = text.casefold()
    found = {low[start:end] for start in range(len(low)) for end in range(start + 1, min(len(low), start + _LONGEST) + 1)}
    for part in found & choices.keys():
        if words.mentions(low, part):
            yield from choices[part]
