"""The words a scenario uses for values, and whether a phrase says one of them by itself."""

from __future__ import annotations

import re

from memsim.spec.load import Spec
from memsim.spec.phrases import phrases_with_slots
from memsim.text.words import mentions

_SHORT = 2  # a Chinese surface of one character is part of too many words to mean anything
_SLOT = re.compile(r"\{\w+\}")


def vocabulary(spec: Spec, language: str) -> list[str]:
    """Return every surface of a listed value that is a word of its own: no bare numbers, no single Chinese characters."""
    words = {surface for domain in spec.domains.values() for surface in domain.surfaces.get(language, ())}
    return sorted(word for word in words if not re.fullmatch(r"[\W\d]+", word) and (word.isascii() or len(word) >= _SHORT))


def stray_words(spec: Spec) -> list[str]:
    """Return the phrases whose own words hold a value: such a phrase would state a fact that no hint has."""
    found = []
    for language, file in spec.phrases.items():
        words = vocabulary(spec, language)
        lowered = [(word, word.casefold()) for word in words]
        for key, phrase, _groups in phrases_with_slots(file):
            plain = _SLOT.sub("\0", phrase)
            low = plain.casefold()
            found += [
                f"phrases.{language}.yaml: {key}: {word!r} in {phrase!r}"
                for word, lower in lowered
                if lower in low and mentions(plain, word)
            ]
    return found
