"""Turns each node of a scenario into its CPD; a wrong table is refused with file, row and value. One function a kind, found by `BUILDERS`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memsim.errors import ScenarioError
from memsim.network.cpd import CopyCpd, Cpd, DistinctCpd, NearCpd, ProductCpd, SequenceCpd, TableCpd
from memsim.spec import model
from memsim.spec.domains import Domain
from memsim.spec.load import Spec
from memsim.spec.tables import Table, read_table

Floats = NDArray[np.float64]
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Site:
    """Where a node stands: its scenario, key and domains."""

    spec: Spec
    klass: str
    attribute: str

    @property
    def key(self) -> str:
        """The node's key in the scenario file."""
        return f"nodes.{self.klass}.{self.attribute}"

    @property
    def domain(self) -> Domain:
        """The node's own domain."""
        return self.spec.domains[self.attribute]

    def parents(self, node: model.NodeSpec) -> list[Domain]:
        """The domains of the node's parents."""
        return [self.spec.domains[parent.removeprefix("user.")] for parent in node.parents]

    def fault(self, found: object, expected: str, key: str = "") -> ScenarioError:
        """Return an error at this node."""
        return ScenarioError(self.spec.path, self.key + key, found, expected)

    def table(self, file: str) -> Table:
        """Read a prior file of this node."""
        return read_table(self.spec.priors / file)


def _codes(table: Table, column: str, domain: Domain) -> list[int]:
    known = {key: code for code, key in enumerate(domain.keys)}
    codes = []
    for row, cell in enumerate(table.column(column)):
        if cell not in known:
            shown = ", ".join(list(known)[:8]) + (" …" if len(known) > 8 else "")
            raise ScenarioError(table.path, f"{table.where(row)}, column {column!r}", repr(cell), f"a value of the domain: {shown}")
        codes.append(known[cell])
    return codes


def _parent_columns(node: model.NodeSpec, table: Table) -> list[str]:
    return [parent if parent in table.columns else parent.removeprefix("user.") for parent in node.parents]


def read_cells(site: Site, node: model.NodeSpec, file: str, column: str) -> Floats:
    """Return a dense array (parent sizes…, child size) of the file's column, 0 where no row stands; each row of parents must sum to 1."""
    table = site.table(file)
    parents = site.parents(node)
    names = _parent_columns(node, table)
    at = [_codes(table, name, domain) for name, domain in zip(names, parents, strict=True)]
    at.append(_codes(table, "value", site.domain))
    cells = np.zeros([*(domain.size for domain in parents), site.domain.size])
    seen: dict[tuple[int, ...], int] = {}
    for row, (place, weight) in enumerate(zip(zip(*at, strict=True), table.numbers(column, weight=True), strict=True)):
        if seen.setdefault(place, row) != row:
            raise ScenarioError(table.path, table.where(row), f"repeats {table.where(seen[place])}", "each combination once")
        cells[place] = weight
    sums = cells.sum(axis=-1)
    wrong = np.argwhere(np.abs(sums - 1) > _TOLERANCE)
    if len(wrong):
        place = tuple(wrong[0])
        row_name = ", ".join(f"{name}={domain.keys[code]}" for name, domain, code in zip(names, parents, place, strict=True)) or "all rows"
        raise ScenarioError(table.path, row_name, f"weights sum to {sums[place]:.10g}", "1")
    return cells / cells.sum(axis=-1, keepdims=True)


def prior(site: Site, column: str = "weight") -> Floats:
    """Return the weights that the attribute's own domain gives."""
    if column not in site.domain.weights:
        raise site.fault(
            f"no weights {column!r}", f"a column of {site.domain.source or site.domain.kind}: {', '.join(site.domain.weights) or 'none'}"
        )
    return site.domain.weights[column]


def _table(site: Site, node: model.TableNode) -> Cpd:
    if node.file is None:
        if node.parents:
            raise site.fault("parents without a file", "a `file` with one column a parent")
        return TableCpd(prior(site, node.weights))
    return TableCpd(read_cells(site, node, node.file, "weight"))


def weights_unasked(site: Site, node: model.ImplicitNode) -> Floats:
    """Return what holds of an implicit node as long as no model is asked: its file, or else its weights whatever the parents; (parent sizes…, size)."""
    if node.file is not None:
        return read_cells(site, node, node.file, "weight")
    own = prior(site, node.weights)
    return np.broadcast_to(own, (*(domain.size for domain in site.parents(node)), own.size))


def _implicit(site: Site, node: model.ImplicitNode) -> Cpd:
    return TableCpd(weights_unasked(site, node))


def _normal(site: Site, node: model.NormalNode) -> Cpd:
    table, parents, numbers = site.table(node.file), site.parents(node), site.domain.numbers
    if numbers is None:
        raise site.fault("a domain without numbers", "a numeric domain", ".cpd")
    at = [_codes(table, name, domain) for name, domain in zip(_parent_columns(node, table), parents, strict=True)]
    tensor = np.zeros([*(domain.size for domain in parents), site.domain.size])
    for row, (mean, sd) in enumerate(zip(table.numbers("mean"), table.numbers("sd"), strict=True)):
        if sd <= 0:
            raise ScenarioError(table.path, f"{table.where(row)}, column 'sd'", sd, "a number > 0")
        density = np.exp(-0.5 * ((numbers - mean) / sd) ** 2)
        tensor[tuple(codes[row] for codes in at)] = density / density.sum()
    for place in itertools.product(*(range(domain.size) for domain in parents)):
        if tensor[place].sum() == 0:
            raise ScenarioError(table.path, "rows", "a combination of parents is missing", "a row for each combination of parents")
    return TableCpd(tensor)


