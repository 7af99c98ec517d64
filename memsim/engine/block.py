"""One block: a plan put into words, proved and laid out as tables, in every language asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from memsim.causal.asking import Asking
from memsim.causal.catalog import HYBRID, Catalog
from memsim.causal.hints import AXES, EVIDENCE, KINDS
from memsim.causal.statements import Wording, told_facts
from memsim.causal.trajectory import Plan, Planner
from memsim.check.proofs import BlockProver, Claim
from memsim.engine.infused import AXIS, KIND, Infused, Infuser
from memsim.engine.world import WorldTable
from memsim.errors import GenerationError
from memsim.io import tables
from memsim.questions.patterns import OWN, WORDINGS
from memsim.render.phrases import Rendered
from memsim.render.statements import RenderedFacts
from memsim.rng import Ints, opaque_ids
from memsim.spec.knowledge import knowledge_rows
from memsim.text import clock

BLOCK = 2500
_LETTERS = ("A", "B", "C", "D")


@dataclass
class Block:
    """The tables of one block, by (table, language), and what it took.

    Attributes:
        tables: By (table name, language).
        redraws: By reason.
        counts: How many queries were proved, evidence drops included, and what became of the texts that a model rewrote.
    """

    tables: dict[tuple[str, str], pa.Table]
    redraws: dict[str, int]
    counts: dict[str, Any] = field(default_factory=dict)


class BlockMaker:
    """Makes blocks of one scenario, seed, language list, list of question types and η."""

    def __init__(self, catalog: Catalog, seed: int, languages: tuple[str, ...], question_types: tuple[str, ...], eta: int = 1) -> None:
        self.catalog, self.seed, self.languages, self.question_types = catalog, seed, languages, question_types
        self.planner = Planner(catalog, seed, question_types)
        self.world, self.infuser = WorldTable(catalog), Infuser(catalog, seed, question_types, eta)
        self.wordings = {language: Wording(catalog, language) for language in languages}
        self.provers = {language: BlockProver(knowledge_rows(catalog.spec, language)) for language in languages}

    def make(self, index: Ints) -> Block:
        """Return the block of trajectories with these numbers, every answer proved.

        Raises:
            GenerationError: A trajectory keeps no promise in the attempts allowed, or a proof fails (a fault of memsim).
        """
        plan = self.planner.plan(index)
        infused = self.infuser.infuse(plan, told_facts(self.catalog, plan, self.seed))
        block = Block({}, plan.redraws)
        for language in self.languages:
            Sheet(self, plan, infused, language).fill(block)
        return block


class Sheet:
    """One block in one language."""

    def __init__(self, maker: BlockMaker, plan: Plan, infused: Infused, language: str) -> None:
        self.maker, self.plan, self.infused, self.language = maker, plan, infused, language
        facts = self.facts = infused.facts
        self.wording = maker.wordings[language]
        self.n = len(plan)
        self.histories = opaque_ids(maker.seed, "h", language, plan.index)
        self.questions = opaque_ids(maker.seed, "q", language, plan.index)
        self.counts = np.bincount(infused.row, minlength=self.n)
        layout = maker.catalog.layout
        self.all_mids = take([f"m{place + 1}" for place in range(int(self.counts.max()))], infused.place)
        self.mids = self.all_mids.filter(pa.array(infused.is_real))
        self.times = clock.iso_texts(facts.minute)
        self.values = layout.mixed_texts(facts.attribute, facts.code, language)
        self.said = self.wording.said(facts, self.values)
        self.subjects = self.wording.subjects(plan.arrays["codes"], facts.entity, facts.wording, facts.row)
        self.attributes = take(layout.attributes, facts.attribute)
        self.own = facts.wording == WORDINGS.index(OWN)
        self.asking = Asking(self.wording, plan, maker.seed)
        self.parts = self.asking.parts
        self._set_evidence()

    def _set_evidence(self) -> None:
        """Collect the evidence of each part of each question, in the order told."""
        at = np.flatnonzero(self.facts.kind == EVIDENCE)
        row = self.facts.row[at]
        part = (np.cumsum(self.asking.counts) - self.asking.counts)[row] + self.facts.part[at]
        self.evidence_counts = np.bincount(part, minlength=len(self.parts))
        self.evidence = self.mids.take(pa.array(at[np.argsort(part, kind="stable")]))
        self.told_evidence = tables.lists(np.bincount(row, minlength=self.n), self.mids.take(pa.array(at)))

    def fill(self, block: Block) -> None:
        """Prove everything, then add this language's tables to the block."""
        self._prove(block)
        ids = self.histories
        block.tables["histories", self.language] = self._histories(ids)
        block.tables["questions", self.language] = self._questions(ids)
        block.tables["gold", self.language] = self._gold(ids)
        block.tables["profiles", self.language] = self.maker.world.table(ids, self.plan.arrays["codes"], self.language)

    def _prove(self, block: Block) -> None:
        facts, claims = self.facts, []
        read = iter(self.evidence.to_pylist())
        histories = np.repeat(np.arange(self.n), self.asking.counts).tolist()
        for row, part, count in zip(histories, self.parts, self.evidence_counts.tolist(), strict=True):
            claimed = part.answer if part.number is None else part.number
            claims.append(Claim(row, part.sql, claimed, list(islice(read, count)), part.unique_sql))
        texts = [
            column.to_numpy(zero_copy_only=False).tolist()
            for column in (self.times, self.subjects, self.attributes, self.said, self.values)
        ]
        numbers = [None if number != number else number for number in facts.number.tolist()]  # noqa: PLR0124 - NaN is no number
        evidence = (facts.kind == EVIDENCE).astype(int).tolist()
        rows = zip(facts.row.tolist(), self.mids.to_numpy(zero_copy_only=False).tolist(), evidence, *texts, numbers, strict=True)
        failures = self.maker.provers[self.language].prove(rows, self._bridge_worlds(), claims)
        if failures:
            claim = claims[failures[0].claim]
            index = self.plan.index[claim.tid]
            raise GenerationError(f"trajectory {index} ({self.language}): {failures[0].promise}: {failures[0].detail}: {claim.sql}")
        block.counts["proved"] = block.counts.get("proved", 0) + sum(2 + len(claim.evidence) + len(claim.unique_sql) for claim in claims)

    def _bridge_worlds(self) -> Iterator[tuple[object, ...]]:
        """Return the world rows that the uniqueness of bridges is about: the bridging attribute of every entity of the topic."""
        catalog, arrays, layout = self.maker.catalog, self.plan.arrays, self.maker.catalog.layout
        bridging = catalog.is_bridge[arrays["pattern"]]
        bridging[1] &= arrays["hybrid"].astype(bool)
        part, row = np.nonzero(bridging)
        pattern = arrays["pattern"][part, row]
        members = catalog.members[catalog.identified[pattern]]
        slots = np.where(members >= 0, layout.slot[members, catalog.bridge[pattern][:, None]], -1)
        at, lane = np.nonzero(slots >= 0)
        entity, attribute, row = members[at, lane], catalog.bridge[pattern[at]], row[at]
        values = self.wording.values(attribute, arrays["codes"][slots[at, lane], row])
        names = (named(layout.entities, entity), named(layout.classes, layout.class_of[entity]), named(layout.attributes, attribute))
        return zip(row.tolist(), *names, values.tolist(), strict=True)

    def _histories(self, ids: list[str]) -> pa.Table:
        infused = self.infused
        self.rendered, self.noise = self._render(), infused.texts(self.wording)
        day = infused.minute // clock.DAY
        new_day = np.concatenate([[True], (day[1:] != day[:-1]) | (infused.row[1:] != infused.row[:-1])])
        session = np.cumsum(new_day)
        first = session[np.concatenate([[0], np.cumsum(self.counts)[:-1]])]
        sessions = take([f"s{place + 1}" for place in range(int(self.counts.max()))], session - first[infused.row])
        everyone = take(["user"], np.zeros(infused.size, dtype=np.int64))
        columns = {
            "mid": self.all_mids,
            "session": sessions,
            "role": everyone,
            "speaker": everyone,
            "time": clock.iso_texts(infused.minute),
        }
        messages = tables.structs(tables.MESSAGE, columns | {"text": infused.mix(self.rendered.text, self.noise.text)})
        return tables.table(
            "histories", {"history_id": ids, "language": [self.language] * self.n, "messages": tables.lists(self.counts, messages)}
        )

    def _render(self) -> RenderedFacts:
        facts = self.facts
        topics = self.wording.topic_of[facts.entity]
        return self.wording.statements.render(topics, facts.attribute, self.own, facts.numbers, self.subjects, self.said)

    def _questions(self, ids: list[str]) -> pa.Table:
        types = take(self.maker.question_types, self.plan.arrays["question_type"])
        topics = list(self.maker.catalog.spec.file.topics)
        first = self.maker.catalog.topic[self.plan.arrays["pattern"][0]]
        topic = np.where(self.plan.arrays["hybrid"], len(topics), first)
        return tables.table(
            "questions",
            {
                "id": self.questions,
                "history_id": ids,
                "language": [self.language] * self.n,
                "question_type": types,
                "topic": take([*topics, HYBRID], topic),
                "noisy": self.plan.arrays["noisy"],
                "question": [asked.text for asked in self.asking.rendered],
                "question_time": clock.iso_texts(self.plan.arrays["question"]),
                "choices": self._four(pa.array(self.asking.choices.ravel())),
            },
        )

    def _four(self, child: pa.Array) -> pa.Array:
        return tables.lists(np.full(self.n, 4), child)

    def _gold(self, ids: list[str]) -> pa.Table:
        letter = self.plan.arrays["letter"]
        choices = tables.structs(tables.CHOICE, {"text": self.asking.choices.ravel(), "axis": self.asking.axes})
        return tables.table(
            "gold",
            {
                "id": self.questions,
                "history_id": ids,
                "index": self.plan.index,
                "target": take(_LETTERS, letter),
                "answer": self.asking.choices[np.arange(self.n), letter],
                "evidence": self.told_evidence,
                "parts": tables.lists(self.asking.counts, self._parts()),
                "messages": tables.lists(self.counts, self._gold_messages()),
                "choices": self._four(choices),
                "question_render": _question_renders(self.asking.rendered),
            },
        )

    def _parts(self) -> pa.Array:
        parts = self.parts
        columns: dict[str, Any] = {
            "question_type": [part.form.pattern.question_type for part in parts],
            "class": ["user" if part.form.pattern.own else part.form.pattern.klass for part in parts],
            "attribute": [part.form.pattern.attribute for part in parts],
            "answer": [part.answer for part in parts],
            "answer_type": [part.form.answer_type for part in parts],
            "number": [part.number for part in parts],
            "unit": [part.form.unit for part in parts],
            "sql": [part.sql for part in parts],
            "unique_sql": tables.lists(
                [len(part.unique_sql) for part in parts], _texts([sql for part in parts for sql in part.unique_sql])
            ),
            "hops": [part.form.hops for part in parts],
            "evidence": tables.lists(self.evidence_counts, self.evidence),
        }
        return tables.structs(tables.PART, columns)

    def _gold_messages(self) -> pa.Array:
        facts, layout, mix = self.facts, self.maker.catalog.layout, self.infused.mix
        size, told, noise = self.infused.size, len(self.mids), self.noise
        hints = {"entity": take(layout.entities, facts.entity), "subject": self.subjects, "attribute": self.attributes}
        hints |= {"said": self.said, "value": self.values, "number": facts.number}
        made = self.rendered
        span = pa.array(np.stack([mix(made.start, noise.start), mix(made.end, noise.end)]).T.ravel())
        kept = np.stack([~self.own, np.ones(told, dtype=bool)]).T.ravel()  # the user's own facts name no subject
        slots = pa.concat_arrays([self.subjects, self.said]).take(pa.array(np.arange(2 * told).reshape(2, told).T.ravel()[kept]))
        ends = (mix(made.opener, noise.opener), mix(made.core, noise.core), mix(made.tail, noise.tail))
        columns = {
            "mid": self.all_mids,
            "kind": mix(take(KINDS, facts.kind), pa.array([KIND] * (size - told), pa.string())),
            "axis": mix(take(AXES, facts.axis), pa.array([AXIS] * (size - told), pa.string())),
            "hints": tables.lists(self.infused.is_real.astype(np.int64), tables.structs(tables.HINT, hints)),
            "render": _renders(size, *ends, span, mix(tables.lists(2 - self.own, slots), noise.slots)),
        }
        return tables.structs(tables.GOLD_MESSAGE, columns)


