"""The words around a value in a reply: its clause and its sentence, with what only looks as if it denied something left out."""

from __future__ import annotations

import re
from collections.abc import Iterable


def pattern(*phrases: str, before: bool = False) -> re.Pattern[str]:
    """Return what matches any of the phrases; `before`: at the end of a text only."""
    return re.compile(f"(?:{'|'.join(phrases)})" + (r"\Z" if before else ""), re.IGNORECASE)


REACH = 200
# Marks within numbers ("2,400", "1.5", "7:30") end no clause.
_SENTENCE_END = r"[;!?。\n]|(?<!\bc)(?<!\bca)\.(?=\s|\Z)"
_SENTENCE = pattern(_SENTENCE_END)
_CLAUSE = pattern(
    _SENTENCE_END,
    r"[,:](?!\d)",
    r"(?<!\d)[,:]",
    "、",
    " - ",
    r"(?<!thing )(?<!one )(?<!all )(?<!day )(?<!time )\bbut\b(?! not\b)",
    "而是",
    "但是?",
    "只是",
)
# They deny nothing of what they stand before.
_HARMLESS = pattern(
    r"\bif i(?:'m| am) not (?:mistaken|wrong)\b",
    r"\b(?:no doubt|without (?:a )?doubt|not only|don't forget|not to mention|no problem|no worries|why not)\b",
    "(?:如果我?|要是我?)?没有?[记弄搞说]错(?:的话)?",
    "不出意外|没问题|不好意思|不客气|不仅|毫无疑问|不过|不久|不少(?!于)|不错|不同|没事",
)
_NOT_BUT = pattern(
    r"\b(?:not|isn't|wasn't|aren't|weren't)\b(?:[^.:;!?\n]|\.(?=\S)|:(?=\d))*?\bbut\b(?! not\b)", r"(?:并?不是|并非)[^。:;!?\n]*?而是"
)
# "Not A, B or C" denies all three.
_LISTED = re.compile(r"(?<=#),(?= #+(?:, #+)*,? n?or #)")


def affirmed(text: str) -> str:
    """Return of "not this but that" only that; what is left out is blanked, so that places stay."""
    return _blanked(text, _NOT_BUT)


def opaque(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return the text with what stands at some places made opaque, and phrases blanked that only look as if they denied something.

    So "not" within a name denies nothing. Places stay.
    """
    for start, end in places:
        text = text[:start] + "#" * (end - start) + text[end:]
    return _LISTED.sub(" ", _blanked(text, _HARMLESS))


def _blanked(text: str, phrases: re.Pattern[str]) -> str:
    return phrases.sub(lambda found: " " * len(found[0]), text)


def clause(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and after a place within its clause, as far as a word can reach."""
    return _beside(text, start, end, _CLAUSE)


def sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and after a place within its sentence, as far as a word can reach."""
    return _beside(text, start, end, _SENTENCE)


def _beside(text: str, start: int, end: int, stops: re.Pattern[str]) -> tuple[str, str]:
    before = text[max(0, start - REACH) : start]
    *_, last = 0, *(found.end() for found in stops.finditer(before))
    after = text[end : end + REACH]
    stop = stops.search(after)
    return before[last:], after[: stop.start()] if stop else after
