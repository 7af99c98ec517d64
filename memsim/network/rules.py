"""Hard constraints on every world: where all of `when` holds, `then` holds. The sampler tests them on codes, the check on values; `broken` is their one meaning.

An attribute is one of the entity itself, or `user.<attribute>`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memsim.spec.domains import Domain
from memsim.spec.load import Spec
from memsim.spec.model import Bound, Reference, Rule

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Numbers = float | NDArray[np.float64]
Truth = bool | Bools


class Seen(Protocol):
    """What a rule sees of an attribute: of one entity, or of many at once."""

    @property
    def number(self) -> Numbers:
        """The value's number in the attribute's unit; NaN where it has none."""

    def among(self, keys: Sequence[str]) -> Truth:
        """Return whether the value is one of those keys."""


See = Callable[[str], Seen]


def holds(bound: Bound, see: See) -> Truth:
    """Return where every condition of a bound holds."""
    value = see(bound.attribute)
    inside: Truth = True
    if bound.at_least is not None:
        inside = inside & (value.number >= _limit(bound.at_least, see))
    if bound.at_most is not None:
        inside = inside & (value.number <= _limit(bound.at_most, see))
    if bound.one_of is not None:
        inside = inside & value.among(bound.one_of)
    if bound.none_of is not None:
        inside = inside & (value.among(bound.none_of) ^ True)
    return inside


def _limit(limit: float | Reference, see: See) -> Numbers:
    return see(limit.attribute).number + limit.plus if isinstance(limit, Reference) else limit


def broken(rule: Rule, see: See) -> Truth:
    """Return where a rule is broken, given how to see an attribute."""
    applies: Truth = True
    for bound in rule.when:
        if applies is False:  # one entity, which the rule does not speak of
            return False
        applies = applies & holds(bound, see)
    return False if applies is False else applies & (holds(rule.then, see) ^ True)


def named(rule: Rule) -> list[str]:
    """Return the attributes that a rule speaks of, each once."""
    bounds = [*rule.when, rule.then]
    limits = [limit.attribute for bound in bounds for limit in (bound.at_least, bound.at_most) if isinstance(limit, Reference)]
    return list(dict.fromkeys([*(bound.attribute for bound in bounds), *limits]))


class _Coded:
    """An attribute of many entities, by codes of any shape; what is computed is kept, as several rules ask for it."""

    def __init__(self, domain: Domain, codes: Ints) -> None:
        self._domain, self._codes = domain, codes
        self._number: Numbers | None = None
        self._among: dict[tuple[str, ...], Bools] = {}

    @property
    def number(self) -> Numbers:
        if self._number is None:
            self._number = np.nan if self._domain.numbers is None else self._domain.numbers[self._codes]
        return self._number

    def among(self, keys: Sequence[str]) -> Bools:
        wanted = tuple(keys)
        if wanted not in self._among:
            inside = np.zeros(self._domain.size, dtype=bool)
            inside[[self._domain.code(key) for key in wanted]] = True
            self._among[wanted] = inside[self._codes]
        return self._among[wanted]


def kept(rules: Sequence[Rule], klass: str, seen: Mapping[str, tuple[Domain, Ints]]) -> Truth:
    """Return where values keep every rule of a class that speaks of nothing else.

    Args:
        rules: Of the scenario.
        klass: The class of the entities.
        seen: By node ``class.attribute``, the domain and the codes; the shapes are broadcast.
    """
    coded = {node: _Coded(domain, codes) for node, (domain, codes) in seen.items()}
    inside: Truth = True
    for rule in rules:
        if klass in rule.classes and all(_node(klass, attribute) in coded for attribute in named(rule)):
            inside = inside & (broken(rule, lambda attribute: coded[_node(klass, attribute)]) ^ True)
    return inside


def _node(klass: str, attribute: str) -> str:
    return attribute if "." in attribute else f"{klass}.{attribute}"


class Rules:
    """The rules of a scenario, for blocks of worlds."""

    def __init__(self, spec: Spec) -> None:
        self._rules, self._domains = spec.file.rules, spec.domains

    def broken(self, codes: Callable[[str], Ints]) -> Iterator[tuple[Rule, str, Bools]]:
        """Yield each rule with each of its classes and where it is broken, shape (instances, n).

        Args:
            codes: Gives the codes of a node ``class.attribute``, shape (instances, n).
        """
        known: dict[str, _Coded] = {}
        for rule in self._rules:
            for klass in rule.classes:

                def see(attribute: str, klass: str = klass) -> Seen:
                    node = _node(klass, attribute)
                    if node not in known:
                        known[node] = _Coded(self._domains[node.partition(".")[2]], codes(node))
                    return known[node]

                found = broken(rule, see)
                if found is not False:
                    yield rule, klass, np.atleast_2d(found)
