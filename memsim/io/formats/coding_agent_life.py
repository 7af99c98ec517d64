"""coding-agent-life (agentmemory): a folder with ``sessions.json``, what a coding agent did, and ``queries.json``, what is asked about it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, digest_of, read_json
from memsim.io.formats.times import UTC, read_time
from memsim.records import Answer, History, Item, Message, Question, Truth

_FILES = ("sessions.json", "queries.json")
_SESSION = {"id": str, "timestamp": str, "content": str}
_QUERY = {"id": str, "type": str, "question": str, "answer": str, "goldSessionIds": list}
_LOOSE_SESSION = dict.fromkeys(_SESSION, Text)
_LOOSE_QUERY = {"id": Text, "type": Text, "question": Text, "answer": Scalar, "goldSessionIds": list}
_HISTORY = "h-coding-agent-life"


class CodingAgentLife(Source):
    """One history, a message a session, with one question a query.

    The set does not say when a question is asked and offers no choices: both are left empty.
    """

    format = "coding-agent-life"
    languages = ("en",)
    convention = Convention("session", 5, ("precision@{k}", "recall@{k}", "hit@{k}"))
    looked_for = f"a folder with {' and '.join(_FILES)}"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path, lenient=lenient)
        files = [path / name for name in _FILES]
        self._sessions, self._queries = map(read_json, files)
        self.digest = digest_of(*files)
        if not lenient:
            self._messages = tuple(_message(row) for row in _rows(self._sessions, _SESSION))
            known = {message.mid for message in self._messages}
            self._items = tuple(_item(row, known) for row in _rows(self._queries, _QUERY, optional=("answer",)))

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return all((path / name).is_file() for name in _FILES)

    def histories(self) -> Iterator[History]:
        yield History(_HISTORY, "en", self._messages, self._items)

    def audited(self) -> Iterator[Audited]:
        posts = tuple(_post(row) for row in _each(self._sessions))
        asked = tuple(_asked(row) for row in _each(self._queries))
        sessions = tuple((post.session, hashlib.sha256(post.text.encode()).hexdigest()) for post in posts)
        yield Audited(_HISTORY, "en", posts, asked, row=self.path.name, sessions=sessions)

    def notes(self) -> dict[str, int]:
        return notes(self.audited())


def _rows(file: Found, kinds: Mapping[str, type], optional: tuple[str, ...] = ()) -> Iterator[Found]:
    """Yield the rows of a file, each an object with an id of its own."""
    seen: set[str] = set()
    for row in _each(file):
        name = row.fields(kinds, optional)["id"]
        if name in seen or any(map(str.isspace, name)):
            raise row.at("id", name).refused("an id without spaces that no other row has")
        seen.add(name)
        yield row


def _each(file: Found) -> Iterator[Found]:
    """Yield the rows of a file, whatever they hold."""
    for place, value in enumerate(file.filled(list)):
        yield file.under(place, value)


def _message(row: Found) -> Message:
    session: dict[str, Any] = row.value
    moment, _ = read_time(session["timestamp"], UTC)
    if moment is None:
        raise row.at("timestamp", session["timestamp"]).refused("a time in UTC, such as 2026-04-08T09:14:00Z")
    return Message(session["id"], session["id"], "user", "user", session["content"], moment)


def _post(row: Found) -> Post:
    session = row.fields(_LOOSE_SESSION)
    moment, _ = read_time(session["timestamp"], UTC)
    return Post(session["id"], session["id"], "user", "user", session["content"], session["timestamp"], moment, weekday_wrong=False)


def _asked(row: Found) -> Asked:
    query = row.fields(_LOOSE_QUERY, optional=("answer",))
    gold = row.at("goldSessionIds", query["goldSessionIds"])
    return Asked(
        id=query["id"],
        question=query["question"],
        question_type=query["type"],
        language="en",
        answer=query.get("answer"),
        evidence=tuple(gold.at(place, name).must_be(Text) for place, name in enumerate(gold.value)),
        unanswerable="answer" not in query,
        row=row.row,
    )


def _item(row: Found, known: set[str]) -> Item:
    query: dict[str, Any] = row.value
    gold = row.at("goldSessionIds", query["goldSessionIds"])
    seen: set[str] = set()
    for place, name in enumerate(gold.value):
        if gold.at(place, name).must_be(str) not in known or name in seen:
            raise gold.at(place, name).refused(f"ids of {_FILES[0]}, none twice")
        seen.add(name)
    question = Question(
        id=query["id"],
        history_id=_HISTORY,
        language="en",
        question_type=query["type"],
        topic="",
        noisy=False,
        question=query["question"],
        question_time="",
        choices=(),
    )
    answers = (Answer(query["answer"]),) if "answer" in query else ()
    return Item(question, Truth(evidence=tuple(gold.value), target=None, answers=answers))
