"""Runs of words that stand in many texts, and those that stand in texts of one kind alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple
from unicodedata import normalize

import numpy as np

from memsim.check.leaks.verdict import LEVEL

_TOKEN = re.compile(r"[^\W\d_\u2e80-\u9fff\uac00-\ud7af]+|\d+|\S")
_LONGEST = 24
_HISTORIES = 5
_SAME = 0.9  # a run that stands nearly always within a longer one is no run of its own
START, END = "^", "$"


class Mark(NamedTuple):
    """A run of words that marks a kind: it stands in some different texts of the kind, at `places`, and in `outside` others; `p` is Fisher's, one-sided."""

    phrase: str
    places: tuple[int, ...]
    outside: int
    p: float

    @property
    def inside(self) -> int:
        """In how many different texts of the kind it stands."""
        return len(self.places)


def tokens(text: str) -> tuple[str, ...]:
    """Return words, numbers as 0, single characters of languages without spaces, and marks, between a start and an end."""
    folded = normalize("NFKC", text).casefold()
    return (START, *("0" if token.isdigit() else token for token in _TOKEN.findall(folded)), END)


def frequent(texts: Sequence[tuple[str, ...]], least: int) -> dict[tuple[str, ...], list[int]]:
    """Return the runs of tokens that stand in at least so many texts, with the places of those texts in order.

    Level by level (Agrawal & Srikant 1994): a run is looked at where both of its runs that are one shorter are frequent.
    """
    out: dict[tuple[str, ...], list[int]] = {}
    starts = [list(range(len(text))) for text in texts]  # of the runs of a text that may be frequent
    for size in range(1, _LONGEST + 1):
        found: dict[tuple[str, ...], list[int]] = {}
        for place, (text, mine) in enumerate(zip(texts, starts, strict=True)):
            for run in dict.fromkeys(text[at : at + size] for at in mine):
                found.setdefault(run, []).append(place)
        kept = {run: places for run, places in found.items() if len(places) >= least}
        out |= kept
        for place, (text, mine) in enumerate(zip(texts, starts, strict=True)):
            alive = {at for at in mine if text[at : at + size] in kept}
            starts[place] = sorted(at for at in alive if at + 1 in alive)
        if not any(starts):
            break
    return out


class Texts:
    """Texts, each looked at once, with their frequent runs.

    Args:
        texts: The texts.
        histories: Where each stands: what one history says again and again marks nothing.
        least: In how many texts a run stands.
    """

    def __init__(self, texts: Sequence[str], histories: Sequence[Hashable], least: int) -> None:
        first: dict[str, int] = {}
        for place, text in enumerate(texts):
            first.setdefault(text, place)
        self._places = list(first.values())
        self._histories = [histories[place] for place in self._places]
        self._runs = frequent([tokens(text) for text in first], least)

    def marks(self, kinds: Sequence[bool], least: int, strays: float) -> list[Mark]:
        """Return the longest runs that mark the texts of a kind, those in most texts first.

        Args:
            kinds: Whether each text is of the kind.
            least: In how many texts of the kind a run stands.
            strays: How many texts of other kinds a run may stand in, of those that chance gives.
        """
        from scipy.stats import hypergeom

        mine = np.array([kinds[place] for place in self._places], dtype=bool)
        others, found = 1 - float(mine.mean()), []
        for run, places in self._runs.items():
            held = [place for place in places if mine[place]]
            inside = len(held)
            if inside < least or len(places) - inside > strays * others * len(places):
                continue
            homes = {self._histories[place] for place in held}
            p = float(hypergeom.sf(inside - 1, len(mine), int(mine.sum()), len(places)))
            if len(homes) >= _HISTORIES and p * len(self._runs) < LEVEL:
                found.append((run, Mark(_shown(run), tuple(self._places[place] for place in held), len(places) - inside, p)))
        return sorted(_longest(found), key=lambda mark: (-mark.inside, mark.phrase))


def _longest(found: Sequence[tuple[tuple[str, ...], Mark]]) -> list[Mark]:
    """Leave out runs that stand nearly always within a longer one that was found."""
    held: Counter[tuple[str, ...]] = Counter()
    for run, mark in found:
        for part in (run[1:], run[:-1]):
            held[part] = max(held[part], mark.inside)
    return [mark for run, mark in found if held[run] < _SAME * mark.inside]


def _shown(run: Sequence[str]) -> str:
    """Return a run as text: a space between two words, none elsewhere."""
    out = ""
    for token in run:
        spaced = out[-1:].isascii() and out[-1:].isalnum() and token[:1].isascii() and token[:1].isalnum()
        out += f" {token}" if spaced else token
    return out