def take(names: Sequence[str | None], numbers: Ints) -> pa.DictionaryArray:
    """Return names by number, as an Arrow dictionary."""
    return _texts(names).dictionary_encode().take(pa.array(numbers))


def named(names: Sequence[str], numbers: Ints) -> list[str]:
    """Return names by number, as Python strings."""
    return np.array(names, dtype=object)[numbers].tolist()


def _texts(texts: Sequence[str | None]) -> pa.Array:
    return pa.array(texts, pa.string())


def _renders(size: int, opener: Any, core: Any, tail: Any, span: pa.Array, slots: pa.Array) -> pa.Array:
    columns: dict[str, Any] = {
        "by": take(["phrase"], np.zeros(size, dtype=np.int64)),
        "opener": opener,
        "core": core,
        "tail": tail,
        "core_span": tables.lists(np.full(size, 2), span),
        "slots": slots,
        "model": pa.nulls(size, pa.string()),
        "prompt_hash": pa.nulls(size, pa.string()),
        "attempts": np.zeros(size, dtype=np.int64),
        "fallback": np.zeros(size, dtype=bool),
    }
    return tables.structs(tables.RENDER, columns)


def _question_renders(rendered: list[Rendered]) -> pa.Array:
    span = pa.array(np.array([r.core_span for r in rendered], dtype=np.int64).ravel())
    slots = tables.lists([len(r.slots) for r in rendered], _texts([slot for r in rendered for slot in r.slots]))
    return _renders(len(rendered), [r.opener for r in rendered], [r.core for r in rendered], [r.tail for r in rendered], span, slots)
