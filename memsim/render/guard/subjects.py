"""Where a text names a subject: a person or thing by its name, or by the word for what it is to the user."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from memsim.render.guard.lists import Lists
from memsim.render.guard.values import Finder, Span, lowered, occurrences, spaced

_QUOTES = "\"'“”‘’《》「」『』"
_KEPT = 4096


class Subjects:
    """Finds subjects in texts of one language of a scenario.

    Args:
        wording: By topic, how a subject is worded by its role and by its name, from the phrases.
        lists: Of the language.
    """

    def __init__(self, wording: Mapping[str, Mapping[str, str]], lists: Lists) -> None:
        roles = {lowered(ways["role"]) for ways in wording.values() if "role" in ways and ways["role"] != "{value}"}
        self._roles = sorted((role.partition("{value}")[::2] for role in roles), key=lambda role: -len(role[0] + role[1]))
        self._owner = _ending_in(lists.owners)
        self._ours = _ending_in(lists.ours)
        self._alike = {role: group for group in lists.roles for role in group}
        self.finder = lru_cache(_KEPT)(self._finder)

    def role(self, subject: str) -> str:
        """Return the word for what a subject is to the user, "cousin" of "my cousin"; "" where it is named."""
        low = lowered(subject)
        return next(
            (low[len(before) : len(low) - len(after)] for before, after in self._roles if low.startswith(before) and low.endswith(after)),
            "",
        )

    def _finder(self, subject: str) -> Finder:
        low, role = lowered(subject).strip(_QUOTES), self.role(subject)
        if role:
            alike = self._alike.get(role, (role,))
            ways = (*alike, *(way.replace("-", " ") for way in alike if "-" in way))
            return lambda text: occurrences(text, low) or [span for way in ways for span in self._roles_in(text, way)]
        return lambda text: occurrences(text, low) or occurrences(text, spaced(low))

    def _roles_in(self, text: str, role: str) -> list[Span]:
        """Return where the word stands alone or with "my"; where it is anybody else's, it names another."""
        return [
            (self._start(text, start), end)
            for start, end in occurrences(text, role)
            if not self._owner.search(text[max(0, start - 24) : start])
        ]

    def _start(self, text: str, start: int) -> int:
        ours = self._ours.search(text[max(0, start - 24) : start])
        return start - len(ours[0]) if ours else start


def _ending_in(words: list[str]) -> re.Pattern[str]:
    """Return what matches a text that ends in one of some words, spaces after it; Latin ones whole."""
    alternatives = "|".join(
        sorted(
            ((rf"(?<!\w){re.escape(word)}" if word[0].isascii() and word[0].isalpha() else re.escape(word)) for word in words),
            key=len,
            reverse=True,
        )
    )
    return re.compile(rf"(?:{alternatives}) ?\Z") if words else re.compile(r"(?!)")
