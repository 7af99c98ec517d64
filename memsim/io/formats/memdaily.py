"""MemDaily as its authors publish it (Zhang et al., arXiv 2409.20163; nuster1128/MemSim): one JSON file, {question type: {scenario: [trajectory]}}."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Source
from memsim.io.formats.strict import Found, Scalar, Text, digest_of, glance, read_json
from memsim.records import Answer, History, Item, Message, Question, Truth

_TYPES = ("simple", "conditional", "comparative", "aggregative", "post_processing", "noisy")
_NOISY = _TYPES[-1]
_SCENARIOS = ("roles", "events", "items", "places", "hybrid")
_LETTERS = ("A", "B", "C", "D")
_BEGINS = re.compile(rf'\s*\{{\s*"({"|".join(_TYPES)})"\s*:\s*\{{')
_ROW = {"tid": int, "message_list": list, "QA": dict}
_MESSAGE = {"mid": int, "message": str, "time": str, "place": str}
_QA = {
    "qid": int,
    "question": str,
    "answer": str,
    "target_step_id": list,
    "choices": dict,
    "ground_truth": str,
    "time": str,
}
#: What keeps defects of content.
_LOOSE_MESSAGE = _MESSAGE | {"message": Text, "time": Text}
_LOOSE_QA = _QA | {"question": Text, "answer": Scalar, "ground_truth": Text, "time": Text}
_TIME = re.compile(r"(\d{4})年(\d\d)月(\d\d)日 周(.) (\d\d):(\d\d)", re.ASCII)
_WEEKDAYS = "一二三四五六日"
_PLACEHOLDER = re.compile(r"\[ERROR[QA]\]|\[无效输出\]")  # what the authors' scripts write where a model failed


@dataclass(frozen=True, slots=True)
class MemDailyMessage:
    """A message as it stands in the file; `mid` is its place in the list."""

    mid: int
    message: str
    time: str
    place: str


@dataclass(frozen=True, slots=True)
class MemDailyTrajectory:
    """A trajectory as it stands in the file, question and all; `choices` are A to D, `target_step_id` the mids that tell the answer."""

    question_type: str
    scenario: str
    tid: int
    messages: tuple[MemDailyMessage, ...]
    qid: int
    question: str
    answer: str
    target_step_id: tuple[int, ...]
    choices: tuple[str, ...]
    ground_truth: str
    time: str

    @property
    def id(self) -> str:
        """What no other trajectory of the file is called."""
        return f"{self.question_type}-{self.scenario}-{self.tid}"

    @property
    def times(self) -> list[str]:
        """The messages' times in ISO 8601."""
        return [_iso(message.time) for message in self.messages]


class MemDaily(Source):
    """The authors' ``memdaily.json``, packed or not.

    Attributes:
        trajectories: All that the file holds, in its order.
    """

    format = "memdaily"
    languages = ("zh",)
    looked_for = "a .json or .json.gz file with {question type: {scenario: [trajectory]}}"

    def __init__(self, path: Path, *, lenient: bool = False) -> None:
        super().__init__(path, lenient=lenient)
        self._file = read_json(path)
        self.digest = digest_of(path)
        if not lenient:
            self.trajectories = tuple(_trajectories(self._file))

    @classmethod
    def recognises(cls, path: Path) -> bool:
        return path.is_file() and path.name.endswith((".json", ".json.gz")) and _BEGINS.match(glance(path)) is not None

    def histories(self) -> Iterator[History]:
        """Yield a history a trajectory. A message's `place` is left to `trajectories`: it is the same in all messages of a user."""
        return map(_history, self.trajectories)

    def audited(self) -> Iterator[Audited]:
        for kind, scenario, row in _rows(self._file):
            yield _audited(row, kind, scenario)

    def notes(self) -> dict[str, int]:
        failed = sum(map(_holds_placeholder, self.trajectories))
        return notes(self.audited()) | ({"trajectories hold a placeholder of a failed generation": failed} if failed else {})


def _holds_placeholder(row: MemDailyTrajectory) -> bool:
    texts = (row.question, row.answer, *row.choices, *(message.message for message in row.messages))
    return any(map(_PLACEHOLDER.search, texts))


def _rows(file: Found) -> Iterator[tuple[str, str, Found]]:
    """Yield each trajectory with its question type and scenario."""
    for kind in file.named(_TYPES):
        for scenario in kind.named(_SCENARIOS):
            for place, value in enumerate(scenario.filled(list)):
                yield kind.row, scenario.row.rpartition("/")[2], scenario.under(place, value)


def _trajectories(file: Found) -> Iterator[MemDailyTrajectory]:
    seen: set[str] = set()
    for kind, scenario, found in _rows(file):
        row = _trajectory(found, kind, scenario)
        if row.id in seen:
            raise found.at("tid", row.tid).refused(f"no tid twice in {kind}/{scenario}")
        seen.add(row.id)
        yield row


