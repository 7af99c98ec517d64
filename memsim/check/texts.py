"""Promises 5 to 7: order, leaks and calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memsim.check.row import Row
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
