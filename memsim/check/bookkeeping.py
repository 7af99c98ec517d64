"""Promise 12: what is recorded about messages, choices and parts is what the rows themselves show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from memsim.check.reading import Reading
from memsim.check.row import Row

_KINDS: dict[str, set[str | None]] = {
    "evidence": {None},
    "context": {None},
    "distractor": {"other_entity", "other_attribute"},
    "noise": {"entity_side", "attribute_side", "pool"},
}
_IN_UNITS = ("sum", "mean", "range", "amount")
_NUMERIC = ("count", *_IN_UNITS, "digit_sum", "days_until", "hours", "in_ten_years", "inches")
_BY_PHRASE = {"by": "phrase", "model": None, "prompt_hash": None, "attempts": 0, "fallback": False}
_HASH = re.compile(r"[0-9a-f]{16}")


def provenance(row: Row) -> Iterator[str]:
    """Promise 12."""
    yield from _rows(row)
    yield from _messages(row)
    yield from _choices(row)
    for place, (part, reading) in enumerate(zip(row.parts, row.readings, strict=True)):
        if reading is None:
            yield f"the SQL of part {place + 1} cannot be read"
        else:
            yield from (f"part {place + 1} {detail}" for detail in _part(row, part, reading))


def _rows(row: Row) -> Iterator[str]:
    if row.gold["index"] != row.index:
        yield f"the gold's index is {row.gold['index']}; its place in the set is {row.index}"
    if (row.gold["id"], row.gold["history_id"]) != (row.question["id"], row.question["history_id"]):
        yield "the gold has other ids than the question"
    if row.history_language != row.language:
        yield f"the history is in {row.history_language!r}, the question in {row.language!r}"
    classes = [row.spec.file.classes.get(part["class"]) for part in row.parts]
    topics = [klass.topic if klass else None for klass in classes]
    if row.question["topic"] != ("hybrid" if len(topics) > 1 else topics[0] if topics else None):
        yield f"the topic is {row.question['topic']!r}; the parts are about {', '.join(map(str, topics))}"
    types = [part["question_type"] for part in row.parts]
    if set(types) != {row.question["question_type"]}:
        yield f"the question is a {row.question['question_type']}, its parts are {', '.join(types) or 'missing'}"
    yield from (f"the question's render has {detail}" for detail in _render(row, row.gold["question_render"], "questions"))
    ends = row.gold["question_render"]
    if (ends["opener"] is None) != (ends["tail"] is None):
        yield "chatter stands on one side of the question only"


def _messages(row: Row) -> Iterator[str]:
    if [message["mid"] for message in row.messages] != [f"m{place + 1}" for place in range(len(row.messages))]:
        yield f"the messages are not numbered m1 to m{len(row.messages)}"
    seen, known = [message["mid"] for message in row.messages], [message["mid"] for message in row.told]
    if seen != known:
        yield f"the history has messages {', '.join(seen)}, the gold {', '.join(known)}"
    days = list(dict.fromkeys(message["time"][:10] for message in row.messages))
    for message in row.messages:
        session = f"s{days.index(message['time'][:10]) + 1}"
        if (message["session"], message["role"], message["speaker"]) != (session, "user", "user"):
            yield f"{message['mid']} is of session {message['session']} by {message['role']} {message['speaker']}; expected {session} by user user"
    for message in row.told:
        if message["kind"] not in _KINDS or message["axis"] not in _KINDS[message["kind"]]:
            yield f"{message['mid']} has kind {message['kind']!r} and axis {message['axis']!r}"
        yield from (f"{message['mid']} has {detail}" for detail in _render(row, message["render"], "messages"))


def _render(row: Row, render: dict[str, Any], what: str) -> Iterator[str]:
    """Compare what is recorded of a rendering; that the phrases give the text, or the guard lets it pass, is promise 8."""
    rewriting = row.setting.rewriting_of(what)
    model = rewriting and rewriting.model
    if render["model"] != model:
        yield f"model {render['model']!r}; the manifest says {model!r}"
    if rewriting is None or render["model"] is None:
        for name, expected in _BY_PHRASE.items():
            if render[name] != expected:
                yield f"{name} {render[name]!r} without a model; expected {expected!r}"
        return
    if (render["by"], render["fallback"]) not in {("llm", False), ("phrase", True)}:
        yield f"by {render['by']!r} and fallback {render['fallback']} with a model; expected llm, or phrase as a fallback"
    if not 1 <= render["attempts"] <= rewriting.tries:
        yield f"attempts {render['attempts']} with a model; expected 1 or more, and no more than {rewriting.tries} tries"
    elif render["fallback"] and render["attempts"] != rewriting.tries:
        yield f"attempts {render['attempts']} before it fell back; expected all of {rewriting.tries} tries"
    expected = rewriting.prompts.get(row.language)
    if render["prompt_hash"] != expected:
        yield f"prompt_hash {render['prompt_hash']!r}; the manifest says {expected!r}"
    if not _HASH.fullmatch(render["prompt_hash"] or ""):
        yield f"prompt_hash {render['prompt_hash']!r}; expected 16 hexadecimal digits"


def _choices(row: Row) -> Iterator[str]:
    if not 0 <= row.target < len(row.options) or len(row.gold["choices"]) != len(row.options):
        return
    right = row.options[row.target]
    for letter, (choice, texts) in enumerate(zip(row.gold["choices"], row.options, strict=True)):
        wrong = [place for place, pair in enumerate(zip(texts, right, strict=False)) if pair[0] != pair[1]]
        names = [_axis(row, reading) for reading in row.readings]
        axes = [f"part_{place + 1}:{names[place]}" if len(names) > 1 else names[place] for place in wrong if place < len(names)]
        if choice["axis"] != ("+".join(axes) or None):
            yield f"choice {'ABCD'[letter]} has axis {choice['axis']!r}; expected {'+'.join(axes) or None!r}"


def _axis(row: Row, reading: Reading | None) -> str:
    """Return how the choices of a part differ."""
    attribute = row.spec.file.attributes.get(reading.asked) if reading else None
    if reading is None or attribute is None:
        return "other_entity"
    if reading.statistic:
        return {"which": "other_set", "order_max": "other_order", "order_min": "other_order"}.get(reading.statistic, "other_number")
    return "other_attribute" if attribute.group else "other_entity"


def _question_type(reading: Reading) -> str:
    if reading.statistic:
        return "comparative" if reading.statistic.startswith(("order", "amount")) else "aggregative"
    if reading.extreme:
        return "comparative"
    if reading.transform:
        return "post_processing"
    return "multi_hop" if reading.bridge or reading.link or reading.chain else "single_hop"


def _part(row: Row, part: dict[str, Any], reading: Reading) -> Iterator[str]:
    plain = reading.statistic is None and reading.transform is None
    attribute, domain = row.spec.file.attributes.get(reading.asked), row.spec.domains.get(reading.asked)
    if attribute is None or domain is None or part["attribute"] != reading.asked:
        yield f"is about {part['attribute']!r}; its SQL asks for {reading.asked!r}"
        return
    numeric = plain and domain.kind == "integers"
    is_number = numeric or reading.statistic in _NUMERIC or reading.transform in _NUMERIC
    expected = "number" if is_number else "time" if plain and domain.kind == "moment" else "text"
    if part["answer_type"] != expected:
        yield f"has answer_type {part['answer_type']!r}; expected {expected!r}"
    if (part["number"] is not None) != is_number:
        yield f"has number {part['number']!r} with answer_type {expected!r}"
    unit = attribute.unit if numeric or reading.statistic in _IN_UNITS else None
    if part["unit"] != unit:
        yield f"has unit {part['unit']!r}; expected {unit!r}"
    if part["question_type"] != _question_type(reading):
        yield f"is a {part['question_type']}; its SQL is of type {_question_type(reading)}"
    klass = row.spec.file.classes.get(part["class"])
    if klass is None or reading.asked not in row.spec.file.nodes[part["class"]]:
        yield f"is about class {part['class']!r}, which has no {reading.asked}"
    if len(set(part["evidence"])) != len(part["evidence"]):
        yield "lists evidence twice"
    if part["hops"] != reading.hops:
        yield f"has {part['hops']} hops; its SQL reads {reading.hops} facts one after the other"
