"""One rewrite beside what it must keep, read for the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from memsim.render.guard.asking import Asked
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.lists import DangerName
from memsim.render.guard.patterns import Patterns
from memsim.render.guard.reading import Links, Reading
from memsim.render.guard.scene import Scene

#: By danger, the pieces of phrases that hold it.
Dangers = Mapping[DangerName, frozenset[tuple[str, ...]]]


class Context(NamedTuple):
    """What a scenario's phrases let a rewrite say, beside its plain words.

    Attributes:
        known: Words of the phrase and of phrases for the same, as units.
        around: Words of openers and tails, as units.
        exact: Words of phrases for the same attribute as they stand there.
        runs: The same, tokens joined by spaces.
        foreign: Words that speak of something else than is stated or asked, as units.
        own: Words one of which must survive, as units; none where values say what they are.
        stands: Expressions that may stand for those.
        links: What stands beside subject and value in phrases for the same attribute.
        core, ends: What of dangers stands in phrases for the same attribute, and around them.
        coming: Whether what is told is still to come: events, of which a moment is told.
        owned: Whether the user has such facts of its own.
        asked: What a question asks.
    """

    known: tuple[frozenset[str], ...]
    around: tuple[frozenset[str], ...] = ()
    exact: Collection[str] = ()
    runs: str = ""
    foreign: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    stands: Patterns | None = None
    links: Links = Links(frozenset(), frozenset())
    core: Dangers = MappingProxyType({})
    ends: Dangers = MappingProxyType({})
    coming: bool = False
    owned: bool = False
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One rewrite.

    Attributes:
        scene: The language and the scenario.
        given: What the rewrite must keep.
        text: The phrase's text.
        new: The rewrite.
        missing: What the rewrite does not say, of what must survive.
        context: What it may say.
    """

    scene: Scene
    given: Statement | Inquiry
    text: Reading
    new: Reading
    missing: tuple[tuple[str, str], ...]
    context: Context


#: Yields what in a rewrite breaks the rule.
Rule = Callable[[Case], Iterator[str]]
