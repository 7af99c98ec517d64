"""ConvoMem (Pakhomov et al., arXiv 2511.10523; SalesforceAIResearch/ConvoMem).

JSON files of two kinds: questions with the conversations that hold their evidence, {evidence_items: [item]}, and test cases, which put such conversations among
others, [{evidenceItems, conversations, contextSize}]. Items of the first kind were read; no file of the second was at hand.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import DatasetError
from memsim.io.formats.aside import Aside
from memsim.io.formats.audited import Asked, Audited, Post, content_hash
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Keys, faults_of, history_of, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import ENDINGS, Found, Scalar, Text, Untold, begins, digest_of, read_json
from memsim.records import History

_CATEGORIES = ("user", "assistant_facts", "changing", "abstention", "preference", "implicit_connection")
_FOLDERS = {f"{name}_evidence": name for name in _CATEGORIES}
_UNKNOWN = "unknown"
#: What the authors' generator requires as the answer, word for word.
_NO_ANSWER = "there is no information in prior conversations to answer this question"
_UNANSWERABLE, _RUBRICS = "abstention", ("preference", "implicit_connection")
_PAYLOAD = {"evidence_items": list, "checkpoint": Untold}
_CASE = {"evidenceItems": list, "conversations": list, "contextSize": Untold}
_BESIDE = ("scenario_description", "personId", "use_case_model_name", "core_model_name")  # how an item was made
_ITEM = {
    "question": Text,
    "answer": Scalar,
    "message_evidences": list,
    "conversations": list,
    "category": Text,
    **dict.fromkeys(_BESIDE, Untold),
}
_HOW = ("id", "containsEvidence", "model_name")
_CONVERSATION = {"messages": list, "id": Scalar, **dict.fromkeys(_HOW[1:], Untold)}
_MESSAGE = {"speaker": Text, "text": Text}
_ELSEWHERE = "conversations of items do not stand in their test case, and are not given"
_PART = "pieces of evidence are part of what a turn says: it is the only turn that has them"
_BEGINS = re.compile(rf'\s*(\[\s*)?\{{\s*"({"|".join((*_PAYLOAD, *_CASE))})"\s*:')


class _Case(NamedTuple):
    """Questions about the same conversations.

    Attributes:
        row: Where it stands.
        items: The questions.
        conversations: What they are about.
        own: Lists of conversations that items bring beside them: a test case should have these too.
    """

    row: Found
    items: list[Found]
    conversations: Found
    own: list[Found]


class _Talk:
    """What is said in a case, by whom.

    Args:
        posts: The turns.
        parts: Where what is found inside a turn is counted.
    """

    def __init__(self, posts: Iterable[Post], parts: Counter[str]) -> None:
        self._by: dict[str, dict[str, str]] = {}
        for post in posts:
            self._by.setdefault(post.role, {}).setdefault(post.text, post.mid)
        self._parts = parts

    def saying(self, speaker: str, text: str) -> str | None:
        """Return the first turn of a speaker that says just this, or else the only one that has it, in whole words; None where none is."""
        said = self._by.get(speaker, {})
        if text in said:
            return said[text]
        words = text.strip()
        whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
        having = [mid for turn, mid in said.items() if words and words in turn and whole.search(turn)]
        if len(having) != 1:
            return None
        self._parts[_PART] += 1
        return having[0]


class ConvoMem(Source):
    """A history an item, or a test case with all its items; a message a turn, a session a conversation.

    The files say of each conversation whether it holds evidence (``containsEvidence``), and name some after it: that is not read, and conversations are
    called by their place, ``c3``. Evidence is given as text, often without how its turn begins: it is the first turn of the same speaker that says
    just that, or else the only one that says it among other things; what was reworded leads nowhere. A conversation that stands twice under
    one id with the same content is given once, at its first place. The type of a question is the name of the folder that its file lies in
    (``abstention_evidence``); elsewhere, the one answer that the authors have to questions which cannot be answered tells these, and nothing
    tells the others apart: the ``category`` of an item is what it is about. Nothing in the set has a time.
    """

    format = "convomem"
    languages = ("en",)
    looked_for = "a .json or .json.gz file with {evidence_items} or [{evidenceItems, conversations}], or a folder of them"
    convention = Convention("turn", 5, ("accuracy_by_judge", "recall_all@{k}", "recall@{k}"))

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        self._paths = list(_files(path)) if path.is_dir() else [path]
        if not self._paths:
            raise Found(path, "", "", []).refused("a folder with .json or .json.gz files")
        self.digest = digest_of(*self._paths)
        if not lenient:
            self._aside = Aside()
            kinds: Counter[str] = Counter()
            parts: Counter[str] = Counter()
            told = notes(_counted(whole(path, partial(self._read, self._aside, parts), partial(faults_of, Keys("conversations"))), kinds))
            self._notes = told | {note: count for note, count in _by_kind(kinds).items() if count} | +parts | self._aside.notes()

    @classmethod
    def recognises(cls, path: Path) -> bool:
        first = next(_files(path), path) if path.is_dir() else path
        return begins(first, _BEGINS)

    def histories(self) -> Iterator[History]:
        for history in self.audited():
            posts = tuple(post._replace(session=post.mid.partition(":")[0]) for post in history.posts)
            yield history_of(replace(history, posts=posts))

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, partial(self._read, Aside(), Counter()))

    def untold(self) -> dict[str, int]:
        return dict(self._aside.untold)

    def _read(self, aside: Aside, parts: Counter[str], faults: Faults) -> Iterator[Audited]:
        number = 0
        for path in self._paths:
            kind = next((_FOLDERS[part] for part in reversed(path.resolve().parts) if part in _FOLDERS), "")
            within = path.relative_to(self.path).as_posix() if path != self.path else ""
            try:
                file = read_json(path)
            except DatasetError as error:
                faults.add_error(error)
                continue
            for case in _cases(file._replace(file=self.path, row=within, faults=faults), aside):
                yield _audited(case, f"h{number}", kind, aside, parts)
                number += 1


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and those below it, in order; the first is found without looking at all."""
    for here, below, names in os.walk(folder):
        below.sort()
        yield from (Path(here) / name for name in sorted(names) if name.endswith(ENDINGS))


