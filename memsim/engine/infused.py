"""The messages of a block with those of the pool among them, as Arrow columns."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import Catalog
from memsim.causal.hints import EVIDENCE, Bools
from memsim.causal.infusion import Infusion, infuse, spread
from memsim.causal.statements import Facts, Wording, told_facts
from memsim.causal.trajectory import Plan, Planner
from memsim.causal.twins import Twins
from memsim.questions.patterns import OWN, WORDINGS
from memsim.render.pool import Pool, PoolTexts
from memsim.rng import Ints, Rng

KIND, AXIS = "noise", "pool"
_NO_ENDS = 0.999  # a uniform for which a statement has neither opener nor tail
_MODELS, _ELSEWHERE = 4000, -(2**62)  # trajectories whose evidence the pool is to look like, and a seed far from any user's


class Infuser:
    """Infuses blocks of one scenario with its pool; what that takes is made when first needed.

    Args:
        catalog: The scenario made ready.
        seed: The user's seed.
        question_types: The types asked.
        eta: Messages in all for each real one.
    """

    def __init__(self, catalog: Catalog, seed: int, question_types: tuple[str, ...], eta: int) -> None:
        self._catalog, self._seed, self._eta, self._types = catalog, seed, eta, question_types
        self._dressed: dict[str, _Dressed] = {}

    @cached_property
    def models(self) -> tuple[Plan, Facts, Ints]:
        """Trajectories of no set, their facts, and which of those are evidence."""
        plan = Planner(self._catalog, _ELSEWHERE, self._types).plan(np.arange(_MODELS))
        facts = told_facts(self._catalog, plan, _ELSEWHERE)
        return plan, facts, np.flatnonzero(facts.kind == EVIDENCE)

    def dressed(self, wording: Wording) -> _Dressed:
        """Return the pool of a language with the looks of the models there."""
        if wording.language not in self._dressed:
            self._dressed[wording.language] = _Dressed(self._catalog, wording, *self.models)
        return self._dressed[wording.language]

    def infuse(self, plan: Plan, facts: Facts) -> Infused:
        """Return the block with pool messages placed among its facts, the same in every language."""
        rng = Rng(self._seed, plan.index)
        placed = infuse(rng, plan.habit, facts.row, facts.minute, plan.question, self._eta)
        count = len(self.models[2]) if len(placed.row) else 0
        model = (spread(rng, "pool/model", placed.row) * count).astype(np.int64)
        return Infused(self, rng, replace(facts, place=placed.real_place), placed, model)


class _Dressed:
    """A pool, and the models as they read in its language."""

    def __init__(self, catalog: Catalog, wording: Wording, plan: Plan, facts: Facts, at: Ints) -> None:
        self.pool = Pool(catalog.spec, wording.language)
        self.twins = Twins(self.pool)
        values = catalog.layout.mixed_texts(facts.attribute, facts.code, wording.language)
        said = wording.said(facts, values).take(pa.array(at))
        subjects = wording.subjects(plan.arrays["codes"], facts.entity, facts.wording, facts.row).take(pa.array(at))
        none = np.full(len(at), _NO_ENDS)
        self.topic = wording.topic_of[facts.entity[at]]
        numbers = np.stack([none, facts.numbers[1, at], none])
        own = facts.wording[at] == WORDINGS.index(OWN)
        self.cores = wording.statements.render(self.topic, facts.attribute[at], own, numbers, subjects, said).text


class Infused:
    """One block, its facts in their new places.

    Attributes:
        facts: The told facts; `place` counts pool messages too.
        row, minute, place: Of all messages, by history and then in time.
        size: How many messages there are in all.
    """

    def __init__(self, infuser: Infuser, rng: Rng, facts: Facts, placed: Infusion, model: Ints) -> None:
        self._infuser, self._rng, self._placed, self._model, self.facts = infuser, rng, placed, model, facts
        row = np.concatenate([facts.row, placed.row])
        place = np.concatenate([facts.place, placed.place])
        self._order = np.lexsort((place, row))
        self.row, self.place = row[self._order], place[self._order]
        self.minute = np.concatenate([facts.minute, placed.minute])[self._order]
        self.size = len(row)

    @cached_property
    def is_real(self) -> Bools:
        """Which messages tell a fact."""
        return self._order < len(self.facts.row)

    def mix(self, real: pa.Array, pool: pa.Array) -> pa.Array:
        """Return a column of all messages from that of the facts and that of the pool's messages."""
        if not len(pool):
            return real
        plain = real.cast(pa.string()) if pa.types.is_dictionary(real.type) else real
        same = pool.cast(pa.string()) if pa.types.is_dictionary(pool.type) else pool
        return pa.concat_arrays([plain, same.cast(plain.type)]).take(pa.array(self._order))

    def texts(self, wording: Wording) -> PoolTexts:
        """Return the pool's messages in a language."""
        if not len(self._model):
            return _nothing()
        dressed = self._infuser.dressed(wording)
        cores, topic = dressed.cores.take(pa.array(self._model)), dressed.topic[self._model]
        row, purpose = self._placed.row, f"pool/{wording.language}"
        numbers = dressed.twins.choose(self._rng, purpose, row, cores, topic)
        ends = [spread(self._rng, f"{purpose}/{end}", row) for end in ("opener", "tail")]
        return dressed.pool.render(numbers, np.stack(ends))


def _nothing() -> PoolTexts:
    texts, numbers = pa.array([], pa.string()), pa.array([], pa.int64())
    return PoolTexts(texts, texts, texts, texts, numbers, numbers, pa.array([], pa.list_(pa.string())))
