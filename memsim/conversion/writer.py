"""Writes sets: history by history, with all that is lost counted."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

from memsim.conversion.aspects import ASPECTS, BEYOND
from memsim.conversion.output import Conversion, Order, Output
from memsim.errors import InputError
from memsim.io.formats.registry import Source, open_set
from memsim.records import History


class _Told(NamedTuple):
    """What is counted while histories are written: what is there, what is lost, what a reader should know, and by language the questions that are written."""

    counts: Counter[str]
    lost: Counter[str]
    notes: Counter[str]
    asked: Counter[str]


class Writer(Output):
    """A format that sets can be written in.

    Attributes:
        holds: Names of `ASPECTS` that it holds.
        several_languages: Whether it says which language a text is in, so that it can hold several.
        needs_evidence: Whether a question without evidence is left out.
        languages: Those of the set that are written.
    """

    holds: ClassVar[frozenset[str]]
    several_languages: ClassVar[bool] = False
    needs_evidence: ClassVar[bool] = False
    languages: tuple[str, ...]

    def make(self, order: Order, place: Path) -> Conversion:
        """Write the histories of a set."""
        if order.path.is_dir() and place.resolve().is_relative_to(order.path.resolve()):
            raise InputError(f"{order.path}: the output lies in it, and would be a file too many of the set; choose another place")
        source = open_set(order.path, order.format)
        self.languages = self._chosen(source, order.languages)
        told = _Told(Counter(histories=0, messages=0, questions=0), Counter(), Counter(), Counter())
        self.write(self._counted(source, order, told), place)
        for language in self.languages:
            if not told.asked[language]:  # a file without a query is none to those who read it
                wanted = "question with evidence" if self.needs_evidence else "question"
                raise InputError(f"{order.path}: no {wanted} in {language}; expected a set that has one, as {self.format} needs it")
        told.lost["messages of the pool"] = sum(len(source.pool(language)) for language in self.languages)
        told.lost.update(source.untold())
        return Conversion(place, self.format, told.counts, dict(+told.lost), source.notes() | dict(+told.notes))

    @abstractmethod
    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the histories at a place where nothing is yet, one after the other.

        Raises:
            InputError: The format cannot hold one.
        """

    def altered(self, history: History) -> Mapping[str, int]:
        """Return what the format holds in part only, and how many of it are lost; by default nothing."""
        return {}

    def remarks(self, history: History) -> Mapping[str, int]:
        """Return what readers of the format may take otherwise, and how much of it there is; by default nothing."""
        return {}

    def _chosen(self, source: Source, asked: tuple[str, ...] | None) -> tuple[str, ...]:
        languages = source.languages if asked is None else asked
        if not languages:
            raise InputError(f"no language; {source.path} has {', '.join(source.languages)}")
        for name in languages:
            if name not in source.languages:
                raise InputError(f"language {name!r}: {source.path} has {', '.join(source.languages)}")
        if len(languages) > 1 and not self.several_languages:
            raise InputError(
                f"{source.path}: languages {', '.join(languages)}; {self.format} does not say which language a text is in: "
                f"expected one of them, such as --language {languages[0]}"
            )
        return languages

    def _counted(self, source: Source, order: Order, told: _Told) -> Iterator[History]:
        aspects = {name: aspect for name, aspect in ASPECTS.items() if name not in self.holds} | BEYOND.get(source.format, {})
        for history in source.histories():
            if history.language not in self.languages:
                continue
            yield history
            asked = sum(bool(truth.evidence) or not self.needs_evidence for _, truth in history.items)
            told.counts.update(histories=1, messages=len(history.messages), questions=asked)
            told.asked[history.language] += asked
            told.lost.update({name: len(aspect(history)) for name, aspect in aspects.items()})
            told.lost.update(self.altered(history))
            told.notes.update(self.remarks(history))
            if order.progress is not None:
                order.progress(told.counts["histories"], None)
