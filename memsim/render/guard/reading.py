"""A text as the rules read it: who and what was stated stand as marks, the rest as tokens, sentence by sentence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from memsim.render.guard.patterns import END, NUMBER, START, SUBJECT, VALUE, Catalogue, Patterns, Span
from memsim.render.guard.tongue import Tongue

MARKS = frozenset({SUBJECT, VALUE, NUMBER})
_CLAUSE_ENDS = re.compile(r"[,;:.!?。\n]")
VALUES = frozenset({VALUE, NUMBER})
#: Whether the tokens of a clause are chatter.
Idle = Callable[[tuple[str, ...]], bool]
#: A piece of a text, and the mark for what it says.
Marked = tuple[int, int, str]


class Sentence(NamedTuple):
    """One sentence.

    Attributes:
        start, end: Where its tokens begin and end, START and END included.
        asks: Whether it ends in a question mark.
        tells: Whether a clause of it tells something.
    """

    start: int
    end: int
    asks: bool
    tells: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A text that was read.

    Attributes:
        raw: As written, in plain characters.
        masked: With marks for what was stated.
        tokens: In lower case, START and END around each sentence.
        written: The tokens as written.
        places: Where each begins in the masked text.
        sentences: In order.
        clauses: Where the tokens of each begin and end.
        told: Those clauses that are no chatter.
        ends: Where clauses end in the masked text: before it, at each character that ends one, after it.
        stops: Whether it ends as a sentence does.
        finds: What patterns find in it, by their number.
    """

    raw: str
    masked: str
    tokens: tuple[str, ...]
    written: tuple[str, ...]
    places: tuple[int, ...]
    sentences: tuple[Sentence, ...]
    clauses: tuple[Span, ...]
    told: tuple[Span, ...]
    ends: tuple[int, ...]
    stops: bool
    finds: Mapping[int, Sequence[Span]]

    def found(self, patterns: Patterns) -> Sequence[Span]:
        """Return where patterns of its language begin and end, as tokens."""
        return self.finds.get(patterns.number, ())

    def sentence(self, place: int) -> Sentence:
        """Return the sentence that a token stands in."""
        return next(sentence for sentence in self.sentences if place < sentence.end)

    def clause(self, place: int) -> tuple[int, int]:
        """Return where the tokens of the clause, from comma to comma, that a token stands in begin and end."""
        after = bisect_left(self.ends, self.places[place])
        return bisect_right(self.places, self.ends[after - 1]), bisect_left(self.places, self.ends[after])

    def torn(self, span: tuple[int, int]) -> bool:
        """Return whether a piece that holds a mark goes from one clause into another."""
        start, end = span
        end -= self.tokens[end - 1] == END  # it stands behind what ends the clause
        return (
            self.clause(start) != self.clause(end - 1)
            and not MARKS.isdisjoint(self.tokens[start:end])
            and START not in self.tokens[start:end]
        )

    def clause_tells(self, place: int) -> bool:
        """Return whether the clause that a token stands in tells something."""
        return self.clause(place) in self.told

    def clause_says(self, place: int) -> bool:
        """Return whether the value is said in the clause that a token stands in."""
        return not VALUES.isdisjoint(self.tokens[slice(*self.clause(place))])


def mask(raw: str, spans: Iterable[Marked]) -> str:
    """Return a text with marks instead of its spans (start, end, mark); of two that overlap, the one that begins first stays, or the longer."""
    pieces, last = [], 0
    for start, end, mark in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= last:
            pieces += [raw[last:start], mark]
            last = end
    return "".join([*pieces, raw[last:]])


def read(raw: str, masked: str, tongue: Tongue, catalogue: Catalogue | None = None, idle: Idle = lambda _: False) -> Reading:
    """Return a text as the rules read it.

    Args:
        raw: The text.
        masked: The same, with marks.
        tongue: Its language.
        catalogue: Without one, no patterns are found.
        idle: Whether the tokens of a clause are chatter.
    """
    tokens: list[str] = []
    written: list[str] = []
    places: list[int] = []
    closed: list[tuple[int, int, bool]] = []
    start, stops = 0, False

    def close(mark: str, place: int) -> None:
        nonlocal start
        if len(tokens) > start + 1:
            tokens.append(END)
            written.append(END)
            places.append(place)
            closed.append((start, len(tokens), "?" in mark))
            start = len(tokens)

    for found in tongue.token.finditer(masked):
        word = found[0]
        stops = found.lastgroup == "end"
        if stops:
            close(word, found.start())
            continue
        place = found.start()
        if len(tokens) == start:
            tokens.append(START)
            written.append(START)
            places.append(place)
        tokens.append(word.lower())
        written.append(word)
        places.append(place)
    close("", len(masked))
    ends = (-1, *(found.start() for found in _CLAUSE_ENDS.finditer(masked)), len(masked))
    clauses = tuple(_clauses(tokens, places, ends))
    told = tuple(span for span in clauses if not idle(tuple(tokens[slice(*span)])))
    sentences = (Sentence(start, end, asks, any(start < one[1] <= end for one in told)) for start, end, asks in closed)
    finds = catalogue.find(tuple(tokens)) if catalogue else {}
    return Reading(raw, masked, tuple(tokens), tuple(written), tuple(places), tuple(sentences), clauses, told, ends, stops, finds)


def _clauses(tokens: Sequence[str], places: Sequence[int], ends: Sequence[int]) -> Iterator[Span]:
    """Yield where the tokens of each clause begin and end."""
    for left, right in pairwise(ends):
        start, end = bisect_right(places, left), bisect_left(places, right)
        if any(token not in {START, END} for token in tokens[start:end]):
            yield start, end


def pieces(tokens: Sequence[str], span: tuple[int, int]) -> list[tuple[str, ...]]:
    """Return what a piece of a text is known by in another: itself with the token after it; by itself, where it holds a mark."""
    known = tuple(VALUE if token == NUMBER else token for token in tokens[span[0] : span[1] + 1])
    alone = known[: span[1] - span[0]]
    return [known, *([] if MARKS.isdisjoint(alone) else [alone])]


class Links(NamedTuple):
    """What stands beside the marks of texts.

    Attributes:
        before: Right before a value, articles left out.
        owned: Right after a subject that owns something: "age" in "my boss's age".
    """

    before: frozenset[str]
    owned: frozenset[str]


def links(text: Reading, bare: Container[str], blank: Patterns | None = None) -> Links:
    """Return what stands beside the marks of a text.

    Args:
        text: The text.
        bare: Words that are passed over: articles, "my".
        blank: Expressions that relate nothing.
    """
    safe = {place for start, end in (text.found(blank) if blank else ()) for place in range(start, end)}
    places = [place for place, token in enumerate(text.tokens) if token not in bare]
    tokens = [text.tokens[place] for place in places]
    before, owned = set(), set()
    for number in range(1, len(places)):
        token, beside = tokens[number], tokens[number - 1]
        if token in VALUES and places[number - 1] not in safe and not text.torn((places[number - 1], places[number] + 1)):
            before.add(beside)
        if beside == "'s" and tokens[number - 2] == SUBJECT:
            owned.add(token)
    return Links(frozenset(before) - MARKS, frozenset(owned) - MARKS)
