"""A plan's questions in one language: for each part its query, how it is put, and how its four candidates read."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import AXES
from memsim.causal.choices import ORDERS
from memsim.causal.forms import Form, statistic_text
from memsim.causal.statements import Texts, Wording
from memsim.causal.trajectory import Plan
from memsim.render.phrases import Rendered
from memsim.render.question import Asked, question
from memsim.rng import Floats, Rng
from memsim.text import clock

_PHRASES = 3  # phrases of a part, at most


class AskedPart(NamedTuple):
    """One part of a question.

    Attributes:
        form: The pattern in this language.
        sql, unique_sql: Its proofs.
        answer: What the SQL must return, as text.
        number: What it must return for numeric answers, else None.
        asked: Phrase ids and slots.
    """

    form: Form
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
        numbers = Rng(seed, plan.index).uniform("render/question", 2 * _PHRASES + 3)
        self._forms, self._texts = self._find_forms(), self._find_texts()
        self._candidates = self._candidate_texts()
        self.parts = self._parts(numbers)
        self.rendered = self._render(numbers)
        self.choices, self.axes = self._choices()

    def _find_forms(self) -> list[Form]:
        """Return the form of each part; forms are made when first needed and kept with the wording."""
        made, out = self.wording.forms, []
        for key in zip(self._pattern.tolist(), self._arrays["option"][self._part, self._row].tolist(), strict=True):
            if key not in made:
                made[key] = Form(self.wording, *key)
            out.append(made[key])
        return out

    def _find_texts(self) -> list[list[str]]:
        """Return each part's subjects, or the value of its bridge."""
        catalog, codes, pattern = self.catalog, self._arrays["codes"], self._pattern
        holders, target = self._arrays["holders"][self._part, :, self._row], self._arrays["target"][self._part, self._row]
        persons = self._arrays["persons"][self._part, :, self._row]
        bridge, scope = catalog.is_bridge[pattern], catalog.scope[pattern]
        counts = np.where(bridge, 0, scope)
        at = np.repeat(np.arange(len(pattern)), counts)
        listed = np.arange(len(at)) - (np.cumsum(counts) - counts)[at]
        entity = holders[at, np.where(scope[at] > 1, listed, target[at])]
        entity = np.where(catalog.chained[pattern[at]], persons[at, 0], entity)
        subjects = self.wording.subjects(codes, entity, catalog.asked_wording[pattern[at]], self._row[at])
        bridges = np.flatnonzero(bridge)
        reads, row = catalog.bridge[pattern[bridges]], self._row[bridges]
        values = self.wording.values(reads, codes[catalog.layout.slot[persons[bridges, 0], reads], row])
        flat, bridged = iter(subjects.to_numpy(zero_copy_only=False).tolist()), iter(values.tolist())
        return [list(itertools.islice(flat, count)) if count else [next(bridged)] for count in counts.tolist()]

    def _candidate_texts(self) -> Texts:
        """Return how the candidates of each part read as options, (parts, 4)."""
        codes, catalog, language = self._arrays["candidates"][self._part, :, self._row], self.catalog, self.wording.language
        out = np.empty(codes.shape, dtype=object)
        plain = catalog.statistic[self._pattern] < 0
        for part in np.flatnonzero(~plain).tolist():
            pattern, subjects = self._forms[part].pattern, self._texts[part]
            orders = ORDERS.get(len(subjects), [])
            out[part] = [statistic_text(self.wording, pattern, code, subjects, orders) for code in codes[part].tolist()]
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
        picks = numbers[_PHRASES * self._part + np.arange(_PHRASES)[:, None], self._row].T.tolist()
        of_value = np.where(self.catalog.statistic[self._pattern] < 0, codes, 0)
        for place in np.unique(self._pattern).tolist():
            if place in self.catalog.transform_of:
                of_value[self._pattern == place] = 0  # a code of ψ is none of the value
        values = self.catalog.layout.number(self.catalog.attribute[self._pattern], of_value).tolist()
        now = clock.iso_texts(self._arrays["question"]).to_pylist()
        out = []
        for form, texts, code, answer, value, pick, row in zip(
            self._forms, self._texts, codes.tolist(), right, values, picks, self._row.tolist(), strict=True
        ):
            shown = clock.iso(code) if form.answer_type == "time" else answer
            sql, unique_sql = form.sql(texts, now[row])
            out.append(AskedPart(form, sql, unique_sql, shown, form.number(code, value), form.asked(texts, pick)))
        return out

    def _render(self, numbers: Floats) -> list[Rendered]:
        book, out = self.wording.book, []
        ends = self._first + self.counts
        columns = (self._first, ends, self._arrays["noisy"], *numbers[2 * _PHRASES :])
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
        kinds = np.broadcast_to(self.catalog.axis[self._arrays["pattern"]][:, None], wrong.shape)
        flags = np.stack([np.broadcast_to(hybrid, wrong[0].shape), *wrong])
        place = (np.tensordot(1 << np.arange(len(flags))[::-1], flags, axes=1) * len(AXES) + kinds[0]) * len(AXES) + kinds[1]
        return texts, pa.array(_AXES).dictionary_encode().take(pa.array(place.T.ravel()))


def _axis(hybrid: bool, first: bool, second: bool, *kinds: str) -> str | None:  # noqa: FBT001 - one flag a bit of the place
    """Name how a choice is wrong, given whether there are two parts, which of them are wrong, and how options of each differ."""
    names = [
        f"{f'part_{part}:' if hybrid else ''}{kind}" for part, wrong, kind in zip((1, 2), (first, second), kinds, strict=True) if wrong
    ]
    return "+".join(names) or None


_FLAGS = (False, True)
_AXES = [_axis(*ways) for ways in itertools.product(_FLAGS, _FLAGS, _FLAGS, AXES, AXES)]
