"""What a reader of results should know of a foreign set's rows, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from string import ascii_uppercase

from memsim.io.formats.audited import Asked, Audited

#: The note on histories whose messages are not in the order of their times.
GOES_BACK = "histories go back in time"


def _over_questions(counted: Callable[[Asked], int]) -> Callable[[Audited], int]:
    return lambda history: sum(map(counted, history.asked))


def _speaking(history: Audited) -> set[str]:
    return {post.session for post in history.posts}


def _lost(history: Audited) -> int:
    known = {post.mid for post in history.posts} | _speaking(history)  # a session that holds nothing is not given, gold or not
    return sum(name not in known for asked in history.asked for name in asked.evidence)


def _asked_twice(history: Audited) -> int:
    return len(history.asked) - len({asked.question for asked in history.asked})


def _goes_back(history: Audited) -> int:
    moments = [post.moment for post in history.posts if post.moment]
    return int(any(later < earlier for earlier, later in pairwise(moments)))


def _asked_early(history: Audited) -> int:
    last = max((post.moment for post in history.posts if post.moment), default="")
    return sum(asked.moment is not None and asked.moment < last for asked in history.asked)


def _called_wrong(asked: Asked) -> int:
    """Return 1 where the choice called right is not the answer, which may be a number; one that is missing differs from none."""
    places = dict(zip(ascii_uppercase, asked.choices, strict=False))
    return int(asked.answer is not None and asked.target in places and places[asked.target] != str(asked.answer))


def _given(history: Audited) -> list[tuple[str, str]]:
    """Return the sessions that hold a message: no other is given, once or again."""
    return [session for session in history.sessions if session[1]]


def _given_once(history: Audited) -> int:
    given = _given(history)
    return len(given) - len(set(given))


def _given_beside(history: Audited) -> int:
    """Return how many sessions have the id of another, and something else in them."""
    given = _given(history)
    return len(set(given)) - len({name for name, _ in given})


#: By note, how many of it a history has.
_NOTES: dict[str, Callable[[Audited], int]] = {
    "questions cannot be answered, as the set says: to decline is right": _over_questions(lambda asked: asked.unanswerable),
    "answers are numbers, and read as text": _over_questions(lambda asked: isinstance(asked.answer, int | float)),
    "questions have no evidence, and no measure of retrieval": _over_questions(
        lambda asked: not (asked.unanswerable or asked.evidence or asked.malformed)
    ),
    "references to evidence are not of their form; any ids in them are taken": _over_questions(lambda asked: len(asked.malformed)),
    "references to evidence lead nowhere, and are left out": _lost,
    "references to evidence stand twice in one question, and count once": _over_questions(
        lambda asked: len(asked.evidence) - len(set(asked.evidence))
    ),
    "questions stand twice in one history": _asked_twice,
    "questions offer the same choice twice": _over_questions(lambda asked: len(set(asked.choices)) < len(asked.choices)),
    "questions have an answer that differs from the choice called right": _over_questions(_called_wrong),
    "parts belong to nothing": lambda history: len(history.orphans),
    "sessions stand twice in one history, and are given once": _given_once,
    "sessions have the id of another but not its content, and are given beside it": _given_beside,
    "sessions hold no message, and are not given": lambda history: len(history.sessions) - len(_given(history)),
    GOES_BACK: _goes_back,
    "questions are asked before the last message": _asked_early,
    "times have the weekday of another day": lambda history: (
        len({post.time for post in history.posts if post.weekday_wrong}) + sum(asked.weekday_wrong for asked in history.asked)
    ),
}


def notes(histories: Iterable[Audited]) -> dict[str, int]:
    """Return each note that holds anywhere, with how many."""
    counts: Counter[str] = Counter()
    for history in histories:
        counts.update({note: count(history) for note, count in _NOTES.items()})
    return {note: counts[note] for note in _NOTES if counts[note]}
