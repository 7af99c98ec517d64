"""What a kind of answer has to give, and the values that it finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from memsim.records import Answer


class Candidate(NamedTuple):
    """A value in a reply.

    Attributes:
        value: Of the type of its kind.
        start, end: Where it stands in the text that the kind looked at.
        rough: Whether it is an end of a range, or says only a part of what is wanted.
        weighed: Whether the kind has itself left out what is denied: nothing beside it changes it.
    """

    value: Any
    start: int
    end: int
    rough: bool = False
    weighed: bool = False


class Option(NamedTuple):
    """A choice, or the part of it that is about one part of the question; `value` is None where it does not read as the kind wanted."""

    text: str
    value: Any
    axis: str | None


class Part(NamedTuple):
    """One part of a question as it is graded: the right answer as a text, as the choices say it and as a value, and the other options."""

    kind: Kind
    answer: Answer
    spoken: str
    value: Any
    options: tuple[Option, ...]
    question: str
    language: str

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is known to be an answer, the right one first."""
        return tuple(dict.fromkeys((self.answer.text, self.spoken, *(option.text for option in self.options))))

    @property
    def words(self) -> tuple[str, ...]:
        """The texts that values are found by; empty for kinds that need none."""
        return self.kind.words(self.texts)


class Kind(Protocol):
    """A kind of answer.

    Attributes:
        name: As `Answer.kind` says it.
        family: Values of different families are never taken for one another: ``text``, ``quantity``, ``calendar``, ``boolean``.
        worded: Whether any short text is an answer of the kind, if a wrong one.
    """

    name: str
    family: str
    worded: bool

    def words(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the texts that values are found by, of those that are known to be answers."""
        ...

    def view(self, text: str) -> str:
        """Return a reply in the form that `find` looks at."""
        ...

    def read(self, answer: Answer, question: str) -> Any:
        """Return the value of a text that is nothing but a value, or None."""
        ...

    def find(self, view: str, part: Part) -> list[Candidate]:
        """Return the values in a reply, in order."""
        ...

    def told(self, question: str, part: Part) -> list[Any]:
        """Return the values that the question itself says, which a reply may repeat."""
        ...

    def same(self, value: Any, other: Any) -> bool:
        """Return whether two values are one; `other` is the right answer or an option."""
        ...

    def near(self, value: Any, right: Any) -> bool:
        """Return whether a value is the right answer less exactly said: rounded, or a part of it."""
        ...


class Unworded:
    """What kinds have in common whose values are read, not found by texts that are known."""

    worded = False

    def words(self, texts: Sequence[str]) -> tuple[str, ...]:
        return ()
