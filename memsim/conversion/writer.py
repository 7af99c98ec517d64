"""Writes sets: history by history, with all that is lost counted."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from memsim.conversion.aspects import ASPECTS, BEYOND
from memsim.conversion.target import Conversion, Order, Target
from memsim.errors import InputError
from memsim.io.formats.registry import Source, open_set
from memsim.records import History


class Writer(Target):
    """A format that sets can be written in.

    Attributes:
        holds: Names of `ASPECTS` that it holds.
        several_languages: Whether it says which language a text is in, so that it can hold several.
        languages: Those of the set that are written.
    """

    holds: ClassVar[frozenset[str]]
    several_languages: ClassVar[bool] = False
    languages: tuple[str, ...]

    def make(self, order: Order, place: Path) -> Conversion:
        """Write the histories of a set."""
        source = open_set(order.path, order.format)
        self.languages = self._chosen(source, order.languages)
        counts: Counter[str] = Counter(histories=0, messages=0, questions=0)
        lost: Counter[str] = Counter()
        notes: Counter[str] = Counter()
        self.write(self._counted(source, order, counts, lost, notes), place)
        if not counts["questions"]:
            raise InputError(f"{order.path}: no question in {', '.join(self.languages)}; expected a set with questions")
        if source.format == "memsim":
            lost["messages of the pool"] = sum(len(source.pool(language)) for language in self.languages)
        lost.update(source.untold())
        return Conversion(place, self.format, counts, dict(+lost), source.notes() | dict(+notes))

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
        for name in languages:
            if name not in source.languages:
                raise InputError(f"language {name!r}: {source.path} has {', '.join(source.languages)}")
        if len(languages) > 1 and not self.several_languages:
            raise InputError(
                f"{source.path}: languages {', '.join(languages)}; {self.format} does not say which language a text is in: "
                f"expected one of them, such as --language {languages[0]}"
            )
        return languages

    def _counted(self, source: Source, order: Order, counts: Counter[str], lost: Counter[str], notes: Counter[str]) -> Iterator[History]:
        aspects = {name: aspect for name, aspect in ASPECTS.items() if name not in self.holds} | BEYOND.get(source.format, {})
        for history in source.histories():
            if history.language not in self.languages:
                continue
            yield history
            counts.update(histories=1, messages=len(history.messages), questions=len(history.items))
            lost.update({name: len(aspect(history)) for name, aspect in aspects.items()})
            lost.update(self.altered(history))
            notes.update(self.remarks(history))
            if order.progress is not None:
                order.progress(counts["histories"], None)
