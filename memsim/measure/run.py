"""Runs memories over sets: history by history, level by level, each memory fresh; rows go to the run folder as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from memsim.errors import CallError
from memsim.io.formats.registry import PoolRow
from memsim.measure import answering, trial
from memsim.measure.controls import TRUTHFUL
from memsim.measure.folder import Key, Samples
from memsim.measure.given import Given
from memsim.measure.levels import infuse
from memsim.measure.rows import row_of
from memsim.measure.selection import Chosen
from memsim.measure.settings import Settings
from memsim.measure.worker import Worker
from memsim.memory.protocol import Memory, Shared
from memsim.memory.registry import Entrant
from memsim.reader.judge import Judge
from memsim.reader.protocol import Reader
from memsim.records import Item

_BATCH = 16  # histories between two writes; of the first, one, so that what cannot work fails at once
Pools = Callable[[str, str], Sequence[PoolRow]]  # of a set and a language


@dataclass(frozen=True, slots=True)
class Team:
    """Who takes part besides the memories.

    Attributes:
        reader: None where only retrieval is measured.
        judge: Grades free text beside the typed grading; None for none.
    """

    reader: Reader | None
    judge: Judge | None = None


@dataclass(slots=True)
class _Pending:
    """A question that was recalled for and is still to be read."""

    key: Key
    given: Given
    item: Item
    trial: trial.Trial
    timing: str


class Bench:
    """Measures a line-up of memories.

    Args:
        lineup: The memories.
        team: Reader and judge.
        settings: What decides the results.
        pools: Returns the messages of noise for a set and language.
    """

    def __init__(self, lineup: Sequence[Entrant], team: Team, settings: Settings, pools: Pools) -> None:
        self._lineup, self._team, self._settings, self._pools = lineup, team, settings, pools
        self._shared = Shared()
        self._worker = Worker(settings.timeout)
        self._met: set[str] = set()

    def run(self, chosen: Iterator[Chosen], samples: Samples, advance: Callable[[int], None]) -> None:
        """Measure what there is no row of yet.

        Args:
            chosen: The histories with what is asked of each.
            samples: Where rows go.
            advance: Told how many rows came to be, those that were there already included.

        Raises:
            CallError: The model of a memory cannot be called from the first history on, or no reading of a whole batch succeeded. What was
                measured before is kept.
        """
        done = samples.done()
        size = 1
        while batch := list(islice(chosen, size)):
            pending = [one for place in batch for one in self._recall(place, done)]
            if size == 1:
                self._reachable(pending)
            samples.add(self._read(pending))
            advance(sum(len(place.items) for place in batch) * len(self._lineup) * len(self._settings.levels) * self._settings.epochs)
            size = _BATCH
        self._worker.close()

    def _reachable(self, first: Sequence[_Pending]) -> None:
        """Make sure that the models of memories can be called, once the first history was tried."""
        for entrant in self._lineup:
            errors = [one.trial.error for one in first if one.key.memory == entrant.name]
            if errors and all(f"{CallError.__name__}: " in error for error in errors):
                raise CallError(
                    f"memory {entrant.name!r}: {errors[0]}; none of the questions just asked got anything, and none of them is scored"
                )

    def _recall(self, place: Chosen, done: set[Key]) -> Iterator[_Pending]:
        """Yield the trials of one history that there is no row of."""
        for eta in self._settings.levels:
            given: Given | None = None
            for entrant in self._lineup:
                for epoch in range(self._settings.epochs):
                    items = [item for item in place.items if Key(place.set, item.question.id, entrant.name, eta, epoch) not in done]
                    if not items:
                        continue
                    given = given or self._given(place, eta)
                    timed = place.number < self._settings.timed and epoch == 0
                    for item, tried, timing in self._tried(entrant, given, items, timed=timed):
                        yield _Pending(Key(place.set, item.question.id, entrant.name, eta, epoch), given, item, tried, timing)

    def _given(self, place: Chosen, eta: int) -> Given:
        """Return a history at a level; a set that was generated at that level is there already."""
        if eta == place.eta:
            return Given(place.history)
        return Given(infuse(place.history, eta, self._pools(place.set, place.history.language), self._settings.seed))

    def _tried(self, entrant: Entrant, given: Given, items: list[Item], *, timed: bool) -> Iterator[tuple[Item, trial.Trial, str]]:
        k = entrant.k or self._settings.ks[-1]
        shared = Shared() if timed else self._shared
        timing = "warm_up" if entrant.name not in self._met else "alone" if timed else "shared"
        self._met.add(entrant.name)
        for make, together in self._makers(entrant, given, items, shared):
            asked = [answering.put(item, self._settings.answers) for item in together]
            for item, tried in zip(together, trial.run(make, given, asked, k, self._worker), strict=True):
                yield item, tried, timing

    @staticmethod
    def _makers(entrant: Entrant, given: Given, items: list[Item], shared: Shared) -> Iterator[tuple[Callable[[], Memory], list[Item]]]:
        """Yield how a memory is made and which questions it is asked: all of a history, but for one that is made of a question's truth."""
        if entrant.make is not None:
            yield partial(entrant.make, shared), items
        else:
            for item in items:
                yield partial(TRUTHFUL[entrant.kind], given, item), [item]

    def _read(self, pending: Sequence[_Pending]) -> list[dict[str, Any]]:
        """Return the rows of a batch, read in as many threads as the reader bears."""
        reader = self._team.reader
        if reader is None or reader.concurrency == 1:
            rows = [self._row(one) for one in pending]
        else:
            with ThreadPoolExecutor(reader.concurrency) as threads:
                rows = list(threads.map(self._row, pending))
        read = [row for row in rows if "reader_status" in row]
        if read and all(row["reader_status"] == "failed" for row in read):
            raise CallError(f"{read[0]['reason']}; none of the {len(read)} questions just read got an answer, and none of them is scored")
        return rows

    def _row(self, one: _Pending) -> dict[str, Any]:
        reader = self._team.reader
        if one.trial.error or (reader is None and one.trial.said is None):
            return row_of(one.key, one.given, one.trial, one.timing, None)
        asked = answering.put(one.item, self._settings.answers)
        seen = answering.passages(one.trial, one.given)
        answered = answering.answer(one.item, asked, one.trial, seen, reader, self._team.judge, self._settings.seed + one.key.epoch)
        return row_of(one.key, one.given, one.trial, one.timing, answered)
