"""Evidence in texts that a memory wrote itself: a fact is there where subject and value are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

from memsim.text.words import mentions

#: (mid, subject, value)
Told = tuple[str, str, str]
_WORD = re.compile(r"[\u3040-\u9fff]+|[^\W\u3040-\u9fff]+")  # figures and addresses stand in Chinese without spaces
_MINE = re.compile(r"^my |^我的?")  # who writes of the user says "the user's turntable"
#: How the user may come up, whose own facts have the subject "I".
_USER = ("i", "my", "me", "user", "you", "your", "我", "用户", "你")


def covered(text: str, facts: Sequence[Told]) -> list[str]:
    """Return the mids of which the text holds every fact told: its subject, and its value in one of the ways given, whatever stands between.

    Whose a thing is does not count ("my turntable", "the user's turntable"), and the user may be named in any person.

    Args:
        text: Of a memory.
        facts: Those of one mid and subject are ways of saying one fact.
    """
    words = _words(text)
    ways: dict[str, dict[str, list[str]]] = {}
    for mid, subject, value in facts:
        ways.setdefault(mid, {}).setdefault(subject, []).append(value)
    return [
        mid
        for mid, told in ways.items()
        if all(_is_about(words, subject) and any(_holds(words, value) for value in values) for subject, values in told.items())
    ]


def _is_about(words: str, subject: str) -> bool:
    if subject in {"I", "我"}:
        return any(_holds(words, name) for name in _USER)
    return _holds(words, _MINE.sub("", subject))


def _holds(words: str, part: str) -> bool:
    return mentions(words, _words(part))


@lru_cache(1024)
def _words(text: str) -> str:
    return " ".join(_WORD.findall(normalize("NFKC", text).casefold()))
