"""Compares memories question by question: within a run, or across runs of the same questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import InputError
from memsim.measure.costs import TIMED
from memsim.measure.grouped import Group, Rows, Values, cluster_of
from memsim.measure.measured import ANSWERS
from memsim.memory.registry import KINDS
from memsim.scoring.compare import Difference, paired
from memsim.scoring.metrics import METRICS, SESSION_METRICS

_FIXED = ("protocol_version", "pool", "judge")  # keys of the manifest that runs must share to be compared
_FIXED_SETTINGS = ("seed", "answers", "epochs")
EVERY_TYPE = "all"
Pair = tuple[str, Any, Any]  # what, as it is in one run, and in another


class Contestant(NamedTuple):
    """A memory in one of the runs compared.

    Attributes:
        label: What tells it from the others: with its run where there are several, and with its reader where they differ.
        run: The place of its run.
        memory: Its name there.
        names: Its name alone and with its reader, as it may be called besides.
    """

    label: str
    run: int
    memory: str
    names: tuple[str, ...]


class Gain(NamedTuple):
    """How a memory differs from its baseline on one measure; `unpaired` questions were measured for one of the two only."""

    set: str
    eta: int
    memory: str
    baseline: str
    measure: str
    question_type: str
    difference: Difference
    unpaired: int


class Comparison:
    """Runs side by side.

    Args:
        roots: The run folders.
        baseline: The memory that the others are compared with, by name or as run/name. By default, of several runs, each memory is compared
            with its namesake in the first; of one run, all with the first memory.
        cuts: Where each run's rankings are cut; as it was asked to by default.

    Raises:
        DatasetError: A folder is no run.
        InputError: The runs measured different things, or there is no such baseline.
    """

    def __init__(self, roots: Sequence[Path], baseline: str | None = None, cuts: Sequence[Sequence[int]] | None = None) -> None:
        self._rows = [Rows(root, None if cuts is None else cuts[place]) for place, root in enumerate(roots)]
        for place in range(1, len(roots)):
            self._comparable(place, roots)
        self.contestants = self._all(_told_apart(roots))
        self._given = None if baseline is None else self._find(baseline)

    def _all(self, folders: Sequence[str]) -> list[Contestant]:
        readers = [_reader(rows) for rows in self._rows]
        out = []
        for run, rows in enumerate(self._rows):
            for memory in rows.sizes:
                parts = [*([folders[run]] if len(folders) > 1 else []), memory, *([readers[run]] if len(set(readers)) > 1 else [])]
                out.append(Contestant("/".join(parts), run, memory, (memory, f"{memory}/{readers[run]}")))
        return out

    def _comparable(self, place: int, roots: Sequence[Path]) -> None:
        """Hold a run against the first one, and its reader against the first that is called the same."""
        first, other = self._rows[0], self._rows[place]
        namesake = next(number for number, rows in enumerate(self._rows) if _reader(rows) == _reader(other))
        for number, pairs in ((0, _fixed(first, other)), (namesake, _of_reader(self._rows[namesake], other))):
            for key, there, here in pairs:
                if there != here:
                    raise InputError(
                        f"{roots[number]} and {roots[place]} measured different things: {key} is {there!r} in the first and {here!r} in the "
                        "other; expected the same; measure one of them again"
                    )

    def _find(self, name: str) -> Contestant:
        found = [one for one in self.contestants if name in (one.label, *one.names)]
        if not found:
            raise InputError(f"no memory {name!r} to compare with; {_hint(name, [one.label for one in self.contestants])}")
        return found[0]

    def rows_of(self, one: Contestant) -> Rows:
        """Return the rows of the run that a memory took part in."""
        return self._rows[one.run]

    def groups_of(self, one: Contestant) -> list[Group]:
        """Return a memory on each set at each level."""
        return sorted(group for group in self._rows[one.run].tallies if group.memory == one.memory)

    @property
    def ks(self) -> list[int]:
        """Where the rankings of all runs are cut."""
        return [k for k in self._rows[0].ks if all(k in rows.ks for rows in self._rows)]

    @cached_property
    def measures(self) -> list[str]:
        """All that was measured, of any memory."""
        return sorted({measure for rows in self._rows for group in rows.tallies for measure in rows.values(group)})

    @staticmethod
    def known(measure: str) -> bool:
        """Return whether there is a measure, or a time, of that name, measured here or not."""
        return measure.partition("@")[0] in {*METRICS, *SESSION_METRICS, *ANSWERS, *TIMED}

    def baseline_of(self, one: Contestant) -> Contestant | None:
        """Return whom a memory is compared with; None for a baseline itself, and for one without a namesake in the first run."""
        if self._given is not None:
            return None if one == self._given else self._given
        if len(self._rows) == 1:
            return None if one == self.contestants[0] else self.contestants[0]
        namesakes = [other for other in self.contestants if other.run == 0 and other.memory == one.memory]
        return namesakes[0] if one.run and namesakes else None

    def gains(self, measures: Sequence[str], *, by_type: bool = False) -> list[Gain]:
        """Return how each memory differs from its baseline on each measure, over all questions, and by type if asked.

        Raises:
            InputError: A measure is none that was measured.
        """
        for measure in measures:
            if measure not in self.measures:
                raise InputError(f"nothing was measured as {measure!r}; {_hint(measure, self.measures)}")
        out = []
        for one in self.contestants:
            base = self.baseline_of(one)
            if base is not None:
                out += self._against(one, base, measures, by_type=by_type)
        return out

    def _against(self, one: Contestant, base: Contestant, measures: Sequence[str], *, by_type: bool) -> list[Gain]:
        out = []
        for group in self.groups_of(one):
            other = group._replace(memory=base.memory)
            if other not in self._rows[base.run].tallies:
                continue
            mine, theirs = self._rows[one.run].values(group), self._rows[base.run].values(other)
            types = self._types(group.set, by_type=by_type)
            for measure in measures:
                if measure in mine or measure in theirs:
                    out += [
                        Gain(
                            group.set,
                            group.eta,
                            one.label,
                            base.label,
                            measure,
                            kind,
                            *self._paired(mine, theirs, measure, group.set, questions),
                        )
                        for kind, questions in types.items()
                    ]
        return out

    def _types(self, name: str, *, by_type: bool) -> dict[str, list[str]]:
        items = self._rows[0].of(name)
        types = {EVERY_TYPE: sorted(items)}
        for question, item in sorted(items.items()) if by_type else ():
            types.setdefault(item.question.question_type, []).append(question)
        return types

    def _paired(self, mine: Values, theirs: Values, measure: str, name: str, questions: Sequence[str]) -> tuple[Difference, int]:
        a, b = mine.get(measure, {}), theirs.get(measure, {})
        both = [one for one in questions if one in a and one in b]
        items = self._rows[0].items
        clusters = [cluster_of(items[name, one]) for one in both]
        return paired([a[one] for one in both], [b[one] for one in both], clusters), sum((one in a) != (one in b) for one in questions)


def _reader(rows: Rows) -> str:
    """Return what the reader of a run is called: its model, where it has one."""
    found = rows.manifest["reader"] or {"name": "none"}
    return str(found.get("model") or found["name"])


def _of_reader(own: Rows, other: Rows) -> Iterator[Pair]:
    mine, theirs = (rows.manifest["reader"] or {} for rows in (own, other))
    for key in sorted(mine.keys() | theirs.keys()):
        yield f"{key} of the reader {_reader(own)}", mine.get(key), theirs.get(key)


def _fixed(own: Rows, other: Rows) -> Iterator[Pair]:
    """Yield what runs must share to be compared, as it is in each of two."""
    mine, theirs = own.manifest, other.manifest
    yield from ((key, mine[key], theirs[key]) for key in _FIXED)
    yield from ((key, mine["settings"][key], theirs["settings"][key]) for key in _FIXED_SETTINGS)
    digests = {one["name"]: one["digest"] for one in mine["sets"]}
    shared = [one for one in theirs["sets"] if one["name"] in digests]
    yield from ((f"the digest of set {one['name']}", digests[one["name"]], one["digest"]) for one in shared)
    if not shared:
        yield "set", ", ".join(digests), ", ".join(one["name"] for one in theirs["sets"])
    for memory in sorted(own.sizes.keys() & other.sizes.keys()):
        yield f"k that {memory} was asked for", _asked_for(own, memory), _asked_for(other, memory)


def _asked_for(rows: Rows, memory: str) -> int | None:
    """Return how many things a memory was asked for; None for one that does not heed it."""
    kind = KINDS.get(memory)
    if kind is not None and not kind.sized:
        return None
    return rows.sizes[memory] or int(rows.manifest["settings"]["ks"][-1])


def _told_apart(roots: Sequence[Path]) -> list[str]:
    """Return a name for each run: its folder's, its path where folders share a name, its number where it is given twice."""
    folders, paths = [root.resolve().name for root in roots], [str(root) for root in roots]
    numbered = [f"{name}#{number}" for number, name in enumerate(folders, 1)]
    return next(names for names in (folders, paths, numbered) if len(set(names)) == len(roots))


def _hint(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=3)
    return f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}"
