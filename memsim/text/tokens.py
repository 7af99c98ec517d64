"""Texts as words where words are spaced, as characters where they are not; and as terms for retrieval, where pairs of characters stand for words."""

from __future__ import annotations

import re
from unicodedata import normalize

#: Han with 々 and 〇, and kana without its middle dot, are written without spaces; Hangul has them, but its words inflect.
_UNSPACED = r"\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUNS = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|[^\W_{_UNSPACED}]+")
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_PAIR = re.compile(rf"[{_UNSPACED}]{{2}}")


def words(text: str) -> list[str]:
    """Return the words of a text in order, without punctuation: "two cats" as ``two, cats``; 去北京 as ``去, 北, 京``."""
    return _WORDS.findall(normalize("NFKC", text).casefold())


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeated ones too: "two cats" as ``two, cats``; 去北京 as ``去北, 北京``; a lone character as itself."""
    found: list[str] = []
    for run in _RUNS.finditer(normalize("NFKC", text).casefold()):
        word = run[0]
        if run["unspaced"] and len(word) > 1:
            found += (word[place : place + 2] for place in range(len(word) - 1))
        else:
            found.append(word)
    return found


def is_pair(term: str) -> bool:
    """Return whether a term is a pair of characters, and no word."""
    return _PAIR.fullmatch(term) is not None
