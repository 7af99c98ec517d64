"""Promises 5 to 8: order, leaks, calendar and text. Texts are made again from their phrase ids and facts, and must be equal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from memsim.check.reading import Reading
from memsim.check.row import Row
from memsim.render.guard import states
from memsim.render.question import Asked, Way, parse, phrase_keys, question
from memsim.spec.sayings import sayings
from memsim.text import clock, when, words

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
        for text, reading in zip(texts, row.readings, strict=False):
            if reading and reading.lists:
                continue  # sets and orders are made of what the question lists
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
            if hint["number"] != moment or hint["said"] not in when.sayings(at, moment, row.language):
                yield f"{message['mid']}, sent {seen['time']}, says {hint['said']!r}; that is not {hint['value']}"
    for entity, moment in happens.items():
        yield from (f"{mid} speaks of {entity} after it took place" for mid, at in told[entity] if at >= moment)


def text(row: Row) -> Iterator[str]:
    """Promise 8."""
    for message, seen in zip(row.told, row.messages, strict=False):
        hint, render = message["hints"][0] if message["hints"] else None, message["render"]
        if message["axis"] == "pool":
            yield from _pool_text(row, message, seen["text"])
            continue
        if hint is None or len(message["hints"]) != 1:
            yield f"{message['mid']} states {len(message['hints'])} facts; expected 1"
            continue
        own = hint["entity"] == row.setting.own
        slots = [hint["said"]] if own else [hint["subject"], hint["said"]]
        try:
            again, span = row.setting.book.restate(render["core"], render["opener"], render["tail"], slots)
        except (KeyError, IndexError, ValueError):
            again, span = f"no phrase {render['core']}, {render['opener']}, {render['tail']}", (0, 0)
        if (
            again != seen["text"]
            or render["core_span"] != list(span)
            or render["slots"] != slots
            or not render["core"].startswith(f"{'own.' if own else ''}{hint['attribute']}[")
        ):
            if not states(seen["text"], hint["said"] if own else hint["subject"], hint["said"]):
                yield f"{message['mid']} lost its fact ({hint['subject']}, {hint['attribute']}, {hint['said']}): {seen['text']!r}"
            yield f"{message['mid']} is {seen['text']!r}; its fact and phrases give {again!r}"
        domain = row.spec.domains.get(hint["attribute"])
        if domain and domain.kind != "moment" and hint["said"] not in sayings(row.spec, hint["attribute"], hint["value"], row.language):
            yield f"{message['mid']} says {hint['said']!r}; that is no way of saying {hint['value']!r}"
    yield from _question_text(row)


def _pool_text(row: Row, message: dict[str, Any], text: str) -> Iterator[str]:
    """A message of the pool states nothing, is what its ids and slots give, and says no word of what is told."""
    if message["kind"] != "noise" or message["hints"]:
        yield f"{message['mid']} is a {message['kind']} of the pool with {len(message['hints'])} facts; expected noise without any"
    render, pool = message["render"], row.setting.pool
    again, span = f"no message of the pool {render['core']}, {render['slots']}", (0, 0)
    with suppress(KeyError, IndexError, ValueError):
        if pool:
            again, span = pool.restate(render["core"], render["opener"], render["tail"], render["slots"])
    if again != text or render["core_span"] != list(span):
        yield f"{message['mid']} is {text!r}; its pool and phrases give {again!r}"
    said = text[slice(*render["core_span"])]
    for word in row.told_words:
        if words.mentions(said, word):
            yield f"{message['mid']} is of the pool and says {word!r}, which is told: {text!r}"


def _question_text(row: Row) -> Iterator[str]:
    render = row.gold["question_render"]
    try:
        parts, hybrid = parse(row.setting.book, render["core"], render["slots"])
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
    own = reading.subject is not None and reading.subject == row.own_subject
    way = Way(
        reading.asked,
        own=own,
        transform=reading.transform,
        statistic=reading.statistic,
        predicate=reading.predicate[0] if reading.predicate else None,
        bridge=reading.bridge[0] if reading.bridge else None,
        chain=reading.chain,
        extreme=(reading.extreme[1], reading.extreme[0]) if reading.extreme else None,
        scope=len(reading.scope),
    )
    keys = phrase_keys(way)
    found = [part.rpartition("[")[0] for part in asked.phrase_id.split("/")]
    if found != keys:
        yield f"the question asks {' of '.join(found)}, the SQL reads {' of '.join(keys)}"
    subjects = reading.scope or ((reading.subject,) if reading.subject else ())
    slots = [] if own else [reading.bridge[1] if reading.bridge else row.setting.book.enumerate(subjects) if subjects else ""]
    slots += [_said(row, reading, value) for value in reading.predicate[1]] if reading.predicate else []
    if reading.extreme and reading.extreme[0] == "closest":
        slots.append(_said(row, reading, reading.extreme[2]))
    if list(asked.slots) != slots:
        yield f"the question speaks of {asked.slots}, the SQL of {slots}"
    if reading.now is not None and reading.now != row.question["question_time"]:
        yield f"the SQL counts from {reading.now}, the question is asked at {row.question['question_time']}"


def _said(row: Row, reading: Reading, value: float | str) -> str:
    """Return how a bound, a target or a group reads in the question."""
    if isinstance(value, str):
        return value
    domain = row.spec.domains[reading.extreme[1] if reading.extreme else reading.asked]
    numbers: list[float] = domain.numbers.tolist() if domain.numbers is not None else []
    return domain.surfaces[row.language][numbers.index(value)] if value in numbers else "?"
