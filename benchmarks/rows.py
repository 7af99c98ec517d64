"""A dataset as arrays: questions with their options taken apart, messages laid flat, and which message carries which option."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from options import OptionReader, Sources

from memsim.check.reading import Reading, read_sql
from memsim.io import folder, tables
from memsim.render.phrases import PhraseBook
from memsim.render.question import Asked, parse
from memsim.spec.load import Spec, load_spec

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Texts = NDArray[np.object_]
_PLACE = re.compile(r"\[\d+\]")
_OWN = "own"


@dataclass
class Messages:
    """All messages, one after the other.

    Attributes:
        row: Which question each belongs to; start: where each question's begin, and the end, shape (n + 1,).
        place: 0 for the first of a history. minute: when it was sent.
        kind: As in the gold. evidence: Whether the query reads it. pool: whether it states no fact.
        subject, entity: codes of whom it is about. phrase: code of its core's place in its list.
        opener, tail: codes of their phrases, 0 for none.
        attribute, said, value, number: its fact; "" and NaN where it states none.
    """

    row: Ints
    start: Ints
    place: Ints
    minute: Ints
    text: list[str]
    kind: Texts
    evidence: Bools
    pool: Bools
    subject: Ints
    entity: Ints
    phrase: Ints
    opener: Ints
    tail: Ints
    attribute: Texts
    said: Texts
    value: Texts
    number: Floats


@dataclass
class Rows:
    """Questions, the last axis is the option; two parts, of which the second is empty outside hybrids.

    Attributes:
        halves: Text of each option's parts, (2, n, 4). attribute, klass, core: of each part, (2, n).
        subject: Whom each part is about as worded, or the value of its bridge; said: what else it says (thresholds), (2, n).
        asked: What each part's SQL asks, by row. shape: how a question of one part is asked whatever the attribute, "" for hybrids.
        own: Whether a part is about the user, (2, n). hybrid: whether there are two parts.
        stated: Whether every part's answer is said word for word by a message.
        carrier: Message that tells the fact behind each option's part, or -1, (2, n, 4).
        number: Number in each option's part, or NaN. places: places in the scope of those whom it lists, or None; (2, n, 4).
        implied: How many told facts read as the option's part, themselves or after any ψ, (2, n, 4).
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
    subject: Texts
    said: Texts
    asked: list[list[Reading]]
    shape: Texts
    own: Bools
    hybrid: Bools
    stated: Bools
    carrier: Ints
    number: Floats
    places: Texts
    implied: Ints
    messages: Messages

    def __len__(self) -> int:
        return len(self.index)


def codes(texts: Any) -> Ints:
    """Return small numbers, equal where texts are."""
    flat = pa.array(np.asarray(texts, dtype=object).ravel(), pa.string())
    return flat.dictionary_encode().indices.to_numpy(zero_copy_only=False).astype(np.int64).reshape(np.shape(texts))


def read_tables(path: Path, language: str) -> dict[str, pa.Table]:
    """Read histories, questions and gold of a dataset folder in one language."""
    names = [name for name in folder.block_files(path) if name.startswith(f"{language}-")]
    return {kind: pa.concat_tables([tables.read(path / kind / name, kind) for name in names]) for kind in folder.JOINED}


def load(path: Path, language: str, most: int | None = None) -> Rows:
    """Read a dataset folder in one language, or its first `most` trajectories."""
    table = {kind: whole.slice(0, most) for kind, whole in read_tables(path, language).items()}
    messages = load_messages(table["histories"]["messages"].combine_chunks(), table["gold"]["messages"].combine_chunks())
    spec = load_spec(path / "scenario")
    book = PhraseBook(spec.phrases[language])
    rows = _questions(table["questions"], table["gold"], book, messages)
    sources = Sources(spec, book, folder.knowledge(path).get(language, []))
    reader = OptionReader(spec, book)
    _carriers(rows, sources, reader, spec)
    for part, row, letter in np.ndindex(rows.carrier.shape):
        if part < len(rows.asked[row]):
            asked, text = rows.asked[row][part], rows.halves[part, row, letter]
            rows.number[part, row, letter] = reader.number(asked, text)
            rows.places[part, row, letter] = reader.places(asked, text)
    return rows


def _minutes(texts: Any) -> Ints:
    parsed = pc.strptime(texts, format="%Y-%m-%dT%H:%M", unit="s")
    return parsed.cast(pa.int64()).to_numpy(zero_copy_only=False) // 60


