"""One block: a plan put into words, proved and laid out as tables, in every language asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from memsim.causal.asking import AskedPart, Asking
from memsim.causal.catalog import HYBRID, Catalog
from memsim.causal.hints import AXES, EVIDENCE, KINDS
from memsim.causal.statements import Facts, Wording, told_facts
from memsim.causal.trajectory import Plan, Planner
from memsim.check.proofs import BlockProver, Claim
from memsim.engine.world import WorldTable
from memsim.errors import GenerationError
from memsim.io import tables
from memsim.render.phrases import Rendered
from memsim.render.statements import RenderedFacts
from memsim.rng import Ints, opaque_ids
from memsim.text import clock

BLOCK = 1000
_LETTERS = "ABCD"


@dataclass
class Block:
    """The tables of one block, by (table, language), and what it took.

    Attributes:
        tables: By (table name, language).
        redraws: By reason.
        proved: How many queries were proved, evidence drops included.
    """

    tables: dict[tuple[str, str], pa.Table]
    redraws: dict[str, int]
    counts: dict[str, int] = field(default_factory=dict)


class BlockMaker:
    """Makes blocks of one scenario, seed, language list and list of question types."""

    def __init__(self, catalog: Catalog, seed: int, languages: tuple[str, ...], question_types: tuple[str, ...]) -> None:
        self.catalog, self.seed, self.languages, self.question_types = catalog, seed, languages, question_types
        self.planner = Planner(catalog, seed, question_types)
        self.world = WorldTable(catalog)
        self.wordings = {language: Wording(catalog, language) for language in languages}
        self.provers = {language: BlockProver(knowledge_rows(catalog, language)) for language in languages}

    def make(self, index: Ints) -> Block:
        """Return the block of trajectories with these numbers, every answer proved.

        Raises:
            GenerationError: A trajectory keeps no promise in the attempts allowed, or a proof fails (a fault of memsim).
        """
        plan = self.planner.plan(index)
        facts = told_facts(self.catalog, plan, self.seed)
        block = Block({}, plan.redraws)
        for language in self.languages:
            Sheet(self, plan, facts, language).fill(block)
        return block


def knowledge_rows(catalog: Catalog, language: str) -> list[tuple[str, str, str, str]]:
    """Return the knowledge table of a language: (attribute, value, property, result)."""
    out = []
    for (attribute, prop), by_language in catalog.spec.knowledge.items():
        domain = catalog.spec.domains[attribute]
        surface = dict(zip(domain.keys, domain.surfaces.get(language, ()), strict=True))
        out += [(attribute, surface.get(key, key), prop, result) for key, result in by_language[language].items()]
    return sorted(out)


class Sheet:
    """One block in one language."""

    def __init__(self, maker: BlockMaker, plan: Plan, facts: Facts, language: str) -> None:
        self.maker, self.plan, self.facts, self.language = maker, plan, facts, language
        self.wording = maker.wordings[language]
        self.n = len(plan)
        self.histories = opaque_ids(maker.seed, "h", language, plan.index)
        self.questions = opaque_ids(maker.seed, "q", language, plan.index)
        self.counts = np.bincount(facts.row, minlength=self.n)
        layout = maker.catalog.layout
        self.mids = take([f"m{place + 1}" for place in range(len(plan.arrays["place"]))], facts.place)
        self.times = clock.iso_texts(facts.minute)
        self.values = layout.mixed_texts(facts.attribute, facts.code, language)
        self.said = self.wording.said(facts, self.values)
        self.subjects = self.wording.subjects(plan.arrays["codes"], facts.entity, facts.wording, facts.row)
        self.attributes = take(layout.attributes, facts.attribute)
        asking = Asking(self.wording, plan, maker.seed)
        self.parts = [asking.parts(row) for row in range(self.n)]
        self.asked = [asking.rendered(row, parts) for row, parts in enumerate(self.parts)]
        self.choices = [asking.choices(row, parts) for row, parts in enumerate(self.parts)]

    def fill(self, block: Block) -> None:
        """Prove everything, then add this language's tables to the block."""
        self._prove(block)
        ids = self.histories
        block.tables["histories", self.language] = self._histories(ids)
        block.tables["questions", self.language] = self._questions(ids)
        block.tables["gold", self.language] = self._gold(ids)
        block.tables["profiles", self.language] = self.maker.world.table(ids, self.plan.arrays["codes"], self.language)

    def _part_evidence(self) -> list[list[list[str]]]:
        """Return the evidence mids of each part of each question, in the order told."""
        out: list[list[list[str]]] = [[[] for _ in parts] for parts in self.parts]
        evidence = np.flatnonzero(self.facts.kind == EVIDENCE)
        order = self.plan.arrays["place"]
        half = len(order) // 2
        first = np.zeros((self.n, len(order)), dtype=bool)
        fact, row = np.nonzero(order[:half] >= 0)
        first[row, order[:half][fact, row]] = True
        rows, places = self.facts.row[evidence], self.facts.place[evidence]
        for row, place, is_first in zip(rows.tolist(), places.tolist(), first[rows, places].tolist(), strict=True):
            out[row][0 if is_first else 1].append(f"m{place + 1}")
        return out

    def _prove(self, block: Block) -> None:
        self.evidence = self._part_evidence()
        facts, claims = self.facts, []
        for row, parts in enumerate(self.parts):
            for part, mids in zip(parts, self.evidence[row], strict=True):
                claimed = part.answer if part.number is None else part.number
                claims.append(Claim(row, part.query.sql(), claimed, mids, part.query.unique_sql()))
        self.claims = claims
        columns = (self.times, self.subjects, self.attributes, self.said, self.values, pa.array(facts.number, from_pandas=True))
        texts = [column.to_pylist() for column in columns]
        rows = zip(facts.row.tolist(), self.mids.to_pylist(), (facts.kind == EVIDENCE).astype(int).tolist(), *texts, strict=True)
        failures = self.maker.provers[self.language].prove(rows, self._bridge_worlds(), claims)
        if failures:
            claim = claims[failures[0].claim]
            index = self.plan.index[claim.tid]
            raise GenerationError(f"trajectory {index} ({self.language}): {failures[0].promise}: {failures[0].detail}: {claim.sql}")
        block.counts["proved"] = block.counts.get("proved", 0) + sum(2 + len(claim.evidence) + len(claim.unique_sql) for claim in claims)

    def _bridge_worlds(self) -> list[tuple[object, ...]]:
        """Return the world rows that the uniqueness of bridges is about: the bridging attribute of every entity of the topic."""
        catalog, patterns, out = self.maker.catalog, self.plan.arrays["pattern"], []
        bridging = catalog.is_bridge[patterns]
        bridging[1] &= self.plan.arrays["hybrid"].astype(bool)
        topics, layout = list(catalog.spec.file.topics), catalog.layout
        for pattern in np.unique(patterns[bridging]).tolist():
            _part, row = np.nonzero((patterns == pattern) & bridging)
            column = catalog.reads[pattern]
            entities = [e for e in layout.members(topics[catalog.topic[pattern]]).tolist() if layout.slot[e, column] >= 0]
            codes = self.plan.arrays["codes"][layout.slot[entities, column]][:, row]
            values = self.wording.values(np.full(codes.shape, column), codes)
            name = layout.attributes[column]
            for place, entity in enumerate(entities):
                fixed = (layout.entities[entity], layout.classes[layout.class_of[entity]], name)
                out += [(r, *fixed, value) for r, value in zip(row.tolist(), values[place].tolist(), strict=True)]
        return out

    def _histories(self, ids: list[str]) -> pa.Table:
        self.rendered = self._render()
        day = self.facts.minute // clock.DAY
        new_day = np.concatenate([[True], (day[1:] != day[:-1]) | (self.facts.row[1:] != self.facts.row[:-1])])
        session = np.cumsum(new_day)
        first = session[np.concatenate([[0], np.cumsum(self.counts)[:-1]])]
        sessions = take([f"s{place + 1}" for place in range(len(self.plan.arrays["place"]))], session - first[self.facts.row])
        everyone = take(["user"], np.zeros(len(self.mids), dtype=np.int64))
        columns = {"mid": self.mids, "session": sessions, "role": everyone, "speaker": everyone, "time": self.times}
        messages = tables.structs(tables.MESSAGE, columns | {"text": self.rendered.text})
        return tables.table("histories", {"history_id": ids, "language": [self.language] * self.n, "messages": tables.lists(self.counts, messages)})

    def _render(self) -> RenderedFacts:
        facts = self.facts
        topics = self.wording.topic_of[facts.entity]
        return self.wording.statements.render(topics, facts.attribute, facts.numbers, self.subjects, self.said)

    def _questions(self, ids: list[str]) -> pa.Table:
        types = [self.maker.question_types[kind] for kind in self.plan.arrays["question_type"].tolist()]
        topics = [HYBRID if len(parts) > 1 else parts[0].pattern.topic for parts in self.parts]
        choices = tables.lists([4] * self.n, pa.array([text for four in self.choices for text, _ in four]))
        times = [clock.iso(minute) for minute in self.plan.arrays["question"].tolist()]
        return tables.table(
            "questions",
            {
                "id": self.questions,
                "history_id": ids,
                "language": [self.language] * self.n,
                "question_type": types,
                "topic": topics,
                "noisy": self.plan.arrays["noisy"],
                "question": [asked.text for asked in self.asked],
                "question_time": times,
                "choices": choices,
            },
        )

    def _gold(self, ids: list[str]) -> pa.Table:
        letters = self.plan.arrays["letter"].tolist()
        evidence = [sorted((mid for mids in parts for mid in mids), key=lambda mid: int(mid[1:])) for parts in self.evidence]
        flat = [choice for four in self.choices for choice in four]
        choices = tables.structs(tables.CHOICE, {"text": [text for text, _ in flat], "axis": [axis for _, axis in flat]})
        return tables.table(
            "gold",
            {
                "id": self.questions,
                "history_id": ids,
                "index": self.plan.index,
                "target": [_LETTERS[letter] for letter in letters],
                "answer": [self.choices[row][letter][0] for row, letter in enumerate(letters)],
                "evidence": tables.lists([len(mids) for mids in evidence], pa.array([mid for mids in evidence for mid in mids], pa.string())),
                "parts": tables.lists([len(parts) for parts in self.parts], self._parts()),
                "messages": tables.lists(self.counts, self._gold_messages()),
                "choices": tables.lists([4] * self.n, choices),
                "question_render": _question_renders(self.asked),
            },
        )

    def _parts(self) -> pa.Array:
        parts = [part for row in self.parts for part in row]
        evidence = [mids for row in self.evidence for mids in row]
        unique = [claim.unique_sql for claim in self.claims]
        spec = self.maker.catalog.spec.file.attributes
        columns: dict[str, Any] = {
            "question_type": [part.pattern.question_type for part in parts],
            "class": [part.pattern.klass for part in parts],
            "attribute": [part.pattern.attribute for part in parts],
            "answer": [part.answer for part in parts],
            "answer_type": [answer_type(part, self.maker.catalog) for part in parts],
            "number": [part.number for part in parts],
            "unit": [spec[p.pattern.attribute].unit if p.query.numeric else None for p in parts],
            "sql": [claim.sql for claim in self.claims],
            "unique_sql": tables.lists([len(u) for u in unique], pa.array([sql for u in unique for sql in u], pa.string())),
            "hops": [part.query.hops for part in parts],
            "evidence": tables.lists([len(mids) for mids in evidence], pa.array([mid for mids in evidence for mid in mids], pa.string())),
        }
        return tables.structs(tables.PART, columns)

    def _gold_messages(self) -> pa.Array:
        facts, layout = self.facts, self.maker.catalog.layout
        size = len(self.mids)
        hints = {"entity": take(layout.entities, facts.entity), "subject": self.subjects, "attribute": self.attributes}
        hints |= {"said": self.said, "value": self.values, "number": facts.number}
        made = self.rendered
        span = pa.array(np.stack([made.start, made.end]).T.ravel())
        slots = pa.concat_arrays([self.subjects, self.said]).take(pa.array(np.arange(2 * size).reshape(2, size).T.ravel()))
        columns = {
            "mid": self.mids,
            "kind": take(KINDS, facts.kind),
            "axis": take(AXES, facts.axis),
            "hints": tables.lists(np.ones(size, dtype=np.int64), tables.structs(tables.HINT, hints)),
            "render": _renders(size, made.opener, made.core, made.tail, span, tables.lists(np.full(size, 2), slots)),
        }
        return tables.structs(tables.GOLD_MESSAGE, columns)


def answer_type(part: AskedPart, catalog: Catalog) -> str:
    """Return "number", "time" or "text": what the SQL returns and how it is compared."""
    if part.number is not None:
        return "number"
    is_moment = catalog.spec.domains[part.pattern.attribute].kind == "moment" and part.pattern.transform is None
    return "time" if is_moment else "text"


def take(names: Sequence[str | None], numbers: Ints) -> pa.Array:
    """Return names by number, as Arrow strings."""
    return pa.array(names, pa.string()).take(pa.array(numbers))


def _renders(size: int, opener: Any, core: Any, tail: Any, span: pa.Array, slots: pa.Array) -> pa.Array:  # noqa: ANN401 - lists or Arrow arrays
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
    span = pa.array([edge for r in rendered for edge in r.core_span], pa.int64())
    slots = tables.lists([len(r.slots) for r in rendered], pa.array([slot for r in rendered for slot in r.slots], pa.string()))
    return _renders(len(rendered), [r.opener for r in rendered], [r.core for r in rendered], [r.tail for r in rendered], span, slots)
