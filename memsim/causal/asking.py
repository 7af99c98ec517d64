"""A plan's questions in one language: for each part its query, how it is put, and how its four candidates read."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from memsim.causal.statements import Texts, Wording
from memsim.causal.trajectory import Plan
from memsim.questions.patterns import Pattern
from memsim.questions.query import Query
from memsim.render.phrases import Rendered
from memsim.render.question import Asked, ask_key, question, subject_key
from memsim.rng import Floats, Rng
from memsim.text import clock, words


class Form:
    """What all questions of one pattern and threshold share in one language: SQL and phrases with places for what is asked about.

    What fills it are the subjects or, with a bridge, the bridge's value.

    Attributes:
        pattern: What is asked and how.
        hops: As in `Query`.
        answer_type: "number", "time" or "text": what the SQL returns and how it is compared.
        unit: The unit of a numeric answer.
    """

    def __init__(self, wording: Wording, pattern: Pattern, threshold: int) -> None:
        spec = wording.catalog.spec
        domain, attribute = spec.domains[pattern.attribute], spec.file.attributes[pattern.attribute]
        plain = pattern.transform is None and pattern.predicate is None
        numeric = plain and domain.kind == "integers"
        self.pattern, self._book = pattern, wording.book
        self._query = Query(
            attribute=pattern.attribute,
            extreme=pattern.extreme,
            predicate=(pattern.predicate, float(domain.numbers[threshold])) if pattern.predicate and domain.numbers is not None else None,
            link=pattern.link,
            name=spec.file.topics[pattern.topic].name,
            numeric=numeric,
            transform=pattern.transform,
            classes=wording.catalog.scopes[pattern.topic].classes,
        )
        template = self.query([f"{{{place}}}" for place in range(pattern.scope)])
        self._sql, self._unique = template.sql().format, [sql.format for sql in template.unique_sql()]
        self.hops, self.unit = template.hops, attribute.unit if numeric else None
        self.answer_type = "time" if plain and domain.kind == "moment" else "text"
        if numeric or pattern.predicate or (pattern.transform and pattern.transform.answer_type == "number"):
            self.answer_type = "number"
        self._ask = ask_key(pattern.attribute, pattern.transform.name if pattern.transform else None, pattern.predicate)
        self._subject = subject_key(pattern.bridge, pattern.extreme, pattern.scope)
        self._more = (domain.surfaces[wording.language][threshold],) if pattern.predicate else ()

    def query(self, texts: Sequence[str]) -> Query:
        """Return the query about these subjects, or over the bridge of this value."""
        about = {"bridge": (self.pattern.bridge, texts[0])} if self.pattern.bridge else {"subjects": tuple(texts)}
        return dataclasses.replace(self._query, **about)

    def sql(self, texts: Sequence[str]) -> tuple[str, list[str]]:
        """Return the SQL of `query` and of its bridge's uniqueness, from templates made once."""
        literals = [text.replace("'", "''") for text in texts]
        return self._sql(*literals), [unique(*literals) for unique in self._unique]

    def asked(self, texts: Sequence[str], ask: float, subject: float) -> Asked:
        """Return the phrases, chosen by uniforms, and what fills them."""
        phrase_id = self._book.pick(self._ask, ask)
        if self._subject:
            phrase_id += "/" + self._book.pick(self._subject, subject)
        return Asked(phrase_id, (self._book.enumerate(texts), *self._more))


class AskedPart(NamedTuple):
    """One part of a question.

    Attributes:
        form: The pattern in this language.
        texts: The subjects asked about, or the bridge's value.
        sql, unique_sql: Its proofs.
        answer: What the SQL must return, as text.
        number: What it must return for numeric answers, else None.
        asked: Phrase ids and slots.
    """

    form: Form
    texts: list[str]
    sql: str
    unique_sql: list[str]
    answer: str
    number: float | None
    asked: Asked


