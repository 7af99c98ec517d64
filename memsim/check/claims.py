"""Promises 1 to 4: the answer, its uniqueness, its evidence, its choices. Every SQL runs literally, on sqlite3, over the stated facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from memsim.check.proofs import agrees
from memsim.check.reading import Reading
from memsim.check.row import Row
from memsim.records import Fact
from memsim.text import clock, words

_LETTERS = 4
_DECIMAL = re.compile(r"-?\d+(?:\.\d)?")
_AREA = re.compile(r"[(-](\d{3})")


def claimed(part: dict[str, Any]) -> str | float | None:
    """Return what a part's SQL must give: its number for numeric answers, else its answer."""
    return part["number"] if part["answer_type"] == "number" else part["answer"]


def option_text(row: Row, part: dict[str, Any], reading: Reading | None) -> str | None:
    """Return how a part's answer reads as a choice, made anew from what the SQL must give; None where it cannot be made."""
    if part["answer_type"] == "time":
        try:
            return clock.absolute(clock.parse_iso(part["answer"]), row.language)
        except ValueError:
            return None
    if part["answer_type"] != "number":
        return str(part["answer"])
    if part["number"] is None or reading is None:
        return None
    if reading.counted:
        return words.count(int(part["number"]), row.language)
    if reading.transform == "days_until":
        return words.days_away(int(part["number"]), row.setting.book.days)
    if reading.statistic:
        return row.setting.book.result(reading.asked, part["number"], 1 if reading.statistic == "mean" else None)
    if reading.transform:
        return row.setting.book.result(reading.transform, part["number"])
    domain = row.spec.domains.get(part["attribute"])
    if domain is None or domain.numbers is None or part["number"] not in domain.numbers:
        return None
    return domain.surfaces[row.language][domain.numbers.tolist().index(part["number"])]


def answer(row: Row) -> Iterator[str]:
    """Promise 1."""
    for place, (part, reading) in enumerate(zip(row.parts, row.readings, strict=True)):
        found, why = row.setting.prover.run(part["sql"])
        if why:
            yield f"the SQL of part {place + 1} does not prove: {why}: {part['sql']}"
        elif not agrees(found, claimed(part)):
            yield f"the SQL of part {place + 1} gives {found!r}, the row says {claimed(part)!r}"
        expected = option_text(row, part, reading)
        shown = row.options[row.target][place] if 0 <= row.target < len(row.options) and place < len(row.options[row.target]) else None
        if expected is None or shown != expected:
            yield f"choice {row.gold['target']} shows {shown!r} for part {place + 1}, the answer reads {expected!r}"
        if part["answer_type"] == "number" and part["answer"] != expected:
            yield f"part {place + 1} has answer {part['answer']!r} and number {part['number']!r}; expected {expected!r}"
    if 0 <= row.target < len(row.question["choices"]) and row.gold["answer"] != row.question["choices"][row.target]:
        yield f"answer {row.gold['answer']!r} is not choice {row.gold['target']}, {row.question['choices'][row.target]!r}"


def unique(row: Row) -> Iterator[str]:
    """Promise 2."""
    topics = row.spec.file.classes
    for place, (part, reading) in enumerate(zip(row.parts, row.readings, strict=True)):
        if reading is None:
            continue
        for sql in part["unique_sql"]:
            found, why = row.setting.prover.run(sql)
            if why or found != 1:
                yield f"the unique_sql of part {place + 1} gives {found!r}{f' ({why})' if why else ''}; 1 must fit"
        if bool(reading.bridge) != (len(part["unique_sql"]) == 1):
            yield f"part {place + 1} has {len(part['unique_sql'])} unique_sql for {'a' if reading.bridge else 'no'} bridge"
        if reading.bridge:
            attribute = row.spec.file.attributes.get(reading.bridge[0])
            topic = attribute.topic if attribute else None
            classes = {name for name, klass in topics.items() if klass.topic == topic}
            fits = {fact[0] for fact in row.world if fact[1] in classes and (fact[2], fact[3]) == reading.bridge}
            if len(fits) != 1:
                yield f"{reading.bridge[0]} {reading.bridge[1]!r} fits {len(fits)} entities of the world: {', '.join(sorted(fits)) or 'none'}"


def evidence(row: Row) -> Iterator[str]:
    """Promise 3."""
    mids = [message["mid"] for message in row.told]
    for place, part in enumerate(row.parts):
        own = part["evidence"]
        strange = sorted(set(own) - set(mids))
        if strange:
            yield f"evidence {strange[0]} of part {place + 1} is no message"
        found, why = row.setting.prover.run(part["sql"], [mid for mid in mids if mid not in own])
        if why or not agrees(found, claimed(part)):
            yield f"the evidence of part {place + 1} alone gives {found!r}, not {claimed(part)!r}: some is missing"
        for mid in own:
            found, why = row.setting.prover.run(part["sql"], [mid])
            if why is None and agrees(found, claimed(part)):
                yield f"part {place + 1} does not need its evidence {mid}"
    union = {mid for part in row.parts for mid in part["evidence"]}
    if sorted(row.gold["evidence"]) != sorted(union):
        yield f"evidence {', '.join(row.gold['evidence'])} is not what the parts read: {', '.join(mid for mid in mids if mid in union)}"
    marked = {message["mid"] for message in row.told if message["kind"] == "evidence"}
    if marked != union:
        yield f"messages {', '.join(sorted(marked ^ union))} are of kind evidence and not read, or read and not of that kind"
    for key, count in Counter((h["entity"], h["attribute"]) for m in row.told for h in m["hints"]).items():
        if count > 1:
            yield f"{key[1]} of {key[0]} is told {count} times"


