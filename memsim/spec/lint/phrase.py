"""A phrase as the rules of the lint see it, and what a rule is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from memsim.spec.load import Spec

#: Marks that end a sentence or a part of it.
MARKS = "。，、；：！？.,;:!?"
SENTENCES = (
    *("statements", "own", "openers", "tails"),
    *(
        f"questions.{kind}"
        for kind in ("ask", "own", "transform", "own_transform", "count", "which", "aggregate", "amount", "order", "chatter")
    ),
)
NOUNS = ("wording", *(f"questions.{kind}" for kind in ("bridge", "extreme", "closest", "chain", "predicate", "member")))
ABBREVIATION = re.compile(r"\b(?:[ap]\.m|e\.g|i\.e|etc|Mr|Mrs|Ms|Dr|St)\.")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Phrase:
    """One phrase: where it stands, how it reads, and the slots that it must have."""

    spec: Spec
    language: str
    key: str
    text: str
    groups: tuple[set[str], ...]

    @cached_property
    def list(self) -> str:
        """The key of its list."""
        return self.key.partition("[")[0]

    @cached_property
    def plain(self) -> str:
        """The text with a mark for each slot."""
        return _SLOT.sub("\0", self.text)

    @cached_property
    def attribute(self) -> str | None:
        """The attribute whose phrase it is."""
        return next((part for part in reversed(self.list.split(".")[1:]) if part in self.spec.file.attributes), None)

    def of(self, parts: Iterable[str]) -> bool:
        """Return whether the phrase stands in one of the parts of its file."""
        return any(f"{self.list}.".startswith(f"{part}.") for part in parts)


#: What is wrong with a phrase, if anything.
PhraseRule = Callable[[Phrase], Iterator[str]]
#: What is wrong with which phrases of a list.
ListRule = Callable[[list[Phrase]], Iterator[tuple[Phrase, str]]]
