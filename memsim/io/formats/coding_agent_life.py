"""coding-agent-life (agentmemory): a folder with ``sessions.json``, what a coding agent did, and ``queries.json``, what is asked about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from memsim.io.formats.registry import Source
from memsim.io.formats.strict import Found, digest_of, read_json
from memsim.records import Answer, History, Item, Message, Question, Truth

_FILES = ("sessions.json", "queries.json")
_SESSION = {"id": str, "timestamp": str, "content": str}
_QUERY = {"id": str, "type": str, "question": str, "answer": str, "goldSessionIds": list}
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_HISTORY = "h-coding-agent-life"


class CodingAgentLife(Source):
    """One history, a message a session, with one question a query.

    The set does not say when a question is asked and offers no choices: both are left empty.
    """

    format = "coding-agent-life"
    languages = ("en",)
    looked_for = f"a folder with {' and '.join(_FILES)}"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        files = [path / name for name in _FILES]
        sessions, queries = map(read_json, files)
        self._messages = tuple(_message(row) for row in _rows(sessions, _SESSION))
        known = {message.mid for message in self._messages}
        self._items = tuple(_item(row, known) for row in _rows(queries, _QUERY, optional=("answer",)))
        self.digest = digest_of(*files)

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return all((path / name).is_file() for name in _FILES)

    def histories(self) -> Iterator[History]:
        yield History(_HISTORY, "en", self._messages, self._items)

    def notes(self) -> dict[str, int]:
        back = sum(later.time < earlier.time for earlier, later in pairwise(self._messages))
        return {"sessions go back in time": back} if back else {}


def _rows(file: Found, kinds: Mapping[str, type], optional: tuple[str, ...] = ()) -> Iterator[Found]:
    """Yield the rows of a file, each an object with an id of its own."""
    seen: set[str] = set()
    for place, value in enumerate(file.filled(list)):
        row = file.under(place, value)
        name = row.fields(kinds, optional)["id"]
        if name in seen or any(map(str.isspace, name)):
            raise row.at("id", name).refused("an id without spaces that no other row has")
        seen.add(name)
        yield row


def _message(row: Found) -> Message:
    session: dict[str, Any] = row.value
    try:
        if not _TIME.fullmatch(session["timestamp"]):
            raise ValueError  # noqa: TRY301 - one message for all that is no time
        moment = datetime.fromisoformat(session["timestamp"]).replace(tzinfo=None)
    except ValueError:
        raise row.at("timestamp", session["timestamp"]).refused("a time in UTC, such as 2026-04-08T09:14:00Z") from None
    return Message(session["id"], session["id"], "user", "user", session["content"], moment.isoformat(timespec="minutes"))


def _item(row: Found, known: set[str]) -> Item:
    query: dict[str, Any] = row.value
    gold = row.at("goldSessionIds", query["goldSessionIds"])
    for place, name in enumerate(gold.value):
        if gold.at(place, name).must_be(str) not in known or name in gold.value[:place]:
            raise gold.at(place, name).refused(f"ids of {_FILES[0]}, none twice")
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
