"""Renders many facts at once, as Arrow strings: opener, core and tail are joined column by column, without a Python object a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from memsim.render.phrases import OWN, PhraseBook
from memsim.text import words

Ints = NDArray[np.int64]
_SLOT = re.compile(r"(\{(?:[Ss]ubject|value|a_value)\})")


@dataclass(frozen=True)
class RenderedFacts:
    """Texts and where they come from, all (facts,): phrase ids (None where there is no opener or tail) and the core's span."""

    text: pa.Array
    opener: pa.Array
    core: pa.Array
    tail: pa.Array
    start: pa.Array
    end: pa.Array


class Statements:
    """The statement phrases of one language as columns.

    Args:
        book: The language's phrases.
        attributes: Attribute names by number.
        topics: Topic names by number.
    """

    def __init__(self, book: PhraseBook, attributes: Sequence[str], topics: Sequence[str]) -> None:
        self._space = book.space
        lists = [*attributes, *(f"{OWN}.{name}" for name in attributes)]
        phrases = [(name, place, phrase) for name in lists for place, phrase in enumerate(book.raw_statements.get(name, []))]
        split = [[*_SLOT.split(phrase), "", ""][:5] for _, _, phrase in phrases]  # where no subject stands, nothing fills its place
        self._own = pa.array([name.startswith(f"{OWN}.") for name, _, _ in phrases])
        self._pieces = [pa.array([pieces[place] for pieces in split]) for place in (0, 2, 4)]
        slots = [(pieces[1], pieces[3]) for pieces in split]
        self._value_first = pa.array([first in ("{value}", "{a_value}") for first, _ in slots])
        self._capital = pa.array(["{Subject}" in pair for pair in slots])
        self._article = pa.array(["{a_value}" in pair for pair in slots])
        self._ids = pa.array([f"{name}[{place}]" for name, place, _ in phrases]).dictionary_encode()
        self._count = np.array([len(book.raw_statements.get(name, [])) for name in lists])
        self._first = np.cumsum([0, *self._count])[:-1]
        self._openers = Ends(book.openers, topics, "{}" + self._space)
        self._tails = Ends(book.tails, topics, self._space + "{}")

    def render(
        self, topic: Ints, attribute: Ints, own: NDArray[np.bool_], numbers: NDArray[np.float64], subject: pa.Array, value: pa.Array
    ) -> RenderedFacts:
        """Render facts; half of them get an opener, half a tail.

        Args:
            topic: Numbers, (facts,).
            attribute: Numbers, (facts,).
            own: Whether the user speaks of itself, (facts,).
            numbers: Uniforms for opener, core and tail, (3, facts).
            subject: As worded.
            value: As said.
        """
        listed = attribute + own * (len(self._count) // 2)
        core = pa.array(self._first[listed] + (numbers[1] * self._count[listed]).astype(np.int64))
        subject = pc.if_else(self._capital.take(core), _capitalised(subject), subject)
        value = pc.if_else(self._article.take(core), _with_article(value), value)
        first = self._value_first.take(core)
        one, two = pc.if_else(first, value, subject), pc.if_else(first, pc.if_else(self._own.take(core), "", subject), value)
        before, opener = self._openers.pick(topic, numbers[0])
        after, tail = self._tails.pick(topic, numbers[2])
        pieces = [piece.take(core) for piece in self._pieces]
        text = pc.binary_join_element_wise(before, pieces[0], one, pieces[1], two, pieces[2], after, "")
        start = pc.utf8_length(before)
        end = pc.subtract(pc.utf8_length(text), pc.utf8_length(after))
        return RenderedFacts(text, opener, self._ids.take(core), tail, start.cast(pa.int64()), end.cast(pa.int64()))


class Ends:
    """Openers or tails by topic; the numbers beyond the last are for having none."""

    def __init__(self, phrases: dict[str, list[str]], topics: Sequence[str], pattern: str) -> None:
        self._texts = pa.array([pattern.format(phrase) for topic in topics for phrase in phrases[topic]] + [""])
        self._ids = pa.array([f"{topic}[{place}]" for topic in topics for place in range(len(phrases[topic]))] + [None]).dictionary_encode()
        self._count = np.array([len(phrases[topic]) for topic in topics])
        self._first = np.cumsum([0, *self._count])[:-1]

    def pick(self, topic: Ints, number: NDArray[np.float64]) -> tuple[pa.Array, pa.Array]:
        """Return texts and ids by topics and uniforms: one half of the uniforms has none."""
        place = (number * 2 * self._count[topic]).astype(np.int64)
        chosen = pa.array(np.where(place < self._count[topic], self._first[topic] + place, len(self._texts) - 1))
        return self._texts.take(chosen), self._ids.take(chosen)


def _capitalised(texts: pa.Array) -> pa.Array:
    return pc.binary_join_element_wise(pc.utf8_upper(pc.utf8_slice_codeunits(texts, 0, 1)), pc.utf8_slice_codeunits(texts, 1), "")


def _with_article(texts: pa.Array) -> pa.Array:
    encoded = texts.dictionary_encode()
    return pa.array([words.with_article(text) for text in encoded.dictionary.to_pylist()], pa.string()).take(encoded.indices)
