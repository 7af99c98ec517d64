"""The kinds of value domain: how many values, how each reads in a language, which have a number.

Values are integer codes everywhere in the sampler; a domain turns them into keys, surfaces and numbers. One class a kind, found by `BUILDERS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

import numpy as np
from numpy.typing import NDArray

from memsim.errors import ScenarioError
from memsim.spec import model
from memsim.spec.tables import Table, read_table
from memsim.text import clock

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Domain:
    """Values 0..size-1.

    Attributes:
        kind: The kind, as in the scenario.
        size: How many values.
        keys: Stable text key of each value, where values are listed.
        surfaces: By language, the surface of each value, where values are listed.
        numbers: Number of each value in the attribute's unit, or None.
        weights: By column name, the prior weights, summing to 1.
        parts: For products and moments, the attributes a code is made of (mixed radix, last varies fastest), with their sizes.
        pattern: For products, by language, the pattern of the parts.
        entities: For references, by class of the holder, the class referred to; a drawn code is an instance's number, a told one its name's.
        name: For references, the attribute that names them.
    """

    kind: str
    size: int
    keys: tuple[str, ...] = ()
    surfaces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Floats | None = None
    weights: Mapping[str, Floats] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    pattern: Mapping[str, str] = field(default_factory=dict)
    source: Path | None = None
    entities: Mapping[str, str] = field(default_factory=dict)
    name: str = ""

    @property
    def listed(self) -> bool:
        """Whether every value has a key and a surface of its own."""
        return bool(self.keys)

    def code(self, key: str) -> int:
        """Return the code of a key, or raise KeyError."""
        try:
            return self.keys.index(key)
        except ValueError:
            raise KeyError(key) from None

    def split(self, codes: Ints) -> list[Ints]:
        """Return the codes of the parts of product codes."""
        out = []
        for size in reversed(self.sizes):
            codes, part = np.divmod(codes, size)
            out.append(part)
        return out[::-1]


_MOST = 100_000  # listed values of one attribute
_FORMAT = re.compile(r"0?\d?d?|,")  # how a whole number may be written
Build = Callable[[model.DomainSpec, "Context"], Domain]


@dataclass(frozen=True)
class Context:
    """Where a domain is built: its key in the scenario, the priors, the domains built before."""

    scenario: Path
    key: str
    priors: Path
    languages: tuple[str, ...]
    domains: Mapping[str, Domain]
    counts: Mapping[str, int]


def _normalised(table: Table, name: str) -> Floats:
    values = np.array(table.numbers(name, weight=True))
    if values.sum() <= 0:
        raise ScenarioError(table.path, f"column {name!r}", "all weights are 0", "at least one weight > 0")
    return values / values.sum()


def _surfaces(table: Table, language: str) -> tuple[str, ...]:
    seen: dict[str, int] = {}
    cells = table.column(language) if language in table.columns else None
    if cells is None:
        raise ScenarioError(table.path, "columns", ", ".join(table.columns), f"a column {language!r}: the scenario declares this language")
    for row, cell in enumerate(cells):
        if not cell.strip():
            raise ScenarioError(table.path, f"{table.where(row)}, column {language!r}", "empty", "a surface for each value")
        other = seen.setdefault(cell.casefold(), row)
        if other != row:
            raise ScenarioError(
                table.path,
                f"{table.where(row)}, column {language!r}",
                f"{cell!r} is {table.where(other)}'s surface too",
                "one surface a value",
            )
    return tuple(cells)


def read_values(path: Path, languages: Sequence[str]) -> Domain:
    """Return the domain of a file of values: columns value, weight columns, optional number, one column a language."""
    table = read_table(path)
    keys = tuple(table.column("value"))
    for row, key in enumerate(keys):
        if keys.index(key) != row:
            raise ScenarioError(path, f"{table.where(row)}, column 'value'", repr(key), "each value once")
    plain = {"value", "number", *languages}
    return Domain(
        kind="file",
        size=len(keys),
        keys=keys,
        surfaces={language: _surfaces(table, language) for language in languages},
        numbers=np.array(table.numbers("number")) if "number" in table.columns else None,
        weights={name: _normalised(table, name) for name in table.columns if name not in plain and len(name) > 2},
        source=path,
    )


def _file(spec: model.FileDomain, context: Context) -> Domain:
    return read_values(context.priors / spec.file, context.languages)


def _patterns(pattern: Mapping[str, str], slots: Sequence[str], context: Context, *, formats: bool) -> None:
    for language in context.languages:
        if language not in pattern:
            raise ScenarioError(context.scenario, f"{context.key}.pattern", f"no {language!r}", "a pattern for each declared language")
        if not _fits(pattern[language], slots, formats=formats):
            expected = f"a pattern with each of the slots {', '.join(slots)} once{'' if formats else ', plain'}"
            raise ScenarioError(context.scenario, f"{context.key}.pattern.{language}", repr(pattern[language]), expected)


def _fits(pattern: str, slots: Sequence[str], *, formats: bool) -> bool:
    """Return whether a pattern has each slot exactly once, as a plain name, with a number format only where `formats` allows one."""
    try:
        found = [(name, form, conversion) for _, name, form, conversion in Formatter().parse(pattern) if name is not None]
    except ValueError:
        return False
    plain = all(conversion is None and (not form or (formats and _FORMAT.fullmatch(form))) for _, form, conversion in found)
    return plain and sorted(name for name, _, _ in found) == sorted(slots)


def _integers(spec: model.IntegersDomain, context: Context) -> Domain:
    if spec.high < spec.low:
        raise ScenarioError(context.scenario, context.key, f"low {spec.low}, high {spec.high}", "low ≤ high")
    if spec.high - spec.low >= _MOST:
        raise ScenarioError(context.scenario, context.key, f"{spec.high - spec.low + 1:,} values", f"at most {_MOST:,}")
    _patterns(spec.pattern, ["n"], context, formats=True)
    values = range(spec.low, spec.high + 1)
    size = len(values)
    return Domain(
        kind="integers",
        size=size,
        keys=tuple(str(n) for n in values),
        surfaces={language: tuple(spec.pattern[language].format(n=n) for n in values) for language in context.languages},
        numbers=np.array(values, dtype=np.float64),
        weights={"weight": np.full(size, 1 / size)},
    )


def _days(_spec: model.DaysDomain, context: Context) -> Domain:
    days = range(1, 366)
    return Domain(
        kind="days",
        size=365,
        keys=tuple(clock.day_of_year(day, "key") for day in days),
        surfaces={language: tuple(clock.day_of_year(day, language) for day in days) for language in context.languages},
        numbers=np.array(days, dtype=np.float64),
        weights={"weight": np.full(365, 1 / 365)},
    )


def _parts(spec: model.ProductDomain | model.MomentDomain, context: Context) -> tuple[int, ...]:
    for part in spec.parts:
        if part not in context.domains:
            raise ScenarioError(context.scenario, f"{context.key}.parts", part, "attributes that are declared above and have listed values")
    return tuple(context.domains[part].size for part in spec.parts)


def _product(spec: model.ProductDomain, context: Context) -> Domain:
    sizes = _parts(spec, context)
    _patterns(spec.pattern, spec.parts, context, formats=False)
    return Domain(kind="product", size=int(np.prod(sizes)), parts=tuple(spec.parts), sizes=sizes, pattern=spec.pattern)


def _moment(spec: model.MomentDomain, context: Context) -> Domain:
    sizes = _parts(spec, context)
    return Domain(kind="moment", size=int(np.prod(sizes)), parts=tuple(spec.parts), sizes=sizes)


def _digits(spec: model.DigitsDomain, _context: Context) -> Domain:
    return Domain(kind="digits", size=10**spec.length)


def _entity(spec: model.EntityDomain, context: Context) -> Domain:
    unknown = [klass for klass in (*spec.classes, *spec.classes.values()) if klass not in context.counts]
    if unknown:
        raise ScenarioError(context.scenario, f"{context.key}.classes", repr(unknown[0]), f"a class: {', '.join(context.counts)}")
    counts = {context.counts[klass] for klass in spec.classes.values()}
    if len(counts) != 1:
        raise ScenarioError(
            context.scenario, f"{context.key}.classes", ", ".join(spec.classes.values()), "classes with the same number of instances"
        )
    if spec.name not in context.domains:
        raise ScenarioError(context.scenario, f"{context.key}.name", spec.name, "an attribute that is declared above")
    size = counts.pop()
    weights = {"weight": np.full(size, 1 / size)}
    return Domain(kind="entity", size=size, weights=weights, entities=spec.classes, name=spec.name)


BUILDERS: dict[str, Callable[..., Domain]] = {
    "entity": _entity,
    "file": _file,
    "integers": _integers,
    "days": _days,
    "product": _product,
    "moment": _moment,
    "digits": _digits,
}