def choices(row: Row) -> Iterator[str]:
    """Promise 4, as far as form shows it."""
    shown = row.question["choices"]
    if len(shown) != _LETTERS or row.target < 0:
        yield f"{len(shown)} choices and target {row.gold['target']!r}; expected four and a letter A to D"
        return
    for text, count in Counter(words.normalised(choice) for choice in shown).items():
        if count > 1:
            yield f"{count} choices read {text!r}"
    if [choice["text"] for choice in row.gold["choices"]] != shown:
        yield "the gold's choices are not the question's"
    if [choice["axis"] is None for choice in row.gold["choices"]] != [letter == row.target for letter in range(_LETTERS)]:
        yield "every choice but the target has an axis, and the target has none: not so here"
    for place, (part, reading) in enumerate(zip(row.parts, row.readings, strict=True)):
        for texts in row.options:
            text = texts[place] if len(texts) == len(row.parts) else ""
            if reading is None or not _of_type(row, part, reading, text):
                yield f"{text!r} is no possible answer of part {place + 1}"


def _of_type(row: Row, part: dict[str, Any], reading: Reading, text: str) -> bool:
    """Return whether a choice could be the answer: a statistic of the scope, or what a told fact of the attribute gives."""
    if reading.statistic:
        return _STATISTICS[reading.statistic](row, reading, text)
    told = [fact for fact in row.facts if fact.attribute in _rivals(row, reading)]
    if reading.transform:
        results = _RESULTS.get(reading.transform, _known)
        return text in [results(row, reading, fact) for fact in told]
    if part["answer_type"] == "time":
        return text in [clock.absolute(clock.parse_iso(fact.value), row.language) for fact in told if _is_moment(fact.value)]
    return text in [fact.value for fact in told]


def _rivals(row: Row, reading: Reading) -> set[str]:
    """Return the attribute asked, and those that rival it."""
    attributes = row.spec.file.attributes
    group = attributes[reading.asked].group if reading.asked in attributes else None
    return {reading.asked} | {name for name, attribute in attributes.items() if group and attribute.group == group}


def _known(row: Row, reading: Reading, fact: Fact) -> str | None:
    return row.setting.knowledge.get((fact.attribute, fact.value, reading.transform or ""))


def _weekday(row: Row, reading: Reading, fact: Fact) -> str | None:
    if not _is_moment(fact.value):
        return None
    day = (clock.weekday(clock.parse_iso(fact.value)) + 1) % 7
    return row.setting.knowledge.get((reading.asked, str(day), "weekday"))


def _days_until(row: Row, _reading: Reading, fact: Fact) -> str | None:
    asked = row.question["question_time"]
    if not _is_moment(fact.value) or not _is_moment(asked):
        return None
    return words.days_away(clock.parse_iso(fact.value) // clock.DAY - clock.parse_iso(asked) // clock.DAY, row.setting.book.days)


def _result(row: Row, reading: Reading, number: float) -> str:
    return row.setting.book.result(reading.transform or "", number)


def _surname(fact: Fact) -> str:
    return fact.value.partition(" ")[2] if " " in fact.value else fact.value[:1]


def _prefix(fact: Fact) -> str:
    found = _AREA.search(fact.value)
    return found[1] if found else ""


#: How a told fact reads after each computed ψ.
_RESULTS: dict[str, Callable[[Row, Reading, Fact], str | None]] = {
    "days_until": _days_until,
    "digit_sum": lambda row, reading, fact: _result(row, reading, sum(int(digit) for digit in fact.value[-4:] if digit.isdigit())),
    "hours": lambda row, reading, fact: None if fact.number is None else _result(row, reading, fact.number / 60),
    "in_ten_years": lambda row, reading, fact: None if fact.number is None else _result(row, reading, fact.number + 10),
    "inches": lambda row, reading, fact: None if fact.number is None else _result(row, reading, round(fact.number / 2.54)),
    "prefix": lambda _row, _reading, fact: _prefix(fact),
    "suffix": lambda _row, _reading, fact: fact.value[fact.value.find("@") :],
    "surname": lambda _row, _reading, fact: _surname(fact),
    "weekday": _weekday,
}


def _is_set(row: Row, reading: Reading, text: str) -> bool:
    if text == row.setting.book.none:
        return True
    members = text.split(row.setting.book.separator)
    return set(members) <= set(reading.scope) and members == sorted(set(members))


def _is_order(row: Row, reading: Reading, text: str) -> bool:
    return sorted(text.split(row.setting.book.order)) == sorted(reading.scope)


def _is_number(row: Row, reading: Reading, text: str) -> bool:
    before, _, after = row.setting.book.results.get(reading.asked, "{n}").partition("{n}")
    dressed = text.startswith(before) and text.endswith(after)
    return dressed and bool(_DECIMAL.fullmatch(text.removeprefix(before).removesuffix(after)))


#: What an option of each statistic must be.
_STATISTICS: dict[str, Callable[[Row, Reading, str], bool]] = {
    "count": lambda row, reading, text: text in [words.count(number, row.language) for number in range(len(reading.scope) + 1)],
    "which": _is_set,
    "sum": _is_number,
    "mean": _is_number,
    "range": _is_number,
    "amount": _is_number,
    "order_max": _is_order,
    "order_min": _is_order,
}


def _is_moment(text: str) -> bool:
    try:
        clock.parse_iso(text)
    except ValueError:
        return False
    return True
