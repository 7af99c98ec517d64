"""MemBench (Tan et al., ACL 2025; import-myself/Membench), written from its published description: no file of it was at hand.

One JSON file, {question type: {scenario: [trajectory]}}, or of one type, named after it, {scenario: [trajectory]}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from memsim.io.formats.aside import Aside
from memsim.io.formats.audited import Asked, Audited, Post, Value
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Fault, faults_of, history_of, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, Untold, digest_of, glance, read_json
from memsim.io.formats.times import ANY, read_time
from memsim.records import History

_NOISY = "noisy"
_LETTERS = ("A", "B", "C", "D")
_ROW = {"tid": Scalar, "message_list": list, "QA": dict}
_QA = {
    "qid": Scalar,
    **dict.fromkeys(("question", "ground_truth", "time"), Text),
    "answer": object,
    "target_step_id": list,
    "choices": dict,
}
#: By who speaks in a step of a dialogue, the keys that have what is said; the sets differ.
_SAID = {"user": ("user", "user_message"), "agent": ("agent", "assistant", "agent_message", "assistant_message")}
_STATED, _NUMBERS = "message", ("sid", "mid")
_STEP = {
    **dict.fromkeys((*_SAID["user"], *_SAID["agent"], _STATED, "time"), Text),
    **dict.fromkeys(_NUMBERS, Scalar),
    "place": Untold,
}
_BEGINS = re.compile(r'\s*\{\s*"[^"]+"\s*:\s*(\{\s*"[^"]+"\s*:\s*)?\[\s*\{\s*"(tid|message_list|QA)"\s*:')
_TIME = re.compile(r"\(place:[^;]*; time:? ?([^()]*)\)")  # at the end of what is said, the authors' own colon missing

_ONE_WAY = "references that only one way of reading leads to steps: places, numbers, or pairs with a session"
_TIMELESS = "messages have no time, though others of their history have one"


class _Step(NamedTuple):
    """One step of a trajectory.

    Attributes:
        place: In the trajectory.
        session, within: Its session, and its place in it.
        number: Its own; None where it has none.
        text, time: As they will be seen.
    """

    place: int
    session: int
    within: int
    number: Value
    text: str
    time: str


#: The ways to read a reference to a step, of one number and of two: the sets differ, and none says which is its own.
_WAYS: dict[int, tuple[Callable[[_Step], tuple[Value, ...]], ...]] = {
    1: (lambda step: (step.place,), lambda step: (step.number,)),
    2: (
        lambda step: (step.session, step.within),
        lambda step: (step.place, step.session),
        lambda step: (step.number, step.session),
    ),
}
#: By how many numbers a reference has, the way to read it; none where no way is better than all others.
_Ways = dict[int, Callable[[_Step], tuple[Value, ...]]]


class MemBench(Source):
    """A history a trajectory, a message a step: a statement in the third person, or what user and agent say in turn in the first.

    A reference to a step may be its place, its number, or with that of its session a pair ``[a, b]``. Each kind is read, in the whole file, in the
    way in which most lead to a step; where several ways do that and disagree, nothing is guessed: the set is refused. A session
    is a list within the list of messages. What is said stays as it is, with the place and time that the authors put behind it.
    """

    format = "membench"
    languages = ("en",)
    looked_for = "a .json or .json.gz file with {question type: {scenario: [{tid, message_list, QA}]}}"
    convention = Convention("step", 5, ("accuracy", "recall@{k}"))

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path, lenient=lenient)
        self._file = read_json(path)
        self.digest = digest_of(path)
        self._ways, self._unsure = _ways(row for *_, row in _rows(self._file._replace(faults=Faults()), self.name))
        if not lenient:
            self._aside = Aside()
            told = notes(whole(path, partial(self._read, self._aside), self._faults))
            self._notes = told | ({_TIMELESS: timeless} if (timeless := sum(map(_timeless, self.audited()))) else {}) | self._aside.notes()

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return path.is_file() and path.name.endswith((".json", ".json.gz")) and _BEGINS.match(glance(path)) is not None

    def histories(self) -> Iterator[History]:
        return map(history_of, self.audited())

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, partial(self._read, Aside()))

    def untold(self) -> dict[str, int]:
        return dict(self._aside.untold)

    def notes(self) -> dict[str, int]:
        return self._notes

    def _read(self, aside: Aside, faults: Faults) -> Iterator[Audited]:
        for kind, topic, row in _rows(self._file._replace(faults=faults), self.name):
            yield _audited(row, kind, topic, self._ways, aside)

    def _faults(self, history: Audited, seen: set[str]) -> Iterator[Fault]:
        if self._unsure is not None and self._unsure.row == history.row:
            yield history.row, self._unsure.key, self._unsure.value, _ONE_WAY
        yield from faults_of(history, seen)


def _timeless(history: Audited) -> int:
    without = sum(not post.time for post in history.posts)
    return without if without < len(history.posts) else 0


def _rows(file: Found, name: str) -> Iterator[tuple[str, str, Found]]:
    """Yield each trajectory with its question type and scenario."""
    content = file.filled(dict)
    flat = any(isinstance(value, list) for value in content.values())
    for kind, scenarios in ({name: content} if flat else content).items():
        found = file.under(file._replace(value=kind).must_be(str), scenarios)
        for scenario, rows in found.filled(dict).items():
            below = found.under(found._replace(value=scenario).must_be(str), rows)
            yield from ((kind, scenario, row) for row in below.rows())


def _steps(found: Found, aside: Aside) -> list[_Step]:
    """Return the steps: a list is a session, and so is each run of steps that are in none."""
    sessions: list[list[Found]] = []
    loose = False
    for place, value in enumerate(found.value):
        one = found.at(place, value)
        if isinstance(value, list):
            sessions.append([one.at(number, step) for number, step in enumerate(value)])
        elif loose:
            sessions[-1].append(one)
        else:
            sessions.append([one])
        loose = not isinstance(value, list)
    steps: list[_Step] = []
    for number, session in enumerate(sessions):
        for within, one in enumerate(session):
            steps.append(_Step(len(steps), number, within, *_said(one, aside)))
    return steps


def _said(step: Found, aside: Aside) -> tuple[Value, str, str]:
    """Return a step's own number, its text, and its time as written."""
    if isinstance(step.value, str):
        text, fields = step.must_be(Text), dict[str, Any]()
    else:
        fields = step.known(_STEP, _STEP, aside)
        halves = [(who, next((fields[key] for key in keys if key in fields), "")) for who, keys in _SAID.items()]
        text = fields.get(_STATED) or "\n\n".join(f"[{who}] {said}" for who, said in halves if said)
    if not text.strip():
        step.wrong(f"a text, or an object with {_STATED!r}, or with {' and '.join(map(repr, _SAID))}")
    behind = _TIME.findall(text)
    number = next((fields[key] for key in _NUMBERS if key in fields), None)
    return number, text, fields.get("time") or (behind[-1].strip() if behind else "")


