"""Texts that are answers by themselves, found in a reply: names, phrases, telephone numbers.

A text is found in any case, whatever quotes and spaces, and in any person: "my boss" is "your boss" in the mouth of another. Of those known, the longest
that stands at a place is the one named there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from memsim.text.days import WEEKDAYS
from memsim.text.figures import plain
from memsim.text.numerals import english

_KEPT = 8192
_REACH = 40  # characters: enough for the words that stand before a name
#: What a class of characters holds for Chinese.
HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LATIN = "a-z0-9à-ɏ"
_TOKEN = re.compile(rf"[{HAN}]|[^\W\d_{HAN}]+(?:'[a-z]+)?|\d+|[^\w\s\"'()]", re.IGNORECASE)
POSSESSIVES = ("my", "your", "his", "her", "their", "our", "the", "one's", "a", "an")
_PERSONS = (
    ("i", "me", "you", "he", "him", "she", "they", "them", "we", "us"),
    ("am", "are", "is"),
    ("myself", "yourself", "oneself", "himself", "herself", "themselves"),
    ("mine", "yours", "hers", "theirs"),
    ("i'm", "you're", "he's", "she's", "they're"),
    ("i've", "you've", "they've"),
    POSSESSIVES,
)
SELF = "我你您他她咱"
LEADING = re.compile(
    rf"(?:(?:{'|'.join(POSSESSIVES)}|to)\s+(?:regular\s+)?|(?<![{HAN}])(?:[{SELF}]们?(?:常去的|的)?|[就还](?=[在不]))(?=[{HAN}]))",
    re.IGNORECASE,
)
_BEFORE_OWNED = "is|was|are|were|be|with|to|for|by|of|than|and|or|not|then|from|both|either|nor|it's|that's"
_OWNED = re.compile(
    rf"(?:^|[^\w\s]\s*|\n\s*|\b(?:{'|'.join(POSSESSIVES)}|{_BEFORE_OWNED})\s+(?:regular\s+)?|[{SELF}是和跟与或有为给由比对、的在不非而然后叫选]|以及|还有)$",
    re.IGNORECASE,
)
# "Won in a raffle" is said as "you won it in a raffle".
_INSERTED = r"(?:(?:it|them|him|that|your|my|the)\s+)?"
_INFLECTED = re.compile(r"[a-z]{4,}")
_OPTIONAL_END = re.compile(r"(?:学历|座)\Z")
#: Names and degrees that have others as current as they.
ALIASES = {
    "united states": r"united states(?: of america)?|(?-i:USA?\b|U\.S\.(?:A\.)?)|america",
    "united kingdom": r"united kingdom|(?-i:UK\b|U\.K\.)|great britain",
    "doctorate": r"doctorate|doctoral degree|ph\.?d\b\.?",
}
_PHONE = re.compile(r"[+(]{0,2}\d[\d\s().-]{5,}\d")


class Found(NamedTuple):
    """A known text in a reply: its place in the list of those known, and where it stands."""

    known: int
    start: int
    end: int


@lru_cache(_KEPT)
def key(text: str) -> str:
    """Return the same text for all texts that name the same: case, quotes, spaces and persons made one, articles before it left out."""
    shown = LEADING.sub("", plain(text).strip(), count=1) if LEADING.match(plain(text).strip()) else plain(text).strip()
    return " ".join(_one_person(token) for token in _TOKEN.findall(shown.casefold()))


def _one_person(token: str) -> str:
    if token in SELF:
        return SELF[0]
    return next((persons[0] for persons in _PERSONS if token in persons), token)


@lru_cache(_KEPT)
def _pattern(text: str) -> re.Pattern[str] | None:
    shown = plain(text).strip()
    weekday = _weekday(shown)
    if weekday:
        return re.compile(weekday, re.IGNORECASE)
    if _PHONE.fullmatch(shown):
        digits = r"[\s().-]*".join(re.sub(r"\D", "", shown))
        return re.compile(rf"(?<!\d)\(?{digits}(?!\d)")
    if re.fullmatch(r"\d{3,}", shown):
        digits = r"[\s,、-]*".join(map(_digit, shown))
        return re.compile(rf"(?<![\d.,]){digits}(?!\d)", re.IGNORECASE)
    if key(shown) in ALIASES:
        return re.compile(rf"(?<![{_LATIN}])(?:{ALIASES[key(shown)]})(?![{_LATIN}])", re.IGNORECASE)
    lead = LEADING.match(shown)
    tokens = list(_TOKEN.finditer(shown, lead.end() if lead and lead.end() < len(shown) else 0))
    if not tokens:
        return None
    phrase = len(tokens) > 2 and not any(token[0][0].isupper() for token in tokens)
    pieces = [_token(tokens[0][0])]
    for last, token in pairwise(tokens):
        pieces.append(_gap(last, token, shown, phrase=phrase) + _token(token[0]))
    ending = _OPTIONAL_END.search(shown)
    if len(tokens) > 2 and ending:
        cut = len(ending[0])
        pieces[-cut:] = [f"(?:{''.join(pieces[-cut:])})?"]
    first, final = tokens[0][0], tokens[-1][0]
    before = rf"(?<![{_LATIN}])(?<![a-z\d][.@-])" if re.match(rf"[{_LATIN}]", first, re.IGNORECASE) else ""
    after = rf"(?![{_LATIN}])(?![-.@][{_LATIN}])" if re.match(rf"[{_LATIN}]", final, re.IGNORECASE) else ""
    return re.compile(before + "".join(pieces) + after, re.IGNORECASE)


def _weekday(text: str) -> str | None:
    for number, name in enumerate(WEEKDAYS["en"]):
        star = "一二三四五六日"[number]
        if text.casefold() == name.casefold() or re.fullmatch(rf"(?:周|星期|礼拜){star}", text.replace("天", "日")):
            return rf"\b{name[:3]}(?:{name[3:]}s?)?\b|(?:周|星期|礼拜)[{star}{'天' if number == 6 else ''}]"
    return None


def _token(piece: str) -> str:
    low = piece.casefold()
    if low in SELF:
        return f"(?:[{SELF}]们?)?"
    if piece.startswith("-"):
        return r"[\s-]?"
    alike = next((persons for persons in _PERSONS if low in persons), None)
    if alike and len(alike) > 2:
        return f"(?:{'|'.join(alike)})"
    return rf"{re.escape(piece.removesuffix('e'))}e?(?:s|es|d|ed|ing)?" if _INFLECTED.fullmatch(piece) else re.escape(piece)


def _digit(digit: str) -> str:
    number = int(digit)
    return f"(?:{digit}|{'零一二三四五六七八九'[number]}|{english(number)})"


def _gap(last: re.Match[str], token: re.Match[str], text: str, *, phrase: bool) -> str:
    between = text[last.end() : token.start()]
    worded = last[0][-1].isascii() and last[0][-1].isalnum() and token[0][0].isascii() and token[0][0].isalnum()
    if between and worded:
        return rf"[\s\"'()_-]+{_INSERTED if phrase else ''}"
    return r"[\s\"'()-]?的?" if re.search(rf"[{HAN}]", last[0] + token[0]) else r"[\s\"'()-]?"


def _places(text: str, known: Sequence[str]) -> Iterator[Found]:
    for number, one in enumerate(known):
        pattern = _pattern(one)
        owned = bool(re.match(rf"(?:my|your|his|her|our|their)\s|[{SELF}]们?的?[{HAN}]", plain(one).strip(), re.IGNORECASE))
        for found in pattern.finditer(text) if pattern else ():
            if not owned or _OWNED.search(text[max(0, found.start() - _REACH) : found.start()]):
                yield Found(number, found.start(), found.end())


def named(text: str, known: Sequence[str]) -> list[Found]:
    """Return the known texts that a plain text names, in order; of two that overlap, the longer."""
    chosen: list[Found] = []
    for one in sorted(_places(text, known), key=lambda one: (one.start - one.end, one.start, one.known)):
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)
