"""What reads wrong in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memsim.spec.lint.phrase import Phrase, PhraseRule

_LATIN = re.compile(r"[A-Za-z][A-Za-z'-]+")
_AT_HOME = re.compile(r"[A-Z]{2,5}|Wi-?Fi|App")
# Characters that stand twice by mistake; where one of them ends or begins another word (现在在, 目的的, 为了了解) it is none.
_TWICE = re.compile(
    r"(?<!目)的的(?![确士])|(?<!为)了了(?![之解])|(?<![现正存实自好])在在|我我|你你|(?<![成首])都都|(?<!成)就就|也也|给给|吗吗|呢呢|和和(?![气美])"
    r"|(我们|你们|他们|这个|那个)\1"
)


def _half_width(phrase: Phrase) -> Iterator[str]:
    if found := re.search(r"[,.;:!?()\"'~]", phrase.plain):
        yield f"half-width punctuation, {found[0]!r}"
    if re.search(r"\s", phrase.text.strip()):
        yield "a space"


def _english_in_chinese(phrase: Phrase) -> Iterator[str]:
    words = [word for word in _LATIN.findall(phrase.plain) if not _AT_HOME.fullmatch(word)]
    if words:
        yield f"another script, {words[0]!r}"
    for slot in ("Subject", "List", "a_value"):
        if f"{{{slot}}}" in phrase.text:
            yield f"the slot {slot!r}, which only English needs"


def _words_twice(phrase: Phrase) -> Iterator[str]:
    if found := _TWICE.search(phrase.text):
        yield f"a word twice, {found[0]!r}"


RULES: list[PhraseRule] = [_half_width, _english_in_chinese, _words_twice]
