"""Patterns of tokens, found in a text by one look at each of its tokens; see `lists` for how they are written.

All patterns of a language stand in one catalogue, which goes through a text once for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product

#: What stands in a text for who was spoken of, what was said of it (a number or a date, or any other value), and for where a sentence begins and ends.
SUBJECT, VALUE, NUMBER, START, END = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
ANY = "_"
_NAMES = {"SUBJECT": SUBJECT, "VALUE": VALUE, "NUMBER": NUMBER, "START": START, "END": END, "_": ANY}
_NAMED = re.compile(r"(SUBJECT|VALUE|NUMBER|START|END|_)")
_KEPT = 256  # texts whose finds are remembered: one is looked at by many rules

Option = tuple[str, ...]
Span = tuple[int, int]
Split = Callable[[str], list[str]]


#: A pattern: what may stand at each of its places, one after another; () where nothing need.
Pattern = tuple[tuple[Option, ...], ...]
#: What is still to come of a pattern: the tokens up to the next place, the places after it, and the number of its list.
Rest = tuple[Option, Pattern, int]


class State(dict[str, "State | None"]):
    """Where some patterns stand that have begun at one place of a text: by token, where they stand after it, worked out when it is first asked for.

    Args:
        rests: What is still to come of them.

    Attributes:
        ends: The numbers of the lists of those that may end here.
    """

    __slots__ = ("_waiting", "ends")

    def __init__(self, rests: Iterable[Rest] = ()) -> None:
        super().__init__()
        self.ends: tuple[int, ...] = ()
        self._waiting: dict[str, list[Rest]] = {}
        self.add(rests)

    def add(self, rests: Iterable[Rest]) -> None:
        """Let more patterns stand here."""
        left, ends = list(dict.fromkeys(rests)), set(self.ends)
        while left:
            option, places, number = left.pop()
            if option:
                self._waiting.setdefault(option[0], []).append((option[1:], places, number))
            elif places:
                left += ((one, places[1:], number) for one in places[0])
            else:
                ends.add(number)
        self.ends = tuple(sorted(ends))
        self.clear()

    def __missing__(self, token: str) -> State | None:
        rests = [rest for key in _keys(token) if key in self._waiting for rest in self._waiting[key]]
        self[token] = State(rests) if rests else None
        return self[token]


class Patterns:
    """Patterns that are looked for together.

    Args:
        catalogue: Where they stand.
        number: Theirs in the catalogue.
    """

    __slots__ = ("_catalogue", "number")

    def __init__(self, catalogue: Catalogue, number: int) -> None:
        self._catalogue, self.number = catalogue, number

    def find(self, tokens: Sequence[str]) -> Sequence[Span]:
        """Return where they begin and end in a text, the longest at each place."""
        return self._catalogue.find(tuple(tokens)).get(self.number, ())


class Catalogue:
    """All patterns of a language.

    Args:
        split: Turns a text into tokens.
    """

    def __init__(self, split: Split) -> None:
        self._split, self._size, self._start = split, 0, State()
        self._tokens: set[str] = set()
        self.find = lru_cache(_KEPT)(self._find)

    def patterns(self, patterns: Iterable[str]) -> Patterns:
        """Return some patterns, as they are written, ready to be found."""
        return self._add(parse(pattern, self._split) for pattern in patterns)

    def texts(self, texts: Iterable[Option]) -> Patterns:
        """Return sequences of tokens, ready to be found."""
        return self._add(((text,),) for text in texts)

    def _add(self, patterns: Iterable[Pattern]) -> Patterns:
        new = list(patterns)
        self._tokens.update(token for pattern in new for options in pattern for option in options for token in option)
        self._start.add(((), pattern, self._size) for pattern in new)
        self._size += 1
        self.find.cache_clear()
        return Patterns(self, self._size - 1)

    def _find(self, tokens: Option) -> dict[int, list[Span]]:
        """Return what is found, by the number of its list."""
        out: dict[int, list[Span]] = {}
        # One that no pattern holds is as good as any other: so states keep no more steps than there are tokens in patterns.
        known = [token if token in self._tokens or token == NUMBER else ANY for token in tokens]
        for start, token in enumerate(known):
            state, place = self._start[token], start + 1
            ends: dict[int, int] = {}
            while state is not None:
                for number in state.ends:
                    ends[number] = place
                state, place = state[known[place]] if place < len(known) else None, place + 1
            for number, end in ends.items():
                out.setdefault(number, []).append((start, end))
        return out


def parse(pattern: str, split: Split) -> Pattern:
    """Return what may stand at each place of a pattern.

    Args:
        pattern: As it is written.
        split: Turns a text into tokens.

    Raises:
        ValueError: Its brackets do not match.
    """
    return tuple(tuple(dict.fromkeys(options)) for options in _choices(pattern, split) if any(options))


def _choices(pattern: str, split: Split) -> list[list[Option]]:
    """Return what may stand at each place of a pattern, one after another; () where nothing need."""
    choices: list[list[Option]] = []
    for piece in _pieces(pattern):
        body = piece.removesuffix("?")
        if body.startswith("("):
            options = [option for text in _alternatives(body[1:-1]) for option in _sequences(text, split)]
        else:
            tokens = tuple(_tokens(body, split))
            if piece != body and len(tokens) > 1:  # where words are not spaced, only the last character may be missing
                choices.append([tokens[:-1]])
                tokens = tokens[-1:]
            options = [tokens]
        choices.append([*options, ()] if piece != body else options)
    return choices


def _sequences(text: str, split: Split) -> list[Option]:
    return [tuple(token for part in parts for token in part) for parts in product(*_choices(text, split))]


def _pieces(pattern: str) -> list[str]:
    """Return the groups and words of a pattern, each with its question mark."""
    pieces, depth = [""], 0
    for char in pattern:
        outside = depth == 0
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
        if outside and (char in " (" or (pieces[-1].endswith(("?", ")")) and char != "?")):
            pieces.append("")
        pieces[-1] += char if not outside or char != " " else ""
    if depth:
        raise ValueError(f"brackets do not match in {pattern!r}")
    return [piece for piece in pieces if piece]


def _alternatives(text: str) -> list[str]:
    texts, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            texts.append("")
        else:
            texts[-1] += char
    return texts


def _tokens(text: str, split: Split) -> list[str]:
    pieces = _NAMED.split(text)
    return [token for place, piece in enumerate(pieces) for token in ([_NAMES[piece]] if place % 2 else split(piece))]


def _keys(token: str) -> tuple[str, ...]:
    """Return by what a token is looked up: a number as any value, too."""
    return (token, VALUE, ANY) if token == NUMBER else (token, ANY)


def outside(found: Iterable[Span], safe: Sequence[Span]) -> list[Span]:
    """Return those of some pieces of a text that lie within none of others."""
    return [span for span in found if not any(start <= span[0] and span[1] <= end for start, end in safe)]
