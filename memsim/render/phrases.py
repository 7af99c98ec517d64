"""Phrases, compiled once: statements of facts and questions, each named by an id by which the check can render it again.

An id is the phrase's place in ``phrases.<language>.yaml``: ``hobby[3]`` for a statement, ``roles[2]`` for an opener or tail, ``ask.hobby[1]`` for a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from memsim.spec.phrases import PhraseFile
from memsim.text import words

OWN = "own"  # before a dot: phrases in which the user speaks of itself


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


#: The slots of a phrase in the order in which they are filled, and those that an inner phrase fills instead.
_ORDER = ("subject", "list", "value", "low", "high")
_INNER = ("subject", "predicate")
_SLOT = re.compile(r"\{(\w+)\}")
_DRESSED = {"Subject": "subject", "List": "list", "a_value": "value"}


class Core:
    """A phrase with slots, as a bound format method."""

    __slots__ = ("_article", "_capital", "_format", "_inner", "_slots")

    def __init__(self, phrase: str) -> None:
        found = [_DRESSED.get(name, name) for name in _SLOT.findall(phrase)]
        self._capital, self._article = "{Subject}" in phrase or "{List}" in phrase, "{a_value}" in phrase
        self._slots = [name for name in _ORDER if name in found]
        self._inner = next((name for name in _INNER if name in found), None)
        self._format = _SLOT.sub(lambda match: f"{{{_DRESSED.get(match[1], match[1])}}}", phrase).format

    def own_slots(self, *, inner: bool) -> int:
        """Return how many slots the phrase fills itself, with or without another phrase inside it."""
        return len(self._slots) - (inner and self._inner in self._slots)

    def fill_all(self, texts: Sequence[str], inner: str | None) -> str:
        """Return the phrase with its own slots filled in order, and what stands inside it."""
        names = [name for name in self._slots if inner is None or name != self._inner]
        fields = dict(zip(names, texts, strict=True)) | ({self._inner: inner} if inner is not None and self._inner else {})
        if self._capital:
            fields = {name: words.capitalised(text) if name in ("subject", "list") else text for name, text in fields.items()}
        if self._article:
            fields["value"] = words.with_article(fields["value"])
        return self._format(**fields)


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
        self.separator = file.enumeration.separator
        self.order = file.order.separator if file.order else ""
        self.none, self.results = file.none or "", file.results
        self.days = file.days.model_dump() if file.days else {}
        self.openers, self.tails = file.openers, file.tails
        self.raw_statements = file.statements | {f"{OWN}.{name}": phrases for name, phrases in file.own.items()}
        self.statements = {name: [Core(phrase) for phrase in phrases] for name, phrases in self.raw_statements.items()}
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

    def result(self, name: str, number: float, decimals: int | None = None) -> str:
        """Return how a number computed of an attribute or by a ψ reads as an answer, with so many decimals or as few as it has."""
        return self.results.get(name, "{n}").replace("{n}", f"{number:.12g}" if decimals is None else f"{number:.{decimals}f}")

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
        key, index = _place(attribute_core)
        return self.enclose(self.statements[key][index].fill_all(slots, None), opener, tail)

    def enclose(self, core: str, opener: str | None, tail: str | None) -> tuple[str, tuple[int, int]]:
        """Return a core between the opener and tail with these ids, and its span; KeyError, IndexError or ValueError where an id is unknown."""
        ends = []
        for lists, phrase_id in ((self.openers, opener), (self.tails, tail)):
            topic, number = _place(phrase_id) if phrase_id else ("", 0)
            ends.append(lists[topic][number] if phrase_id else None)
        return self.join(ends[0], core, ends[1])


def _place(phrase_id: str) -> tuple[str, int]:
    key, _, index = phrase_id.removesuffix("]").rpartition("[")
    if int(index) < 0 or phrase_id != f"{key}[{int(index)}]":
        raise KeyError(phrase_id)
    return key, int(index)
