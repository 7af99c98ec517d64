"""Phrases, compiled once: statements of facts and questions, each named by an id by which the check can render it again.

An id is the phrase's place in ``phrases.<language>.yaml``: ``hobby[3]`` for a statement, ``roles[2]`` for an opener or tail, ``ask.hobby[1]`` for a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memsim.spec.phrases import PhraseFile
from memsim.text import words


class Rendered(NamedTuple):
    """A text and where it comes from.

    Attributes:
        text: What an agent sees.
        opener, core, tail: Phrase ids; opener and tail may be None.
        core_span: Where the core stands in the text.
        slots: What filled the core's slots, in order.
    """

    text: str
    opener: str | None
    core: str
    tail: str | None
    core_span: tuple[int, int]
    slots: tuple[str, ...]


class Core:
    """A phrase with a subject and perhaps a value, as a bound format method."""

    __slots__ = ("_article", "_capital", "_format")

    def __init__(self, phrase: str) -> None:
        self._capital, self._article = "{Subject}" in phrase, "{a_value}" in phrase
        positional = re.sub(r"\{[Ss]ubject\}|\{[Ll]ist\}", "{0}", phrase)
        self._format = re.sub(r"\{(a_)?value\}", "{1}", positional).format

    def fill(self, subject: str, value: str = "") -> str:
        """Return the phrase with its slots filled."""
        return self._format(words.capitalised(subject) if self._capital else subject, words.with_article(value) if self._article else value)


class PhraseBook:
    """All phrases of one language, compiled.

    Args:
        file: The phrases as read.
    """

    def __init__(self, file: PhraseFile) -> None:
        self.language = file.language
        self.space = "" if file.language == "zh" else " "
        self.joint = "；" if file.language == "zh" else "; "
        self._enumeration = file.enumeration
        self.wording = file.wording
        self.openers, self.tails = file.openers, file.tails
        self.raw_statements = file.statements
        self.statements = {name: [Core(phrase) for phrase in phrases] for name, phrases in file.statements.items()}
        self._ids: dict[str, list[str]] = {}
        self._phrases: dict[str, str] = {}
        self._cores: dict[str, Core] = {}
        self._collect("", file.questions.model_dump())

    def _collect(self, prefix: str, tree: object) -> None:
        if isinstance(tree, dict):
            for name, branch in tree.items():
                self._collect(f"{prefix}.{name}" if prefix else name, branch)
        elif isinstance(tree, list):
            self._ids[prefix] = [f"{prefix}[{place}]" for place in range(len(tree))]
            self._phrases |= zip(self._ids[prefix], tree, strict=True)
            self._cores |= {phrase_id: Core(phrase) for phrase_id, phrase in zip(self._ids[prefix], tree, strict=True)}

    def subject(self, topic: str, wording: str, value: str) -> str:
        """Return how a subject is worded: "my cousin", "Anna Kim"."""
        return self.wording[topic][wording].replace("{value}", value)

    def enumerate(self, items: Sequence[str]) -> str:
        """Return "A, B and C" in this language."""
        return words.enumeration(items, self._enumeration.separator, self._enumeration.last)

    def pick(self, key: str, uniform: float) -> str:
        """Return the id of a phrase of a list, chosen by a uniform in [0, 1)."""
        ids = self._ids[key]
        return ids[int(uniform * len(ids))]

    def core(self, phrase_id: str) -> Core:
        """Return a question phrase by id; KeyError if there is none."""
        return self._cores[phrase_id]

    def raw(self, phrase_id: str) -> str:
        """Return a question phrase's text by id; KeyError if there is none."""
        return self._phrases[phrase_id]

    def join(self, opener: str | None, core: str, tail: str | None) -> tuple[str, tuple[int, int]]:
        """Return the whole utterance and the core's span in it."""
        before = f"{opener}{self.space}" if opener else ""
        after = f"{self.space}{tail}" if tail else ""
        return f"{before}{core}{after}", (len(before), len(before) + len(core))

    def restate(self, attribute_core: str, opener: str | None, tail: str | None, slots: Sequence[str]) -> tuple[str, tuple[int, int]]:
        """Return a statement's text and its core's span again from its ids and slots; KeyError, IndexError or ValueError where an id is unknown."""

        def place(phrase_id: str) -> tuple[str, int]:
            key, _, index = phrase_id.removesuffix("]").rpartition("[")
            return key, int(index)

        key, index = place(attribute_core)
        core = self.statements[key][index].fill(*slots)
        ends = []
        for lists, phrase_id in ((self.openers, opener), (self.tails, tail)):
            topic, number = place(phrase_id) if phrase_id else ("", 0)
            ends.append(lists[topic][number] if phrase_id else None)
        return self.join(ends[0], core, ends[1])
