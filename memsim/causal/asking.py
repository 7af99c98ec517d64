"""A plan's questions: for each part its query, how it is put, and how its four candidates read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from memsim.causal.statements import Texts, Wording
from memsim.causal.trajectory import Plan
from memsim.questions.patterns import Pattern
from memsim.questions.query import Query
from memsim.render.phrases import Rendered
from memsim.render.question import Asked, ask_key, question, subject_key
from memsim.rng import Rng
from memsim.text import clock, words


@dataclass(frozen=True)
class AskedPart:
    """One part of a question in one language.

    Attributes:
        pattern: What is asked and how.
        query: Its query, with this language's literals.
        candidates: How the four candidates read.
        truth: Which of them is right.
        answer: What the SQL must return, as text.
        number: What it must return for numeric answers, else None.
        asked: Phrase ids and slots.
    """

    pattern: Pattern
    query: Query
    candidates: list[str]
    truth: int
    answer: str
    number: float | None
    asked: Asked


class Asking:
    """Puts the questions of a plan into one language."""

    def __init__(self, wording: Wording, plan: Plan, seed: int) -> None:
        self.wording, self.plan, self.catalog = wording, plan, wording.catalog
        self._rng = Rng(seed, plan.index)
        self._numbers = self._rng.uniform("render/question", 8)
        arrays = plan.arrays
        self._patterns = arrays["pattern"]
        n = len(plan)
        rows = np.broadcast_to(np.arange(n), (2, 5, n))
        asked = np.broadcast_to(self.catalog.asked_wording[arrays["pattern"]][:, None], rows.shape)
        # entity 0 is the user, whom nobody asks about: it stands where there is no second part
        holders = np.where(arrays["holders"] > 0, arrays["holders"], self.catalog.first[arrays["pattern"]][:, None])
        subjects = wording.subjects(arrays["codes"], holders.ravel(), asked.ravel(), rows.ravel())
        self._subjects = subjects.to_numpy(zero_copy_only=False).reshape(rows.shape)
        reads = self.catalog.reads[arrays["pattern"]]
        self._bridges = self._values_of(holders[:, 0], np.where(reads >= 0, reads, self.catalog.attribute[arrays["pattern"]]))
        self._candidates = self._candidate_texts()
        self._codes = arrays["candidates"]

    def _values_of(self, entity: Any, attribute: Any) -> Texts:  # noqa: ANN401 - arrays of any shape
        rows = np.broadcast_to(np.arange(len(self.plan)), entity.shape)
        return self.wording.values(attribute, self.plan.arrays["codes"][self.catalog.layout.slot[entity, attribute], rows])

    def _candidate_texts(self) -> Texts:
        """Return how candidates read as options, (2, 4, n)."""
        codes, patterns = self.plan.arrays["candidates"], self._patterns
        out = np.empty(codes.shape, dtype=object)
        for place in np.unique(patterns).tolist():
            part, row = np.nonzero(patterns == place)
            mine = codes[part, :, row].ravel()
            pattern = self.catalog.patterns[place]
            if pattern.predicate:
                texts = [words.count(count, self.wording.language) for count in mine.tolist()]
            elif pattern.transform:
                texts = pattern.transform.texts(mine, self.wording.language)
            else:
                texts = self.catalog.layout.options(pattern.attribute, mine, self.wording.language)
            out[part, :, row] = np.array(texts, dtype=object).reshape(-1, 4)
        return out

    def parts(self, row: int) -> list[AskedPart]:
        """Return the parts of one trajectory's question."""
        count = 2 if self.plan.arrays["hybrid"][row] else 1
        return [self._part(part, row) for part in range(count)]

    def _part(self, part: int, row: int) -> AskedPart:
        arrays, spec = self.plan.arrays, self.catalog.spec
        pattern = self.catalog.patterns[self._patterns[part, row]]
        target, truth = int(arrays["target"][part, row]), int(arrays["truth"][part, row])
        domain = spec.domains[pattern.attribute]
        numeric = pattern.transform is None and pattern.predicate is None and domain.kind == "integers"
        listed = tuple(self._subjects[part, : pattern.scope, row])
        threshold = int(arrays["threshold"][part, row])
        query = Query(
            attribute=pattern.attribute,
            subjects=() if pattern.bridge else listed if pattern.scope > 1 else (self._subjects[part, target, row],),
            bridge=(pattern.bridge, self._bridges[part, row]) if pattern.bridge else None,
            extreme=pattern.extreme,
            predicate=(pattern.predicate, float(domain.numbers[threshold])) if pattern.predicate and domain.numbers is not None else None,
            link=pattern.link,
            name=spec.file.topics[pattern.topic].name,
            numeric=numeric,
            transform=pattern.transform,
            classes=self.catalog.scopes[pattern.topic].classes,
        )
        candidates = self._candidates[part, :, row].tolist()
        answer, number = self._answer(pattern, part, row, truth, numeric=numeric)
        return AskedPart(pattern, query, candidates, truth, answer, number, self._asked(pattern, query, part, row, threshold))

    def _answer(self, pattern: Pattern, part: int, row: int, truth: int, *, numeric: bool) -> tuple[str, float | None]:
        text, code = self._candidates[part, truth, row], self._codes[part, truth, row]
        domain = self.catalog.spec.domains[pattern.attribute]
        if pattern.predicate:
            return text, float(code)
        if pattern.transform:
            return text, float(text) if pattern.transform.answer_type == "number" else None
        if numeric and domain.numbers is not None:
            return text, float(domain.numbers[code])
        return (clock.iso(int(code)) if domain.kind == "moment" else text), None

    def _asked(self, pattern: Pattern, query: Query, part: int, row: int, threshold: int) -> Asked:
        book, numbers = self.wording.book, self._numbers[2 * part : 2 * part + 2, row]
        transform = pattern.transform.name if pattern.transform else None
        phrase_id = book.pick(ask_key(pattern.attribute, transform, pattern.predicate), numbers[0])
        key = subject_key(pattern.bridge, pattern.extreme, pattern.scope)
        if key:
            phrase_id += "/" + book.pick(key, numbers[1])
        slots = [query.bridge[1] if query.bridge else book.enumerate(query.subjects)]
        if pattern.predicate:
            slots.append(self.catalog.spec.domains[pattern.attribute].surfaces[self.wording.language][threshold])
        return Asked(phrase_id, tuple(slots))

    def rendered(self, row: int, parts: list[AskedPart]) -> Rendered:
        """Return the question's text."""
        book, numbers = self.wording.book, self._numbers[:, row]
        hybrid = book.pick("hybrid", numbers[4]) if len(parts) > 1 else None
        chatter = (book.pick("chatter.before", numbers[5]), book.pick("chatter.after", numbers[6])) if self.plan.arrays["noisy"][row] else None
        return question(book, [part.asked for part in parts], hybrid, chatter)

    def choices(self, row: int, parts: list[AskedPart]) -> list[tuple[str, str | None]]:
        """Return (text, axis) of the four choices; the right one has no axis."""
        picks = self.plan.arrays["picks"][:, :, row]
        out = []
        for letter in range(4):
            texts = [part.candidates[picks[place, letter]] for place, part in enumerate(parts)]
            wrong = [place for place, part in enumerate(parts) if picks[place, letter] != part.truth]
            out.append((self.wording.book.joint.join(texts), self._axis(parts, wrong)))
        return out

    @staticmethod
    def _axis(parts: list[AskedPart], wrong: list[int]) -> str | None:
        names = ["other_number" if parts[place].pattern.predicate else "other_entity" for place in wrong]
        return "+".join(f"part_{place + 1}:{name}" if len(parts) > 1 else name for place, name in zip(wrong, names, strict=True)) or None
