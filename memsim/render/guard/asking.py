"""What a question asks, read back from its phrases: which words of it decide that, and which would ask something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from memsim.render.guard.patterns import SUBJECT, VALUE
from memsim.render.guard.reading import MARKS
from memsim.render.guard.values import lowered
from memsim.render.guard.wording import Wording

Meaning = tuple[str, ...]
_KEPT = 1024
#: Phrases that can stand in one another's place, by the first part of their key: a question that keeps its words asks the same.
_FAMILIES = (
    ("ask", "own", "transform", "own_transform"),
    ("bridge", "chain", "extreme", "closest"),
    ("count", "which"),
    ("predicate", "member"),
    ("aggregate", "amount", "order"),
)
_SAME = {"own": "ask", "own_transform": "transform"}
_SIZES = ("two", "more")
#: Around a question; they ask nothing.
_AROUND = ("chatter", "hybrid")
_FREE, _ASKS, _CHATTER = range(3)
_TIMES = 3  # more often than in the phrases of any rival, a word must stand in phrases to decide what they ask
_SHARE = 0.15  # of the phrases of a meaning that a word must stand in
_PLAIN_SHARE = 0.25  # the same, for a plain word


class Phrase(NamedTuple):
    """A phrase of a question: what it means, its pieces between slots, in lower case, and whether it has slots."""

    meaning: Meaning
    pieces: tuple[str, ...]
    slotted: bool


class Asked(NamedTuple):
    """What a question asks.

    Attributes:
        meanings: Of its phrases; none where it is made of others than the scenario's.
        known: All words of phrases for the same, as units.
        runs: All those phrases, and those that ask for the same attribute, tokens joined by spaces.
        core: What of the text is no chatter.
        bare: Its phrases that nothing fills.
    """

    meanings: tuple[Meaning, ...]
    known: frozenset[str]
    runs: str
    core: str
    bare: tuple[str, ...]


class Asking:
    """The question phrases of one language of a scenario.

    Args:
        wording: All phrases.

    Attributes:
        phrases: By what they mean.
        decides: By meaning, the words that its rivals do not use.
    """

    def __init__(self, wording: Wording) -> None:
        self._wording, self._tongue = wording, wording.tongue
        self.phrases: dict[Meaning, list[str]] = {}
        for key, phrases in wording.phrases.items():
            if key.startswith("questions."):
                self.phrases.setdefault(_meaning(key.split(".")[1:]), []).extend(phrases)
        self._units = {meaning: [wording.tongue.units(phrase) for phrase in phrases] for meaning, phrases in self.phrases.items()}
        self._counts = {meaning: Counter(unit for units in found for unit in units) for meaning, found in self._units.items()}
        self._alike = {meaning: self._synonyms(meaning) for meaning in self._counts}
        self._index = self._indexed()
        self.decides = self._deciding()
        self.read = lru_cache(_KEPT)(self._read)
        self.foreign = lru_cache(_KEPT)(self._foreign)

    def _indexed(self) -> Mapping[str, list[Phrase]]:
        """Return all phrases by their rarest unit."""
        spread = Counter(unit for count in self._counts.values() for unit in count)
        index: dict[str, list[Phrase]] = {}
        for meaning, phrases in self.phrases.items():
            for phrase, units in zip(phrases, self._units[meaning], strict=True):
                pieces = tuple(piece for piece in _pieces(phrase) if any(char.isalpha() for char in piece))
                told = [unit for unit in units if MARKS.isdisjoint(unit)]
                if pieces and told:
                    index.setdefault(min(told, key=lambda unit: (spread[unit], unit)), []).append(
                        Phrase(meaning, pieces, not MARKS.isdisjoint(phrase))
                    )
        return index

    def _synonyms(self, meaning: Meaning) -> frozenset[str]:
        """Return the words that may stand for those of a meaning, as units."""
        words = self._wording.synonyms(self._counts[meaning], len(self.phrases[meaning]))
        return frozenset().union(*map(self._tongue.units, words))

    def _deciding(self) -> dict[Meaning, frozenset[str]]:
        """Return, by meaning, the words that its rivals do not use, or hardly ever."""
        out = {}
        for meaning, counts in self._counts.items():
            rivals = [other for other in self._counts if self._rival(meaning, other)]
            decides = {unit for unit, number in counts.items() if self._decides(unit, number, meaning, rivals)}
            out[meaning] = frozenset(decides) | self._wording.instead(frozenset(decides))
        return out

    def _decides(self, unit: str, number: int, meaning: Meaning, rivals: Iterable[Meaning]) -> bool:
        share = number / len(self.phrases[meaning])
        enough = _PLAIN_SHARE if self._tongue.common(unit) else _SHARE
        if (
            share < enough
            or not MARKS.isdisjoint(unit)
            or meaning[0] in _AROUND
            or not self._tongue.whole(unit)
            or unit in self._wording.joints
        ):
            return False
        return all(self._counts[rival][unit] * _TIMES < share * len(self.phrases[rival]) for rival in rivals)

    def _rival(self, meaning: Meaning, other: Meaning) -> bool:
        """Return whether two meanings can be taken for each other: they stand in the same place, of things of the same topic."""
        return other != meaning and _family(other) == _family(meaning) and self._wording.topic(other) == self._wording.topic(meaning)

    def _foreign(self, meanings: tuple[Meaning, ...]) -> frozenset[str]:
        """Return the words that would make something else of a question."""
        rivals = (words for other, words in self.decides.items() if any(self._rival(meaning, other) for meaning in meanings))
        return frozenset(unit for words in rivals for unit in words if not self._tongue.common(unit)) - self._known(meanings)

    def _known(self, meanings: Iterable[Meaning]) -> frozenset[str]:
        return frozenset().union(*(self._counts[meaning].keys() | self._alike[meaning] for meaning in meanings))

    def _read(self, text: str) -> Asked:
        """Return what a question asks, given as the phrases word it."""
        low = lowered(text)
        found = [
            (phrase, spans) for unit in self._tongue.units(text) for phrase in self._index.get(unit, ()) if (spans := _spans(low, phrase))
        ]
        taken = [_FREE] * len(low)
        phrases: list[Phrase] = []
        for phrase, spans in sorted(found, key=lambda one: (-sum(map(len, one[0].pieces)), one)):
            if all(mark == _FREE for start, end in spans for mark in taken[start:end]):
                phrases.append(phrase)
                for start, end in spans:
                    taken[start:end] = [_CHATTER if phrase.meaning[0] in _AROUND else _ASKS] * (end - start)
        core = "".join(" " if mark == _CHATTER else char for char, mark in zip(text, taken, strict=True))
        phrases = [phrase for phrase in phrases if phrase.meaning[0] not in _AROUND]
        asked = tuple(phrase.meaning for phrase in phrases)
        about = {meaning[-1] for meaning in asked}
        alike = [
            phrase
            for meaning, told in self.phrases.items()
            if meaning in asked or (meaning[-1] in about and meaning[0] == "ask")
            for phrase in told
        ]
        runs = " | ".join(" ".join(self._tongue.split(phrase)) for phrase in alike)
        return Asked(asked, self._known(asked), f" {runs} ", core, tuple(phrase.pieces[0] for phrase in phrases if not phrase.slotted))


def _meaning(parts: list[str]) -> Meaning:
    parts = [_SAME.get(parts[0], parts[0]), *parts[1:]]
    return tuple(parts[:-1] if parts[-1] in _SIZES else parts)


def _family(meaning: Meaning) -> int:
    return next((number for number, names in enumerate(_FAMILIES) if meaning[0] in names), -1)


def _pieces(phrase: str) -> list[str]:
    return [piece.strip() for piece in lowered(phrase).replace(VALUE, SUBJECT).split(SUBJECT)]


def _spans(low: str, phrase: Phrase) -> list[tuple[int, int]]:
    """Return where the pieces of a phrase stand in a text, one after another; nothing where one is missing."""
    spans, place = [], 0
    for piece in phrase.pieces:
        start = low.find(piece, place)
        if start < 0:
            return []
        place = start + len(piece)
        spans.append((start, place))
    return spans
