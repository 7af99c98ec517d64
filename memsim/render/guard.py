"""Does a text keep its fact?"""

from __future__ import annotations


def states(text: str, subject: str, value: str) -> bool:
    """Return whether a text names the subject and says the value, whatever the case of their first letters."""
    low = text.casefold()
    return subject.casefold() in low and value.casefold() in low
