"""A dataset as arrays: questions with their options taken apart, messages laid flat, and which message carries which option."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from memsim.io import folder, tables
from memsim.text import clock

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Texts = NDArray[np.object_]
JOINTS = {"en": "; ", "zh": "；"}
_LAST_DIGITS = 4
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")


@dataclass
class Messages:
    """All messages, one after the other.

    Attributes:
        row: Which question each belongs to; start: where each question's begin, and the end, shape (n + 1,).
        place: 0 for the first of a history. minute: when it was sent.
        evidence: Whether the query reads it. subject, entity: codes of whom it is about. phrase: code of its core.
        opener, tail: whether it has one.
    """

    row: Ints
    start: Ints
    place: Ints
    minute: Ints
    text: list[str]
    evidence: Bools
    subject: Ints
    entity: Ints
    phrase: Ints
    opener: Bools
    tail: Bools
    attribute: Texts
    said: Texts
    value: Texts
    number: Floats


@dataclass
class Rows:
    """Questions, the last axis is the option; two parts, of which the second is empty outside hybrids.

    Attributes:
        halves: Text of each option's parts, (2, n, 4). attribute, klass, core: of each part, (2, n). slots: (n, 4) texts of the question, "" beyond.
        stated: Whether every part's answer is a value that a message says word for word. counted: whether a part is, (2, n).
        carrier: Message that tells the fact behind each option's part, or -1, (2, n, 4). number: of each option's part, or NaN.
    """

    index: Ints
    language: str
    id: list[str]
    history_id: list[str]
    question_type: Texts
    topic: Texts
    noisy: Bools
    question: list[str]
    minute: Ints
    choices: Texts
    halves: Texts
    target: Ints
    attribute: Texts
    klass: Texts
    core: Texts
    slots: Texts
    hybrid: Bools
    stated: Bools
    carrier: Ints
    number: Floats
    messages: Messages

    def __len__(self) -> int:
        return len(self.index)


def codes(texts: Any) -> Ints:
    """Return small numbers, equal where texts are."""
    flat = pa.array(np.asarray(texts, dtype=object).ravel(), pa.string())
    return flat.dictionary_encode().indices.to_numpy(zero_copy_only=False).astype(np.int64).reshape(np.shape(texts))


def load(path: Path, language: str) -> Rows:
    """Read a dataset folder in one language."""
    names = [name for name in folder.block_files(path) if name.startswith(f"{language}-")]
    table = {
        kind: pa.concat_tables([tables.read(path / kind / name, kind) for name in names]) for kind in ("histories", "questions", "gold")
    }
    messages = _messages(table["histories"]["messages"].combine_chunks(), table["gold"]["messages"].combine_chunks())
    rows = _questions(table["questions"], table["gold"], language, messages)
    _carriers(rows, folder.knowledge(path)[language])
    return rows


def _minutes(texts: Any) -> Ints:
    parsed = pc.strptime(texts, format="%Y-%m-%dT%H:%M", unit="s")
    return parsed.cast(pa.int64()).to_numpy(zero_copy_only=False) // 60


def _texts(column: Any) -> Texts:
    return column.to_numpy(zero_copy_only=False)


def _messages(told: pa.ListArray, gold: pa.ListArray) -> Messages:
    start = told.offsets.to_numpy().astype(np.int64)
    told_flat, gold_flat = told.flatten(), gold.flatten()
    assert told_flat.field("mid").equals(gold_flat.field("mid")), "histories and gold list other messages"
    hints, render = gold_flat.field("hints").flatten(), gold_flat.field("render")
    assert len(hints) == len(gold_flat), "expected one fact a message"
    row = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return Messages(
        row=row,
        start=start,
        place=np.arange(len(row)) - start[row],
        minute=_minutes(told_flat.field("time")),
        text=told_flat.field("text").to_pylist(),
        evidence=pc.equal(gold_flat.field("kind"), "evidence").to_numpy(zero_copy_only=False),
        subject=codes(hints.field("subject")),
        entity=codes(hints.field("entity")),
        phrase=codes(render.field("core")),
        opener=render.field("opener").is_valid().to_numpy(zero_copy_only=False),
        tail=render.field("tail").is_valid().to_numpy(zero_copy_only=False),
        attribute=_texts(hints.field("attribute")),
        said=_texts(hints.field("said")),
        value=_texts(hints.field("value")),
        number=hints.field("number").to_numpy(zero_copy_only=False),
    )


def _questions(asked: pa.Table, gold: pa.Table, language: str, messages: Messages) -> Rows:
    n = asked.num_rows
    parts = gold["parts"].combine_chunks()
    first, flat = parts.offsets.to_numpy()[:-1], parts.flatten()
    hybrid = np.diff(parts.offsets.to_numpy()) > 1
    both = np.stack([first, np.where(hybrid, first + 1, first)])

    def of_parts(name: str) -> Texts:
        values = _texts(flat.field(name))[both]
        return np.where(np.stack([np.ones(n, dtype=bool), hybrid]), values, "")

    choices = _texts(asked["choices"].combine_chunks().flatten()).reshape(n, 4)
    render = gold["question_render"].combine_chunks()
    answer, attribute = of_parts("answer"), of_parts("attribute")
    return Rows(
        index=gold["index"].to_numpy(),
        language=language,
        id=asked["id"].to_pylist(),
        history_id=asked["history_id"].to_pylist(),
        question_type=_texts(asked["question_type"]),
        topic=_texts(asked["topic"]),
        noisy=asked["noisy"].to_numpy(),
        question=asked["question"].to_pylist(),
        minute=_minutes(asked["question_time"]),
        choices=choices,
        halves=_halves(choices, hybrid, JOINTS[language]),
        target=np.array(["ABCD".index(letter) for letter in gold["target"].to_pylist()]),
        attribute=attribute,
        klass=of_parts("class"),
        core=_cores(render.field("core").to_pylist()),
        slots=_slots(render.field("slots").to_pylist()),
        hybrid=hybrid,
        stated=_stated(answer, attribute, hybrid, messages) & (_texts(asked["question_type"]) != "aggregative"),
        carrier=np.full((2, n, 4), -1),
        number=np.full((2, n, 4), np.nan),
        messages=messages,
    )


def _halves(choices: Texts, hybrid: Bools, joint: str) -> Texts:
    out = np.empty((2, *choices.shape), dtype=object)
    for row, four in enumerate(choices.tolist()):
        for letter, text in enumerate(four):
            first, _, second = text.partition(joint) if hybrid[row] else (text, "", "")
            out[0, row, letter], out[1, row, letter] = first, second
    return out


def _cores(ids: list[str]) -> Texts:
    """Return the phrase ids of both parts, without what joins them."""
    parts = [core.rpartition(":")[2].split("+") for core in ids]
    out = np.empty((2, len(ids)), dtype=object)
    out[0], out[1] = [part[0] for part in parts], [part[1] if len(part) > 1 else "" for part in parts]
    return out


def _slots(slots: list[list[str]]) -> Texts:
    out = np.full((len(slots), 4), "", dtype=object)
    for row, texts in enumerate(slots):
        out[row, : len(texts)] = texts
    return out


def _stated(answer: Texts, attribute: Texts, hybrid: Bools, messages: Messages) -> Bools:
    """Return where each part's answer is said word for word by a message that the query reads."""
    said: list[set[tuple[str, str]]] = [set() for _ in hybrid]
    at = np.flatnonzero(messages.evidence)
    for row, name, text in zip(messages.row[at].tolist(), messages.attribute[at], messages.said[at], strict=True):
        said[row].add((name, text))
    pairs = zip(said, attribute.T.tolist(), answer.T.tolist(), hybrid.tolist(), strict=True)
    return np.array([all((a[p], t[p]) in have for p in range(1 + two)) for have, a, t, two in pairs])


