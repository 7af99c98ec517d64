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
from memsim.network.cpd import DistinctCpd
from memsim.network.graph import BRNet
from memsim.network.infer import Separation, conditional, supports
from memsim.network.profile import Layout
from memsim.spec.load import Spec

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

CELLS = 800_000  # a table above this is not computed; the question is not asked
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
        self._columns: list[list[tuple[int, int, int, int]]] = []
        self._support = supports(network)
        self._places: list[int] = []
        self._starts: dict[str, int] = {}
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
            self._contexts[key] = self._find_context(klass, attribute, extra, alone=alone)
        return self._contexts[key]

    def _find_context(self, klass: str, attribute: str, extra: str | None, *, alone: bool, hidden: bool = False) -> Context:
        """Return what to condition on; where the holders are `hidden`, the question says nothing of them."""
        target = f"{klass}.{attribute}"
        above = nx.ancestors(self._graph, target)
        distinct = [n for n in above if isinstance(self._network.nodes[n].cpd, DistinctCpd)]
        cross = [
            n
            for n in sorted(above)
            if n.startswith("user.") and any(not c.startswith("user.") for c in self._graph.successors(n) if c in above | {target})
        ]
        own = [] if hidden else [n for n in self.revealed(klass) if n != target]
        own += [f"{klass}.{extra}"] if extra else []
        if alone or extra:
            own += [n for n in distinct if n.startswith(klass)]
        given = self._smaller(target, [n for n in dict.fromkeys([*own, *cross]) if n != target])
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

    def _smaller(self, target: str, given: list[str]) -> list[str]:
        """Condition on what matters of a node, where that is a function of it: of a relation, the generation. It keeps tables small."""
        for node in list(given):
            functions = [n for n in self._graph.successors(node) if n != target and self._network.nodes[n].is_function]
            rest = [n for n in given if n != node]
            if functions and self._separated(target, node, [*rest, *functions]):
                given = list(dict.fromkeys([*rest, *functions]))
        return given

    def row(self, klass: str, attribute: str, extra: str | None = None, *, alone: bool = False) -> int:
        """Return the number of the table to look values up in, or -1 where the holders are exchangeable as they are.

        Raises:
            UnfairError: The table would have more than CELLS cells, or the value is drawn without replacement.
        """
        key = (klass, attribute, extra, alone)
        if key not in self._rows:
            context = self.context(klass, attribute, extra, alone=alone)
            self._rows[key] = self._table(klass, attribute, context) if context.given or alone else -1
            if alone:
                self._summed.add(self._rows[key])
        return self._rows[key]

    def own_row(self, klass: str, attribute: str) -> tuple[int, int]:
        """Return the tables (of the class, of the user) for a value of the user's that three of the class rival; -1, -1 where all four are drawn alike.

        What ties the class to the user is conditioned on, the attribute itself aside: where it depends on the user's own value, `accept` puts each in turn.

        Raises:
            UnfairError: The value is not listed and the four are not drawn alike.
        """
        context = self._find_context(klass, attribute, None, alone=True, hidden=True)
        owners = [name for name in context.given if name.startswith("user.") and name != f"user.{attribute}"]
        if self._spec.domains[attribute].listed:
            mine = Context(given=tuple(owners))
            return self._table(klass, attribute, context), self._table("user", attribute, mine)
        if context.agree or not self._same_parts(klass, attribute):
            raise UnfairError(f"user.{attribute} is not drawn as {klass}.{attribute} is")
        return -1, -1

    def _same_parts(self, klass: str, attribute: str) -> bool:
        parts = self._spec.domains[attribute].parts or (attribute,)
        nodes = [[self._network.nodes.get(f"{owner}.{part}") for part in parts] for owner in ("user", klass)]
        if any(node is None for pair in nodes for node in pair):
            return False
        return all(
            np.allclose(conditional(self._network, f"user.{part}", ()), conditional(self._network, f"{klass}.{part}", ())) for part in parts
        )

    def _table(self, klass: str, attribute: str, context: Context) -> int:
        what = (klass, attribute, context)
        if what not in self._row_of:
            self._row_of[what] = self._add(*what)
        return self._row_of[what]

    def _add(self, klass: str, attribute: str, context: Context) -> int:
        target = f"{klass}.{attribute}"
        sizes = [*(len(self._support[name]) for name in context.given), len(self._network.nodes[target].keys)]
        if np.prod(sizes) > CELLS or len(sizes) > _DEPTH:
            raise UnfairError(f"{target} given {', '.join(context.given)}: a table of {int(np.prod(sizes)):,} cells")
        if self._network.nodes[target].cpd.tensor is None:
            raise UnfairError(f"{target} is drawn without replacement and depends on {', '.join(context.given)}")
        try:
            table = conditional(self._network, target, context.given, self._support)
        except InputError as error:
            raise UnfairError(f"{target} given {', '.join(context.given)}: {error}") from None
        strides = (np.cumprod([1, *sizes[:0:-1]])[::-1])[:-1].tolist() if len(sizes) > 1 else []
        columns = []
        for name, stride in zip(context.given, strides, strict=True):
            owner, own_attribute = name.split(".", 1)
            columns.append((self._layout.column[own_attribute], int(owner == "user"), stride, self._place_of(name)))
        self._tables.append(table.ravel())
        self._columns.append(columns)
        return len(self._tables) - 1

    def _place_of(self, name: str) -> int:
        """Return where, among all places, those of a node's codes start: a table has no rows for codes that nobody can have."""
        if name not in self._starts:
            self._starts[name] = len(self._places)
            places = np.zeros(len(self._network.nodes[name].keys), dtype=np.int64)
            places[self._support[name]] = np.arange(len(self._support[name]))
            self._places += places.tolist()
        return self._starts[name]

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
        self._place = np.array([*self._places, 0], dtype=np.int64)
        self._which = np.zeros((len(order), _DEPTH, 4), dtype=np.int64)
        for place, columns in enumerate(self._columns):
            self._which[place, : len(columns)] = np.reshape(columns, (-1, 4))

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
            column, of_user, stride, places = np.moveaxis(which[:, depth], -1, 0)
            slot = self._layout.slot[np.where(of_user == 1, self._layout.first["user"], entity), column]
            code = np.where(stride > 0, codes[np.where(stride > 0, slot, 0), around], 0)
            start += self._place[places + code] * stride
        return start

    def lookup(self, table: Ints, entity: Ints, value: Ints, codes: Ints) -> Floats:
        """Return P(value k | context of entity m) for values (k, n): shape (m, k, n); the other arguments are those of `starts`."""
        return self._flat[self.starts(table, entity, codes)[:, None, :] + value[None, :, :]]

    def full(self, starts: Ints, size: int) -> Floats:
        """Return P(value | context) for every value of a table of this size, shape (size, *starts.shape)."""
        return self._flat[starts[None] + np.arange(size).reshape(-1, *[1] * starts.ndim)]

    def between(self, starts: Ints, low: Ints, high: Ints) -> Floats:
        """Return P(low <= value < high | context), shape of `starts`, for listed values in rising order of number."""
        return self._cumulative[starts + high] - self._cumulative[starts + low]
