"""PersonaMem (Jiang et al., arXiv 2504.14225; bowen-upenn/PersonaMem), v1 and v2.

A CSV file of questions, and what they are about. v1: ``questions_32k.csv`` with ``shared_contexts_32k.jsonl`` beside it, {id: [{role, content}]} a line. v2:
``benchmark.csv``, and the JSON files that its rows link to, {metadata, chat_history: [{role, content}]} or the list alone. Questions and contexts of v1 were
read, and a chat of v2; no file of v2's questions was at hand: their columns are those that the authors' script writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from memsim.errors import DatasetError
from memsim.io.formats.aside import Aside
from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import faults_of, history_of, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.personamem_versions import VERSIONS, Put, Turn, Version, turns
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, digest_of, glance
from memsim.io.formats.tabular import columns, read_csv
from memsim.records import History

_V3 = re.compile(r"\ufeff?(#[^\n]*\n)*query_id,([^\n]*,)?instance_json\s")  # how its tables of queries begin
_SYSTEM = "system"
_DESCRIBED = "messages describe the user to a model, and are left out"
_LONGER = "questions name a longer chat too, and are asked about that of 32k: in a copy without its column, about the other"
_UNASKED = "contexts are asked about by no question, and are not given"


class PersonaMem(Source):
    """A history for all questions about the same turns, a message a turn; what comes after ``end_index_in_shared_context`` is not in it.

    Messages of the role ``system`` describe the user, preferences that questions ask for included: the bench leaves them out. v2 gives the right
    answer apart from the wrong ones: choices stand in a random order, the same each time. Of its two chats, of 32k and of 128k, the first that a
    row names is read. Its ``related_conversation_snippet`` is the evidence, where it stands in the chat as it is; v1 names none. Nothing in the set has a time.
    """

    format = "personamem"
    languages = ("en",)
    looked_for = "a .csv file with the columns of PersonaMem's questions"
    convention = Convention("turn", 5, ("accuracy", "recall_all@{k}"))

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        version = _version(path)
        if _is_v3(path):
            raise Found(path, "", "header", "queries of PersonaMem v3").refused(
                "v1 or v2: v3 has tasks for agents that use apps, judged by rubrics, which are no questions about messages; it is not read"
            )
        if version is None:
            needed = " or ".join(f"{', '.join(kind.needed)} ({name})" for name, kind in VERSIONS.items())
            raise Found(path, "", "header", columns(path)).refused(f"the columns {needed}")
        self._opening = Faults()
        self._version = version(path, self._opening)
        self._aside = Aside()
        self._put: list[tuple[int, Found, Put]] = []
        rows = list(read_csv(path, version.needed, self._opening))
        if not rows and not self._opening.count:
            Found(path, "", "", [], self._opening).wrong("rows")
        for number, row in enumerate(rows):
            before = self._opening.count
            put = self._version.put(row, number, self._aside)
            if self._opening.count == before:
                self._put.append((number, row, put))
        self._chats = sorted({put.chat for *_, put in self._put})
        self.digest = digest_of(path, *self._version.files(self._chats))
        if not lenient:
            self._notes = notes(whole(path, partial(self._read, self._aside), partial(faults_of, version.keys), self._opening))
            self._notes |= {note: count for note, count in self._own_notes().items() if count} | self._aside.notes()

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return path.is_file() and path.suffix == ".csv" and (_version(path) is not None or _is_v3(path))

    def histories(self) -> Iterator[History]:
        for history in self.audited():
            yield history_of(replace(history, posts=tuple(post for post in history.posts if post.role != _SYSTEM)))

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, partial(self._read, Aside()), opening=self._opening)

    def untold(self) -> dict[str, int]:
        return {
            **self._aside.untold,
            "messages that describe the user to a model": self._notes.get(_DESCRIBED, 0),
            "contexts that no question asks about": self._version.unasked(self._chats),
        }

    def _read(self, aside: Aside, faults: Faults) -> Iterator[Audited]:
        about: dict[tuple[str, int | None], list[tuple[int, Found, Put]]] = {}
        for number, row, put in self._put:
            about.setdefault((put.chat, put.end), []).append((number, row._replace(faults=faults), put))
        broken: set[str] = set()
        counted: set[str] = set()  # chats that several questions are about hold no more for that
        for place, ((chat, end), rows) in enumerate(about.items()):
            if chat in broken:
                continue
            before = faults.count
            said = self._said(chat, Aside() if chat in counted else aside, faults)
            counted.add(chat)
            if said is None:
                for _, row, _ in rows:
                    row.at(self._version.link, chat).wrong(self._version.linked)
                continue
            if faults.count > before:
                broken.add(chat)
                continue
            if end is not None and end > len(said):
                for _, row, _ in rows:
                    row.at("end_index_in_shared_context", end).wrong(f"at most {len(said):,}, the turns of the context")
            posts = tuple(
                Post(f"t{number}", "s1", role, role, text, "", None, weekday_wrong=False) for number, (role, text) in enumerate(said[:end])
            )
            asked = tuple(_asked(row, f"q{number}", put, said) for number, row, put in rows)
            yield Audited(f"h{place}", "en", posts, asked, (), rows[0][1].row)

    def _said(self, chat: str, aside: Aside, faults: Faults) -> list[Turn] | None:
        """Return the turns of a chat, or None where there is no such chat."""
        try:
            found = self._version.chat(chat, aside, faults)
        except DatasetError as error:
            faults.add_error(error)
            return []
        return None if found is None else turns(found, aside)

    def _own_notes(self) -> dict[str, int]:
        said = (post for history in self.audited() for post in history.posts)
        return {
            _DESCRIBED: sum(post.role == _SYSTEM for post in said),
            _UNASKED: self._version.unasked(self._chats),
            _LONGER: sum(put.longer for *_, put in self._put),
            "questions have their choices in an order of our own: the set has the right one apart": len(self._put) * self._version.arranged,
        }


def _version(path: Path) -> type[Version] | None:
    """Return the layout that a file's columns tell."""
    found = columns(path)
    return next((kind for kind in VERSIONS.values() if {*kind.needed} <= {*found}), None)


def _is_v3(path: Path) -> bool:
    return _V3.match(glance(path)) is not None


def _asked(row: Found, name: str, put: Put, said: list[Turn]) -> Asked:
    evidence: tuple[str, ...] = ()
    if put.snippet:
        size = len(put.snippet)
        begins = next((place for place in range(len(said) - size + 1) if tuple(said[place : place + size]) == put.snippet), None)
        evidence = ("the snippet, which the chat does not have",) if begins is None else tuple(f"t{begins + step}" for step in range(size))
    return Asked(
        id=name,
        question=put.question,
        question_type=put.question_type,
        language="en",
        answer=put.answer,
        choices=put.choices,
        target=put.target,
        evidence=evidence,
        row=row.row,
        topic=put.topic,
    )