def _texts(column: Any) -> Texts:
    return column.to_numpy(zero_copy_only=False)


def _phrase_codes(ids: Any) -> Ints:
    """Return codes from 1 of phrase ids, 0 for none."""
    return np.where(ids.is_valid().to_numpy(zero_copy_only=False), codes(pc.fill_null(ids, "")) + 1, 0)


def load_messages(told: pa.ListArray, gold: pa.ListArray) -> Messages:
    """Lay the messages of histories flat, each with its fact if it states one."""
    start = told.offsets.to_numpy().astype(np.int64)
    told_flat, gold_flat = told.flatten(), gold.flatten()
    assert told_flat.field("mid").equals(gold_flat.field("mid")), "histories and gold list other messages"
    count = pc.list_value_length(gold_flat.field("hints")).to_numpy()
    assert count.max(initial=0) <= 1, "expected at most one fact a message"
    hints, render = gold_flat.field("hints").flatten(), gold_flat.field("render")
    place = pa.array(np.cumsum(count) - 1, mask=count == 0)

    def of_hint(name: str) -> Texts:
        return _texts(pc.fill_null(hints.field(name).take(place), ""))

    row = np.repeat(np.arange(len(start) - 1), np.diff(start))
    phrase = pc.replace_substring_regex(pc.fill_null(render.field("core"), ""), r"^.*\[", "")
    return Messages(
        row=row,
        start=start,
        place=np.arange(len(row)) - start[row],
        minute=_minutes(told_flat.field("time")),
        text=told_flat.field("text").to_pylist(),
        kind=_texts(gold_flat.field("kind")),
        evidence=pc.equal(gold_flat.field("kind"), "evidence").to_numpy(zero_copy_only=False),
        pool=count == 0,
        subject=codes(of_hint("subject")),
        entity=codes(of_hint("entity")),
        phrase=codes(phrase),
        opener=_phrase_codes(render.field("opener")),
        tail=_phrase_codes(render.field("tail")),
        attribute=of_hint("attribute"),
        said=of_hint("said"),
        value=of_hint("value"),
        number=hints.field("number").take(place).to_numpy(zero_copy_only=False),
    )


def _questions(asked: pa.Table, gold: pa.Table, book: PhraseBook, messages: Messages) -> Rows:
    n = asked.num_rows
    columns, answer = _parts(gold, book)
    hybrid, read = columns["hybrid"], columns["asked"]
    choices = _texts(asked["choices"].combine_chunks().flatten()).reshape(n, 4)
    derived = np.array([any(part.statistic for part in parts) for parts in read])
    return Rows(
        index=gold["index"].to_numpy(),
        language=book.language,
        id=asked["id"].to_pylist(),
        history_id=asked["history_id"].to_pylist(),
        question_type=_texts(asked["question_type"]),
        topic=_texts(asked["topic"]),
        noisy=asked["noisy"].to_numpy(),
        question=asked["question"].to_pylist(),
        minute=_minutes(asked["question_time"]),
        choices=choices,
        halves=_halves(choices, hybrid, book.joint),
        target=np.array(["ABCD".index(letter) for letter in gold["target"].to_pylist()]),
        **columns,
        stated=_stated(answer, columns["attribute"], hybrid, messages) & ~derived,
        carrier=np.full((2, n, 4), -1),
        number=np.full((2, n, 4), np.nan),
        places=np.full((2, n, 4), None, dtype=object),
        implied=np.zeros((2, n, 4), dtype=np.int64),
        messages=messages,
    )


def _parts(gold: pa.Table, book: PhraseBook) -> tuple[dict[str, Any], Texts]:
    """Return what the gold says of the parts of questions, as columns of `Rows`, and their answers."""
    parts = gold["parts"].combine_chunks()
    first, flat = parts.offsets.to_numpy()[:-1], parts.flatten()
    hybrid = np.diff(parts.offsets.to_numpy()) > 1
    first = first - parts.offsets[0].as_py()  # of a slice, flat holds its own parts only
    both = np.stack([first, np.where(hybrid, first + 1, first)])

    def of(name: str) -> Texts:
        values = _texts(flat.field(name))[both]
        return np.where(np.stack([np.ones(len(hybrid), dtype=bool), hybrid]), values, "")

    render = gold["question_render"].combine_chunks()
    ids = zip(render.field("core").to_pylist(), render.field("slots").to_pylist(), strict=True)
    phrases = [parse(book, core, slots)[0] for core, slots in ids]
    read = [[read_sql(text) for text in pair if text] for pair in of("sql").T.tolist()]
    shapes = [_shape(two[0], one[0]) if len(one) == 1 else "" for one, two in zip(read, phrases, strict=True)]
    columns = {"attribute": of("attribute"), "klass": of("class"), "asked": read, "hybrid": hybrid, "shape": np.array(shapes, dtype=object)}
    return columns | _phrases(phrases), of("answer")


