"""The words a scenario uses for values, and whether a phrase says one of them by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memsim.spec.load import Spec
from memsim.spec.phrases import phrases_with_slots
from memsim.spec.sayings import listed_sayings
from memsim.text.numerals import is_number
from memsim.text.words import mentions

_SHORT = 2  # a Chinese surface of one character is part of too many words to mean anything
_SLOT = re.compile(r"\{\w+\}")


def vocabulary(spec: Spec, language: str) -> list[str]:
    """Return every way of saying a listed value that is a word of its own: no bare numbers, in figures or in words, no single Chinese characters."""
    return _words_of_their_own({text for name in spec.domains for ways in listed_sayings(spec, name, language) for text in ways})


def known_words(spec: Spec, language: str) -> list[str]:
    """Return the vocabulary and what the scenario knows of its values: countries, star signs, duties."""
    results = {result for by_language in spec.knowledge.values() for result in by_language.get(language, {}).values()}
    return sorted({*vocabulary(spec, language), *_words_of_their_own(results)})


def _words_of_their_own(texts: set[str]) -> list[str]:
    words = {text for text in texts if not re.fullmatch(r"[\W\d]+", text) and not is_number(text)}
    return sorted(word for word in words if word.isascii() or len(word) >= _SHORT)


def stray_words(spec: Spec) -> list[str]:
    """Return the phrases whose own words hold a value: such a phrase would state a fact that no hint has."""
    found = []
    for language, file in spec.phrases.items():
        words = vocabulary(spec, language)
        lowered = [(word, word.casefold()) for word in words]
        texts = [(f"phrases.{language}.yaml: {key}", phrase) for key, phrase, _groups in phrases_with_slots(file)]
        texts += [(f"pool.{language}.yaml: {key}", text) for key, text in _pool_texts(spec, language)]
        for key, phrase in texts:
            plain = _SLOT.sub("\0", phrase)
            low = plain.casefold()
            found += [f"{key}: {word!r} in {phrase!r}" for word, lower in lowered if lower in low and mentions(plain, word)]
    return found


def _pool_texts(spec: Spec, language: str) -> Iterator[tuple[str, str]]:
    """Yield (key, text) of the cores and of what fills their slots."""
    if language in spec.pools:
        pool = spec.pools[language]
        yield from ((f"kinds.{name}.cores[{place}]", core) for name, kind in pool.kinds.items() for place, core in enumerate(kind.cores))
        yield from ((f"slots.{name}", value) for name, values in pool.slots.items() for value in values)