def _trajectory(row: Found, question_type: str, scenario: str) -> MemDailyTrajectory:
    fields = row.fields(_ROW)
    messages = _messages(row.at("message_list", fields["message_list"]))
    place = row.at("QA", fields["QA"])
    qa = place.fields(_QA)
    _check_time(place.at("time", qa["time"]))
    choices = place.at("choices", qa["choices"]).fields(dict.fromkeys(_LETTERS, str))
    if qa["ground_truth"] not in choices:
        raise place.at("ground_truth", qa["ground_truth"]).refused(f"one of {', '.join(_LETTERS)}")
    steps = place.at("target_step_id", qa["target_step_id"])
    last, seen = len(messages) - 1, set[int]()
    for number, step in enumerate(steps.value):
        if steps.at(number, step).must_be(int) > last or step in seen:
            raise steps.at(number, step).refused(f"mids of its messages, 0 to {last}, none twice")
        seen.add(step)
    return MemDailyTrajectory(
        question_type,
        scenario,
        fields["tid"],
        messages,
        **{**qa, "target_step_id": tuple(steps.value), "choices": tuple(choices[letter] for letter in _LETTERS)},
    )


def _messages(found: Found) -> tuple[MemDailyMessage, ...]:
    messages = []
    for place, value in enumerate(found.filled(list)):
        message = found.at(place, value)
        fields = message.fields(_MESSAGE)
        if fields["mid"] != place:
            raise message.at("mid", fields["mid"]).refused(f"{place}, its place in the list")
        _check_time(message.at("time", fields["time"]))
        messages.append(MemDailyMessage(**fields))
    return tuple(messages)


def _check_time(found: Found) -> None:
    try:
        _iso(found.value)
    except ValueError:
        raise found.refused("a day with its own weekday and a time, such as 2024年04月01日 周一 08:39") from None


def _iso(text: str) -> str:
    """Return a time of the file in ISO 8601 to the minute.

    Raises:
        ValueError: There is no such day or time, or the weekday is another.
    """
    moment, weekday_wrong = _read(text)
    if moment is None or weekday_wrong:
        raise ValueError(text)
    return moment


def _read(text: str) -> tuple[str | None, bool]:
    """Return a time of the file in ISO 8601 to the minute, None if it is none, and whether its weekday is another."""
    parts = _TIME.fullmatch(text)
    if not parts:
        return None, False
    year, month, day, weekday, hour, minute = parts.groups()
    try:
        moment = datetime(int(year), int(month), int(day), int(hour), int(minute))
    except ValueError:
        return None, False
    return moment.isoformat(timespec="minutes"), _WEEKDAYS[moment.weekday()] != weekday


def _history(row: MemDailyTrajectory) -> History:
    messages = tuple(
        Message(str(message.mid), "s1", "user", "user", message.message, time)
        for message, time in zip(row.messages, row.times, strict=True)
    )
    question = Question(
        id=row.id,
        history_id=f"h-{row.id}",
        language="zh",
        question_type=row.question_type,
        topic=row.scenario,
        noisy=row.question_type == _NOISY,
        question=row.question,
        question_time=_iso(row.time),
        choices=row.choices,
    )
    truth = Truth(
        evidence=tuple(map(str, row.target_step_id)),
        target=row.ground_truth,
        answers=(Answer(row.answer),),
        axes=(None,) * len(row.choices),
    )
    return History(question.history_id, question.language, messages, (Item(question, truth),))


def _audited(row: Found, kind: str, scenario: str) -> Audited:
    fields = row.fields(_ROW)
    name = f"{kind}-{scenario}-{fields['tid']}"
    posts = tuple(_posts(row.at("message_list", fields["message_list"])))
    return Audited(f"h-{name}", "zh", posts, (_asked(row.at("QA", fields["QA"]), name, kind),), row=row.row)


def _posts(found: Found) -> Iterator[Post]:
    for place, value in enumerate(found.filled(list)):
        message = found.at(place, value).fields(_LOOSE_MESSAGE)
        yield Post(str(message["mid"]), "s1", "user", "user", message["message"], message["time"], *_read(message["time"]))


def _asked(found: Found, name: str, kind: str) -> Asked:
    qa = found.fields(_LOOSE_QA, optional=("answer",))
    moment, weekday_wrong = _read(qa["time"])
    choices = found.at("choices", qa["choices"]).fields(dict.fromkeys(_LETTERS, Text))
    steps = found.at("target_step_id", qa["target_step_id"])
    return Asked(
        id=name,
        question=qa["question"],
        question_type=kind,
        language="zh",
        answer=qa.get("answer"),
        choices=tuple(choices[letter] for letter in _LETTERS),
        target=qa["ground_truth"],
        evidence=tuple(str(steps.at(place, step).must_be(int)) for place, step in enumerate(steps.value)),
        noisy=kind == _NOISY,
        time=qa["time"],
        moment=moment,
        weekday_wrong=weekday_wrong,
        row=found.row,
    )
