"""The records that pass between rooms: frozen and without behaviour. Field names are those of the dataset's tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as a message states it; `number` is in the attribute's unit, or None."""

    mid: str
    time: str
    subject: str
    attribute: str
    said: str
    value: str
    number: float | None


@dataclass(frozen=True, slots=True)
class Hint:
    """The fact behind a message, with the entity that its subject words."""

    entity: str
    subject: str
    attribute: str
    said: str
    value: str
    number: float | None


@dataclass(frozen=True, slots=True)
class Message:
    """What an agent sees of one message."""

    mid: str
    session: str
    role: str
    speaker: str
    text: str
    time: str


@dataclass(frozen=True, slots=True)
class Question:
    """What an agent sees of the question; `choices` are A to D."""

    id: str
    history_id: str
    language: str
    question_type: str
    topic: str
    noisy: bool
    question: str
    question_time: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One query of a question with its proved answer. `unique_sql` must return 1 over the user's world."""

    question_type: str
    class_: str
    attribute: str
    answer: str
    answer_type: str
    number: float | None
    unit: str | None
    sql: str
    unique_sql: tuple[str, ...]
    hops: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoldMessage:
    """The truth behind a message: why it is there, and what it states."""

    mid: str
    kind: str
    axis: str | None
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True)
class Gold:
    """The truth of a trajectory; `target` is a letter, `evidence` the mids that the queries read."""

    id: str
    history_id: str
    index: int
    target: str
    answer: str
    evidence: tuple[str, ...]
    parts: tuple[Part, ...]
    messages: tuple[GoldMessage, ...]


@dataclass(frozen=True, slots=True)
class Trajectory:
    """ξ = (M, q, a, a', h) in one language."""

    messages: tuple[Message, ...]
    question: Question
    gold: Gold
