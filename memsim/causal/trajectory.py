"""Plans trajectories a block at a time: draws whole worlds, assembles facts, times and choices, keeps what keeps every promise, redraws the rest whole."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memsim.causal import hints, timeline
from memsim.causal.catalog import Catalog
from memsim.causal.choices import Candidates, arrange, candidates
from memsim.causal.collisions import Collisions
from memsim.causal.noise import Tellable, add_noise
from memsim.errors import GenerationError
from memsim.network.rules import Rules
from memsim.rng import Ints, Rng
from memsim.text import clock

Bools = NDArray[np.bool_]
ATTEMPTS = 200
_NOISY_SHARE = 0.25
_BATCH, _AHEAD = 1024, 16  # attempts are drafted ahead so that few rows are never drafted alone; which one is kept does not depend on it
REASONS = (
    "rule",
    "same_identifier",
    "past_event",
    "told_twice",
    "tie",
    "ambiguous_bridge",
    "equal_values",
    "likely_value",
    "likely_result",
    "answer_in_question",
)


@dataclass
class Plan:
    """Planned trajectories as arrays; the last axis is the trajectory.

    Attributes:
        index: Trajectory numbers, (n,).
        question_type: Number of each question's type in the settings' list, (n,).
        noisy, hybrid: (n,).
        codes: Worlds, (slots, n); moments are absolute minutes.
        entity, attribute, wording, kind, axis, place: Facts, (48, n); `place` is the message a fact is told in, or -1.
        times: Message moments, (48, n); question: (n,).
        pattern, target, option, truth: By part, (2, n).
        holders: (2, 6, n); candidates: (2, 4, n); picks: candidate that each letter shows, (2, 4, n); letter: (n,).
        redraws: By reason, how many draws were discarded for it (each draw counts under its first reason).
    """

    index: Ints
    arrays: dict[str, NDArray[Any]]
    redraws: dict[str, int] = field(default_factory=dict)

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return self.__dict__["arrays"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __len__(self) -> int:
        return len(self.index)

    @property
    def habit(self) -> timeline.Habit:
        """When and how often each user writes."""
        return timeline.Habit(*(self.arrays[f"habit/{one.name}"] for one in fields(timeline.Habit)))


class Planner:
    """Plans blocks of one scenario, seed and set of question types.

    Args:
        catalog: The scenario made ready.
        seed: The user's seed.
        question_types: The types asked, in the order in which the index cycles through them.
    """

    def __init__(self, catalog: Catalog, seed: int, question_types: tuple[str, ...]) -> None:
        self.catalog, self.seed, self.question_types = catalog, seed, question_types
        self.tellable, self.collisions = Tellable(catalog), Collisions(catalog)
        self.rules = Rules(catalog.spec)
        self.topics = {kind: [t for t in catalog.spec.file.topics if (kind, t) in catalog.cells] for kind in question_types}

    def kinds_of(self, index: Ints) -> tuple[Ints, Ints, Ints, Bools]:
        """Return question type, first and second topic (-1 without) and noisiness, all fixed by seed and index."""
        rng = Rng(self.seed, index)
        kind = index % len(self.question_types)
        first, second = np.zeros_like(index), np.full_like(index, -1)
        all_topics = list(self.catalog.spec.file.topics)
        for place, name in enumerate(self.question_types):
            topics, at = self.topics[name], kind == place
            numbers = np.array([all_topics.index(topic) for topic in topics])
            hybrids = len(topics) > 1
            drawn = rng.below("topic", len(topics) + hybrids)[at]
            ways = rng.permutation("hybrid_topics", len(topics))[:, at]
            mixed = drawn == len(topics)
            first[at] = np.where(mixed, numbers[ways[0]], numbers[np.minimum(drawn, len(topics) - 1)])
            second[at] = np.where(mixed, numbers[ways[-1]], -1)
        return kind, first, second, rng.one("noisy") < _NOISY_SHARE

    def plan(self, index: Ints) -> Plan:
        """Return the planned trajectories with these numbers.

        Raises:
            GenerationError: A trajectory found no world in 200 attempts.
        """
        kind, first, second, noisy = self.kinds_of(index)
        plan = Plan(index, {})
        pending, attempt = np.arange(len(index)), 0
        while len(pending) and attempt < ATTEMPTS:
            ahead = max(1, min(_BATCH // len(pending), ATTEMPTS - attempt, _AHEAD))
            at, attempts = np.repeat(pending, ahead), np.tile(attempt + np.arange(ahead), len(pending))
            draft = Draft(self, Rng(self.seed, index[at], attempts), kind[at], first[at], second[at])
            reasons = draft.judge()
            kept = self._first_kept(reasons.reshape(-1, ahead), plan.redraws)
            done = np.flatnonzero(kept >= 0)
            for name, array in draft.arrays().items():
                if name not in plan.arrays:
                    plan.arrays[name] = np.zeros((*array.shape[:-1], len(index)), dtype=array.dtype)
                plan.arrays[name][..., pending[done]] = np.take(array, done * ahead + kept[done], axis=-1)
            pending, attempt = pending[kept < 0], attempt + ahead
        if len(pending):
            names = ", ".join(str(i) for i in index[pending[:5]].tolist())
            raise GenerationError(f"trajectories {names} kept no promise in {ATTEMPTS} attempts; redraws by reason: {plan.redraws}")
        plan.arrays |= {"question_type": kind, "noisy": noisy, "hybrid": second >= 0}
        return plan

    @staticmethod
    def _first_kept(reasons: Ints, redraws: dict[str, int]) -> Ints:
        """Return each row's first attempt without a reason against it, or -1; count the reasons of the attempts before it."""
        good = reasons < 0
        kept = np.where(good.any(axis=1), np.argmax(good, axis=1), -1)
        before = np.arange(reasons.shape[1]) < np.where(kept < 0, reasons.shape[1], kept)[:, None]
        for place, count in enumerate(np.bincount(reasons[before], minlength=len(REASONS)).tolist()):
            if count:
                redraws[REASONS[place]] = redraws.get(REASONS[place], 0) + count
        return kept


