"""Which value a model means: one of the domain, or a new one that is fit to be added to it. Anything else is dropped, for a reason that is counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count
from unicodedata import category, name, normalize

from memsim.spec.domains import Domain
from memsim.spec.implicit import same_values
from memsim.spec.load import Spec
from memsim.spec.phrases import leaves
from memsim.spec.sayings import listed_sayings
from memsim.spec.vocabulary import known_words, stray_words
from memsim.text.numerals import is_number
from memsim.text.words import capitalised, mentions, normalised

_EDGES = " \t.,;:!?\"'`*_-–—•()[]{}<>。，、；：！？“”‘’「」《》（）"
_INNER = " -'"  # of a word or between words, in languages that put spaces between them
_WRITTEN = {"L", "M"}  # letters and, in scripts that have them, marks
_UNSPACED = {"CJK", "HIRAGANA", "KATAKANA"}
_LENGTH = {True: 8, False: 24}  # characters that a new value may have, unspaced or not, where none of the domain is longer
_SHORTEST = 2
UNKNOWN = "not a value of the domain"


def clean(text: str) -> str:
    """Return a value without what models put around it: spaces, list marks, quotes, a full stop."""
    return " ".join(normalize("NFKC", text).replace("’", "'").split()).strip(_EDGES)


def _read(text: str) -> str:
    """Return how a value reads: two that agree in it are one."""
    return normalised(clean(text)).replace("-", " ").replace("_", " ")


class Lexicon:
    """What a scenario says already: every word for a value and for what is known of it, by language, and its phrases; grows with what is added to any domain."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._words = {language: [(word, word.casefold()) for word in known_words(spec, language)] for language in spec.file.languages}
        self._phrases = {language: _phrases(spec, language) for language in spec.file.languages}

    def fault(self, text: str, attribute: str, language: str) -> str | None:
        """Return why a new value of an attribute cannot be told from what is said already, or None."""
        low = text.casefold()
        near = [word for word, lower in self._words[language] if low in lower or lower in low]
        if any(mentions(text, word) or mentions(word, text) for word in near):
            return "holds another value, or is held by one"
        if low in self._phrases[language]:
            alone = Domain("file", 1, keys=("",), surfaces={language: (text,)})
            phrases = {language: self._spec.phrases[language]}
            if stray_words(replace(self._spec, domains={attribute: alone}, phrases=phrases)):
                return "a word of the phrases"
        return None

    def add(self, said: Mapping[str, str]) -> None:
        """Count a value's words in, by language."""
        for language, text in said.items():
            self._words[language].append((text, text.casefold()))


def _phrases(spec: Spec, language: str) -> str:
    """Return all phrases and noise of a language in one text: what it does not hold is in none of them."""
    trees = [file.model_dump() for files in (spec.phrases, spec.pools) if (file := files.get(language)) is not None]
    return "\n".join(text for tree in trees for _, text in leaves("", tree)).casefold()


class Values:
    """The values of a domain: the scenario's own, and behind them those that a model adds.

    Args:
        spec: The scenario.
        attribute: One whose domain it is; others may share it.
        lexicon: The words of all domains.

    Attributes:
        added: The words of each new value, by language, in the order of their codes.
    """

    def __init__(self, spec: Spec, attribute: str, lexicon: Lexicon) -> None:
        self.domain = spec.domains[attribute]
        self.languages = spec.file.languages
        self.added: list[dict[str, str]] = []
        self._attribute, self._lexicon = attribute, lexicon
        self._refused: dict[tuple[str, ...], str] = {}
        self._codes: dict[str, dict[str, int]] = {}
        for language in self.languages:
            codes = self._codes[language] = {}
            ways = zip(*(listed_sayings(spec, alike, language) for alike in same_values(spec, attribute)), strict=True)
            for code, of_value in enumerate(ways):
                for text in chain.from_iterable(of_value):
                    codes.setdefault(_read(text), code)
        self._codes[""] = {_read(key): code for code, key in enumerate(self.domain.keys)}

    @property
    def size(self) -> int:
        """How many values there are, new ones included."""
        return self.domain.size + len(self.added)

    def code(self, said: Mapping[str, str], *, new: bool) -> int | str:
        """Return the code of the value that is meant, or why there is none.

        Args:
            said: How it was said, by language; what is said in one language may be how it reads in another.
            new: Whether it may be one that the scenario does not list: one added before, or one to add.
        """
        texts = ((language, _read(said[language])) for language in self.languages if language in said)
        found = {code for language, text in texts if (code := self._known(language, text)) is not None}
        if len(found) > 1:
            return "two values at once"
        if not found:
            return self._add(said) if new else UNKNOWN
        (code,) = found
        return code if new or code < self.domain.size else UNKNOWN

    def _known(self, language: str, text: str) -> int | None:
        return next((self._codes[other][text] for other in (language, *self._codes) if text and text in self._codes[other]), None)

    def _add(self, said: Mapping[str, str]) -> int | str:
        new = {language: self._as_written(clean(said.get(language, "")), language) for language in self.languages}
        words = tuple(map(_read, new.values()))
        if words not in self._refused:
            fault = next(filter(None, (self._fault(text, language) for language, text in new.items())), None)
            if fault is None:
                return self._append(new)
            self._refused[words] = fault
        return self._refused[words]

    def _append(self, new: dict[str, str]) -> int:
        code = self.size
        self.added.append(new)
        self._lexicon.add(new)
        for language, text in new.items():
            self._codes[language][_read(text)] = code
        return code

    def _as_written(self, text: str, language: str) -> str:
        """Return a text with its first letter in the case that all values of the domain have it in; Titles Such As This follow it."""
        firsts = [surface[:1] for surface in self.domain.surfaces[language]]
        if all(first.isupper() for first in firsts):
            return capitalised(text)
        if not all(first.islower() for first in firsts):
            return text
        if text.istitle():
            return text.lower()
        return text[:1].lower() + text[1:] if text.partition(" ")[0].istitle() else text

    def _fault(self, text: str, language: str) -> str | None:
        surfaces = self.domain.surfaces[language]
        if not text:
            return "not in every language"
        scripts = {_script(letter) for surface in surfaces for letter in surface if letter.isalpha()}
        unspaced = scripts <= _UNSPACED
        if not _SHORTEST <= len(text) <= max(_LENGTH[unspaced], *map(len, surfaces)):
            return "too short or too long"
        inner = "" if unspaced else _INNER
        kinds = {"L", *(category(letter)[0] for surface in surfaces for letter in surface)} & _WRITTEN
        if any(category(letter)[0] not in kinds and letter not in inner for letter in text):
            return "not plain words"
        if any(_script(letter) not in scripts for letter in text if letter.isalpha()):
            return "in another script"
        return "a number" if is_number(text) else self._lexicon.fault(text, self._attribute, language)

    def keys(self) -> list[str]:
        """Return the keys of all values; that of a new one is made of its words, those in plain letters if there are any."""
        keys = list(self.domain.keys)
        for said in self.added:
            plain = next(filter(str.isascii, said.values()), next(iter(said.values())))
            keys.append(unused(re.sub(r"\W+", "_", plain.casefold()), set(keys)))
        return keys


def unused(text: str, taken: set[str]) -> str:
    """Return a text, or the first of text_2, text_3, … that is not taken."""
    return next(one for number in count(1) if (one := text if number == 1 else f"{text}_{number}") not in taken)


def _script(letter: str) -> str:
    return name(letter, "").partition(" ")[0]
