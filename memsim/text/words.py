"""Small grammar: articles, capitals, enumerations, counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_SILENT_H = ("hour", "honest", "heir", "honour")
_CONSONANT_SOUND = ("uni", "use", "usa", "eur", "one", "once", "u-")


@cache
def with_article(noun: str) -> str:
    """Return an English singular noun phrase with its indefinite article: "a nurse", "an engineer"."""
    low = noun.lower()
    vowel = (low[0] in "aeiou" and not low.startswith(_CONSONANT_SOUND)) or low.startswith(_SILENT_H)
    return f"{'an' if vowel else 'a'} {noun}"


@cache
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


@cache
def _word(text: str) -> re.Pattern[str]:
    start = r"(?<![A-Za-z0-9])" if re.match(r"[A-Za-z0-9]", text) else ""
    end = r"(?![A-Za-z0-9])" if re.search(r"[A-Za-z0-9]$", text) else ""
    return re.compile(start + re.escape(text) + end, re.IGNORECASE)


def mentions(text: str, phrase: str) -> bool:
    """Return whether the text holds the phrase as whole words (Latin letters and digits are not cut; Chinese needs no border)."""
    return phrase.lower() in text.lower() and _word(phrase).search(text) is not None