def _halves(choices: Texts, hybrid: Bools, joint: str) -> Texts:
    out = np.empty((2, *choices.shape), dtype=object)
    for row, four in enumerate(choices.tolist()):
        for letter, text in enumerate(four):
            first, _, second = text.partition(joint) if hybrid[row] else (text, "", "")
            out[0, row, letter], out[1, row, letter] = first, second
    return out


def bare(core: str) -> str:
    """Return a phrase id without which phrase of each list it is."""
    return _PLACE.sub("", core)


def _phrases(questions: list[list[Asked]]) -> dict[str, Any]:
    """Return what the phrases of each part say, as columns of `Rows`."""
    shape = (2, len(questions))
    out = {name: np.full(shape, "", dtype=object) for name in ("core", "subject", "said")}
    own = np.zeros(shape, dtype=bool)
    for row, parts in enumerate(questions):
        for part, (core, slots) in enumerate(parts):
            mine = core.startswith(_OWN)
            about, rest = ("I", slots) if mine else (slots[0], slots[1:])
            out["core"][part, row], out["subject"][part, row], out["said"][part, row] = core, about, "|".join(rest)
            own[part, row] = mine
    return {**out, "own": own}


def _shape(asked: Asked, read: Reading) -> str:
    """Return how a part is asked, whatever the attribute: "which (member)", "extreme → value", "bridge → digit_sum"."""
    if read.statistic:
        kind = read.predicate[0].partition(":")[0] if read.predicate else ""
        return f"{read.statistic} ({kind})" if kind else read.statistic
    steps = [name for name in ("bridge", "link", "chain") if getattr(read, name)]
    steps += ["closest" if read.extreme[0] == "closest" else "extreme"] if read.extreme else []
    steps += [_OWN] if asked.phrase_id.startswith(_OWN) else []
    return " → ".join([*steps, read.transform or "value"])


def _stated(answer: Texts, attribute: Texts, hybrid: Bools, messages: Messages) -> Bools:
    """Return where each part's answer is said word for word by a message that the query reads."""
    said: list[set[tuple[str, str]]] = [set() for _ in hybrid]
    at = np.flatnonzero(messages.evidence)
    for row, name, text in zip(messages.row[at].tolist(), messages.attribute[at], messages.said[at], strict=True):
        said[row].add((name, text))
    pairs = zip(said, attribute.T.tolist(), answer.T.tolist(), hybrid.tolist(), strict=True)
    return np.array([all((a[p], t[p]) in have for p in range(1 + two)) for have, a, t, two in pairs])


def _rivals(spec: Spec) -> dict[str, set[str]]:
    """Return the attributes whose values may be options beside those of each attribute, itself included."""
    groups = {name: attribute.group for name, attribute in spec.file.attributes.items()}
    return {name: {name} | {other for other, theirs in groups.items() if theirs and theirs == group} for name, group in groups.items()}


def _carriers(rows: Rows, sources: Sources, reader: OptionReader, spec: Spec) -> None:
    """Find the message behind each option's parts, how many facts read as each, and all told moments; nowhere asking which option is right."""
    rivals, m = _rivals(spec), rows.messages
    minutes = rows.minute.tolist()
    told = zip(m.attribute.tolist(), m.value.tolist(), m.number.tolist(), strict=True)
    facts = [sources.of(*fact, minutes[row]) if fact[0] else {} for row, fact in zip(m.row.tolist(), told, strict=True)]
    for at, attribute in enumerate(m.attribute):
        if sources.is_moment(attribute):
            reader.moments[facts[at][""]] = m.number[at]
    for row, parts in enumerate(rows.asked):
        mine = range(m.start[row], m.start[row + 1])
        implied = Counter(text for at in mine for text in set(facts[at].values()))
        for part, asked in enumerate(parts):
            wanted = rivals[asked.asked] if not asked.statistic else ()
            place = {facts[at].get(asked.transform or ""): at for at in reversed(mine) if m.attribute[at] in wanted}
            for letter in range(4):
                text = rows.halves[part, row, letter]
                rows.carrier[part, row, letter] = place.get(text, -1)
                rows.implied[part, row, letter] = implied[text]
