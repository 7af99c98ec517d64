"""What a rewrite must keep: of a message, of a question."""

from __future__ import annotations

from typing import NamedTuple


class Statement(NamedTuple):
    """What a rewrite of a message must keep.

    Attributes:
        text: As the phrases word it: opener, core, tail.
        subject: As worded, "my cousin" or "Anna Kim"; "" where the user speaks of itself, or nothing is stated.
        attribute: "" for noise that states no fact.
        said: The value as this message says it.
        value: The value itself, ISO for moments.
        number: Its number in the attribute's unit, or None.
        time: Of the message, ISO to the minute.
        slots: Of noise that states no fact: what else must survive, shop names or amounts.
    """

    text: str
    subject: str = ""
    attribute: str = ""
    said: str = ""
    value: str = ""
    number: float | None = None
    time: str = ""
    slots: tuple[str, ...] = ()


class Inquiry(NamedTuple):
    """What a rewrite of a question must keep.

    Attributes:
        text: As the phrases word it.
        slots: What filled them: subjects, lists of subjects, values.
        choices: The options, none of which may be given away.
        time: Of the question, ISO to the minute.
    """

    text: str
    slots: tuple[str, ...]
    choices: tuple[str, ...]
    time: str = ""