class Asking:
    """The questions of a plan in one language.

    Attributes:
        counts: Parts of each question, (n,).
        parts: All parts, question by question.
        rendered: The questions' texts.
        choices: The texts of the four choices, (n, 4).
        axes: How each choice differs from the right one, None for the right one itself; flat, four a question.
    """

    def __init__(self, wording: Wording, plan: Plan, seed: int) -> None:
        self.wording, self.catalog, self._arrays = wording, wording.catalog, plan.arrays
        self.counts = 1 + plan.arrays["hybrid"].astype(np.int64)
        self._first = np.cumsum(self.counts) - self.counts
        self._row = np.repeat(np.arange(len(plan)), self.counts)
        self._part = np.arange(len(self._row)) - self._first[self._row]
        self._pattern = plan.arrays["pattern"][self._part, self._row]
        numbers = Rng(seed, plan.index).uniform("render/question", 8)
        self._candidates = self._candidate_texts()
        self.parts = self._parts(numbers)
        self.rendered = self._render(numbers)
        self.choices, self.axes = self._choices()

    def _forms(self) -> list[Form]:
        """Return the form of each part; forms are made when first needed and kept with the wording."""
        made, out = self.wording.forms, []
        for key in zip(self._pattern.tolist(), self._arrays["threshold"][self._part, self._row].tolist(), strict=True):
            if key not in made:
                made[key] = Form(self.wording, self.catalog.patterns[key[0]], key[1])
            out.append(made[key])
        return out

    def _texts(self) -> list[list[str]]:
        """Return each part's subjects, or the value of its bridge."""
        catalog, codes, pattern = self.catalog, self._arrays["codes"], self._pattern
        holders, target = self._arrays["holders"][self._part, :, self._row], self._arrays["target"][self._part, self._row]
        bridge, scope = catalog.is_bridge[pattern], catalog.scope[pattern]
        counts = np.where(bridge, 0, scope)
        at = np.repeat(np.arange(len(pattern)), counts)
        listed = np.arange(len(at)) - (np.cumsum(counts) - counts)[at]
        entity = holders[at, np.where(scope[at] > 1, listed, target[at])]
        subjects = self.wording.subjects(codes, entity, catalog.asked_wording[pattern[at]], self._row[at])
        bridges = np.flatnonzero(bridge)
        reads, row = catalog.reads[pattern[bridges]], self._row[bridges]
        values = self.wording.values(reads, codes[catalog.layout.slot[holders[bridges, 0], reads], row])
        flat, bridged = iter(subjects.to_numpy(zero_copy_only=False).tolist()), iter(values.tolist())
        return [list(itertools.islice(flat, count)) if count else [next(bridged)] for count in counts.tolist()]

    def _candidate_texts(self) -> Texts:
        """Return how the candidates of each part read as options, (parts, 4)."""
        codes, catalog, language = self._arrays["candidates"][self._part, :, self._row], self.catalog, self.wording.language
        out = np.empty(codes.shape, dtype=object)
        counted = catalog.predicate[self._pattern] != 0
        out[counted] = _count_texts(int(codes[counted].max(initial=0)), language)[codes[counted]]
        plain = ~counted
        for place in np.unique(self._pattern).tolist():
            if place in catalog.transform_of:
                at = self._pattern == place
                plain &= ~at
                out[at] = np.array(catalog.transform_of[place].texts(codes[at].ravel(), language), dtype=object).reshape(-1, 4)
        attribute = np.repeat(catalog.attribute[self._pattern[plain]], 4)
        out[plain] = catalog.layout.options(attribute, codes[plain].ravel(), language).reshape(-1, 4)
        return out

    def _parts(self, numbers: Floats) -> list[AskedPart]:
        truth = self._arrays["truth"][self._part, self._row]
        around = np.arange(len(truth))
        codes = self._arrays["candidates"][self._part, truth, self._row]
        right = self._candidates[around, truth].tolist()
        picks = (numbers[2 * self._part, self._row].tolist(), numbers[2 * self._part + 1, self._row].tolist())
        values = self.catalog.layout.number(self.catalog.attribute[self._pattern], codes).tolist()
        out = []
        for form, texts, code, answer, value, ask, subject in zip(
            self._forms(), self._texts(), codes.tolist(), right, values, *picks, strict=True
        ):
            out.append(_part(form, texts, code, answer, value, (ask, subject)))
        return out

    def _render(self, numbers: Floats) -> list[Rendered]:
        book, out = self.wording.book, []
        ends = self._first + self.counts
        columns = (self._first, ends, self._arrays["noisy"], numbers[4], numbers[5], numbers[6])
        for first, end, noisy, joined, before, after in zip(*(column.tolist() for column in columns), strict=True):
            chatter = (book.pick("chatter.before", before), book.pick("chatter.after", after)) if noisy else None
            hybrid = book.pick("hybrid", joined) if end - first > 1 else None
            out.append(question(book, [part.asked for part in self.parts[first:end]], hybrid, chatter))
        return out

    def _choices(self) -> tuple[Texts, pa.DictionaryArray]:
        picks, truth, hybrid = self._arrays["picks"], self._arrays["truth"], self._arrays["hybrid"].astype(bool)
        both = np.flatnonzero(hybrid)
        texts = np.take_along_axis(self._candidates[self._first], picks[0].T, axis=1)
        second = np.take_along_axis(self._candidates[self._first[both] + 1], picks[1][:, both].T, axis=1)
        texts[both] += self.wording.book.joint + second
        wrong = picks != truth[:, None]
        wrong[1] &= hybrid
        counted = np.broadcast_to((self.catalog.predicate[self._arrays["pattern"]] != 0)[:, None], wrong.shape)
        flags = np.stack([np.broadcast_to(hybrid, wrong[0].shape), *wrong, *counted])
        place = np.tensordot(1 << np.arange(len(flags))[::-1], flags, axes=1)
        return texts, pa.array(_AXES).dictionary_encode().take(pa.array(place.T.ravel()))


def _part(form: Form, texts: list[str], code: int, answer: str, value: float, picks: tuple[float, float]) -> AskedPart:
    """Return a part whose right candidate has this code, reads so and has this number."""
    number: float | None = None
    if form.answer_type == "number":
        number = float(code) if form.pattern.predicate else float(answer) if form.pattern.transform else value
    elif form.answer_type == "time":
        answer = clock.iso(code)
    return AskedPart(form, texts, *form.sql(texts), answer, number, form.asked(texts, *picks))


def _count_texts(most: int, language: str) -> Texts:
    return np.array([words.count(number, language) for number in range(most + 1)], dtype=object)


def _axis(*flags: bool) -> str | None:
    """Name how a choice is wrong, given whether there are two parts, which of them are wrong and which of them count."""
    hybrid, first, second, *counting = flags
    names = [
        f"{f'part_{part}:' if hybrid else ''}{'other_number' if counts else 'other_entity'}"
        for part, wrong, counts in zip((1, 2), (first, second), counting, strict=True)
        if wrong
    ]
    return "+".join(names) or None


_AXES = [_axis(*flags) for flags in itertools.product((False, True), repeat=5)]
