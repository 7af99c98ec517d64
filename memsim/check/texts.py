"""Promises 5 to 8: order, leaks, calendar and text. Texts are made again from their phrase ids and facts, and must be equal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memsim.check.row import Reading, Row
from memsim.render.guard import states
from memsim.render.question import Asked, ask_key, parse, question, subject_key
from memsim.text import clock, words

_ID = re.compile(r"[hq]-[0-9a-f]{16}")
_MARKER = re.compile(r"[{}<>\[\]]|\bm\d+\b|[hq]-[0-9a-f]{16}")


def order(row: Row) -> Iterator[str]:
    """Promise 5."""
    times = [(message["mid"], message["time"]) for message in row.messages] + [("the question", row.question["question_time"])]
    before: int | None = None
    for name, text in times:
        try:
            moment = clock.parse_iso(text)
        except (ValueError, TypeError):
            yield f"{name} has time {text!r}; expected YYYY-MM-DDTHH:MM"
            continue
        if before is not None and moment <= before:
            yield f"{name} is at {text}, not after what stands before it"
        before = moment
    mids = [message["mid"] for message in row.messages]
    if len(set(mids)) != len(mids):
        yield "a mid stands twice"


def leaks(row: Row) -> Iterator[str]:
    """Promise 6, as far as form shows it."""
    for texts in row.options:
        for text in texts:
            if words.mentions(row.question["question"], text):
                yield f"the question says {text!r}, which is a choice"
    for name in ("id", "history_id"):
        if not _ID.fullmatch(row.question[name]):
            yield f"{name} {row.question[name]!r} is not an opaque id"
    for name, text in [*((message["mid"], message["text"]) for message in row.messages), ("the question", row.question["question"])]:
        marker = _MARKER.search(text)
        if marker:
            yield f"{name} holds the generator's mark {marker[0]!r}"


def calendar(row: Row) -> Iterator[str]:
    """Promise 7."""
    happens: dict[str, int] = {}
    told: dict[str, list[tuple[str, int]]] = {}
    for message, seen in zip(row.told, row.messages, strict=False):
        for hint in message["hints"]:
            domain = row.spec.domains.get(hint["attribute"])
            try:
                at = clock.parse_iso(seen["time"])
                told.setdefault(hint["entity"], []).append((message["mid"], at))
                if domain is None or domain.kind != "moment":
                    continue
                moment = clock.parse_iso(hint["value"])
            except ValueError:
                yield f"{message['mid']} tells {hint['attribute']} {hint['value']!r} at {seen['time']!r}; expected moments"
                continue
            happens[hint["entity"]] = moment
            if hint["number"] != moment or not any(
                clock.said(at, moment, form, row.language) == hint["said"] for form in clock.forms(at, moment)
            ):
                yield f"{message['mid']}, sent {seen['time']}, says {hint['said']!r}; that is not {hint['value']}"
    for entity, moment in happens.items():
        yield from (f"{mid} speaks of {entity} after it took place" for mid, at in told[entity] if at >= moment)


def text(row: Row) -> Iterator[str]:
    """Promise 8."""
    for message, seen in zip(row.told, row.messages, strict=False):
        hint, render = message["hints"][0] if message["hints"] else None, message["render"]
        if hint is None or len(message["hints"]) != 1:
            yield f"{message['mid']} states {len(message['hints'])} facts; expected 1"
            continue
        try:
            again, span = row.setting.book.restate(render["core"], render["opener"], render["tail"], [hint["subject"], hint["said"]])
        except (KeyError, IndexError, ValueError):
            again, span = f"no phrase {render['core']}, {render['opener']}, {render['tail']}", (0, 0)
        if (
            again != seen["text"]
            or render["core_span"] != list(span)
            or render["slots"] != [hint["subject"], hint["said"]]
            or not render["core"].startswith(f"{hint['attribute']}[")
        ):
            if not states(seen["text"], hint["subject"], hint["said"]):
                yield f"{message['mid']} lost its fact ({hint['subject']}, {hint['attribute']}, {hint['said']}): {seen['text']!r}"
            yield f"{message['mid']} is {seen['text']!r}; its fact and phrases give {again!r}"
    yield from _question_text(row)


def _question_text(row: Row) -> Iterator[str]:
    render = row.gold["question_render"]
    try:
        parts, hybrid = parse(render["core"], render["slots"])
        chatter = (render["opener"], render["tail"]) if render["opener"] else None
        made = question(row.setting.book, parts, hybrid, chatter)
    except (KeyError, IndexError, ValueError):
        yield f"the question's phrases {render['core']!r} are not in the scenario"
        return
    if made.text != row.question["question"] or list(made.core_span) != render["core_span"]:
        yield f"the question is {row.question['question']!r}; its phrases give {made.text!r}"
    if row.question["noisy"] != (chatter is not None) or len(parts) != len(row.parts):
        yield f"noisy is {row.question['noisy']} with {'some' if chatter else 'no'} chatter, {len(parts)} phrases for {len(row.parts)} parts"
        return
    for asked, reading in zip(parts, row.readings, strict=True):
        if reading is not None:
            yield from _asks_the_same(row, asked, reading)


def _asks_the_same(row: Row, asked: Asked, reading: Reading) -> Iterator[str]:
    """Compare what the phrases ask with what the SQL reads: attribute, direction, subjects, values."""
    transform = reading.transform if not reading.predicate else None
    predicate = {">": "above", "<": "below"}[reading.predicate[0]] if reading.predicate else None
    extreme = (reading.extreme[1], reading.extreme[0]) if reading.extreme else None
    keys = [ask_key(reading.asked, transform, predicate)]
    keys += filter(None, [subject_key(reading.bridge[0] if reading.bridge else None, extreme, len(reading.scope))])
    found = [part.rpartition("[")[0] for part in asked.phrase_id.split("/")]
    if found != keys:
        yield f"the question asks {' of '.join(found)}, the SQL reads {' of '.join(keys)}"
    subjects = reading.scope or ((reading.subject,) if reading.subject else ())
    slots = [reading.bridge[1] if reading.bridge else row.setting.book.enumerate(subjects) if subjects else ""]
    if reading.predicate:
        domain = row.spec.domains[reading.asked]
        numbers: list[float] = domain.numbers.tolist() if domain.numbers is not None else []
        slots.append(domain.surfaces[row.language][numbers.index(reading.predicate[1])] if reading.predicate[1] in numbers else "?")
    if list(asked.slots) != slots:
        yield f"the question speaks of {asked.slots}, the SQL of {slots}"
