"""Sets as their files have them, right or wrong: what `memsim check` looks at.

`records.History` is what can be measured, and refuses what cannot. These records keep defects: a reference that leads nowhere, a time that is none, an
answer that is a number or missing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Value = str | int | float | bool | None


class Post(NamedTuple):
    """A message as the set has it.

    Attributes:
        mid: What evidence calls it.
        session: As the set names it; messages of one name are one session.
        role: ``user``, ``assistant`` or what else the set says.
        speaker: A name, or the role where the set gives none.
        text: As written.
        time: As written; empty where the set gives none.
        moment: `time` in ISO 8601 to the minute; None where it is none.
        weekday_wrong: A weekday is written, and that day has another.
    """

    mid: str
    session: str
    role: str
    speaker: str
    text: str
    time: str
    moment: str | None
    weekday_wrong: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the set has it; what is not given, the set does not have.

    Attributes:
        id: The set's own, or its place where the set gives none.
        question: As written.
        question_type: By name.
        language: Of the question.
        answer: As written, of any JSON type; None where it is missing.
        evidence: What is referred to in the form of a message's or a session's id, in order, doubled ones too.
        row: Where it stands, as errors say it.
        choices: As written, A first; empty without.
        target: The letter that the set calls right; None without choices.
        malformed: References as written that are not one such id; the ids in them are in `evidence` too.
        inside: How many of `evidence` stand inside of these.
        unanswerable: The set says that it cannot be answered.
        noisy: The set says that there is chatter around it.
        time: As written; empty where the set gives none.
        moment: `time` in ISO 8601 to the minute; None where it is none.
        weekday_wrong: A weekday is written, and that day has another.
        kinds: By mid, ``evidence``, ``context``, ``distractor`` or ``noise``, where the set says.
        about: By mid, the attribute that a message tells, where the set says.
        topic: What it is about, where the set says.
    """

    id: str
    question: str
    question_type: str
    language: str
    answer: Value
    evidence: tuple[str, ...]
    row: str
    choices: tuple[str, ...] = ()
    target: str | None = None
    malformed: tuple[str, ...] = ()
    inside: int = 0
    unanswerable: bool = False
    noisy: bool = False
    time: str = ""
    moment: str | None = None
    weekday_wrong: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """A history with all that is asked about it.

    Attributes:
        id: The set's own, or its place where the set gives none.
        language: Of its messages.
        posts: Its messages in the order of the file.
        asked: Its questions.
        orphans: Parts that belong to nothing, as text: the date of a session that is not there, the gold of a message that is not there.
        row: Where it stands, as errors say it.
        sessions: (id, SHA-256 of the content) of each session in order, where sessions are what the set is made of; else empty. That of one
            without messages is empty, see `content_hash`.
    """

    id: str
    language: str
    posts: tuple[Post, ...]
    asked: tuple[Asked, ...]
    orphans: tuple[str, ...] = ()
    row: str = ""
    sessions: tuple[tuple[str, str], ...] = ()


def content_hash(said: Sequence[object]) -> str:
    """Return the SHA-256 of what a session holds; empty where it holds nothing."""
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest() if said else ""
