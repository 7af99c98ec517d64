"""The layouts of PersonaMem that are read: which columns tell one, what a row asks, and where the chat is that it asks about."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath
from string import ascii_lowercase, ascii_uppercase
from typing import Any, ClassVar, NamedTuple

from memsim.io.formats.aside import Aside
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Keys
from memsim.io.formats.strict import Found, Text, Untold, read_json
from memsim.io.formats.tabular import literal, read_lines
from memsim.rng import Rng

_CHOICE = re.compile(r"\(([a-z])\)\s*(.*)", re.DOTALL)
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_CHAT = {"metadata": Untold, "chat_history": list}
_QUESTIONS, _CONTEXTS = "questions", "shared_contexts"
Turn = tuple[str, str]  # role, content


class Put(NamedTuple):
    """What a row asks.

    Attributes:
        chat: What it is about, and `end` how much of that comes before the question; None for all.
        question, question_type, topic: As written.
        choices, target, answer: The right choice by its letter and by its text; what stands for it where it is no letter of theirs.
        snippet: Turns of the chat that tell the answer, where the set has them.
        longer: Whether the row names a longer chat too.
    """

    chat: str
    end: int | None
    question: str
    question_type: str
    topic: str
    choices: tuple[str, ...]
    target: str
    answer: str
    snippet: tuple[Turn, ...] = ()
    longer: bool = False


class Version(ABC):
    """A layout.

    Attributes:
        needed: Columns by which it is recognised.
        columns: All that it has, and of what kind they are.
        link: The column that names the chat, as an error says it, and `linked` what it should name.
        keys: What the columns are called that a message or a question comes from.
        arranged: Whether the order of the choices is of our making.
    """

    needed: ClassVar[tuple[str, ...]]
    columns: ClassVar[Mapping[str, type]]
    link: ClassVar[str]
    keys: ClassVar[Keys]
    linked: str
    arranged: ClassVar[bool]

    @abstractmethod
    def __init__(self, path: Path, faults: Faults) -> None: ...

    @abstractmethod
    def put(self, row: Found, number: int, aside: Aside) -> Put:
        """Return what a row asks, the row's fields checked."""

    @abstractmethod
    def files(self, chats: Sequence[str]) -> list[Path]:
        """Return the files that hold these chats."""

    @abstractmethod
    def chat(self, name: str, aside: Aside, faults: Faults) -> Found | None:
        """Return a chat's list of turns, or None where there is no such chat; what stands beside them is counted.

        Raises:
            DatasetError: Its file cannot be read.
        """

    def unasked(self, chats: Sequence[str]) -> int:
        """Return how many chats the files have beside these; none where a file has one chat."""
        return 0

    def _fields(self, row: Found, aside: Aside) -> dict[str, Any]:
        return row.known(self.columns, self.columns.keys() - {*self.needed}, aside)


class V1(Version):
    """Questions with options ``(a)`` to ``(d)`` about the first part of a shared context; what tells the answer is not said."""

    needed = (
        "question_id", "question_type", "topic", "user_question_or_message", "correct_answer", "all_options", "shared_context_id",
        "end_index_in_shared_context",
    )  # fmt: skip
    _beside = (
        "question_id", "persona_id", "context_length_in_tokens", "context_length_in_letters", "distance_to_ref_in_blocks",
        "distance_to_ref_in_tokens", "num_irrelevant_tokens", "distance_to_ref_proportion_in_context",
    )  # fmt: skip
    columns: ClassVar = dict.fromkeys(needed, Text) | dict.fromkeys(_beside, Untold)
    link = "shared_context_id"
    keys = Keys("end_index_in_shared_context", "user_question_or_message", target="correct_answer", answer="all_options")
    arranged = False

    def __init__(self, path: Path, faults: Faults) -> None:
        self._path = path.with_name(path.stem.replace(_QUESTIONS, _CONTEXTS, 1) + ".jsonl")
        self.linked = f"a context of {self._path.name}"
        self._contexts: dict[str, Found] = {}
        for line in read_lines(self._path, faults):
            for name, turns in line.filled(dict).items():
                if name in self._contexts:
                    line.at(name, "…").wrong("an id that no other context has")
                self._contexts[name] = line.at(name, turns)

    def put(self, row: Found, number: int, aside: Aside) -> Put:
        fields = self._fields(row, aside)
        end = row.at("end_index_in_shared_context", fields["end_index_in_shared_context"])
        whole = bool(_WHOLE.fullmatch(end.value))
        if not whole:
            end.wrong("a whole number from 0, of at most nine digits")
        told = row.at("all_options", fields["all_options"])
        choices = _texts(told._replace(value=literal(told)))
        lettered = [_CHOICE.fullmatch(choice.strip()) for choice in choices]
        if [match and match[1] for match in lettered] != list(ascii_lowercase[: len(choices)]):
            told.wrong("options that begin with (a), (b) and so on")
        offered = tuple(match[2] for match in lettered if match)
        right = fields["correct_answer"].strip().strip("()").lower()
        place = ascii_lowercase.find(right) if len(right) == 1 else -1
        known = 0 <= place < len(offered)
        return Put(
            chat=fields["shared_context_id"],
            end=int(end.value) if whole else None,
            question=fields["user_question_or_message"],
            question_type=fields["question_type"],
            topic=fields["topic"],
            choices=offered,
            target=ascii_uppercase[place] if known else fields["correct_answer"],
            answer=offered[place] if known else "",
        )

    def files(self, chats: Sequence[str]) -> list[Path]:
        return [self._path]

    def unasked(self, chats: Sequence[str]) -> int:
        return len(self._contexts.keys() - {*chats})

    def chat(self, name: str, aside: Aside, faults: Faults) -> Found | None:
        found = self._contexts.get(name)
        return found and found._replace(faults=faults)


