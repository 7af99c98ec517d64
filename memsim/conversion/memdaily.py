"""MemDaily as its authors publish it (Zhang et al., arXiv 2409.20163): {question type: {scenario: [trajectory]}}, one question a trajectory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from memsim.conversion.aspects import answer_text, places_of_evidence
from memsim.conversion.buckets import Buckets
from memsim.conversion.needs import four_choices, moment, refused
from memsim.conversion.writer import Writer
from memsim.io.formats.memdaily import NOISY, SCENARIOS, TYPES
from memsim.records import History, Item, Message
from memsim.text.days import WEEKDAYS

#: Where messages are sent from, which no set of ours says: in MemDaily it is the same in all of a user's, and never asked.
_PLACES = {"zh": "未知"}
_ANYWHERE = "unknown"


class MemDaily(Writer):
    """What the authors' ``load_test_set`` and ``TimeFlow`` read: `mid` is the place in the list, and so is what `target_step_id` lists."""

    format = "memdaily"
    ending = ".json"
    holds = frozenset(
        {
            *("texts of messages", "times of messages", "texts of questions", "times of questions", "types of questions"),
            *("topics of questions", "marks of noisy questions", "choices", "right choices", "answers", "evidence"),
        }
    )  # fmt: skip
    #: By type of question here, its name there; those of MemDaily keep theirs.
    types: ClassVar[Mapping[str, str]] = {
        "single_hop": "simple",
        "multi_hop": "conditional",
        **{name: name for name in TYPES},
    }

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the trajectories by type and scenario, numbered within each."""
        with TemporaryDirectory(prefix=place.name, dir=place.parent) as folder, closing(Buckets(Path(folder))) as buckets:
            for history in histories:
                for item in history.items:
                    where = self._type(history, item), self._scenario(history, item)
                    buckets.add(*where, self._trajectory(history, item, buckets.count(*where)))
            buckets.join(place, list(dict.fromkeys(self.types.values())), SCENARIOS)

    def altered(self, history: History) -> Mapping[str, int]:
        """Return how many noisy questions lose their type, since they are of the type `noisy` there."""
        return {"types of noisy questions": sum(question.noisy and question.question_type != NOISY for question, _ in history.items)}

    def _type(self, history: History, item: Item) -> str:
        kind = item.question.question_type
        if kind not in self.types:
            raise refused(history, f"question {item.question.id}: type", kind, f"one that {self.format} has: {', '.join(self.types)}")
        return NOISY if item.question.noisy else self.types[kind]

    def _scenario(self, history: History, item: Item) -> str:
        if item.question.topic not in SCENARIOS:
            where = f"question {item.question.id}: topic"
            raise refused(history, where, item.question.topic, f"one that {self.format} has: {', '.join(SCENARIOS)}")
        return item.question.topic

    def _trajectory(self, history: History, item: Item, tid: int) -> dict[str, object]:
        question = item.question
        choices = four_choices(history, item, self.format)
        if not item.truth.answers:
            raise refused(history, f"question {question.id}: answer", "", f"one, as {self.format} does not say what cannot be answered")
        targets = places_of_evidence(item, history)
        if not targets:  # their recall divides by how many there are
            raise refused(history, f"question {question.id}: evidence", targets, f"at least one message, as {self.format} needs it")
        return {
            "tid": tid,
            "message_list": [self.message(history, mid, message) for mid, message in enumerate(history.messages)],
            "QA": {
                "qid": 0,
                "question": question.question,
                "answer": answer_text(item),
                "target_step_id": targets,
                "choices": choices,
                "ground_truth": item.truth.target,
                "time": self.time(history, f"question {question.id}", question.question_time),
            },
        }

    def message(self, history: History, mid: int, message: Message) -> object:
        """Return a message as it stands in the list."""
        time = self.time(history, f"message {message.mid}", message.time)
        return {"mid": mid, "message": message.text, "time": time, "place": self.place(history)}

    def place(self, history: History) -> str:
        """Return where messages are sent from."""
        return _PLACES.get(history.language, _ANYWHERE)

    def time(self, history: History, where: str, time: str) -> str:
        """Return a time such as 2024年04月01日 周一 08:39."""
        at = moment(history, f"{where}: time", time, self.format)
        return f"{at.year:04}年{at.month:02}月{at.day:02}日 {WEEKDAYS['zh'][at.weekday()]} {at.hour:02}:{at.minute:02}"