def _parts(row: Found, aside: Aside) -> tuple[list[_Step], Found]:
    """Return the steps of a trajectory, and its question with all that is known of it."""
    fields = row.known(_ROW, ("tid",), aside)
    steps = _steps(row.at("message_list", fields["message_list"]), aside)
    qa = row.at("QA", fields["QA"])
    return steps, qa._replace(value=qa.known(_QA, ("qid", "answer", "time"), aside))


def _references(qa: Found) -> tuple[Found, list[tuple[int, ...] | None]]:
    """Return the field, and each reference in it as its numbers; None for what is none."""
    found = qa.at("target_step_id", qa.value["target_step_id"])
    return found, [_numbers(value) for value in found.value]


def _numbers(value: Any) -> tuple[int, ...] | None:
    numbers: list[Any] = value if isinstance(value, list) else [value]
    return tuple(numbers) if all(type(one) is int for one in numbers) and len(numbers) in _WAYS else None


def _ways(rows: Iterable[Found]) -> tuple[_Ways, Found | None]:
    """Return how references are read, and one that shows that it cannot be told."""
    led: dict[int, list[tuple[Found, list[int | None]]]] = {size: [] for size in _WAYS}
    for row in rows:
        steps, qa = _parts(row, Aside())
        found, references = _references(qa)
        for numbers in filter(None, references):
            led[len(numbers)].append((found, [_led(numbers, steps, way) for way in _WAYS[len(numbers)]]))
    best, unsure = _Ways(), None
    for size, told in led.items():
        scores = [sum(places[way] is not None for _, places in told) for way in range(len(_WAYS[size]))]
        rivals = [way for way, score in enumerate(scores) if score == max(scores)]
        differing = next((found for found, places in told if len({places[way] for way in rivals}) > 1), None)
        if differing is None:
            best[size] = _WAYS[size][rivals[0]]
        unsure = unsure or differing
    return best, unsure


def _led(numbers: tuple[int, ...], steps: Sequence[_Step], way: Callable[[_Step], tuple[Value, ...]]) -> int | None:
    found = [step.place for step in steps if way(step) == numbers]
    return found[0] if len(found) == 1 else None


def _audited(row: Found, kind: str, topic: str, ways: _Ways, aside: Aside) -> Audited:
    steps, qa = _parts(row, aside)
    name = "-".join("-".join(row.row.split()).split("/"))
    posts = tuple(
        Post(str(step.place), f"s{step.session}", "user", "user", step.text, step.time, *read_time(step.time, *ANY)) for step in steps
    )
    asked = replace(_asked(qa, steps, ways), id=name, question_type=kind, noisy=kind == _NOISY, topic=topic)
    return Audited(f"h-{name}", "en", posts, (asked,), row=row.row)


def _asked(qa: Found, steps: Sequence[_Step], ways: _Ways) -> Asked:
    found, references = _references(qa)
    choices = qa.at("choices", qa.value["choices"])
    offered = choices.fields(dict.fromkeys(_LETTERS, object))
    evidence: list[str] = []
    malformed: list[str] = []
    for value, numbers in zip(found.value, references, strict=True):
        if numbers is None or len(numbers) not in ways:
            malformed.append(str(value))
        else:
            place = _led(numbers, steps, ways[len(numbers)])
            evidence.append(f"step {value}" if place is None else str(place))
    time = qa.value.get("time", "")
    moment, weekday_wrong = read_time(time, *ANY)
    return Asked(
        id="",
        question=qa.value["question"],
        question_type="",
        language="en",
        answer=_plain(qa.at("answer", qa.value.get("answer"))),
        choices=tuple(str(_plain(choices.at(letter, offered[letter]))) for letter in _LETTERS),
        target=qa.value["ground_truth"],
        evidence=tuple(evidence),
        malformed=tuple(malformed),
        time=time,
        moment=moment,
        weekday_wrong=weekday_wrong,
        row=qa.row,
    )


def _plain(found: Found) -> Value:
    """Return a scalar, and a list of them as a text with commas: what is recommended may be several things."""
    if not isinstance(found.value, list):
        return found.must_be(Scalar)
    return ", ".join(str(found.at(place, value).must_be(Scalar)) for place, value in enumerate(found.value))
