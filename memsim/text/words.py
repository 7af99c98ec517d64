"""Small grammar: articles, capitals, enumerations, counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

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


_LATIN = "[0-9A-Za-zÀ-ɏ]"


@lru_cache(4096)
def _word(text: str) -> re.Pattern[str]:
    start = f"(?<!{_LATIN})" if re.match(_LATIN, text) else ""
    end = f"(?!{_LATIN})" if re.search(f"{_LATIN}$", text) else ""
    return re.compile(start + re.escape(text) + end, re.IGNORECASE)


def mentions(text: str, phrase: str) -> bool:
    """Return whether the text holds the phrase as whole words (Latin letters and digits are not cut; Chinese needs no border)."""
    return phrase.lower() in text.lower() and _word(phrase).search(text) is not None
