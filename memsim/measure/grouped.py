"""The rows of a run by memory, set and level: the one source of `results.json` and of comparisons."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import DatasetError, InputError
from memsim.measure import costs
from memsim.measure.folder import read_manifest, read_questions, read_samples
from memsim.measure.measured import ANSWERS, FAILED, applies, kind_of, measured
from memsim.measure.rows import graded_again
from memsim.records import Item

UNREADABLE = 0.6  # a type that the lexical reader gets right less often, given the evidence and nothing else, tells nothing of memories
_ORDER = ("question", "epoch")  # of the rows of a group
#: By measure: the mean over epochs by question.
Values = dict[str, dict[str, float]]


class Group(NamedTuple):
    """One memory on one set at one level."""

    set: str
    memory: str
    eta: int


class Unreadable(NamedTuple):
    """A kind of question that the reader without a model does not answer well, and how well it did on n of them, given exactly the evidence."""

    language: str
    question_type: str
    accuracy: float
    n: int


class Tally:
    """The rows of a group, taken in one by one."""

    def __init__(self) -> None:
        self.light: list[Mapping[str, Any]] = []
        self.missing: dict[str, Counter[str]] = defaultdict(Counter)
        self.errors: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()
        self.failed: dict[str, Counter[str]] = defaultdict(Counter)
        self._outcomes: dict[str, Counter[str]] = defaultdict(Counter)
        self._epochs: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, row: Mapping[str, Any], item: Item, ks: Sequence[int], size: int | None) -> None:
        """Take in a row of a memory with, perhaps, a size of its own."""
        values, missing = measured(row, item, ks)
        for name, value in values.items():
            self._epochs[name][item.question.id].append(value)
        for kind, why in missing.items():
            self.missing[kind][why] += 1
            self.failed[kind].update([item.question.id] if why == FAILED else [])
        self._outcomes[item.question.id].update([row["outcome"]] if "outcome" in row else [])
        self.errors.update([(row.get("error") or row["reason"])[:200]] if "error" in row or row.get("outcome") == FAILED else [])
        self.flags.update(row.get("flags", {}))
        self.flags.update(["k_at_least_history"] if ks[-1] >= row["messages"] else [])
        self.flags.update(["size_below_k"] if size is not None and size < ks[-1] else [])
        history = {"history": item.question.history_id}
        self.light.append({name: row[name] for name in (*_ORDER, *costs.NEEDED) if name in row} | history)

    def values(self, without: Collection[str]) -> Values:
        """Return the values of each question, its answers left out where the question is in `without`."""
        means = {name: {one: _mean(each) for one, each in by.items()} for name, by in self._epochs.items()}
        return {name: {one: v for one, v in by.items() if name not in ANSWERS or one not in without} for name, by in sorted(means.items())}

    def with_failures(self, measure: str, worth: float) -> dict[str, float]:
        """Return the values of each question on one measure, each row that failed counted as `worth`."""
        found, failed = self._epochs.get(measure, {}), self.failed[kind_of(measure)]
        return {
            one: (fsum(found.get(one, ())) + failed[one] * worth) / (len(found.get(one, ())) + failed[one])
            for one in sorted(found.keys() | failed.keys())
        }

    def outcomes(self, among: Collection[str]) -> dict[str, int]:
        """Return how often each outcome was met on some questions."""
        total: Counter[str] = Counter()
        for question in among:
            total.update(self._outcomes.get(question, {}))
        return dict(sorted(total.items()))

    def never_failed(self) -> set[str]:
        """Return the questions on which the memory never failed."""
        return {row["question"] for row in self.light} - {row["question"] for row in self.light if "error" in row}

    def costs(self, among: Collection[str] | None = None) -> dict[str, Any]:
        """Return what the rows took, all or those of some questions, whatever the order in which they were taken in."""
        rows = [row for row in self.light if among is None or row["question"] in among]
        return costs.costs(sorted(rows, key=lambda row: tuple(row[name] for name in _ORDER)))


def _mean(values: Collection[float]) -> float:
    return fsum(values) / len(values)  # exact, so that the order of the rows does not matter


class Rows:
    """The rows of a run, grouped; what was said is graded as it is now, whatever was written when it was said.

    Args:
        root: The run folder.
        ks: Where to cut the rankings; as the run was asked to by default.

    Raises:
        DatasetError: The folder is no run, or damaged.
        InputError: The run was cut short, or recalled less than the largest k.
    """

    def __init__(self, root: Path, ks: Sequence[int] | None = None) -> None:
        self.manifest, self.items = read_manifest(root, any_protocol=True), read_questions(root)
        settings = self.manifest["settings"]
        self.ks = tuple(ks or settings["ks"])
        if self.ks[-1] > settings["ks"][-1]:
            raise InputError(f"{root}: k {self.ks[-1]}; its memories were asked for {settings['ks'][-1]} at most: expected no larger k")
        self.sizes: dict[str, int | None] = {one["name"]: one["k"] for one in self.manifest["memories"]}
        self.tallies: dict[Group, Tally] = defaultdict(Tally)
        self._take_in(root)
        self._check_whole(root)
        self.unreadable, self.values = cache(self._unreadable), cache(self._values)

    def _take_in(self, root: Path) -> None:
        by_model = (self.manifest["reader"] or {}).get("name") == "llm"
        for row in read_samples(root):
            item = self.items.get((row["set"], row["question"]))
            if item is None:
                raise DatasetError(f"{root}: a row of {row['question']!r} in {row['set']!r}, which was not asked; measure again")
            if row["memory"] not in self.sizes:
                raise DatasetError(f"{root}: a row of the memory {row['memory']!r}, which did not take part; measure again")
            graded = graded_again(row, item, self.manifest["settings"]["answers"], by_model=by_model)
            self.tallies[Group(row["set"], row["memory"], row["eta"])].add(graded, item, self.ks, self.sizes[row["memory"]])

    def _check_whole(self, root: Path) -> None:
        settings = self.manifest["settings"]
        wanted = len(self.items) * len(self.manifest["memories"]) * len(settings["levels"]) * settings["epochs"]
        found = sum(len(tally.light) for tally in self.tallies.values())
        if found < wanted:
            raise InputError(f"{root}: cut short, {found:,} rows of {wanted:,}; go on with it by `memsim bench … --resume`")
        if found > wanted:
            raise DatasetError(f"{root}: {found:,} rows, where {wanted:,} were asked for; measure again")

    def of(self, name: str) -> dict[str, Item]:
        """Return the questions of a set by id."""
        return {question: item for (of, question), item in self.items.items() if of == name}

    def uncounted(self, name: str) -> set[str]:
        """Return the questions of a set whose answers say nothing of memories."""
        kinds = {(one.language, one.question_type) for one in self.unreadable(name)}
        return {one for one, item in self.of(name).items() if _kind(item) in kinds}

    def with_failures(self, group: Group, measure: str, worth: float) -> dict[str, float]:
        """Return the values of each question that counts and can be measured so, each row that failed counted as `worth`.

        There are none of what was measured for no memory of the run, such as answers without a reader.
        """
        if not any(measure in self.values(other) for other in self.tallies):
            return {}
        aside: Collection[str] = self.uncounted(group.set) if measure in ANSWERS else ()
        found = self.tallies[group].with_failures(measure, worth)
        return {one: value for one, value in found.items() if one not in aside and applies(measure, self.items[group.set, one])}

    def _unreadable(self, name: str) -> list[Unreadable]:
        """Return what the lexical reader cannot answer of a set, by the memory that holds the evidence and nothing else."""
        tally = self.tallies.get(Group(name, "oracle", self.manifest["settings"]["levels"][0]))
        if tally is None or (self.manifest["reader"] or {}).get("name") != "lexical":
            return []
        right: dict[tuple[str, str], list[float]] = defaultdict(list)
        for question, value in tally.values(()).get("accuracy", {}).items():
            right[_kind(self.items[name, question])].append(value)
        return [Unreadable(*kind, _mean(each), len(each)) for kind, each in sorted(right.items()) if _mean(each) < UNREADABLE]

    def _values(self, group: Group) -> Values:
        """Return the values of each question, without the answers that say nothing of memories."""
        return self.tallies[group].values(self.uncounted(group.set))


def cluster_of(item: Item) -> str:
    """Return what a question shares with others: they are not independent."""
    return item.truth.cluster or item.question.history_id


def _kind(item: Item) -> tuple[str, str]:
    return item.question.language, item.question.question_type