class V2(Version):
    """Questions with a right answer and wrong ones about a whole chat; some have the turns that the answer rests on."""

    needed = ("user_query", "correct_answer", "incorrect_answers")
    _links = ("chat_history_32k_link", "chat_history_128k_link", "chat_history_link")
    _asked = (*needed, "pref_type", "topic_query", "related_conversation_snippet", *_links)
    _beside = (
        "persona_id", "topic_preference", "preference", "who", "updated", "prev_pref", "sensitive_info", "conversation_scenario",
        "short_persona", "expanded_persona", "raw_persona_file", "groundtruth_info", "num_persona_relevant_tokens_32k", "num_persona_irrelevant_tokens_32k",
        "num_persona_relevant_tokens_128k", "num_persona_irrelevant_tokens_128k", "total_tokens_in_chat_history_32k",
        "total_tokens_in_chat_history_128k", "distance_from_related_snippet_to_query_32k", "distance_from_related_snippet_to_query_128k",
    )  # fmt: skip
    columns: ClassVar = dict.fromkeys(_asked, Text) | dict.fromkeys(_beside, Untold)
    link = _links[0]
    keys = Keys(link, "user_query", target="correct_answer", answer="correct_answer")
    linked = "a file below the folder of the set"
    arranged = True

    def __init__(self, path: Path, faults: Faults) -> None:
        self._roots = [
            path.parent,
            *path.parent.parents[:2],
        ]  # the file of questions lies in a folder of its own, two below what links begin at
        self._read = lru_cache(maxsize=4)(read_json)

    def put(self, row: Found, number: int, aside: Aside) -> Put:
        fields = self._fields(row, aside)
        wrong = row.at("incorrect_answers", fields["incorrect_answers"])
        answers = [fields["correct_answer"], *_texts(wrong._replace(value=literal(wrong)))]
        if len(answers) > len(ascii_uppercase):
            wrong.wrong(f"at most {len(ascii_uppercase) - 1} texts, so that each choice has a letter")
            answers = answers[: len(ascii_uppercase)]
        order = _order(number, len(answers))
        chats = [link for name in self._links if (link := fields.get(name, "")).strip()]
        told = row.at("related_conversation_snippet", fields.get("related_conversation_snippet", ""))
        return Put(
            chat=chats[0] if chats else "",
            end=None,
            question=_content(row.at("user_query", fields["user_query"])),
            question_type=fields.get("pref_type") or "preference",
            topic=fields.get("topic_query", ""),
            choices=tuple(answers[place] for place in order),
            target=ascii_uppercase[order.index(0)],
            answer=answers[0],
            snippet=tuple(turns(told._replace(value=literal(told)), aside)) if told.value.strip() else (),
            longer=len(chats) > 1,
        )

    def files(self, chats: Sequence[str]) -> list[Path]:
        return [path for name in chats if (path := self._path(name)) is not None]

    def chat(self, name: str, aside: Aside, faults: Faults) -> Found | None:
        path = self._path(name)
        if path is None:
            return None
        found = self._read(path)._replace(faults=faults)
        if not isinstance(found.value, dict):
            return found
        return found.at("chat_history", found.known(_CHAT, ("metadata",), aside)["chat_history"])

    def _path(self, name: str) -> Path | None:
        link = PurePosixPath(name)
        if not name.strip() or link.is_absolute() or ".." in link.parts:
            return None
        with suppress(OSError):  # a name too long for a file is no path
            return next((root / link for root in self._roots if (root / link).is_file()), None)
        return None


def turns(found: Found, aside: Aside) -> list[Turn]:
    """Return the turns of a list of {role, content}."""
    out = []
    for place, value in enumerate(found.must_be(list)):
        fields = found.at(place, value).known({"role": Text, "content": Text}, (), aside)
        out.append((fields["role"], fields["content"]))
    return out


def _texts(found: Found) -> list[str]:
    found.filled(list)
    return found.each(Text)


def _content(found: Found) -> str:
    """Return what a turn says that is written as a literal, or as plain text."""
    if not found.value.lstrip().startswith("{"):
        return str(found.value)
    return str(found._replace(value=literal(found)).known({"role": Text, "content": Text}, ("role",), Aside())["content"])


def _order(number: int, size: int) -> list[int]:
    """Return a random order of the choices, the same for a row each time: the set has the right one in a column of its own."""
    import numpy as np

    return [int(place) for place in Rng(0, np.array([number])).permutation("io/personamem", size)[:, 0]]


#: By what an error calls them.
VERSIONS: dict[str, type[Version]] = {"v1": V1, "v2": V2}
