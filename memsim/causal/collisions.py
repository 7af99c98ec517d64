"""Which values read as part of which: a day "10 May" holds the sum 10, a "swimming pool" the hobby swimming.

A question must not say one of its own choices, in no language of its scenario. All that it can say is listed once (roles, parts of names, bridges, thresholds),
and all that a choice can be; the pairs that collide are kept as sorted numbers, so that a block is tested without making a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from memsim.causal.catalog import STATISTICS, Catalog
from memsim.causal.hints import HOLDERS, LISTED, Rows, Told
from memsim.questions.patterns import WORDINGS
from memsim.questions.psi.base import Transform
from memsim.rng import Ints
from memsim.text import words

_NOTHING = -1
_NUMBERS = ("sum", "range", "amount")  # whole numbers; a mean has a decimal, which nothing said has
_MOST_NUMBERS = 3000
_LONGEST = 24  # characters of a choice that can stand within a slot; longer ones can be all of it


class Collisions:
    """The colliding pairs of one scenario.

    Said values have the numbers of the layout's pool; choices have them too, followed by the results of each ψ and the counts.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog, self._layout = catalog, catalog.layout
        self._said = sum(len(catalog.spec.domains[name].keys) for name in self._layout.attributes)
        self._bases = np.full(len(catalog.patterns), _NOTHING)  # by pattern, the number of its ψ's first result
        self._number_bases = {
            p.attribute: _NOTHING for p in catalog.patterns if p.statistic in _NUMBERS
        }  # by attribute, what is made of it
        pairs: set[int] = set()
        for language in catalog.spec.file.languages:
            said = self._layout.surfaces[language].to_pylist()
            choices = self._choices(language, said)
            pairs |= {choice * self._said + place for place, text in enumerate(said) for choice in _held(text, choices)}
        self._pairs = np.array(sorted(pairs), dtype=np.int64)
        topics = catalog.spec.file.topics.values()
        self._names = np.array([catalog.layout.column[topic.name] for topic in catalog.spec.file.topics.values()])
        worded = [[self._columns(topic.role or topic.name) for topic in topics], [self._columns(topic.name) for topic in topics]]
        most = max(len(columns) for wording in worded for columns in wording)
        self._worded = np.array([[columns + [_NOTHING] * (most - len(columns)) for columns in wording] for wording in worded])
        self._numbers = np.array([self._number_bases.get(name, _NOTHING) for name in self._layout.attributes])
        self._number_names()
        self._pieces = {column: self._find_pieces(name) for name, column in self._layout.column.items()}
        self._collides = np.zeros((2, self._end + 1), dtype=bool)  # as a choice, as something said; the last stands for nothing
        self._collides[:, self._said : self._end] = True
        for which, numbers in enumerate(np.divmod(self._pairs, self._said)):
            self._collides[which, numbers] = True

    def _number_names(self) -> None:
        """Number the values that are made of parts, behind all others: a name collides with itself. References have the numbers of the names."""
        catalog, following = self._catalog, self._counts + LISTED + 1
        self._made, self._name_base = following, np.full(len(self._layout.attributes), _NOTHING)
        for name, domain in catalog.spec.domains.items():
            if domain.kind == "product":
                self._name_base[self._layout.column[name]] = following
                following += domain.size
        for name, domain in catalog.spec.domains.items():
            if domain.kind == "entity":
                self._name_base[self._layout.column[name]] = self._name_base[self._layout.column[domain.name]]
        self._end = following

    def _find_pieces(self, attribute: str) -> list[tuple[int, Callable[[Ints], Ints]]]:
        """Return what stands within each value that is made of parts, a surname or an @provider: where its numbers begin, and its code by the value's."""
        domains, layout = self._catalog.spec.domains, self._layout
        name = domains[attribute].name or attribute
        if domains[name].kind != "product":
            return []
        sizes = domains[name].sizes
        pieces: list[tuple[int, Callable[[Ints], Ints], Mapping[str, Sequence[str]]]] = []
        for place, part in enumerate(domains[name].parts):
            stride = int(np.prod(sizes[place + 1 :], dtype=np.int64))
            pieces.append(
                (int(layout.offset[layout.column[part]]), partial(_part, stride=stride, size=sizes[place]), domains[part].surfaces)
            )
        mine = [place for place in self._catalog.transform_of if self._catalog.attribute[place] == layout.column[name]]
        for base, place in {int(self._bases[place]): place for place in mine}.items():
            transform = self._catalog.transform_of[place]
            results = {language: transform.texts(np.arange(transform.size), language) for language in layout.surfaces}
            pieces.append((base, partial(_result, transform), results))
        some = np.array([domains[name].size // 2])
        texts = {language: layout.texts(name, some, language)[0].as_py() for language in layout.surfaces}
        return [
            (base, codes) for base, codes, by in pieces if any(words.mentions(texts[one], by[one][int(codes(some)[0])]) for one in texts)
        ]

    def _columns(self, attribute: str) -> list[int]:
        """Return the columns of the listed attributes that a wording is made of."""
        domain = self._catalog.spec.domains[attribute]
        return [self._layout.column[name] for name in ((attribute,) if domain.listed else domain.parts)]

    def _choices(self, language: str, said: list[str]) -> dict[str, list[int]]:
        """Return the numbers of every choice by its folded text."""
        out: dict[str, list[int]] = {}
        for place, text in enumerate(said):
            out.setdefault(text.casefold(), []).append(place)
        following, bases = self._said, dict[tuple[int, str], int]()
        for place, transform in self._catalog.transform_of.items():
            key = (int(self._catalog.attribute[place]), transform.name)
            if key not in bases:
                bases[key] = following
                for code, text in enumerate(transform.texts(np.arange(transform.size), language)):
                    out.setdefault(text.casefold(), []).append(following + code)
                following += transform.size
            self._bases[place] = bases[key]
        for name in self._number_bases:
            pattern = self._catalog.spec.phrases[language].results.get(name, "{n}")
            self._number_bases[name] = following
            for number in range(_MOST_NUMBERS):
                out.setdefault(pattern.replace("{n}", str(number)).casefold(), []).append(following + number)
            following += _MOST_NUMBERS
        self._counts = following
        for number in range(LISTED + 1):
            out.setdefault(words.count(number, language).casefold(), []).append(following + number)
        return out

    def choices(self, rows: Rows, candidates: Ints, at: Ints) -> Ints:
        """Return the numbers of the four candidates of the part rows `at`, -1 for values that are not listed; shape (4, len(at))."""
        catalog, pattern = self._catalog, rows.pattern[at]
        attribute = catalog.attribute[pattern]
        out = self._numbered(attribute, candidates[:, at])
        statistic = catalog.statistic[pattern]
        base = np.where(statistic == STATISTICS.index("count"), self._counts, self._bases[pattern])
        of_numbers = np.isin(statistic, [STATISTICS.index(name) for name in _NUMBERS])
        base = np.where(of_numbers & (candidates[:, at].max(axis=0) < _MOST_NUMBERS), self._numbers[attribute], base)
        out = np.where(base >= 0, base + candidates[:, at], out)
        return np.where((statistic < 0) | (base >= 0), out, _NOTHING)

    def said(self, rows: Rows, told: Told, codes: Ints, at: Ints) -> Ints:
        """Return the numbers of everything that the questions of the part rows `at` say, -1 where there is less to say; shape (k, len(at))."""
        catalog, layout, pattern, row = self._catalog, self._layout, rows.pattern[at], rows.row[at]
        bridge, scope = catalog.is_bridge[pattern], catalog.scope[pattern]
        codes_said = catalog.said[pattern, told.option[at]].T
        out = list(np.where(codes_said >= 0, layout.offset[np.maximum(catalog.said_attribute[pattern], 0)] + codes_said, _NOTHING))
        reads = np.maximum(catalog.bridge[pattern], 0)
        value = codes[np.maximum(layout.slot[told.persons[0, at], reads], 0), row]
        out.append(np.where(bridge, self._numbered(reads, value), _NOTHING))
        out += self._within(np.where(bridge, reads, _NOTHING), value)
        lane = np.arange(LISTED)[:, None]
        holders = told.holders[np.where(scope > 1, lane, np.minimum(told.target[at], HOLDERS - 1)), at]
        holders = np.where(catalog.chained[pattern], told.persons[0, at], holders)
        spoken = ~bridge & ~catalog.own[pattern] & (lane < scope)
        for columns in self._worded[np.minimum(catalog.asked_wording[pattern], 1), catalog.identified[pattern]].T:
            slot = layout.slot[holders, np.maximum(columns, 0)]
            number = layout.offset[np.maximum(columns, 0)] + codes[np.maximum(slot, 0), row]
            out += list(np.where(spoken & (columns >= 0), number, _NOTHING))
        name = np.where(catalog.asked_wording[pattern] == WORDINGS.index("name"), self._names[catalog.identified[pattern]], _NOTHING)
        code = codes[np.maximum(layout.slot[holders, np.maximum(name, 0)], 0), row]
        out += list(np.where(spoken & (name >= 0), self._numbered(np.maximum(name, 0), code), _NOTHING))
        return np.stack(out)

    def _within(self, attribute: Ints, codes: Ints) -> list[Ints]:
        """Return the numbers of what stands within values that are made of parts, -1 where there is nothing more."""
        out = [np.full(len(codes), _NOTHING) for _ in range(max(map(len, self._pieces.values())))]
        for column, pieces in self._pieces.items():
            at = np.flatnonzero(attribute == column) if pieces else ()
            for lane, (base, code_of) in enumerate(pieces):
                out[lane][at] = base + code_of(codes[at])
        return out

    def _numbered(self, attribute: Ints, codes: Ints) -> Ints:
        """Return the numbers of values, -1 for those that are neither listed nor made of parts."""
        base = self._name_base[attribute]
        made = np.where(base >= 0, base + codes, _NOTHING)
        return np.where(self._layout.made[attribute], made, self._layout.offset[attribute] + codes)

    def between(self, said: Ints, choices: Ints) -> NDArray[np.bool_]:
        """Return where one of the choices (4, n) stands within something that is said (k, n)."""
        out = np.any(self._collides[0][choices], axis=0) & np.any(self._collides[1][said], axis=0)
        at = np.flatnonzero(out)
        keys = choices[:, None, at] * self._said + said[None, :, at]
        place = np.minimum(np.searchsorted(self._pairs, keys), len(self._pairs) - 1)
        listed = (self._pairs[place] == keys) & (said[None, :, at] < self._said)
        hit = listed | ((choices[:, None, at] == said[None, :, at]) & (said[None, :, at] >= self._said))
        hit &= (choices[:, None, at] >= 0) & (said[None, :, at] >= 0)
        out[at] = np.any(hit, axis=(0, 1))
        return out


def _part(codes: Ints, stride: int, size: int) -> Ints:
    return codes // stride % size


def _result(transform: Transform, codes: Ints) -> Ints:
    return transform.codes(codes, np.zeros_like(codes))


def _held(text: str, choices: dict[str, list[int]]) -> Iterator[int]:
    """Yield the choices that stand within a text as whole words."""
    low = text.casefold()
    found = {low[start:end] for start in range(len(low)) for end in range(start + 1, min(len(low), start + _LONGEST) + 1)} | {low}
    for part in found & choices.keys():
        if words.mentions(low, part):
            yield from choices[part]
