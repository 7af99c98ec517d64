"""A danger, found: where in a text something stands that turns a fact."""

from __future__ import annotations

from memsim.render.guard.lists import Danger
from memsim.render.guard.patterns import Catalogue, Patterns, Span, outside
from memsim.render.guard.reading import Reading


class Hazard:
    """A danger's patterns, ready to be found.

    Args:
        danger: As the lists of the language have it.
        idioms: Expressions that state nothing.
        catalogue: Where the patterns of the language stand.
    """

    def __init__(self, danger: Danger, idioms: Patterns, catalogue: Catalogue) -> None:
        self._anywhere, self._beside = catalogue.patterns(danger.anywhere), catalogue.patterns(danger.beside)
        self._within, self._close = catalogue.patterns(danger.within), catalogue.patterns(danger.close)
        self._safe, self._idioms = (catalogue.patterns(danger.harmless), idioms), idioms
        self._numbers = frozenset(one.number for one in (self._anywhere, self._beside, self._within, self._close))

    def find(self, text: Reading) -> list[Span]:
        """Return where a text is in danger."""
        found = self.all(text)
        return outside(found, [span for patterns in self._safe for span in text.found(patterns)]) if found else found

    def plain(self, text: Reading) -> list[Span]:
        """Return where a text is or would be in danger, but for expressions that state nothing."""
        return outside(self.all(text), text.found(self._idioms))

    def all(self, text: Reading) -> list[Span]:
        """Return where a text is or would be in danger, the harmless places included."""
        if self._numbers.isdisjoint(text.finds):
            return []
        beside = (span for span in text.found(self._beside) if text.sentence(span[0]).tells)
        within = (span for span in text.found(self._within) if text.clause_tells(span[0]))
        close = (span for span in text.found(self._close) if text.clause_says(span[0]))
        return [span for span in (*text.found(self._anywhere), *beside, *within, *close) if not text.torn(span)]
