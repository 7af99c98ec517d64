"""MemDaily as its authors publish it (Zhang et al., arXiv 2409.20163; nuster1128/MemSim): JSON files of trajectories.

All in one, {question type: {scenario: [trajectory]}}, or as they were generated, ``01_simple_roles.json`` and so on, [trajectory], some of whose questions
a model failed to word. Their script that infuses noise writes the former with texts for messages: "… (消息地点 …, 消息时间 …)", and nothing behind the
messages of the pool.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from memsim.errors import DatasetError
from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.faults import Faults
from memsim.io.formats.measurable import Fault, history_of, timed, whole
from memsim.io.formats.membench import STAMP
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Source
from memsim.io.formats.strict import Found, Scalar, Text, begins, begins_in_chinese, digest_of, glance, read_json
from memsim.io.formats.times import CHINESE, read_time
from memsim.records import History

TYPES = ("simple", "conditional", "comparative", "aggregative", "post_processing", "noisy")
NOISY = TYPES[-1]
SCENARIOS = ("roles", "events", "items", "places", "hybrid")
_LETTERS = ("A", "B", "C", "D")
_BEGINS = re.compile(rf'\s*(\{{\s*"({"|".join(TYPES)})"\s*:\s*\{{|\[\s*\{{\s*"(tid|message_list|question_list)"\s*:)')
_CALLED = re.compile(rf"\d\d_({'|'.join(TYPES)})_({'|'.join(SCENARIOS)})", re.ASCII)  # a file of one type and scenario, which says neither
_ROW = {"tid": int, "message_list": list, "QA": dict}
_GENERATED = {"tid": int, "message_list": list, "question_list": list}
_MESSAGE = {"mid": int, "message": Text, "time": str, "place": str}
_QA = {
    "qid": int,
    "question": Text,
    "answer": Scalar,
    "target_step_id": list,
    "choices": object,
    "ground_truth": Text,
    "time": Text,
}
_INFUSED = re.compile(r"(.*) \(消息地点 ([^()]+), 消息时间 ([^()]+)\)", re.DOTALL)
_PLACEHOLDER = re.compile(r"\[ERROR[QA]\]|\[无效输出\]")  # what the authors' scripts write where a model failed
_FAILED_QUESTION, _FAILED_ANSWER, _FAILED_CHOICES = "[ERRORQ]", "[ERRORA]", "[ERRORC]"
_NOT_BLANK = "a text that is not blank"
_TIME = "a day with its own weekday and a time, such as 2024年04月01日 周一 08:39"
_LEFT_OUT = "questions that a model failed to word are left out, as the authors leave them out"
_HOLDING = "trajectories hold a placeholder of a failed generation"
_PLACED = "messages have a place and a time"
_TIMED = "messages of noise have no time, and are given that of the message before them"


class MemDaily(Source):
    """The authors' ``memdaily.json``, plain or infused with noise, or a file of one type and scenario, which its name tells.

    What is put behind a message that is no noise is taken off, since nothing else need be looked at to leave out the noise; it gives the message its time.
    A message's ``place`` is the same in all messages of a user, and not told.
    """

    format = "memdaily"
    languages = ("zh",)
    looked_for = "a .json or .json.gz file with {question type: {scenario: [trajectory]}}, or [trajectory]"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path)
        self._file = read_json(path)
        self._unfinished = any(map(_generated, _rows_in(self._file.value)))  # whether any of it is as it was generated
        self.digest = digest_of(path)
        if not lenient:
            with suppress(DatasetError):  # told below, with all that is wrong
                self.eta = next(map(_eta, whole(path, self._read)), 1)
            told: Counter[str] = Counter()
            self._notes = notes(self._counted(told)) | {note: told[note] for note in (_LEFT_OUT, _HOLDING, _TIMED) if told[note]}
            self._untold = {"places of messages": told[_PLACED], "which messages are noise": told[_TIMED]}

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return begins(path, _BEGINS) and begins_in_chinese(path) and STAMP.search(glance(path)) is None  # MemBench's files begin alike

    def histories(self) -> Iterator[History]:
        """Yield a history a trajectory."""
        return (history_of(_told(history)) for history in map(self._measured, self.audited()) if history.asked)

    def audited(self) -> Iterator[Audited]:
        return whole(self.path, self._read)

    def untold(self) -> dict[str, int]:
        return self._untold

    def _counted(self, told: Counter[str]) -> Iterator[Audited]:
        """Yield what is measured, and count what is told of it."""
        for history in whole(self.path, self._read, self._faults):
            measured = self._measured(history)
            told[_LEFT_OUT] += len(history.asked) - len(measured.asked)
            if measured.asked:
                told[_HOLDING] += _holds_placeholder(history)
                placed = sum(bool(post.time) for post in history.posts)
                told[_PLACED] += placed
                told[_TIMED] += len(history.posts) - placed
                yield measured

    def _measured(self, history: Audited) -> Audited:
        """Return a history without the questions that failed; in the file of all, which has none, nothing is taken for one."""
        if not self._unfinished:
            return history
        return replace(history, asked=tuple(one for one in history.asked if not _failed(one)))

    def _read(self, faults: Faults) -> Iterator[Audited]:
        file = self._file._replace(faults=faults)
        if isinstance(file.value, list) and any(map(_generated, file.value)):
            called = _CALLED.fullmatch(self.name)
            if called is None:
                file._replace(value=self.path.name).wrong(
                    "a name such as 01_simple_roles.json: nothing else says of what type questions are"
                )
            kind, scenario = called.groups() if called else ("", "")
            yield from (_audited(row, kind, scenario, generated=True) for row in file.rows())
            return
        for kinds in file.named(TYPES):
            for rows in kinds.named(SCENARIOS):
                scenario = rows.row.rpartition("/")[2]
                yield from (_audited(row, kinds.row, scenario, generated=_generated(row.value)) for row in rows.rows())

    def _faults(self, history: Audited, seen: set[str]) -> Iterator[Fault]:
        if history.id in seen:
            _, kind, scenario, tid = history.id.split("-", 3)
            yield history.row, "tid", int(tid), f"no tid twice in {kind}/{scenario}"
        yield from _faults_of_messages(history, self.eta)
        for asked in self._measured(history).asked:
            yield from _faults_of(asked, len(history.posts))


def _rows_in(content: Any) -> Iterator[Any]:
    """Yield what stands where a file has its trajectories: in one list, or in those by type and scenario."""
    kinds = content.values() if isinstance(content, dict) else ()
    lists = [content, *(rows for kind in kinds if isinstance(kind, dict) for rows in kind.values())]
    return (row for rows in lists if isinstance(rows, list) for row in rows)


def _generated(row: Any) -> bool:
    """Return whether this looks like a trajectory as it was generated."""
    return isinstance(row, dict) and "question_list" in row


def _audited(row: Found, kind: str, scenario: str, *, generated: bool) -> Audited:
    fields = row.fields(_GENERATED if generated else _ROW)
    name = f"{kind}-{scenario}-{fields['tid']}"
    posts = tuple(_posts(row.at("message_list", fields["message_list"])))
    if generated:
        questions = row.at("question_list", fields["question_list"])
        found = [questions.at(place, value) for place, value in enumerate(questions.filled(list))]
    else:
        found = [row.at("QA", fields["QA"])]
    asked = [_asked(one, f"{name}-{place}" if place else name, kind, scenario) for place, one in enumerate(found)]
    return Audited(f"h-{name}", "zh", posts, tuple(asked), row=row.row)


def _posts(found: Found) -> Iterator[Post]:
    messages = found.filled(list)
    infused = bool(messages) and isinstance(messages[0], str)
    for place, value in enumerate(messages):
        message = found.at(place, value)
        if infused:
            text = message.must_be(Text)
            behind = _INFUSED.fullmatch(text)
            mid, time = place, behind[3] if behind else ""
        else:
            fields = message.fields(_MESSAGE)
            mid, text, time = fields["mid"], fields["message"], fields["time"]
        yield Post(str(mid), "s1", "user", "user", text, time, *read_time(time, CHINESE))


def _asked(found: Found, name: str, kind: str, scenario: str) -> Asked:
    qa = found.fields(_QA, optional=("answer",))
    moment, weekday_wrong = read_time(qa["time"], CHINESE)
    failed = qa["choices"] == _FAILED_CHOICES
    choices = {} if failed else found.at("choices", qa["choices"]).fields(dict.fromkeys(_LETTERS, Text))
    steps = found.at("target_step_id", qa["target_step_id"]).each(int)
    return Asked(
        id=name,
        question=qa["question"],
        question_type=kind,
        language="zh",
        answer=qa.get("answer"),
        choices=tuple(choices.values()),
        target=None if failed else qa["ground_truth"],
        evidence=tuple(map(str, steps)),
        noisy=kind == NOISY,
        time=qa["time"],
        moment=moment,
        weekday_wrong=weekday_wrong,
        row=f"{found.row}: {found.key}",
        topic=scenario,
    )


def _failed(asked: Asked) -> bool:
    """Return whether a model failed to word a question or to answer it, by what the authors' script leaves out."""
    return asked.question == _FAILED_QUESTION or asked.answer == _FAILED_ANSWER


