"""MemBench (Tan et al., ACL 2025; import-myself/Membench).

One JSON file, {question type: {scenario: [trajectory]}}, or of one type, named after it, {scenario: [trajectory]}. The second is ``MemData``, of which rows of
either kind of agent were read; the first is what the authors' scripts make of it, with noise or without: no file of that was at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from memsim.io.formats.aside import Aside
from memsim.io.formats.audited import Asked, Audited, Post, Value
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Keys, faults_of, history_of, timed, whole
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Convention, Source
from memsim.io.formats.strict import Found, Scalar, Text, Untold, begins, begins_in_chinese, digest_of, read_json
from memsim.io.formats.times import ANY, read_time
from memsim.records import History

_NOISY = "noisy"
_LETTERS = ("A", "B", "C", "D")
_ROW = {"tid": Scalar, "message_list": list, "QA": dict}
_QA = {
    "qid": Scalar,
    **dict.fromkeys(("question", "ground_truth", "time"), Text),
    "answer": object,
    "target_step_id": object,
    "choices": dict,
}
#: By who speaks in a step of a dialogue, the keys that have what is said; the sets differ.
_SAID = {"user": ("user", "user_message"), "agent": ("agent", "assistant", "agent_message", "assistant_message")}
_STATED, _NUMBERS = "message", ("sid", "mid")
_MADE = ("rel", "event_name", "attr", "value")  # the fact that a step was made of: it marks those that answer, and nobody says it
_STEP = {
    **dict.fromkeys((*_SAID["user"], *_SAID["agent"], _STATED, "time"), Text),
    **dict.fromkeys(_NUMBERS, int),
    **dict.fromkeys(("place", *_MADE), Untold),
}
_BEGINS = re.compile(r'\s*\{\s*"[^"]+"\s*:\s*(\{\s*"[^"]+"\s*:\s*)?\[\s*\{\s*"(tid|message_list|QA)"\s*:')
#: What the authors' scripts put behind a text; of some, without the colon.
STAMP = re.compile(r"\(place:[^;]*; time:? ?([^()]*)\)")
_BEHIND = re.compile(rf" ?{STAMP.pattern}(?=\n\n\[agent\] |\Z)")

_TIMELESS = "messages have no time, though others of their history have one, and are given that of the message before them"
_KEYS = Keys("message_list", "QA.question", "QA.time", "QA.ground_truth", "QA.answer")
_AGAIN = "steps stand twice in a row under one number, and are given once"


class _Step(NamedTuple):
    """One step of a trajectory.

    Attributes:
        place: In the trajectory.
        session: Its session.
        number: What references call it: its own, or its place where it has none.
        text, time: As they will be seen.
    """

    place: int
    session: int
    number: int
    text: str
    time: str


class MemBench(Source):
    """A history a trajectory, a message a step: a statement in the third person, or what user and agent say in turn in the first.

    A reference to a step is its number, or ``[number, session]``; steps of the authors' scripts have no number, and count from 0. A session
    is a list within the list of messages. Where knowledge is updated, steps stand twice in a row under one number, which others do without:
    the second is not given. What is said stays as it is, with the place and time that the authors' scripts put behind it; but among noise,
    which has neither, they are taken off, since nothing else need be looked at to leave it out, and noise has the time of the message before it.
    The authors' sets are English; a file that begins in Chinese is a Chinese one.
    """

    format = "membench"
    languages: tuple[str, ...] = ("en", "zh")
    looked_for = "a .json or .json.gz file with {question type: {scenario: [{tid, message_list, QA}]}}"
    convention = Convention("step", 5, ("accuracy", "recall@{k}"))

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        self._file = read_json(path)
        self.languages = ("zh",) if begins_in_chinese(path) else ("en",)
        self.digest = digest_of(path)
        if not lenient:
            self._aside = Aside()
            told = notes(whole(path, partial(self._read, self._aside), partial(faults_of, _KEYS)))
            self._again = [_again(row) for *_, row in _rows(self._file, self.name)]
            timeless, self._places = _among_noise(self._once())
            own = {_TIMELESS: timeless, _AGAIN: sum(map(len, self._again))}
            self._notes = told | {note: count for note, count in own.items() if count} | self._aside.notes()

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return begins(path, _BEGINS)

    def histories(self) -> Iterator[History]:
        return (history_of(_told(history)) for history in self._once())

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, partial(self._read, Aside()))

    def untold(self) -> dict[str, int]:
        return {**self._aside.untold, "places behind what is said, taken off among noise": self._places}

    def _once(self) -> Iterator[Audited]:
        """Yield what is there, steps that say again what the one before has said left out."""
        for history, again in zip(self.audited(), self._again, strict=True):
            yield replace(history, posts=tuple(post for post in history.posts if post.mid not in again))

    def _read(self, aside: Aside, faults: Faults) -> Iterator[Audited]:
        for kind, topic, row in _rows(self._file._replace(faults=faults), self.name):
            yield _audited(row, kind, topic, self.languages[0], aside)


def _again(row: Found) -> set[str]:
    """Return the steps of a trajectory that say again what the one before has said."""
    steps, _ = _parts(row, Aside())
    return {str(step.place) for before, step in pairwise(steps) if before._replace(place=step.place) == step}


def _timeless(history: Audited) -> int:
    without = sum(not post.time for post in history.posts)
    return without if without < len(history.posts) else 0


def _among_noise(histories: Iterator[Audited]) -> tuple[int, int]:
    """Return how many messages have no time though others of their history have one, and behind how many of those stands a place."""
    timeless = places = 0
    for history in histories:
        if without := _timeless(history):
            timeless += without
            places += sum(_BEHIND.search(post.text) is not None for post in history.posts)
    return timeless, places


def _told(history: Audited) -> Audited:
    """Return a history as a memory may see it: where some messages have no time, neither that nor what stands behind the others tells them apart."""
    if not _timeless(history):
        return history
    return replace(history, posts=tuple(post._replace(text=_BEHIND.sub("", post.text)) for post in timed(history.posts)))


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
    for session, ones in enumerate(sessions):
        steps += [_step(one, len(steps) + within, session, aside) for within, one in enumerate(ones)]
    return steps


def _step(found: Found, place: int, session: int, aside: Aside) -> _Step:
    if isinstance(found.value, str):
        text, fields = found.must_be(Text), dict[str, Any]()
    else:
        fields = found.known(_STEP, _STEP, aside)
        halves = [(who, next((fields[key] for key in keys if key in fields), "")) for who, keys in _SAID.items()]
        text = fields.get(_STATED) or "\n\n".join(f"[{who}] {said}" for who, said in halves if said)
    if not text.strip():
        found.wrong(f"a text, or an object with {_STATED!r}, or with {' and '.join(map(repr, _SAID))}")
    behind = STAMP.findall(text)
    number = next((fields[key] for key in _NUMBERS if key in fields), place)
    return _Step(place, session, number, text, fields.get("time") or (behind[-1].strip() if behind else ""))


def _parts(row: Found, aside: Aside) -> tuple[list[_Step], Found]:
    """Return the steps of a trajectory, and its question with all that is known of it."""
    fields = row.known(_ROW, ("tid",), aside)
    steps = _steps(row.at("message_list", fields["message_list"]), aside)
    qa = row.at("QA", fields["QA"])
    return steps, qa._replace(value=qa.known(_QA, ("qid", "answer", "time"), aside))


def _references(qa: Found) -> tuple[Found, list[tuple[int, ...] | None]]:
    """Return the field, and each reference in it as its numbers; None for what is none."""
    named = qa.value["target_step_id"]
    found = qa.at("target_step_id", [] if named is None else named)
    found = found._replace(value=found.must_be(list))
    return found, [_numbers(value) for value in found.value]


def _numbers(value: Any) -> tuple[int, ...] | None:
    numbers: list[Any] = value if isinstance(value, list) else [value]
    return tuple(numbers) if all(type(one) is int for one in numbers) and len(numbers) in (1, 2) else None


def _led(numbers: tuple[int, ...], by_number: Mapping[int, Sequence[_Step]]) -> int | None:
    """Return the place of the step that a number and maybe a session name; None where there is none, or several that say different things."""
    found = [step for step in by_number.get(numbers[0], ()) if (step.number, step.session)[: len(numbers)] == numbers]
    return found[0].place if len({step._replace(place=0) for step in found}) == 1 else None


def _audited(row: Found, kind: str, topic: str, language: str, aside: Aside) -> Audited:
    steps, qa = _parts(row, aside)
    name = "-".join("-".join(row.row.split()).split("/"))
    posts = tuple(
        Post(str(step.place), f"s{step.session}", "user", "user", step.text, step.time, *read_time(step.time, *ANY)) for step in steps
    )
    asked = replace(_asked(qa, steps), id=name, question_type=kind, language=language, noisy=kind == _NOISY, topic=topic)
    return Audited(f"h-{name}", language, posts, (asked,), row=row.row)


def _asked(qa: Found, steps: Sequence[_Step]) -> Asked:
    found, references = _references(qa)
    choices = qa.at("choices", qa.value["choices"])
    offered = choices.fields(dict.fromkeys(_LETTERS, object))
    by_number: dict[int, list[_Step]] = {}
    for step in steps:
        by_number.setdefault(step.number, []).append(step)
    evidence: list[str] = []
    malformed: list[str] = []
    for value, numbers in zip(found.value, references, strict=True):
        if numbers is None:
            malformed.append(str(value))
        else:
            place = _led(numbers, by_number)
            evidence.append(f"step {value}" if place is None else str(place))
    time = qa.value.get("time", "")
    moment, weekday_wrong = read_time(time, *ANY)
    return Asked(
        id="",
        question=qa.value["question"],
        question_type="",
        language="",
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
