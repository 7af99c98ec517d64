"""LongMemEval (Wu et al., arXiv 2410.10813; xiaowu0162/LongMemEval), S, M, oracle or cleaned: a JSON list of questions, each with its own haystack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from memsim.io.formats.audited import Asked, Audited, Post, content_hash
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Fault, lacks_answer, whole
from memsim.io.formats.notes import GOES_BACK, notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, begins, digest_of, read_json
from memsim.io.formats.times import SLASHED, read_time
from memsim.records import Answer, History, Item, Message, Question, Truth

_LISTS = ("haystack_session_ids", "haystack_dates", "haystack_sessions")
_ROW = {
    **dict.fromkeys(("question_id", "question_type", "question"), Text),
    "answer": Scalar,
    "question_date": Text,
    **dict.fromkeys((*_LISTS, "answer_session_ids"), list),
}
_TURN = {"role": Text, "content": Text, "has_answer": bool}
_BEGINS = re.compile(rf'\s*\[\s*\{{\s*"({"|".join(_ROW)})"\s*:')
UNANSWERABLE = "_abs"  # how ids of questions end that cannot be answered: nothing else tells
_EXPECTED_TIME = "a day and a time, such as 2023/05/30 (Tue) 21:56"


class _Session(NamedTuple):
    """One place of a haystack."""

    id: str
    date: str
    turns: list[dict[str, Any]]


class LongMemEval(Source):
    """A history a question, a message a session, in the order of their dates, as the authors show them: not every file has them so.

    What the assistant says is part of it: the authors' own retrieval searches what the user says alone, and so has other gold and other figures.
    The set's own ids tell: gold sessions are called ``answer_…``, questions that cannot be answered ``…_abs``. So sessions and questions are called
    by their place: ``s17`` of its haystack, ``q3`` of the file. Evidence is the gold sessions; the turns in them that hold the answer are their facts, so
    that a memory that keeps parts of sessions is credited for the right part. A session that stands twice in a haystack with the same content
    is given once, at its first place; one without turns is not given.
    """

    format = "longmemeval"
    languages = ("en",)
    convention = Convention("session", 5, ("recall_all@{k}", "recall@{k}", "hit@{k}"))
    looked_for = "a .json or .json.gz file with [{question_id, haystack_sessions, answer_session_ids}]"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        self._file = read_json(path)
        self.digest = digest_of(path)
        if not lenient:
            told = notes(whole(path, self._read, _faults))
            self._notes = {f"{note}, and are given in order" if note == GOES_BACK else note: count for note, count in told.items()}

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return begins(path, _BEGINS)

    def histories(self) -> Iterator[History]:
        for place, row in enumerate(self._file.rows()):
            yield _history(place, row)

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, self._read)

    def _read(self, faults: Faults) -> Iterator[Audited]:
        return map(_audited, self._file._replace(faults=faults).rows())


def _fields(row: Found) -> tuple[dict[str, Any], list[_Session]]:
    """Return the fields of a row, and its haystack."""
    fields = row.fields(_ROW, ("answer",))
    lists = [row.at(name, fields[name]) for name in _LISTS]
    ids, dates = (found.each(Text) for found in lists[:2])
    turns = [
        [session.at(place, turn).fields(_TURN, ("has_answer",)) for place, turn in enumerate(session.must_be(list))]
        for session in (lists[2].at(place, value) for place, value in enumerate(lists[2].value))
    ]
    counts = {found.key: len(found.value) for found in lists}
    if len(set(counts.values())) > 1:
        shown = ", ".join(f"{count} {name}" for name, count in counts.items())
        row.at(min(counts, key=counts.__getitem__), shown).wrong("an id and a date for each session")
    short = [""] * len(turns)  # where a list has another length, which is a fault, sessions are looked at all the same
    return fields, [_Session(*parts) for parts in zip(ids + short, dates + short, turns, strict=False)]


def _audited(row: Found) -> Audited:
    fields, sessions = _fields(row)
    seen: Counter[str] = Counter()
    posts: list[Post] = []
    holding: dict[str, str] = {}
    for session in sessions:
        seen[session.id] += 1
        called = session.id if seen[session.id] == 1 else f"{session.id}#{seen[session.id]}"
        when = read_time(session.date, SLASHED)
        for place, turn in enumerate(session.turns):
            mid = f"{called}:{place}"
            posts.append(Post(mid, session.id, turn["role"], turn["role"], turn["content"], session.date, *when))
            if turn.get("has_answer"):
                holding[mid] = "evidence"
    asked = _asked(row, fields, holding)
    return Audited(f"h-{asked.id}", "en", tuple(posts), (asked,), (), row.row, tuple((one.id, _digest(one)) for one in sessions))


def _digest(session: _Session) -> str:
    return content_hash([(turn["role"], turn["content"]) for turn in session.turns])


def _asked(row: Found, fields: dict[str, Any], holding: dict[str, str]) -> Asked:
    moment, weekday_wrong = read_time(fields["question_date"], SLASHED)
    return Asked(
        id=fields["question_id"],
        question=fields["question"],
        question_type=fields["question_type"],
        language="en",
        answer=fields.get("answer"),
        evidence=tuple(row.at("answer_session_ids", fields["answer_session_ids"]).each(Text)),
        unanswerable=fields["question_id"].endswith(UNANSWERABLE),
        time=fields["question_date"],
        moment=moment,
        weekday_wrong=weekday_wrong,
        row=row.row,
        kinds=holding,
    )


def _faults(history: Audited, seen: set[str]) -> Iterator[Fault]:
    row, (asked,) = history.row, history.asked
    if history.id in seen or not asked.id.strip():
        yield row, "question_id", asked.id, "an id that no other question has"
    if not asked.question.strip():
        yield row, "question", asked.question, "a text that is not blank"
    if asked.moment is None:
        yield row, "question_date", asked.time, _EXPECTED_TIME
    if asked.id and lacks_answer(asked):
        yield row, "answer", asked.answer, f"an answer: the question's id does not end with {UNANSWERABLE}"
    if not history.posts:
        yield row, "haystack_sessions", [], "a session with turns"
    for time in dict.fromkeys(post.time for post in history.posts if post.moment is None):
        yield row, "haystack_dates", time, _EXPECTED_TIME


def _history(place: int, row: Found) -> History:
    fields, sessions = _fields(row)
    given: dict[tuple[str, str], int] = {}
    for slot, session in enumerate(sessions):
        if session.turns:
            given.setdefault((session.id, _digest(session)), slot)
    asked = _asked(row, fields, {})
    kept = sorted(((f"s{slot}", sessions[slot]) for slot in given.values()), key=lambda one: _moment(one[1]))
    messages = tuple(Message(mid, mid, "user", "user", _text(session), _moment(session)) for mid, session in kept)
    gold = [] if asked.unanswerable else [(mid, session) for mid, session in kept if session.id in asked.evidence]
    holding = ((mid, "I", turn["content"]) for mid, session in gold for turn in session.turns if turn.get("has_answer"))
    question = Question(
        id=f"q{place}",
        history_id=f"h{place}",
        language="en",
        question_type=asked.question_type,
        topic="",
        noisy=False,
        question=asked.question,
        question_time=asked.moment or "",
        choices=(),
    )
    answers = () if asked.unanswerable else (Answer(str(asked.answer)),)
    truth = Truth(tuple(mid for mid, _ in gold), None, answers, facts=tuple(holding))
    return History(question.history_id, "en", messages, (Item(question, truth),))


def _moment(session: _Session) -> str:
    return read_time(session.date, SLASHED)[0] or ""


def _text(session: _Session) -> str:
    return "\n\n".join(f"[{turn['role']}] {turn['content']}" for turn in session.turns)
