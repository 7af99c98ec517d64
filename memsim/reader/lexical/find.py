"""The passages worth reading closely, out of many: every word is looked for in all texts at once, and few texts are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from memsim.reader.lexical.terms import is_light, stems
from memsim.text.numerals import MOST, chinese, english

CLOSE = 48  # passages that are read closely
_SEEDS = 4  # passages whose words are looked for in turn
_COMMON = 0.1  # share of the passages above which a word links nothing
_BETWEEN = "\0"  # between texts
_BYTES = 8  # of a word that are compared: as many as one number holds

_Floats = NDArray[np.float64]


class _Texts:
    """The first eight bytes of all words of many texts, and from each character on that is not ASCII, as sorted numbers."""

    def __init__(self, texts: Sequence[str]) -> None:
        joined = _BETWEEN.join(text.replace(_BETWEEN, " ") for text in texts).casefold().encode(errors="replace")
        raw = np.frombuffer(joined + bytes(_BYTES), dtype=np.uint8)
        plain = _PLAIN[raw]
        begins = plain | _OTHER[raw]
        begins[1:] &= ~(plain[:-1] & plain[1:])
        starts = np.flatnonzero(begins)
        words = sliding_window_view(raw, _BYTES)[starts].view(">u8")[:, 0].astype(np.uint64)
        order = np.argsort(words)
        self._words, self._of = words[order], np.searchsorted(np.flatnonzero(raw == 0), starts)[order]
        self._count = len(texts)

    def holders(self, stem: str) -> NDArray[np.int64]:
        """Return the texts with a word that begins with the stem; a number is looked for in words too."""
        return np.unique(np.concatenate([self._of[self._beginning(spelling)] for spelling in _spellings(stem)]))

    def _beginning(self, word: str) -> slice:
        head = word.encode(errors="replace")[:_BYTES]
        first, scale = int.from_bytes(head, "big"), 256 ** (_BYTES - len(head))
        low, high = np.searchsorted(self._words, np.array([first * scale, (first + 1) * scale], dtype=np.uint64))
        return slice(low, high)

    def score(self, words: Iterable[str], most: float = 1.0) -> _Floats:
        """Return how much of some words each text has, rare words first; words that more than a share `most` of the texts have count nothing."""
        scores = np.zeros(self._count)
        for word in words:
            holders = self.holders(word)
            if 0 < len(holders) <= most * self._count:
                scores[holders] += log(1 + self._count / len(holders)) ** 2
        return scores


#: By byte of UTF-8: a letter or digit of ASCII; the first of another character.
_PLAIN = np.array([chr(byte).isalnum() for byte in range(128)] + [False] * 128)
_OTHER = np.arange(256) >= 0xC0


def _spellings(stem: str) -> tuple[str, ...]:
    if not stem.isdecimal() or len(stem) > len(str(MOST)):
        return (stem,)
    return (stem, english(int(stem)), chinese(int(stem)))


def _telling(text: str) -> list[str]:
    return [word for word in dict.fromkeys(stems(text)) if not is_light(word)]


def worth_reading(texts: Sequence[str], question: str, choices: Sequence[str]) -> list[int]:
    """Return which texts may bear on a question, in order: those with its words, with words of the best of them, or with a choice.

    At most CLOSE texts, all of them where there are no more; where no word is found, the first. O(n log n) for n words in them, in numpy.
    """
    if len(texts) <= CLOSE:
        return list(range(len(texts)))
    every, asked = _Texts(texts), _telling(question)
    by_question = every.score(asked)
    linking = dict.fromkeys(word for seed in _best(by_question, _SEEDS) for word in _telling(texts[seed]) if word not in asked)
    by_link = every.score(linking, _COMMON)
    by_choice = every.score(dict.fromkeys(word for choice in choices for word in _telling(choice)))
    by_choice[by_choice > 0] += (by_question + by_link)[by_choice > 0]
    third = CLOSE // 3
    return sorted({*_best(by_question, third), *_best(by_link, third), *_best(by_choice, third)} or range(CLOSE))


def _best(scores: _Floats, count: int) -> list[int]:
    """Return the places of the highest scores above 0, the first of equals first."""
    order = np.argsort(-scores, kind="stable")[:count]
    return order[scores[order] > 0].tolist()
