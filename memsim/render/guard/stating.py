"""Does a text name its subject and say its value, word for word?"""

from __future__ import annotations

from memsim.text.words import mentions


def states(text: str, subject: str, value: str) -> bool:
    """Return whether a text names the subject and says the value, as whole words and whatever their case."""
    return mentions(text, subject) and mentions(text, value)
