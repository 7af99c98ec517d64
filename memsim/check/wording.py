"""Promise 8: texts are made again from their phrase ids and facts, and must be equal; those that a model rewrote must pass the guard beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from memsim.check.reading import Reading
from memsim.check.row import Row
from memsim.render.guard import Rejection, states
from memsim.render.question import Asked, Way, parse, phrase_keys, question
from memsim.render.stated import inquiry, statement
from memsim.spec.sayings import sayings
from memsim.text import words

BY_MODEL = "llm"


class _Made(NamedTuple):
    """A text as its phrases give it, and the span of its core."""

    text: str
    span: tuple[int, int]


def text(row: Row) -> Iterator[str]:
    """Promise 8."""
    for message, seen in zip(row.told, row.messages, strict=False):
        if message["axis"] == "pool":
            yield from _pool_text(row, message, seen)
        elif len(message["hints"]) != 1:
            yield f"{message['mid']} states {len(message['hints'])} facts; expected 1"
        else:
            yield from _told_text(row, message, seen)
    yield from _question_text(row)


def _told_text(row: Row, message: dict[str, Any], seen: dict[str, Any]) -> Iterator[str]:
    hint, render = message["hints"][0], message["render"]
    own = hint["entity"] == row.setting.own
    slots = [hint["said"]] if own else [hint["subject"], hint["said"]]
    made = _made(lambda: row.setting.book.restate(render["core"], render["opener"], render["tail"], slots))
    about = render["slots"] == slots and render["core"].startswith(f"{'own.' if own else ''}{hint['attribute']}[")
    if made is None or not about:
        yield f"{message['mid']} has no phrase {render['core']}, {render['opener']}, {render['tail']} that says its fact"
    else:
        faults = list(_compared(row, message, seen, made))
        if faults and not states(seen["text"], hint["said"] if own else hint["subject"], hint["said"]):
            yield f"{message['mid']} lost its fact ({hint['subject']}, {hint['attribute']}, {hint['said']}): {seen['text']!r}"
        yield from faults
    domain = row.spec.domains.get(hint["attribute"])
    if domain and domain.kind != "moment" and hint["said"] not in sayings(row.spec, hint["attribute"], hint["value"], row.language):
        yield f"{message['mid']} says {hint['said']!r}; that is no way of saying {hint['value']!r}"


def _pool_text(row: Row, message: dict[str, Any], seen: dict[str, Any]) -> Iterator[str]:
    """A message of the pool states nothing, is what its ids and slots give, and says no word of what is told."""
    if message["kind"] != "noise" or message["hints"]:
        yield f"{message['mid']} is a {message['kind']} of the pool with {len(message['hints'])} facts; expected noise without any"
    render, pool = message["render"], row.setting.pool
    made = pool and _made(lambda: pool.restate(render["core"], render["opener"], render["tail"], render["slots"]))
    if made:
        yield from _compared(row, message, seen, made)
    else:
        yield f"{message['mid']} is no message of the pool: {render['core']}, {render['slots']}"
    said = seen["text"][slice(*render["core_span"])]
    for word in row.told_words:
        if words.mentions(said, word):
            yield f"{message['mid']} is of the pool and says {word!r}, which is told: {seen['text']!r}"


def _made(restate: Callable[[], tuple[str, tuple[int, int]]]) -> _Made | None:
    try:
        return _Made(*restate())
    except (KeyError, IndexError, ValueError):  # an id or slot that the scenario does not have
        return None


def _compared(row: Row, message: dict[str, Any], seen: dict[str, Any], made: _Made) -> Iterator[str]:
    """Compare a message with what its phrases give: the same, or rewritten so that the guard lets it pass."""
    if message["render"]["by"] == BY_MODEL:
        given = statement(made.text, seen["time"], message, row.setting.own or "")
        yield from _rewritten(message["mid"], seen["text"], message["render"], made, row.setting.guard.judge(given, seen["text"]))
    else:
        yield from _as_made(message["mid"], seen["text"], message["render"], made)


def _as_made(name: str, text: str, render: dict[str, Any], made: _Made) -> Iterator[str]:
    if text != made.text or render["core_span"] != list(made.span):
        yield f"{name} is {text!r}; its phrases give {made.text!r}"


def _rewritten(name: str, text: str, render: dict[str, Any], made: _Made, rejections: list[Rejection]) -> Iterator[str]:
    if render["core_span"] != [0, len(text)]:
        yield f"{name} is rewritten and has core_span {render['core_span']}; expected all of it, [0, {len(text)}]"
    if text != text.strip():
        yield f"{name} is {text!r}, rewritten with blanks at an end; expected none"
    for rejection in rejections:
        yield f"{name} is {text!r}, rewritten from {made.text!r}: {rejection.rule}: {rejection.detail}"


def _question_text(row: Row) -> Iterator[str]:
    render = row.gold["question_render"]
    try:
        parts, hybrid = parse(row.setting.book, render["core"], render["slots"])
        chatter = (render["opener"], render["tail"]) if render["opener"] else None
        rendered = question(row.setting.book, parts, hybrid, chatter)
    except (KeyError, IndexError, ValueError):
        yield f"the question's phrases {render['core']!r} are not in the scenario"
        return
    made, text = _Made(rendered.text, rendered.core_span), row.question["question"]
    if render["by"] == BY_MODEL:
        yield from _rewritten("the question", text, render, made, row.setting.guard.judge(inquiry(made.text, row.question, render), text))
    else:
        yield from _as_made("the question", text, render, made)
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
