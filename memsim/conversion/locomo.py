"""LoCoMo (Maharana et al., arXiv 2402.17753): a JSON list of conversations between two people, each with its questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memsim.conversion.aspects import answer_text
from memsim.conversion.json_rows import write_list
from memsim.conversion.needs import moment, one_word, refused
from memsim.conversion.sittings import divided, sittings
from memsim.conversion.writer import Writer
from memsim.io.formats.locomo import CATEGORIES, UNANSWERABLE
from memsim.records import History, Item
from memsim.text.days import MONTHS

_NOBODY = "nobody"  # a conversation is between two


class LoCoMo(Writer):
    """A conversation a history, a turn a message.

    Since a session has the only date, messages of one session at one time are a session. A type that is none of LoCoMo's categories is told as
    ``multi_hop`` where it has several pieces of evidence, else as ``single_hop``; a question without an answer is ``adversarial``.
    """

    format = "locomo"
    ending = ".json"
    holds = frozenset(
        {
            *("ids of histories", "texts of messages", "times of messages", "sessions of messages", "speakers of messages"),
            *("texts of questions", "types of questions", "answers", "evidence", "questions without evidence"),
            "marks of questions that cannot be answered",
        }
    )

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the conversations in the order of the set."""
        write_list(place, map(self._conversation, histories))

    def altered(self, history: History) -> Mapping[str, int]:
        """Return how many sessions are divided and types replaced."""
        return {
            "sessions of messages": divided(history),
            "types of questions": sum(_category(item) != item.question.question_type for item in history.items),
        }

    def remarks(self, history: History) -> Mapping[str, int]:
        """Return where the authors' scripts stop, which take both names from the first session, and how many questions have a recall of 1 with nothing found."""
        alone = len({message.speaker for message in next(iter(sittings(history)), [])}) == 1
        return {
            "conversations whose first session has one speaker, where the authors' scripts that ask a model need two": int(alone),
            "questions without evidence, whose recall is 1 in the authors' scores": sum(not truth.evidence for _, truth in history.items),
        }

    def _conversation(self, history: History) -> dict[str, Any]:
        names = list(dict.fromkeys(message.speaker for message in history.messages))
        if len(names) > 2:
            raise refused(history, "speakers", names, f"two at most, as {self.format} has them")
        talk: dict[str, Any] = dict(zip(("speaker_a", "speaker_b"), [*names, _NOBODY], strict=False))
        references: dict[str, str] = {}
        for number, sitting in enumerate(sittings(history), 1):
            for turn, message in enumerate(sitting, 1):
                references[message.mid] = f"D{number}:{turn}"
            talk[f"session_{number}_date_time"] = self._time(history, sitting[0].mid, sitting[0].time)
            talk[f"session_{number}"] = [
                {"speaker": message.speaker, "dia_id": references[message.mid], "text": message.text} for message in sitting
            ]
        return {
            "sample_id": one_word(history, "id", history.id, self.format),
            "conversation": talk,
            "qa": [_question(item, references) for item in history.items],
        }

    def _time(self, history: History, mid: str, time: str) -> str:
        """Return a time such as 1:56 pm on 8 May, 2023."""
        at = moment(history, f"message {mid}: time", time, self.format)
        half = "am" if at.hour < 12 else "pm"
        return f"{at.hour % 12 or 12}:{at.minute:02} {half} on {at.day} {MONTHS[at.month - 1]}, {at.year}"


def _question(item: Item, references: Mapping[str, str]) -> dict[str, Any]:
    return {
        "question": item.question.question,
        **({"answer": answer_text(item)} if item.truth.answers else {}),
        "evidence": [references[mid] for mid in item.truth.evidence],
        "category": CATEGORIES.index(_category(item)) + 1,
    }


def _category(item: Item) -> str:
    kind = item.question.question_type
    if not item.truth.answers:
        return UNANSWERABLE
    if kind in CATEGORIES and kind != UNANSWERABLE:
        return kind
    return "multi_hop" if len(item.truth.evidence) > 1 else "single_hop"
