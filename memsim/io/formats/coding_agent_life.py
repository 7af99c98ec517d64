"""coding-agent-life (agentmemory): a folder with ``sessions.json``, what a coding agent did, and ``queries.json``, what is asked about it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Fault, history_of, lacks_answer, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, digest_of, read_json
from memsim.io.formats.times import UTC, read_time
from memsim.records import History

_FILES = _SESSIONS, _QUERIES = ("sessions.json", "queries.json")
_SESSION = dict.fromkeys(("id", "timestamp", "content"), Text)
_QUERY = {"id": Text, "type": Text, "question": Text, "answer": Scalar, "goldSessionIds": list}
_OWN_ID = "an id without spaces that no other row has"
_NOT_BLANK = "a text that is not blank"


class CodingAgentLife(Source):
    """One history, a message a session, with one question a query.

    The set does not say when a question is asked and offers no choices: both are left empty.
    """

    format = "coding-agent-life"
    languages = ("en",)
    convention = Convention("session", 5, ("precision@{k}", "recall@{k}", "hit@{k}"))
    looked_for = f"a folder with {' and '.join(_FILES)}"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        files = {name: path / name for name in _FILES}
        self._files = {name: read_json(file)._replace(file=path, row=name) for name, file in files.items()}
        self.digest = digest_of(*files.values())
        if not lenient:
            self._notes = notes(whole(path, self._read, _faults))

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return all((path / name).is_file() for name in _FILES)

    def histories(self) -> Iterator[History]:
        return (history_of(history, of_unanswerable=True, by_session=False) for history in self.audited())

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, self._read)

    def _read(self, faults: Faults) -> Iterator[Audited]:
        posts = tuple(map(_post, self._files[_SESSIONS]._replace(faults=faults).rows()))
        asked = tuple(map(_asked, self._files[_QUERIES]._replace(faults=faults).rows()))
        sessions = tuple((post.session, hashlib.sha256(post.text.encode()).hexdigest()) for post in posts)
        yield Audited("h-coding-agent-life", "en", posts, asked, row=self.path.name, sessions=sessions)


def _post(row: Found) -> Post:
    session = row.fields(_SESSION)
    moment, _ = read_time(session["timestamp"], UTC)
    return Post(session["id"], session["id"], "user", "user", session["content"], session["timestamp"], moment, weekday_wrong=False)


def _asked(row: Found) -> Asked:
    query = row.fields(_QUERY, optional=("answer",))
    return Asked(
        id=query["id"],
        question=query["question"],
        question_type=query["type"],
        language="en",
        answer=query.get("answer"),
        evidence=tuple(row.at("goldSessionIds", query["goldSessionIds"]).each(Text)),
        unanswerable="answer" not in query,
        row=row.row,
    )


def _faults(history: Audited, _seen: set[str]) -> Iterator[Fault]:
    ids: set[str] = set()
    for place, post in enumerate(history.posts):
        row = f"{_SESSIONS}/{place}"
        if _unfit(post.mid, ids):
            yield row, "id", post.mid, _OWN_ID
        if post.moment is None:
            yield row, "timestamp", post.time, "a time in UTC, such as 2026-04-08T09:14:00Z"
        if not post.text.strip():
            yield row, "content", post.text, _NOT_BLANK
        ids.add(post.mid)
    names: set[str] = set()
    for asked in history.asked:
        if _unfit(asked.id, names):
            yield asked.row, "id", asked.id, _OWN_ID
        names.add(asked.id)
        yield from _faults_of(asked, ids)


def _faults_of(asked: Asked, ids: set[str]) -> Iterator[Fault]:
    for key, text in (("type", asked.question_type), ("question", asked.question)):
        if not text.strip():
            yield asked.row, key, text, _NOT_BLANK
    if lacks_answer(asked):
        yield asked.row, "answer", asked.answer, "an answer: without one, the key is left out"
    complete = bool(ids) and "" not in ids
    for place, name in enumerate(asked.evidence):
        if (complete and name not in ids) or name in asked.evidence[:place]:
            yield asked.row, f"goldSessionIds[{place}]", name, f"ids of {_SESSIONS}, none twice"


def _unfit(name: str, others: set[str]) -> bool:
    return not name or name in others or any(map(str.isspace, name))