def _counted(histories: Iterator[Audited], kinds: Counter[str]) -> Iterator[Audited]:
    """Yield histories, and count their questions by type."""
    for history in histories:
        kinds.update(asked.question_type for asked in history.asked)
        yield history


def _by_kind(kinds: Counter[str]) -> dict[str, int]:
    rubrics = sum(kinds[name] for name in _RUBRICS)
    return {
        "answers say what a good one is like, and only a judge can hold an answer to them": rubrics,
        "questions lie in no folder of their type, and count as such that can be answered": kinds[_UNKNOWN],
    }


def _cases(file: Found, aside: Aside) -> Iterator[_Case]:
    """Yield what a file holds; an item of a file of items is a case with its own conversations."""
    if isinstance(file.value, dict) and "evidence_items" in file.value:
        items = file.at("evidence_items", file.known(_PAYLOAD, ("checkpoint",), aside)["evidence_items"])
        for row in items.rows():
            item = _item(row._replace(key=""), aside)
            yield _Case(item, [item], _own(item), [])
        return
    for row in [file.under(0, file.value)] if isinstance(file.value, dict) else file.rows():
        fields = row.known(_CASE, ("contextSize",), aside)
        items = row.at("evidenceItems", fields["evidenceItems"])
        known = [_item(items.at(number, item), aside) for number, item in enumerate(items.value)]
        yield _Case(row, known, row.at("conversations", fields["conversations"]), list(map(_own, known)))


def _own(item: Found) -> Found:
    return item.at("conversations", item.value["conversations"])


def _item(found: Found, aside: Aside) -> Found:
    """Return an item with all that is known of it."""
    return found._replace(value=found.known(_ITEM, _BESIDE, aside))


def _audited(case: _Case, name: str, kind: str, aside: Aside, parts: Counter[str]) -> Audited:
    posts: list[Post] = []
    sessions: list[tuple[str, str]] = []
    for place, value in enumerate(case.conversations.value):
        found = case.conversations.at(place, value)
        fields, said = _conversation(found, aside)
        called = str(fields["id"]) if fields.get("id") is not None else f"c{place}"
        session = called, content_hash(said)
        if session not in sessions:
            posts += (_post(f"c{place}:{number}", called, *turn) for number, turn in enumerate(said))
        sessions.append(session)
    given = {digest for _, digest in sessions}
    own = (found.at(place, value) for found in case.own for place, value in enumerate(found.value))
    parts[_ELSEWHERE] += sum(content_hash(_conversation(found, aside)[1]) not in given for found in own)
    talk = _Talk(posts, parts)
    asked = tuple(_asked(item, f"{name}-q{place}", kind, talk, aside) for place, item in enumerate(case.items))
    return Audited(name, "en", tuple(posts), asked, (), case.row.row, tuple(sessions))


def _conversation(found: Found, aside: Aside) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return what is known of a conversation, and who says what in it."""
    fields = found.known(_CONVERSATION, _HOW, aside)
    return fields, _turns(found.at("messages", fields["messages"]), aside)


def _post(mid: str, session: str, speaker: str, text: str) -> Post:
    return Post(mid, session, speaker, speaker, text, "", None, weekday_wrong=False)


def _turns(found: Found, aside: Aside) -> list[tuple[str, str]]:
    """Return who speaks and what they say."""
    turns = [found.at(place, turn).known(_MESSAGE, (), aside) for place, turn in enumerate(found.value)]
    return [(turn["speaker"].lower(), turn["text"]) for turn in turns]


def _asked(item: Found, name: str, kind: str, talk: _Talk, aside: Aside) -> Asked:
    fields: dict[str, Any] = item.value
    if not kind and str(fields["answer"]).strip().rstrip(".").casefold() == _NO_ANSWER:
        kind = _UNANSWERABLE
    says = _turns(item.at("message_evidences", fields["message_evidences"]), aside)
    return Asked(
        id=name,
        question=fields["question"],
        question_type=kind or _UNKNOWN,
        topic=fields["category"],
        language="en",
        answer=fields["answer"],
        evidence=tuple(talk.saying(*turn) or f"evidence {place}, which no turn says" for place, turn in enumerate(says)),
        unanswerable=kind == _UNANSWERABLE,
        row=": ".join(filter(None, (item.row, item.key))),
    )
