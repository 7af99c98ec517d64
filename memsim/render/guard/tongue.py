"""A language as the guard reads it: its tokens, its plain words, and which words are forms of one another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import Protocol

from memsim.render.guard.lists import Lists, read_lists, read_words
from memsim.render.guard.patterns import END, NUMBER, START, SUBJECT, VALUE

_KEPT = 8192
_MARKS = f"{SUBJECT}{VALUE}{NUMBER}"
_SILENT = frozenset({SUBJECT, VALUE, NUMBER, START, END})
_SPACED = re.compile(rf"[{_MARKS}]|[^\W_]+n't(?!\w)|[^\W_]+|'(?:s|m|re|ve|ll|d)(?!\w)|(?P<end>[.!?\n]+(?=[\s\"')]|\Z))")
_UNSPACED = re.compile(rf"[{_MARKS}]|其[他她它]|他[们人]|[a-zà-ɏ]+(?:'[a-z]+)?|\d+|(?P<end>[.!?。\n]+(?!\d))|[^\W_]")
_WHOLE = 3  # characters from which on an empty word is found in no other one by chance
_LONGEST = 8  # characters of one word in a language without spaces


class Tongue(Protocol):
    """What the guard needs to know of a language."""

    lists: Lists
    #: Words that relate nothing, and those of them that say nothing by themselves, as units.
    empty: frozenset[str]
    function: frozenset[str]
    #: Matches one token; the group `end` one that ends a sentence.
    token: re.Pattern[str]

    def split(self, text: str) -> list[str]:
        """Return the tokens of a text in lower case, the ends of sentences left out."""
        ...

    def join(self, tokens: Sequence[str]) -> str:
        """Return tokens as a text."""
        ...

    def units(self, text: str) -> frozenset[str]:
        """Return what of a text another one can have in common with it: words by stem, or short runs of characters."""
        ...

    def new(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        """Return the words of a text that are neither plain nor among known units."""
        ...

    def rest(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        """Return the words of a text that are not among known units."""
        ...

    def plain(self, tokens: Sequence[str]) -> bool:
        """Return whether a text is made of plain words alone."""
        ...

    def common(self, unit: str) -> bool:
        """Return whether a unit is made of plain words alone."""
        ...

    def whole(self, unit: str) -> bool:
        """Return whether a unit is a word, with nothing of its neighbours."""
        ...

    def past(self, token: str) -> bool:
        """Return whether a word is a verb in the past."""
        ...


@cache
def tongue(language: str) -> Tongue:
    """Return a language.

    Raises:
        InputError: It has no lists.
    """
    lists, words, empty = read_lists(language), read_words(language), read_words(language, "empty")
    return Spaced(lists, words, empty) if lists.spaced else Unspaced(lists, words, empty)


class Spaced:
    """A language with spaces between words, which inflect as in English.

    Args:
        lists: Its lists.
        words: Its plain words, each with the letters of how it inflects: ``note/vn``, v for verbs, n for nouns, a for adjectives.
        empty: Its empty words.
    """

    token = _SPACED

    def __init__(self, lists: Lists, words: Sequence[str], empty: Sequence[str]) -> None:
        self.lists = lists
        self._stems = {form: forms[0] for forms in lists.forms for form in forms}
        self._pasts = frozenset(form for forms in lists.forms for form in forms[2:] if not form.endswith("ing"))
        self._plain = frozenset((*empty, *(form for line in words for form in _inflected(line))))
        self.stem = lru_cache(_KEPT)(self._stem)
        self._common = frozenset(map(self.stem, self._plain))
        self.empty, self.function = (frozenset(map(self.stem, words)) for words in (empty, lists.function))
        self.units = lru_cache(_KEPT)(self._units)

    def split(self, text: str) -> list[str]:
        return [found[0] for found in _SPACED.finditer(text.lower()) if found.lastgroup != "end"]

    def join(self, tokens: Sequence[str]) -> str:
        return " ".join(tokens)

    def _units(self, text: str) -> frozenset[str]:
        return frozenset(map(self.stem, self.split(text)))

    def new(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        return self.rest([token for token in tokens if token not in self._plain], known)

    def rest(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        stem = self.stem
        return [token for token in tokens if token not in _SILENT and not any(stem(token) in units for units in known)]

    def plain(self, tokens: Sequence[str]) -> bool:
        return self._plain.issuperset(tokens)

    def common(self, unit: str) -> bool:
        return unit in self._common

    def whole(self, unit: str) -> bool:
        return True

    def past(self, token: str) -> bool:
        return token.endswith("ed") or token in self._pasts

    def _stem(self, word: str) -> str:
        word = self._stems.get(word, word)
        for ending, instead in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
            root = word.removesuffix(ending) + instead
            if word.endswith(ending) and len(root) > 2 and not word.endswith(("ss", "us", "is")) and re.search("[aeiouy]", root):
                word = root
                break
        word = word[:-1] if word.endswith("e") and len(word) > 3 else word
        return word[:-1] if word[-1:] == word[-2:-1] and len(word) > 3 else word


def _inflected(line: str) -> Iterator[str]:
    """Yield the regular forms of a line of plain words."""
    word, _, kinds = line.partition("/")
    yield word
    hisses = word.endswith(("s", "x", "z", "ch", "sh"))
    root, last = word[:-1], word[-1]
    many = f"{root}ies" if last == "y" and root[-1:] not in tuple("aeiou") else f"{word}es" if hisses else f"{word}s"
    if "n" in kinds or "v" in kinds:
        yield many
    doubled = (
        f"{word}{last}"
        if "d" in kinds
        else root
        if last == "e"
        else f"{root}i"
        if last == "y" and root[-1:] not in tuple("aeiou")
        else word
    )
    if "v" in kinds:
        yield f"{doubled}ed"
        yield f"{word}ing" if last == "y" else f"{doubled}ing"
    if "a" in kinds:
        yield f"{doubled}er"
        yield f"{doubled}est"


class Unspaced:
    """A language without spaces: plain words and known runs of characters must cover a text.

    Args:
        lists: Its lists.
        words: Its plain words.
        empty: Its empty words.
    """

    token = _UNSPACED

    def __init__(self, lists: Lists, words: Sequence[str], empty: Sequence[str]) -> None:
        self.lists = lists
        self.empty, self.function = frozenset(empty), frozenset(lists.function)
        self._plain = frozenset((*words, *(word for word in empty if len(word) >= _WHOLE)))
        self.units = lru_cache(_KEPT)(self._units)
        self.common = lru_cache(_KEPT)(self._made)

    def split(self, text: str) -> list[str]:
        return [found[0] for found in _UNSPACED.finditer(text.lower()) if found.lastgroup != "end"]

    def join(self, tokens: Sequence[str]) -> str:
        return "".join(tokens)

    def _units(self, text: str) -> frozenset[str]:
        out: set[str] = set()
        for run in re.split(rf"[^\w{_MARKS}]+", text.lower().replace(NUMBER, VALUE)):
            tokens = self.split(run)
            out.update(
                "".join(tokens[start:end])
                for start in range(len(tokens))
                for end in range(start + 2, min(len(tokens), start + _LONGEST) + 1)
            )
            out.update(token for token in tokens if len(token) > 1)
        return frozenset(out)

    def new(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        return self.rest(tokens, (self._plain, *known))

    def rest(self, tokens: Sequence[str], known: Sequence[Collection[str]]) -> list[str]:
        """Return what no way of cutting the text into known runs covers, where as little as can be is left over."""
        size = len(tokens)
        left = [0] * (size + 1)
        step = [0] * size
        for start in range(size - 1, -1, -1):
            left[start], step[start] = left[start + 1] + 1, -1
            if tokens[start] in _SILENT:
                left[start], step[start] = left[start + 1], 1
                continue
            run = ""
            for end in range(start + 1, min(size, start + _LONGEST) + 1):
                run += tokens[end - 1]
                if left[end] < left[start] and any(run in units for units in known):
                    left[start], step[start] = left[end], end - start
        return _uncovered(tokens, step)

    def plain(self, tokens: Sequence[str]) -> bool:
        return not self.new(self.split("".join(tokens)), ())

    def _made(self, unit: str) -> bool:
        return self.plain([unit])

    def whole(self, unit: str) -> bool:
        return self.new(self.split(unit), ()) == [unit]

    def past(self, token: str) -> bool:
        return False


def _uncovered(tokens: Sequence[str], step: Sequence[int]) -> list[str]:
    out: list[str] = []
    place, open_run = 0, False
    while place < len(tokens):
        if step[place] > 0:
            place, open_run = place + step[place], False
            continue
        out[-1:] = [out[-1] + tokens[place]] if open_run else [*out[-1:], tokens[place]]
        place, open_run = place + 1, True
    return out