def _holds_placeholder(history: Audited) -> bool:
    texts = [post.text for post in history.posts]
    for asked in history.asked:
        texts += (asked.question, str(asked.answer), *asked.choices)
    return any(map(_PLACEHOLDER.search, texts))


def _eta(history: Audited) -> int:
    """Return how many messages there are for each that is no noise."""
    own = sum(bool(post.time) for post in history.posts)
    return len(history.posts) // own if own else 1


def _faults_of_messages(history: Audited, eta: int) -> Iterator[Fault]:
    own = sum(bool(post.time) for post in history.posts)
    if not own:
        texts = [post.text for post in history.posts]
        yield history.row, "message_list", texts, "a message with place and time behind it: all the others are noise"
    elif len(history.posts) != eta * own:
        shown = f"{len(history.posts)} messages, {own} with a time"
        yield history.row, "message_list", shown, f"{eta} in all for each that has one, as in the first trajectory"
    for place, post in enumerate(history.posts):
        where = f"message_list[{place}]"
        behind = _INFUSED.fullmatch(post.text)
        if post.mid != str(place):
            yield history.row, f"{where}.mid", int(post.mid), f"{place}, its place in the list"
        if not (behind[1] if behind else post.text).strip():
            yield history.row, f"{where}.message", post.text, _NOT_BLANK
        if post.time and (post.moment is None or post.weekday_wrong):
            yield history.row, f"{where}.time", post.time, _TIME


def _faults_of(asked: Asked, messages: int) -> Iterator[Fault]:
    for key, value in (("question", asked.question), ("answer", asked.answer)):
        if value is None or not str(value).strip():
            yield asked.row, key, value, _NOT_BLANK
    if asked.moment is None or asked.weekday_wrong:
        yield asked.row, "time", asked.time, _TIME
    if asked.target not in _LETTERS or not asked.choices:
        yield asked.row, "ground_truth", asked.target, f"one of {', '.join(_LETTERS)}"
    for place, step in enumerate(asked.evidence):
        if int(step) >= messages > 0 or step in asked.evidence[:place]:
            yield asked.row, f"target_step_id[{place}]", int(step), f"mids of its messages, 0 to {messages - 1}, none twice"


def _told(history: Audited) -> Audited:
    """Return a history as a memory may see it: without what stands behind messages, and with a time for noise, which has none of its own."""
    return replace(history, posts=tuple(map(_plain, timed(history.posts))))


def _plain(post: Post) -> Post:
    behind = _INFUSED.fullmatch(post.text)
    return post._replace(text=behind[1]) if behind else post
