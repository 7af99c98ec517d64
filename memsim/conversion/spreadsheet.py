"""Two tables for spreadsheets and data frames: `messages.csv` and `questions.csv`, joined by `history_id`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from memsim.conversion.aspects import answer_text
from memsim.conversion.needs import one_word, refused
from memsim.conversion.writer import Writer
from memsim.records import History, Item, Message

_FORMULA = re.compile(r"\s*[=+\-@]")  # how one begins in a spreadsheet
_LETTERS = ("A", "B", "C", "D")
_ASKED = ("id", "history_id", "language", "question_type", "topic", "noisy", "question_time", "question")
_MESSAGES = ("history_id", "language", *Message._fields)
_QUESTIONS = (*_ASKED, *_LETTERS, "target", "answer", "evidence")


class Spreadsheet(Writer):
    """CSV as RFC 4180 has it, in UTF-8: a message a row, and a question a row with its choices in columns of their own."""

    format = "csv"
    several_languages = True
    holds = frozenset(
        {
            *("ids of histories", "languages of histories", "ids of messages", "texts of messages", "times of messages"),
            *("sessions of messages", "roles of messages", "speakers of messages", "ids of questions", "texts of questions"),
            *("times of questions", "types of questions", "topics of questions", "marks of noisy questions", "questions without evidence"),
            *("choices", "right choices", "answers", "evidence", "marks of questions that cannot be answered"),
        }
    )  # fmt: skip

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the tables side by side."""
        place.mkdir()
        with ExitStack() as stack:
            messages, questions = (
                csv.writer(stack.enter_context((place / name).open("w", encoding="utf-8", newline="")))
                for name in ("messages.csv", "questions.csv")
            )
            messages.writerow(_MESSAGES)
            questions.writerow(_QUESTIONS)
            for history in histories:
                messages.writerows([history.id, history.language, *message] for message in history.messages)
                questions.writerows(self._row(history, item) for item in history.items)

    def remarks(self, history: History) -> Mapping[str, int]:
        """Return how many cells a spreadsheet takes for formulas; they stay as they are, since a data frame takes none for one."""
        rows = [*history.messages, *(self._row(history, item) for item in history.items)]
        return {"cells that a spreadsheet takes for formulas": sum(bool(_FORMULA.match(str(cell))) for row in rows for cell in row)}

    def _row(self, history: History, item: Item) -> list[object]:
        question, truth = item
        if len(question.choices) > len(_LETTERS):
            raise refused(history, f"question {question.id}: choices", list(question.choices), "four at most, a column each")
        choices = [*question.choices, *[""] * (len(_LETTERS) - len(question.choices))]
        evidence = " ".join(one_word(history, "evidence", mid, self.format) for mid in truth.evidence)
        return [*(getattr(question, name) for name in _ASKED), *choices, truth.target or "", answer_text(item), evidence]
