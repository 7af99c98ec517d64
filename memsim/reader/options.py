"""The full texts of choices, found in what a model says: in any case, punctuation and spacing; of two that overlap, the longer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

_WORD = re.compile(r"-?\d+(?:[.,:/]\d+)*|[^\W\d_]+\+*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LATIN = "A-Za-z0-9À-ɏ"
_NUMERALS = "零一二两三四五六七八九十百千"
_MASK = "\0"  # in no text that a model says, and no part of a word


class Option(NamedTuple):
    """A choice; `words` finds its text, and is None where the text is a mere letter, which may be meant for that of a choice, or holds no word."""

    letter: str
    words: re.Pattern[str] | None
    size: int


def plain(text: str) -> str:
    """Return the text with full-width forms made plain and without commas in thousands."""
    return _THOUSANDS.sub("", normalize("NFKC", text))


def options_of(lettered: Iterable[tuple[str, str]]) -> list[Option]:
    """Return choices made ready to be found, the longest first."""
    options = []
    for letter, text in lettered:
        words = _WORD.findall(plain(text))
        size = sum(map(len, words))
        options.append(
            Option(
                letter, _pattern(tuple(words)) if size > 1 or (words and not words[0].isascii()) or text.strip().isdigit() else None, size
            )
        )
    return sorted(options, key=lambda option: -option.size)


def begun(said: str, start: int, options: Sequence[Option]) -> list[str]:
    """Return the letter of the choice that stands at a place; several where choices read the same."""
    found = [option for option in options if option.words and option.words.match(said, start)]
    return [option.letter for option in found if option.size == found[0].size]


def mentioned(said: str, options: Sequence[Option]) -> list[str]:
    """Return the letters of all choices that stand anywhere; one that is part of a longer one counts only where it stands by itself."""
    found = []
    for place, option in enumerate(options):
        if option.words and option.words.search(without(said, [longer for longer in options[:place] if longer.size > option.size])):
            found.append(option.letter)
    return found


def without(said: str, options: Sequence[Option]) -> str:
    """Return the text without the texts of choices."""
    for option in options:
        said = option.words.sub(_MASK, said) if option.words else said
    return said


@lru_cache(4096)  # each question is read for each memory, level and epoch
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    first, last = words[0][0], words[-1][-1]
    before = rf"(?<![{_kin(first)}])(?<!\d[.,:/])(?<![+-])" if _kin(first) else ""
    after = rf"(?![{_kin(last)}+])(?![.,:/]\d)" if _kin(last) else ""
    return re.compile(before + r"[\W_]*".join(map(re.escape, words)) + after, re.IGNORECASE)


def _kin(char: str) -> str:
    """Return the characters that would make a word of this one; none for Chinese, whose words have no borders, but for its numerals."""
    if re.match(f"[{_LATIN}+-]", char):
        return _LATIN
    return _NUMERALS if char in _NUMERALS else ""