def _integer(site: Site, _node: model.IntegerNode) -> Cpd:
    return TableCpd(np.full(site.domain.size, 1 / site.domain.size))


def _offset(site: Site, node: model.OffsetNode) -> Cpd:
    if not node.parents or site.parents(node)[0].numbers is None or site.domain.kind != "integers":
        raise site.fault("no numeric first parent", "a first parent with numbers, and a domain of integers", ".parents")
    table = site.table(node.file)
    base, *others = site.parents(node)
    columns = _parent_columns(node, table)[1:]
    at = [_codes(table, name, domain) for name, domain in zip(columns, others, strict=True)]
    weights = table.numbers("weight", weight=True)
    offsets = table.numbers("offset")
    assert base.numbers is not None and site.domain.numbers is not None  # noqa: PT018, S101 - checked above, for the type checker
    tensor = np.zeros([base.size, *(domain.size for domain in others), site.domain.size])
    low, high = site.domain.numbers[0], site.domain.numbers[-1]
    for row, (offset, weight) in enumerate(zip(offsets, weights, strict=True)):
        children = (np.clip(base.numbers + offset, low, high) - low).astype(np.int64)
        place = tuple(codes[row] for codes in at)
        for parent, child in enumerate(children):
            tensor[(parent, *place, child)] += weight
    sums = tensor.sum(axis=-1)
    if np.abs(sums - 1).max() > _TOLERANCE:
        place = np.argwhere(np.abs(sums - 1) > _TOLERANCE)[0]
        row_name = ", ".join(f"{n}={d.keys[c]}" for n, d, c in zip(columns, others, place[1:], strict=True)) or "all rows"
        raise ScenarioError(table.path, row_name, f"weights sum to {sums[tuple(place)]:.10g}", "1")
    return TableCpd(tensor / sums[..., None])


def _copy(site: Site, node: model.CopyNode) -> Cpd:
    if len(node.parents) != 1 or not site.domain.listed or site.parents(node)[0].keys != site.domain.keys:
        raise site.fault(node.parents, "one parent with the same domain", ".parents")
    return CopyCpd(node.p, prior(site))


def _near(site: Site, node: model.NearNode) -> Cpd:
    if len(node.parents) != 1 or site.parents(node)[0].keys != site.domain.keys:
        raise site.fault(node.parents, "one parent with the same domain", ".parents")
    known = [prop for name, prop in site.spec.knowledge if name == site.attribute]
    if node.group not in known:
        raise site.fault(repr(node.group), f"a property that is known of {site.attribute!r}: {', '.join(known) or 'none'}", ".group")
    results = site.spec.knowledge[site.attribute, node.group][site.spec.file.languages[0]]
    number = {result: group for group, result in enumerate(dict.fromkeys(results[key] for key in site.domain.keys))}
    groups, weights = np.array([number[results[key]] for key in site.domain.keys]), prior(site)
    empty = [result for result, group in number.items() if weights[groups == group].sum() == 0]
    if empty:
        raise site.fault(f"no weight in the group {empty[0]!r}", "groups with weight", ".group")
    return NearCpd(node.p, node.q, weights, groups)


def _distinct(site: Site, node: model.DistinctNode) -> Cpd:
    if node.file is None and node.parents:
        raise site.fault("parents without a file", "a `file` with one column a parent")
    if not all(parent.startswith("user.") for parent in node.parents):
        raise site.fault(node.parents, "parents user.<attribute>, which all instances share", ".parents")
    weights = prior(site, node.weights) if node.file is None else read_cells(site, node, node.file, "weight")
    count, fewest = site.spec.file.classes[site.klass].count, int((weights > 0).sum(axis=-1).min())
    if fewest < count:
        place = np.argwhere((weights > 0).sum(axis=-1) == fewest)[0]
        named = zip(node.parents, site.parents(node), place, strict=True)
        row = "".join(f" where {parent} is {domain.keys[code]!r}" for parent, domain, code in named)
        raise site.fault(f"{fewest} values for {count} instances{row}", "at least as many values as instances")
    return DistinctCpd(weights)


def _derived(site: Site, node: model.DerivedNode) -> Cpd:
    if node.function == "product":
        if tuple(node.parents) != site.domain.parts:
            raise site.fault(node.parents, f"the parts of the domain: {', '.join(site.domain.parts)}", ".parents")
        return ProductCpd(site.domain.sizes)
    numbers = site.parents(node)[0].numbers if len(node.parents) == 1 else None
    if numbers is None or len(node.cuts) + 1 != site.domain.size or sorted(node.cuts) != node.cuts:
        raise site.fault(node.cuts, f"one numeric parent and {site.domain.size - 1} rising cuts", ".cuts")
    return TableCpd(np.eye(site.domain.size)[np.searchsorted(node.cuts, numbers, side="right")])


def _sequence(site: Site, node: model.SequenceNode) -> Cpd:
    length = len(str(site.domain.size)) - 1
    if site.domain.kind != "digits" or node.prefix.startswith("0") or len(node.prefix) > length - 2:
        raise site.fault(node.prefix, "a domain of digits and a shorter prefix that does not start with 0", ".prefix")
    return SequenceCpd(node.prefix, length)


BUILDERS: dict[str, Callable[[Site, Any], Cpd]] = {
    "table": _table,
    "normal": _normal,
    "integer": _integer,
    "offset": _offset,
    "copy": _copy,
    "near": _near,
    "distinct": _distinct,
    "derived": _derived,
    "sequence": _sequence,
    "llm": _implicit,
}
