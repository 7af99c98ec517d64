"""MemDaily as its authors publish it (Zhang et al., arXiv 2409.20163; nuster1128/MemSim): one JSON file, {question type: {scenario: [trajectory]}}.

Their script that infuses noise writes the same with texts for messages: "… (消息地点 …, 消息时间 …)", and nothing behind the messages of the pool.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from memsim.io.formats.audited import Asked, Audited, Post
from memsim.io.formats.notes import notes
from memsim.io.formats.registry import Source
from memsim.io.formats.strict import Found, Scalar, Text, digest_of, glance, read_json
from memsim.io.formats.times import CHINESE, read_time
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
_CHINESE = re.compile(r"[\u4e00-\u9fff]|\\u[4-9][0-9a-f]{3}")  # as it is, or escaped: MemBench's files begin alike
_INFUSED = re.compile(r"(.*) \(消息地点 ([^()]*), 消息时间 ([^()]*)\)", re.DOTALL)
_PLACEHOLDER = re.compile(r"\[ERROR[QA]\]|\[无效输出\]")  # what the authors' scripts write where a model failed


@dataclass(frozen=True, slots=True)
class MemDailyMessage:
    """A message as it stands in the file; `mid` is its place in the list. Noise among texts has neither time nor place."""

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
        """The messages' times in ISO 8601; one without has that of the last before it that has one, else of the first."""
        told = [_iso(message.time) for message in self.messages if message.time]
        before = accumulate(bool(message.time) for message in self.messages)
        return [told[max(count - 1, 0)] for count in before]

    @property
    def noise(self) -> int:
        """How many messages are of the pool."""
        return sum(not message.time for message in self.messages)


class MemDaily(Source):
    """The authors' ``memdaily.json``, packed or not, plain or infused with noise.

    What is put behind a message that is no noise is taken off, since nothing else need be looked at to leave out the noise; it gives the message its time.

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
            self.eta = _eta(self._file, self.trajectories)

    @classmethod
    def recognises(cls, path: Path) -> bool:
        if not (path.is_file() and path.name.endswith((".json", ".json.gz"))):
            return False
        begins = glance(path)
        return _BEGINS.match(begins) is not None and _CHINESE.search(begins) is not None

    def histories(self) -> Iterator[History]:
        """Yield a history a trajectory. A message's `place` is left to `trajectories`: it is the same in all messages of a user."""
        return map(_history, self.trajectories)

    def audited(self) -> Iterator[Audited]:
        for kind, scenario, row in _rows(self._file):
            yield _audited(row, kind, scenario)

    def notes(self) -> dict[str, int]:
        own = {
            "trajectories hold a placeholder of a failed generation": sum(map(_holds_placeholder, self.trajectories)),
            "messages of noise have no time, and are given that of the message before them": sum(row.noise for row in self.trajectories),
        }
        return notes(self.audited()) | {note: count for note, count in own.items() if count}


def _eta(file: Found, rows: tuple[MemDailyTrajectory, ...]) -> int:
    """Return how many messages there are for each that is no noise, the same in every trajectory."""
    eta = len(rows[0].messages) // (len(rows[0].messages) - rows[0].noise)
    for row in rows:
        own = len(row.messages) - row.noise
        if len(row.messages) != eta * own:
            found = (
                file.under(row.question_type, None)
                .under(row.scenario, None)
                .at("message_list", f"{len(row.messages)} messages, {own} with a time")
            )
            raise found.refused(f"{eta} in all for each that has one, as in the first trajectory")
    return eta


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
    infused = isinstance(found.filled(list)[0], str)
    for place, value in enumerate(found.value):
        message = found.at(place, value)
        if infused:
            messages.append(_infused(message, place))
            continue
        fields = message.fields(_MESSAGE)
        if fields["mid"] != place:
            raise message.at("mid", fields["mid"]).refused(f"{place}, its place in the list")
        _check_time(message.at("time", fields["time"]))
        messages.append(MemDailyMessage(**fields))
    if not any(message.time for message in messages):
        raise found.refused("a message with place and time behind it: all the others are noise")
    return tuple(messages)


def _infused(found: Found, mid: int) -> MemDailyMessage:
    """Return a message of an infused file."""
    parts = _INFUSED.fullmatch(found.must_be(str))
    if parts is None:
        return MemDailyMessage(mid, found.value, "", "")
    text, where, time = parts.groups()
    _check_time(found._replace(value=time))
    found._replace(value=text).must_be(str)
    return MemDailyMessage(mid, text, time, where)


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
    moment, weekday_wrong = read_time(text, CHINESE)
    if moment is None or weekday_wrong:
        raise ValueError(text)
    return moment


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
    return Audited(f"h-{name}", "zh", posts, (_asked(row.at("QA", fields["QA"]), name, kind, scenario),), row=row.row)


def _posts(found: Found) -> Iterator[Post]:
    infused = isinstance(found.filled(list)[0], str)
    for place, value in enumerate(found.value):
        if infused:
            text = found.at(place, value).must_be(Text)
            behind = _INFUSED.fullmatch(text)
            time = behind[3] if behind else ""
            yield Post(str(place), "s1", "user", "user", text, time, *read_time(time, CHINESE))
            continue
        message = found.at(place, value).fields(_LOOSE_MESSAGE)
        yield Post(str(message["mid"]), "s1", "user", "user", message["message"], message["time"], *read_time(message["time"], CHINESE))


def _asked(found: Found, name: str, kind: str, scenario: str) -> Asked:
    qa = found.fields(_LOOSE_QA, optional=("answer",))
    moment, weekday_wrong = read_time(qa["time"], CHINESE)
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
        topic=scenario,
    )
