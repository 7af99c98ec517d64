"""What the files of a foreign set hold, made into what can be measured; what stands against that is refused, all of it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple

from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.faults import Faults
from memsim.io.formats.strict import Found
from memsim.records import Answer, History, Item, Message, Question, Truth

_TIME = "a day and a time as the set writes them"
Fault = tuple[str, str, Any, str]  # row, key, value, what was expected
#: Yields what stands against measuring a history, given the ids of those before it.
Content = Callable[[Audited, set[str]], Iterator[Fault]]


def whole(
    path: Path, read: Callable[[Faults], Iterator[Audited]], content: Content | None = None, opening: Faults | None = None
) -> Iterator[Audited]:
    """Yield the histories of a set that are without fault.

    Args:
        path: The set.
        read: Yields its histories as its files have them, and gathers what has another shape.
        content: Finds what stands against measuring a history, of what has its shape; None where that is all it needs.
        opening: Faults that were found when the set was opened.

    Raises:
        DatasetError: At the end, if there are faults: says where each stands, what it is, and what should stand there.
    """
    seen: set[str] = set()
    faults = Faults()
    if opening is not None:
        faults.extend(opening)
    before = faults.count
    for history in read(faults):
        for row, key, value, expected in () if content is None else content(history, seen):
            found = _found(path, history, row, key, value)
            if not faults.touches(path, found.row, found.key):
                faults.add(path, found.told(expected))
        faults.move_on()
        seen.add(history.id)
        if faults.count == before:
            yield history
        before = faults.count
    faults.refuse()


def _found(path: Path, history: Audited, row: str, key: str, value: Any) -> Found:
    """Return a value of a history where a reader finds it: a question that shares the row of its history has a place there."""
    within = row.removeprefix(f"{history.row}: ")
    return Found(path, row, key, value) if within == row else Found(path, history.row, f"{within}.{key}", value)


class Keys(NamedTuple):
    """What a set calls the fields in which a fault of content may stand."""

    messages: str
    question: str = "question"
    time: str = "time"
    target: str = "the right choice"
    answer: str = "answer"


def lacks_answer(asked: Asked) -> bool:
    """Return whether a question has no answer, though the set does not say that there is none."""
    return not asked.unanswerable and (asked.answer is None or not str(asked.answer).strip())


def faults_of(keys: Keys, history: Audited, seen: set[str]) -> Iterator[Fault]:
    """Yield what stands against measuring a history of any set."""
    if history.id in seen or any(map(str.isspace, history.id)):
        yield history.row, "id", history.id, "an id without spaces that no other history has"
    if not history.posts:
        yield history.row, keys.messages, [], "a history with messages"
    mids: set[str] = set()
    for post in history.posts:
        if post.mid in mids or any(map(str.isspace, post.mid)):
            yield history.row, "message id", post.mid, "an id without spaces that no other message of the history has"
        if post.time and post.moment is None:
            yield history.row, f"time of message {post.mid}", post.time, _TIME
        mids.add(post.mid)
    for asked in history.asked:
        yield from _faults_of(keys, asked)


def _faults_of(keys: Keys, asked: Asked) -> Iterator[Fault]:
    if not asked.question.strip():
        yield asked.row, keys.question, asked.question, "a text that is not blank"
    if asked.time and asked.moment is None:
        yield asked.row, keys.time, asked.time, _TIME
    letters = tuple(ascii_uppercase[: len(asked.choices)])
    if asked.choices and asked.target not in letters:
        yield asked.row, keys.target, asked.target, f"one of {', '.join(letters)}"
    elif not asked.unanswerable and not _answer(asked).strip():
        yield asked.row, keys.answer, asked.answer, "an answer: the set does not say that there is none"


def timed(posts: Sequence[Post]) -> tuple[Post, ...]:
    """Return messages of which some have a time, each without one with that of the message before it: noise has none, and is not to be told by that."""
    told = [post.moment for post in posts if post.moment]
    before = accumulate(bool(post.moment) for post in posts)
    return tuple(post._replace(moment=told[max(count - 1, 0)]) for post, count in zip(posts, before, strict=True))


def history_of(history: Audited, *, of_unanswerable: bool = False, by_session: bool = True) -> History:
    """Return a history without faults as it is measured.

    References that lead nowhere are left out, and doubled ones count once.

    Args:
        history: As the files have it.
        of_unanswerable: Whether what the set names for a question that cannot be answered is evidence to bring up.
        by_session: Whether evidence counts by session too, where a history has several.
    """
    messages = tuple(Message(*post[:5], post.moment or "") for post in history.posts)
    sessions: dict[str, list[str]] = {}
    for message in messages:
        sessions.setdefault(message.session, []).append(message.mid)
    of = {message.mid: message.session for message in messages}
    items = []
    for asked in history.asked:
        named = asked.evidence if of_unanswerable or not asked.unanswerable else ()
        evidence = tuple(dict.fromkeys(mid for mid in named if mid in of))
        told = dict.fromkeys(of[mid] for mid in evidence) if by_session and len(sessions) > 1 else {}
        items.append(Item(_question(asked, history.id), _truth(asked, evidence, tuple(tuple(sessions[one]) for one in told))))
    return History(history.id, history.language, messages, tuple(items))


def _question(asked: Asked, history_id: str) -> Question:
    return Question(
        id=asked.id,
        history_id=history_id,
        language=asked.language,
        question_type=asked.question_type,
        topic=asked.topic,
        noisy=asked.noisy,
        question=asked.question,
        question_time=asked.moment or "",
        choices=asked.choices,
    )


def _truth(asked: Asked, evidence: tuple[str, ...], sessions: tuple[tuple[str, ...], ...]) -> Truth:
    answers = () if asked.unanswerable else (Answer(_answer(asked)),)
    return Truth(evidence, asked.target, answers, axes=(None,) * len(asked.choices), sessions=sessions)


def _answer(asked: Asked) -> str:
    """Return the answer, which may be told by the choice called right alone."""
    text = "" if asked.answer is None else str(asked.answer)
    if text.strip() or not asked.choices:
        return text
    return asked.choices[ascii_uppercase.index(asked.target or "A")]
