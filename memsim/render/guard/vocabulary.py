"""Where a text says a value of the scenario, or what the scenario knows of one: each such word states a fact."""

from __future__ import annotations

from memsim.render.guard.patterns import Catalogue
from memsim.render.guard.reading import Reading
from memsim.render.guard.tongue import Tongue
from memsim.spec.load import Spec
from memsim.spec.vocabulary import known_words
from memsim.text.figures import plain


class Vocabulary:
    """The values of a scenario in one language.

    Args:
        spec: The scenario.
        language: The language.
        tongue: The language as the guard reads it.
        catalogue: Where patterns stand.
    """

    def __init__(self, spec: Spec, language: str, tongue: Tongue, catalogue: Catalogue) -> None:
        said = {tuple(tongue.split(plain(word))): word for word in known_words(spec, language)}
        self._values = catalogue.texts(tokens for tokens in said if tokens)
        self._proper = frozenset(tokens for tokens, word in said.items() if word[0].isupper() and tongue.plain(tokens))

    def find(self, text: Reading) -> set[tuple[str, ...]]:
        """Return the values that a text says. A name that is a plain word too, like "Price", is one where it is written as a name within a sentence."""
        spans = ((span, text.tokens[slice(*span)]) for span in text.found(self._values))
        return {value for span, value in spans if value not in self._proper or _named(text, *span)}


def _named(text: Reading, start: int, end: int) -> bool:
    first = text.sentence(start).start + 1 == start
    return all(word[:1].isupper() for word in text.written[start:end]) and (not first or end - start > 1)
