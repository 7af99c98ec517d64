"""What all questions of one pattern and option share in one language: SQL and phrases with places for what is asked about."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memsim.causal.options import Option, member_property
from memsim.questions.patterns import Pattern
from memsim.questions.predicates import Bound, Member, Predicate
from memsim.questions.psi.registry import lookup
from memsim.questions.query import Extreme, Query
from memsim.questions.scopes import STATISTICS, ScopeQuery
from memsim.render.question import Asked, Way, phrase_keys
from memsim.spec.load import Spec
from memsim.text import words

if TYPE_CHECKING:
    from memsim.causal.statements import Wording

_NOW = "{now}"


class Form:
    """One pattern and option in one language. What fills its places are the subjects or, with a bridge, the bridge's value.

    Attributes:
        pattern: What is asked and how.
        hops: As in `Query`.
        answer_type: "number", "time" or "text": what the SQL returns and how it is compared.
        unit: The unit of a numeric answer that is a value or made of values.
    """

    def __init__(self, wording: Wording, place: int, option: int) -> None:
        catalog, self._book = wording.catalog, wording.book
        self.pattern = pattern = catalog.patterns[place]
        self._spec, self._language = catalog.spec, wording.language
        said = catalog.options[place]
        self._option = said[option] if said else Option(())
        domain = self._spec.domains[pattern.attribute]
        plain = pattern.transform is None and pattern.statistic is None
        numeric = plain and domain.kind == "integers"
        self._query = self._scope_query() if pattern.statistic else self._value_query(wording, numeric=numeric)
        template = self.query([f"{{{place}}}" for place in range(pattern.scope)], _NOW)
        self._sql, self._unique = template.sql().format, [sql.format for sql in template.unique_sql()]
        self.hops = template.hops
        of_values = (
            pattern.statistic is not None and pattern.statistic not in ("count", "which") and not pattern.statistic.startswith("order")
        )
        self.unit = self._spec.file.attributes[pattern.attribute].unit if numeric or of_values else None
        self.answer_type = "time" if plain and domain.kind == "moment" else "number" if numeric else "text"
        if pattern.statistic or pattern.transform:
            self.answer_type = (
                STATISTICS[pattern.statistic].answer_type if pattern.statistic else str(pattern.transform and pattern.transform.answer_type)
            )
        self._keys = phrase_keys(way_of(pattern))

    def _value_query(self, wording: Wording, *, numeric: bool) -> Query:
        pattern, file = self.pattern, self._spec.file
        identified = file.classes[pattern.person or pattern.klass].topic or pattern.topic
        extreme = None
        if pattern.extreme:
            attribute, direction = pattern.extreme
            target = 0.0
            if direction == "closest":
                target = _number(self._spec, attribute, self._option.codes[0])
            extreme = Extreme(attribute, direction, target)  # type: ignore[arg-type]
        return Query(
            attribute=pattern.attribute,
            extreme=extreme,
            link=pattern.link,
            chain=pattern.chain,
            name=file.topics[identified].name,
            numeric=numeric,
            transform=pattern.transform,
            classes=wording.catalog.topic_classes[identified],
        )

    def _scope_query(self) -> ScopeQuery:
        pattern, book = self.pattern, self._book
        separator = book.order if str(pattern.statistic).startswith("order") else book.separator
        return ScopeQuery(pattern.attribute, (), str(pattern.statistic), self._predicate(), separator, book.none)

    def _predicate(self) -> Predicate | None:
        pattern, option = self.pattern, self._option
        if pattern.predicate is None:
            return None
        prop = member_property(pattern.predicate)
        if prop:
            return Member(prop, lookup(self._spec, pattern.attribute, prop).results[self._language][option.result])
        return Bound(pattern.predicate, tuple(_number(self._spec, pattern.attribute, code) for code in option.codes))

    def query(self, texts: Sequence[str], now: str) -> Query | ScopeQuery:
        """Return the query about these subjects, or over the bridge of this value, asked at this ISO time."""
        if isinstance(self._query, ScopeQuery):
            return dataclasses.replace(self._query, subjects=tuple(texts))
        if self.pattern.bridge:
            return dataclasses.replace(self._query, bridge=(self.pattern.bridge, texts[0]), now=now)
        return dataclasses.replace(self._query, subjects=tuple(texts), now=now)

    def sql(self, texts: Sequence[str], now: str) -> tuple[str, list[str]]:
        """Return the SQL of `query` and of its bridge's uniqueness, from templates made once."""
        literals = [text.replace("'", "''") for text in texts]
        return self._sql(*literals, now=now), [unique(*literals) for unique in self._unique]

    def asked(self, texts: Sequence[str], numbers: Sequence[float]) -> Asked:
        """Return the phrases, chosen by uniforms from the outside in, and what fills them."""
        ids = [self._book.pick(key, number) for key, number in zip(self._keys, numbers, strict=False)]
        about = () if self.pattern.own else (self._book.enumerate(texts),)
        return Asked("/".join(ids), (*about, *self._said()))

    def _said(self) -> list[str]:
        """Return how the option reads."""
        pattern = self.pattern
        if isinstance(self._query, ScopeQuery) and isinstance(self._query.predicate, Member):
            return [self._query.predicate.result]
        attribute = pattern.extreme[0] if pattern.extreme else pattern.attribute
        return [self._spec.domains[attribute].surfaces[self._language][code] for code in self._option.codes]

    def number(self, code: int, value: float) -> float | None:
        """Return what the SQL must give for a candidate, None where it gives a text.

        Args:
            code: The candidate.
            value: The number of the value with that code, for plain values.
        """
        pattern = self.pattern
        if self.answer_type != "number":
            return None
        if pattern.transform:
            return pattern.transform.number(code)
        return statistic_number(pattern, code) if pattern.statistic else value


def way_of(pattern: Pattern) -> Way:
    """Return what decides the phrases of a pattern."""
    transform = pattern.transform.name if pattern.transform else None
    identified = (pattern.bridge, pattern.chain, pattern.extreme)
    return Way(pattern.attribute, pattern.own, transform, pattern.statistic, pattern.predicate, *identified, pattern.scope)


def _number(spec: Spec, attribute: str, code: int) -> float:
    numbers = spec.domains[attribute].numbers
    assert numbers is not None  # noqa: S101 - validated: predicates and statistics need numbers, for the type checker
    return float(numbers[code])


def statistic_number(pattern: Pattern, code: int) -> float:
    """Return the number that a candidate of a numeric statistic stands for, as `derived` codes it."""
    return round(code / pattern.scope, 1) if pattern.statistic == "mean" else float(code)


def statistic_text(wording: Wording, pattern: Pattern, code: int, subjects: Sequence[str], orders: Sequence[Sequence[int]]) -> str:
    """Return how a candidate of a statistic reads as an option.

    Args:
        wording: The language.
        pattern: With a statistic.
        code: The candidate.
        subjects: The scope as worded.
        orders: Every order of a scope of this size.
    """
    book = wording.book
    if pattern.statistic == "count":
        return words.count(code, wording.language)
    if pattern.statistic == "which":
        return book.separator.join(sorted(text for place, text in enumerate(subjects) if code >> place & 1)) or book.none
    if pattern.statistic and pattern.statistic.startswith("order"):
        return book.order.join(subjects[place] for place in orders[code])
    number = statistic_number(pattern, code)
    return book.result(pattern.attribute, number, 1 if pattern.statistic == "mean" else None)
