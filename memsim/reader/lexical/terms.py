"""What a text is about, as a set of terms to be found in another: word stems, pairs of neighbours, and values by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from memsim.reader.lexical.values import Value, figures, values
from memsim.text.tokens import terms as tokens

_KEPT = 8192
#: Values that are written in too many ways for their words to be compared.
_KEYED = frozenset({"date", "clock", "span", "length"})
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_CLITIC = re.compile(r"['’](?:s|t|d|m|ll|ve|re)\b", re.IGNORECASE)
_ENDINGS = (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
_STEM = 3  # letters that are left of a word at least

_ENGLISH_LIGHT = (
    "a an the and or but nor so if than then that this these those there here it its he she they him his her them their we us our you your i me "
    "my mine is are was were be been being am do does did done have has had having will would can could shall should may might must not no yes of "
    "in on at to for from by with about into over after before as up out off down what which who whom whose when where why how all any some each "
    "every more most other such only own same too very just also let go get got say said tell told think know"
)
_CHINESE_LIGHT = frozenset("的了是我你他她它们在有就说么什哪几吗呢啊这那也都不和跟个")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence for sentence in _SENTENCES.split(text) if sentence.strip()]


@lru_cache(_KEPT)
def stem(word: str) -> str:
    """Return an English word without the endings of number and tense, by rule: "takes" and "taking" are ``tak``; others stay as they are."""
    if not (word.isascii() and word.isalpha()):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + _STEM:
            return stem(word[: -len(ending)] + instead) if ending in {"s", "ing"} else word[: -len(ending)] + instead
    return word


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text, and pairs of characters where words are not spaced, in order; numbers in figures."""
    return [stem(word) for word in tokens(_CLITIC.sub("", figures(text)))]


def _paired(words: list[str]) -> Iterable[str]:
    yield from words
    yield from (f"{left} {right}" for left, right in pairwise(words))


@lru_cache(_KEPT)
def terms(text: str) -> frozenset[str]:
    """Return the words of a text: stems and pairs of neighbours."""
    return frozenset(_paired(stems(text)))


@lru_cache(_KEPT)
def keys(text: str) -> frozenset[str]:
    """Return the keys of the dates, times and lengths in a text, such as ``date:05-29``."""
    return frozenset(_key(value) for value in values(text) if value.kind in _KEYED)


def _key(value: Value) -> str:
    return f"{value.kind}:{value.key}"


@lru_cache(_KEPT)
def wanted(text: str) -> frozenset[str]:
    """Return what a text must hold to say the same as this one: its dates, times and lengths by their keys alone, whatever their words."""
    plain = figures(text)
    for value in values(text):
        if value.kind in _KEYED:
            plain = plain.replace(value.text, " ")
    return frozenset(_paired(stems(plain))) | keys(text)


@cache
def _light_stems() -> frozenset[str]:
    return frozenset(map(stem, _ENGLISH_LIGHT.split()))


@lru_cache(_KEPT)
def is_light(term: str) -> bool:
    """Return whether a term has a word in it that any text may have: "of", "my", 的."""
    return any(word in _light_stems() or (not word.isascii() and not _CHINESE_LIGHT.isdisjoint(word)) for word in term.split(" "))
