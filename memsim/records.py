"""The records that pass between rooms: frozen and without behaviour. Field names are those of the dataset's tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


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


class Message(NamedTuple):
    """What an agent sees of one message. A tuple: what is given to a memory cannot be changed by it."""

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


class Answer(NamedTuple):
    """A right answer for typed grading; `kind` is one of `scoring.answers.KINDS`, or empty where it must be told from the text."""

    text: str
    kind: str = ""
    number: float | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """What scoring knows of a question and nobody under test may see.

    Attributes:
        evidence: The mids that tell the answer; empty where the set names none.
        target: The letter of the right choice, or None without choices.
        answers: One for each part of the question; empty where it cannot be answered.
        axes: For each choice, how it differs from the right one; None for the right one, and where it is not known.
        facts: (mid, subject, value) that the evidence states, to find it in texts that a memory wrote itself.
        cluster: What the question shares with others, so that they count as one for intervals: by default its history, in sets of ours
            the trajectory, which tells the same in each language.
        sessions: For each session that holds evidence, the mids of all its messages, where evidence counts by session too; else empty.
    """

    evidence: tuple[str, ...]
    target: str | None
    answers: tuple[Answer, ...]
    axes: tuple[str | None, ...] = ()
    facts: tuple[tuple[str, str, str], ...] = ()
    cluster: str = ""
    sessions: tuple[tuple[str, ...], ...] = ()


class Item(NamedTuple):
    """A question with its truth."""

    question: Question
    truth: Truth


@dataclass(frozen=True, slots=True)
class History:
    """The messages of one user, in order, and all that is asked about them."""

    id: str
    language: str
    messages: tuple[Message, ...]
    items: tuple[Item, ...]


class Recalled(NamedTuple):
    """One thing that a memory recalls.

    Attributes:
        text: As the reader shall see it.
        score: Higher is better; a finite number.
        sources: The mids of the messages that it holds, or None for a memory that rewrites what it stores.
    """

    text: str
    score: float
    sources: tuple[str, ...] | None = None


class Asked(NamedTuple):
    """A question as it is put to a reader or an agent: without choices, free text is wanted, of the kind `answer_type` where that is told."""

    question: str
    time: str
    language: str
    choices: tuple[str, ...] = ()
    answer_type: str = ""


class Passage(NamedTuple):
    """What a reader sees of one thing recalled; `time` and `speaker` are empty where a memory wrote the text itself."""

    text: str
    time: str = ""
    speaker: str = ""


class Usage(NamedTuple):
    """What calls of a model took; `cost` in US dollars, None where the price is not known."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: object) -> Usage:
        """Return the sum; the cost of one unknown is unknown."""
        if not isinstance(other, Usage):
            return NotImplemented
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            self.calls + other.calls, self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens, cost
        )


class Reply(NamedTuple):
    """What a reader says.

    Attributes:
        status: ``answered``, ``refused``, ``unparsed`` (no answer can be told from what it said) or ``failed`` (it could not be asked).
        answer: A letter, or free text; empty unless answered.
        raw: All that it said.
        reason: Why there is no answer.
        usage: What it took.
    """

    status: str
    answer: str = ""
    raw: str = ""
    reason: str = ""
    usage: Usage = Usage()