class Draft:
    """One attempt at a block of trajectories."""

    def __init__(self, planner: Planner, rng: Rng, kind: Ints, first: Ints, second: Ints) -> None:
        self.catalog, self.collisions, self.rules, self.rng = planner.catalog, planner.collisions, planner.rules, rng
        self.hybrid = second >= 0
        self.codes = self.catalog.layout.matrix(self.catalog.network.draw(rng))
        referred = self.catalog.layout.referred(self.codes)
        self.both = np.flatnonzero(self.hybrid)
        row = np.concatenate([np.arange(len(rng)), self.both])
        rngs = (rng, Rng(rng.seed, rng.index[self.both], rng.attempt[self.both]))
        self.rows = hints.Rows(rngs, row, np.empty(0, dtype=np.int64))
        topics = np.concatenate([first, second[self.both]])
        names, types = list(self.catalog.spec.file.topics), planner.question_types
        cells = [(types[k], names[t]) for k, t in zip(kind[row].tolist(), topics.tolist(), strict=True)]
        self.rows.pattern = hints.draw_patterns(self.catalog, cells, self.rows.uniform("pattern", 1)[0])
        holders = hints.choose_holders(self.catalog, self.rows, self.codes)
        self.told = hints.tell(self.catalog, self.rows, holders, referred)
        add_noise(self.catalog, planner.tellable, self.rows, self.told, self.hybrid[row])
        self._set_times()
        reads = np.maximum(self.catalog.reads[self.rows.pattern], 0)
        values = self.codes[self.catalog.layout.slot[holders[: hints.HOLDERS], reads], row]
        hints.settle_target(self.catalog, self.rows, self.told, self.catalog.layout.number(np.broadcast_to(reads, values.shape), values))
        self.candidates: Candidates = candidates(self.catalog, self.rows, self.told, self.codes, self.question[row])

    def _by_trajectory(self, facts: NDArray[Any]) -> NDArray[Any]:
        """Return (facts, part rows) as (2 · facts, n): the second part's facts follow the first's."""
        n = len(self.rng)
        out = np.zeros((2, len(facts), n), dtype=facts.dtype)
        out[0] = facts[:, :n]
        out[1][:, self.both] = facts[:, n:]
        return out.reshape(-1, n)

    def _set_times(self) -> None:
        n, layout = len(self.rng), self.catalog.layout
        active = self._by_trajectory(self.told.active)
        self.place = timeline.order_facts(self.rng, active.astype(bool))
        self.count = active.sum(axis=0)
        entity, attribute = self._by_trajectory(self.told.entity), self._by_trajectory(self.told.attribute)
        self.habit = habit = timeline.habits(self.rng)
        last = self.count - 1
        days = timeline.days_to_tell(self.catalog, self.codes, active, entity, attribute)
        waking = timeline.waking_times(self.rng, habit, len(active), last, days)
        self.times = habit.moments(waking)
        self.question = habit.moments(timeline.question_times(self.rng, habit, waking[last, np.arange(n)]))
        told_day = np.repeat(self.times[:1] // clock.DAY, len(layout.entities), axis=0)
        is_time = active & layout.moment[attribute]
        fact, row = np.nonzero(is_time)
        told_day[entity[fact, row], row] = self.times[self.place[fact, row], row] // clock.DAY
        slots, values = timeline.event_moments(self.catalog, self.codes, told_day)
        self.codes[slots] = values
        self._late(entity, is_time, active, values)

    def _late(self, entity: Ints, is_time: Bools, active: Bools, moments: Ints) -> None:
        """Find trajectories in which an event whose time is told is spoken of after it took place."""
        layout = self.catalog.layout
        happens = np.full((len(layout.entities), len(self.rng)), np.iinfo(np.int64).max)
        entities = np.nonzero(layout.slot[:, layout.moment].T >= 0)[1]  # in the order of `event_moments`
        timed = np.zeros(happens.shape, dtype=bool)
        fact, row = np.nonzero(is_time)
        timed[entity[fact, row], row] = True
        happens[entities] = np.where(timed[entities], moments, happens[entities])
        around = np.arange(len(self.rng))
        told_at = self.times[np.maximum(self.place, 0), around]
        self.late: Bools = np.any(active & (told_at >= happens[entity, around]), axis=0)

    def _worlds_broken(self) -> Bools:
        out = np.zeros(len(self.rng), dtype=bool)
        for _rule, _klass, broken in self.rules.broken(lambda node: self.codes[self.catalog.layout.node_rows[node]]):
            out |= broken.any(axis=0)
        return out

    def _read_alike(self) -> Bools:
        """Find worlds in which two entities share an identifying text: a name, a number, an address."""
        layout = self.catalog.layout
        out = np.zeros(len(self.rng), dtype=bool)
        for name, domain in self.catalog.spec.domains.items():
            if domain.kind == "product":
                slots = layout.slot[:, layout.column[name]]
                ordered = np.sort(self.codes[slots[slots >= 0]], axis=0)
                out |= (ordered[1:] == ordered[:-1]).any(axis=0)
        return out

    def _told_twice(self) -> Bools:
        """Find trajectories that would tell an attribute of an entity twice: over a chain, in noise."""
        active, width = self._by_trajectory(self.told.active).astype(bool), len(self.catalog.layout.attributes)
        keys = self._by_trajectory(self.told.entity) * width + self._by_trajectory(self.told.attribute)
        keys = np.sort(np.where(active, keys, -1 - np.arange(len(keys))[:, None]), axis=0)
        return (keys[1:] == keys[:-1]).any(axis=0)

    def _ambiguous(self) -> Bools:
        """Find part rows whose bridge fits another entity of the topic, spoken of or not."""
        catalog, rows = self.catalog, self.rows
        reads = np.maximum(catalog.bridge[rows.pattern], 0)
        value = self.codes[catalog.layout.slot[self.told.persons[0], reads], rows.row]
        fits = np.zeros(len(rows.row), dtype=np.int64)
        for place, topic in enumerate(catalog.spec.file.topics):
            at = np.flatnonzero(catalog.identified[rows.pattern] == place)
            slots = catalog.layout.slot[catalog.layout.members(topic)[:, None], reads[at]]
            fits[at] = ((self.codes[np.maximum(slots, 0), rows.row[at]] == value[at]) & (slots >= 0)).sum(axis=0)
        return catalog.is_bridge[rows.pattern] & (fits != 1)

    def _given_away(self, good: Bools) -> Bools:
        """Find, among the trajectories that are good so far, those whose question says one of the choices of either part."""
        n, rows = len(self.rng), self.rows
        at = np.flatnonzero(good[rows.row])
        said = self.collisions.said(rows, self.told, self.codes, at)
        choices = self.collisions.choices(rows, self.candidates.codes, at)
        out = np.zeros(n, dtype=bool)
        np.logical_or.at(out, rows.row[at], self.collisions.between(said, choices))
        second = np.flatnonzero(at >= n)
        first = np.searchsorted(at, rows.row[at[second]])
        for one, other in ((first, second), (second, first)):
            out[rows.row[at[second]]] |= self.collisions.between(said[:, one], choices[:, other])
        return out

    def judge(self) -> Ints:
        """Return the first reason against each trajectory, as a place in REASONS, or -1."""
        n = len(self.rng)
        found: dict[str, Bools] = {"rule": self._worlds_broken(), "same_identifier": self._read_alike(), "past_event": self.late}
        found["told_twice"] = self._told_twice()
        by_part: dict[str, Bools] = {"tie": ~self.told.fair, "ambiguous_bridge": self._ambiguous(), **self.candidates.refused}
        for name, refused in by_part.items():
            found[name] = refused[:n].copy()
            found[name][self.both] |= refused[n:]
        out = np.full(n, -1, dtype=np.int64)
        for place, name in reversed(list(enumerate(REASONS[:-1]))):
            out[found[name]] = place
        out[self._given_away(out < 0)] = len(REASONS) - 1
        return out

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything planned, by name, trajectory last; see `Plan`."""
        n = len(self.rng)

        def parts(values: NDArray[Any]) -> NDArray[Any]:
            return self._by_trajectory(np.atleast_2d(values)).reshape(2, *values.shape[:-1], n)

        told = self.told
        truth = parts(self.candidates.truth)
        compared = self.catalog.extreme[self.rows.pattern] != 0
        rivals = parts(np.where(compared, self.catalog.scope[self.rows.pattern], hints.HOLDERS))
        picks, letter = arrange(self.rng, truth, np.maximum(rivals, 2), self.hybrid)
        out = {name: self._by_trajectory(getattr(told, name)) for name in ("entity", "attribute", "wording", "kind", "axis")}
        out |= {f"habit/{field.name}": getattr(self.habit, field.name) for field in fields(self.habit)}
        out |= {"codes": self.codes, "place": self.place, "count": self.count, "times": self.times, "question": self.question}
        out |= {"pattern": parts(self.rows.pattern), "target": parts(told.target), "option": parts(told.option), "truth": truth}
        return out | {
            "holders": parts(told.holders),
            "persons": parts(told.persons),
            "candidates": parts(self.candidates.codes),
            "picks": picks,
            "letter": letter,
        }
