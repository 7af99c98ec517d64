"""Small grammar: articles, capitals, enumerations, counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

_VOWEL_SOUND = re.compile(r"[aeiou]|hour|honest|heir|honou?r|8|11\b|18\b", re.IGNORECASE)
_CONSONANT_SOUND = re.compile(r"uni(?!m|n[^i])|us[eu]|util|uku|eu|ewe|one\b|once\b|u-", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Z](?:[A-Z]|-|\b)")


@cache
def with_article(noun: str) -> str:
    """Return an English singular noun phrase with its indefinite article, by the sound of its first word: "a nurse", "an engineer", "an MBA"."""
    spelled = _LETTERS.match(noun)  # letter by letter: an MBA, a US firm
    by_sound = not _CONSONANT_SOUND.match(noun) and bool(_VOWEL_SOUND.match(noun))
    vowel = noun[0] in "AEFHILMNORSX" if spelled else by_sound
    return f"{'an' if vowel else 'a'} {noun}"


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case and the rest untouched."""
    return text[:1].upper() + text[1:]


def enumeration(items: Sequence[str], separator: str, last: str) -> str:
    """Return "A, B and C" for the separators of a language."""
    return items[0] if len(items) == 1 else separator.join(items[:-1]) + last + items[-1]


def count(number: int, language: str) -> str:
    """Return how many, as an answer option: "3" in English, "3个" in Chinese."""
    return f"{number}个" if language == "zh" else str(number)


def normalised(text: str) -> str:
    """Return the text casefolded, without punctuation, accents kept, spaces collapsed: two options that agree in it read the same."""
    return " ".join(re.sub(r"[^\w@.+-]+", " ", text.casefold()).split())


_NUMERALS = frozenset("零一二两三四五六七八九十百千")


def _one_word(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word: Latin letters, accents included, and digits; or Chinese numerals."""
    latin = all((char.isascii() and char.isalnum()) or "À" <= char <= "ɏ" for char in (left, right))
    return latin or (left in _NUMERALS and right in _NUMERALS)


def mentions(text: str, phrase: str) -> bool:
    """Return whether the text holds the phrase, in any case, as whole words: Latin words and numbers are not cut; Chinese needs no border but between numerals."""
    low, wanted = text.casefold(), phrase.casefold()
    start = low.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        cut = (start > 0 and _one_word(low[start - 1], low[start])) or (end < len(low) and _one_word(low[end - 1], low[end]))
        if not cut:
            return True
        start = low.find(wanted, start + 1)
    return False


def days_away(days: int, phrases: Mapping[str, str]) -> str:
    """Return how far away a day is, e.g. "in 3 days", "2 days ago"; `phrases` has past, yesterday, today, tomorrow and future."""
    near = {-1: "yesterday", 0: "today", 1: "tomorrow"}
    if days in near:
        return phrases[near[days]]
    return phrases["past" if days < 0 else "future"].replace("{n}", str(abs(days)))
