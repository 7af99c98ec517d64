"""What a question reveals about a value: P(attribute = value | what identifies the entity), for mixed attributes in one look-up.

For exchangeable choices the likelihood of "holder j has value v_i" is needed for all pairs. It depends on what the text reveals of a holder (its role;
through its name its sex), on a compared or bridging value, and, to make holders independent, on the user's own attributes. What is d-separated from the
value is dropped; if nothing is left that differs between holders, they are exchangeable as they are. Tables are computed once a scenario and flattened.
"""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError
from memsim.network.graph import BRNet
from memsim.network.infer import Separation, conditional
from memsim.network.profile import Layout
from memsim.spec.load import Spec

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

CELLS = 500_000  # a table above this is not computed; the question is not asked
_DEPTH = 6


class UnfairError(InputError):
    """No table can make the choices of such a question fair; it is not asked."""


@dataclass(frozen=True)
class Context:
    """What tells the holders of a value apart.

    Attributes:
        given: The nodes conditioned on, or empty.
        agree: For values that are not listed: attributes on which holders must agree instead.
    """

    given: tuple[str, ...] = ()
    agree: tuple[str, ...] = ()


class Odds:
    """Flattened conditional tables; `row(...)` registers one, `lookup` reads any mix of them."""

    def __init__(self, spec: Spec, network: BRNet, layout: Layout) -> None:
        self._spec, self._network, self._layout = spec, network, layout
        self._graph = network.to_networkx()
        self._separated = Separation(self._graph)
        self._contexts: dict[tuple[str, str, str | None, bool], Context] = {}
        self._rows: dict[tuple[str, str, str | None, bool], int] = {}
        self._row_of: dict[tuple[str, str, Context], int] = {}
        self._tables: list[Floats] = []
        self._summed: set[int] = set()
        self._columns: list[list[tuple[int, int, int]]] = []
        self._flat: Floats = np.empty(0)

    def revealed(self, klass: str) -> list[str]:
        """Return the nodes that a subject's wording reveals: its role, and what its name depends on."""
        topic = self._spec.file.classes[klass].topic
        assert topic is not None  # noqa: S101 - only classes with a topic are asked about
        words = self._spec.file.topics[topic]
        nodes = [f"{klass}.{words.role}"] if words.role else []
        for part in self._spec.domains[words.name].parts:
            nodes += [parent for parent in self._network.nodes[f"{klass}.{part}"].parents if parent.startswith(f"{klass}.")]
        return list(dict.fromkeys(nodes))

    def context(self, klass: str, attribute: str, extra: str | None, *, alone: bool) -> Context:
        """Return what to condition on; computed once for each set of arguments.

        Args:
            klass: The holders' class.
            attribute: The attribute whose values are at stake.
            extra: An attribute of the holder whose value is known too (compared or bridging).
            alone: Whether absolute probabilities are needed, not only their ratios between holders.
        """
        key = (klass, attribute, extra, alone)
        if key not in self._contexts:
            self._contexts[key] = self._find_context(*key)
        return self._contexts[key]

    def _find_context(self, klass: str, attribute: str, extra: str | None, alone: bool) -> Context:  # noqa: FBT001 - the key of the cache
        target = f"{klass}.{attribute}"
        above = nx.ancestors(self._graph, target)
        distinct = [n for n in above if self._network.nodes[n].cpd.tensor is None and not self._network.nodes[n].parents]
        cross = [
            n
            for n in sorted(above)
            if n.startswith("user.") and any(not c.startswith("user.") for c in self._graph.successors(n) if c in above | {target})
        ]
        own = [n for n in self.revealed(klass) if n != target]
        own += [f"{klass}.{extra}"] if extra else []
        if alone or extra:
            own += [n for n in distinct if n.startswith(klass)]
        given = [n for n in dict.fromkeys([*own, *cross]) if n != target]
        for node in list(given):
            rest = [n for n in given if n != node]
            if self._separated(target, node, rest):
                given = rest
        apart = [n for n in given if n.startswith(f"{klass}.")]
        if not apart and not alone:
            return Context()
        if not self._spec.domains[attribute].listed:
            return Context(agree=tuple(n.split(".", 1)[1] for n in apart))
        return Context(given=tuple(given))

    def row(self, klass: str, attribute: str, extra: str | None = None, *, alone: bool = False) -> int:
        """Return the number of the table to look values up in, or -1 where the holders are exchangeable as they are.

        Raises:
            UnfairError: The table would have more than CELLS cells, or the value is drawn without replacement.
        """
        key = (klass, attribute, extra, alone)
        if key not in self._rows:
            context = self.context(klass, attribute, extra, alone=alone)
            what = (klass, attribute, context)
            if not context.given and not alone:
                self._rows[key] = -1
            elif what in self._row_of:  # what was known beside it told nothing more
                self._rows[key] = self._row_of[what]
            else:
                self._rows[key] = self._row_of[what] = self._add(*what)
            if alone:
                self._summed.add(self._rows[key])
        return self._rows[key]

    def _add(self, klass: str, attribute: str, context: Context) -> int:
        target = f"{klass}.{attribute}"
        sizes = [len(self._network.nodes[name].keys) for name in (*context.given, target)]
        if np.prod(sizes) > CELLS or len(sizes) > _DEPTH:
            raise UnfairError(f"{target} given {', '.join(context.given)}: a table of {int(np.prod(sizes)):,} cells")
        if self._network.nodes[target].cpd.tensor is None:
            raise UnfairError(f"{target} is drawn without replacement and depends on {', '.join(context.given)}")
        table = conditional(self._network, target, context.given)
        strides = (np.cumprod([1, *sizes[:0:-1]])[::-1])[:-1].tolist() if len(sizes) > 1 else []
        columns = []
        for name, stride in zip(context.given, strides, strict=True):
            owner, own_attribute = name.split(".", 1)
            columns.append((self._layout.column[own_attribute], int(owner == "user"), stride))
        self._tables.append(table.ravel())
        self._columns.append(columns)
        return len(self._tables) - 1

    def freeze(self) -> None:
        """Flatten the registered tables for `lookup`; those that `between` sums stand first, so that no others need be summed up."""
        order = sorted(range(len(self._tables)), key=lambda row: row not in self._summed)
        sizes = [len(self._tables[row]) for row in order]
        self._base = np.empty(len(order), dtype=np.int64)
        self._base[order] = np.cumsum([1, *sizes])[:-1]
        self._flat = np.concatenate([np.zeros(1), *(self._tables[row] for row in order)])
        self._cumulative = np.concatenate([np.zeros(1), np.cumsum(self._flat[: 1 + sum(sizes[: len(self._summed)])])])
        self._tables.clear()
        self._deep = np.array([len(columns) for columns in self._columns], dtype=np.int64)
        self._which = np.zeros((len(order), _DEPTH, 3), dtype=np.int64)
        for place, columns in enumerate(self._columns):
            self._which[place, : len(columns)] = np.reshape(columns, (-1, 3))

    def starts(self, table: Ints, entity: Ints, codes: Ints) -> Ints:
        """Return where the row P(· | context of entity) begins in the flat tables.

        Args:
            table: Table numbers from `row`, shape (n,).
            entity: Entities, shape (m, n).
            codes: Code matrix of the worlds, shape (slots, n).

        Returns:
            Shape (m, n).
        """
        start = np.broadcast_to(self._base[table], entity.shape).copy()
        which, around = self._which[table], np.arange(codes.shape[1])
        for depth in range(int(self._deep[table].max(initial=0))):
            column, of_user, stride = which[:, depth, 0], which[:, depth, 1], which[:, depth, 2]
            slot = self._layout.slot[np.where(of_user == 1, self._layout.first["user"], entity), column]
            start += np.where(stride > 0, codes[np.where(stride > 0, slot, 0), around] * stride, 0)
        return start

    def lookup(self, table: Ints, entity: Ints, value: Ints, codes: Ints) -> Floats:
        """Return P(value k | context of entity m) for values (k, n): shape (m, k, n); the other arguments are those of `starts`."""
        return self._flat[self.starts(table, entity, codes)[:, None, :] + value[None, :, :]]

    def between(self, starts: Ints, low: Ints, high: Ints) -> Floats:
        """Return P(low <= value < high | context), shape of `starts`, for listed values in rising order of number."""
        return self._cumulative[starts + high] - self._cumulative[starts + low]
