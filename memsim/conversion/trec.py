"""What TREC's tools read: `qrels.txt` for trec_eval, and beside it `corpus.tsv` and `queries.tsv`, an id and a text a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from memsim.conversion.corpus import documents, queries
from memsim.conversion.writer import Writer
from memsim.errors import InputError
from memsim.records import History

_BREAK = re.compile("[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


class TREC(Writer):
    """A corpus of all histories, where a text is one line: breaks of lines are blanks."""

    format = "trec"
    needs_evidence = True
    holds = frozenset(
        {"ids of histories", "ids of messages", "texts of messages", "ids of questions", "texts of questions", "evidence"},
    )

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the three files side by side."""
        place.mkdir()
        with ExitStack() as stack:
            corpus, asked, qrels = (
                stack.enter_context((place / name).open("w", encoding="utf-8", newline="\n"))
                for name in ("corpus.tsv", "queries.tsv", "qrels.txt")
            )
            for history in histories:
                corpus.writelines(f"{name}\t{_line(message.text)}\n" for name, message in documents(history, self.format))
                for name, item, relevant in queries(history, self.format):
                    asked.write(f"{name}\t{_line(item.question.question)}\n")
                    qrels.writelines(qrel(name, document) for document in relevant)

    def altered(self, history: History) -> Mapping[str, int]:
        """Return how many texts have breaks of lines."""
        texts = [*(message.text for message in history.messages), *(question.question for question, _ in history.items)]
        return {"breaks of lines in texts": sum(_line(text) != text for text in texts)}


def qrel(query: str, document: str) -> str:
    """Return a line of judgements: the document is relevant to the query."""
    return line(query, "0", document, "1")


def line(*fields: str) -> str:
    """Return a line of a file of TREC's.

    Raises:
        InputError: A field is empty or has white space, which would make two of it.
    """
    for field in fields:
        if not field or any(map(str.isspace, field)):
            raise InputError(f"id {field!r}: empty or with white space; expected one without, as trec_eval tells fields apart by it")
    return " ".join(fields) + "\n"


def _line(text: str) -> str:
    return _BREAK.sub(" ", text)