class Readings:
    """How the fact behind an option may read as an option: its value, said or in full, and every ψ of it."""

    def __init__(self, knowledge: list[tuple[str, str, str, str]], language: str) -> None:
        self.language = language
        self.results: dict[tuple[str, str], list[str]] = {}
        for attribute, value, _property, result in knowledge:
            self.results.setdefault((attribute, value), []).append(result)
        self._cache: dict[tuple[str, str], list[str]] = {}

    def of(self, attribute: str, value: str) -> list[str]:
        """Return the texts of one fact."""
        key = (attribute, value)
        if key not in self._cache:
            self._cache[key] = self._read(attribute, value)
        return self._cache[key]

    def _read(self, attribute: str, value: str) -> list[str]:
        out = [value, *self.results.get((attribute, value), [])]
        if "@" in value:
            out.append(value[value.index("@") :])
        if value[-_LAST_DIGITS:].isdigit():
            out.append(str(sum(map(int, value[-_LAST_DIGITS:]))))
        if _MOMENT.match(value):
            minute = clock.parse_iso(value)
            out += [clock.absolute(minute, self.language), *self.results.get((attribute, str((minute // clock.DAY + 4) % 7)), [])]
        return out


def _carriers(rows: Rows, knowledge: list[tuple[str, str, str, str]]) -> None:
    """Find the message behind each option's parts, and every option's number; both without asking which option is right."""
    readings, messages = Readings(knowledge, rows.language), rows.messages
    counted = np.char.startswith(rows.core.astype(str), "count.")
    place: dict[tuple[int, int, str], int] = {}
    asked: list[dict[str, list[int]]] = [{} for _ in range(len(rows))]
    for part in range(2):
        for row, name in enumerate(rows.attribute[part]):
            if name and not counted[part, row]:
                asked[row].setdefault(name, []).append(part)
    for at in range(len(messages.row) - 1, -1, -1):  # backwards: the first message that tells it remains
        row = int(messages.row[at])
        for part in asked[row].get(messages.attribute[at], ()):
            for text in readings.of(messages.attribute[at], messages.value[at]):
                place[row, part, text] = at
    for part, row, letter in np.ndindex(rows.carrier.shape):
        at = place.get((row, part, rows.halves[part, row, letter]), -1)
        rows.carrier[part, row, letter] = at
        rows.number[part, row, letter] = _number(rows.halves[part, row, letter], messages, at)


def _number(text: str, messages: Messages, at: int) -> float:
    digits = text.removesuffix("个")
    if digits.isdigit():
        return float(digits)
    if at < 0:
        return np.nan
    if _MOMENT.match(messages.value[at]) and len(text) > len(messages.value[at]):
        return float(clock.parse_iso(messages.value[at]))
    return float(messages.number[at]) if text == messages.value[at] else np.nan
