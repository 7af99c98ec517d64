"""What formats ask of a set; what cannot give it is refused with its place."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from memsim.errors import InputError
from memsim.records import History, Item


def refused(history: History, where: str, found: object, expected: str) -> InputError:
    """Return the error that says where something stands, what it is, and what the format needs."""
    return InputError(f"history {history.id}: {where}: {found!r:.80}; expected {expected}")


def moment(history: History, where: str, time: str, format: str) -> datetime:
    """Return a time in ISO 8601 as a date and a time.

    Raises:
        InputError: It is none.
    """
    with suppress(ValueError):
        return datetime.fromisoformat(time)
    raise refused(history, where, time, f"a time, which {format} needs")


def one_word(history: History, where: str, name: str, format: str) -> str:
    """Return an id.

    Raises:
        InputError: It is empty or has white space, which would end it.
    """
    if not name or any(map(str.isspace, name)):
        raise refused(history, where, name, f"an id without white space, as {format} needs it")
    return name


def four_choices(history: History, item: Item, format: str) -> dict[str, str]:
    """Return the choices of a question by letter.

    Raises:
        InputError: They are not four, or none is right.
    """
    question, truth = item
    if len(question.choices) != 4 or truth.target is None:
        raise refused(history, f"question {question.id}: choices", list(question.choices), f"four, one of them right, as {format} has them")
    return dict(zip("ABCD", question.choices, strict=True))
