"""BEIR (Thakur et al., arXiv 2104.08663): `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from memsim.conversion.corpus import documents, queries
from memsim.conversion.writer import Writer
from memsim.io.files import json_line
from memsim.records import History


class BEIR(Writer):
    """A corpus of all histories. What BEIR's loader leaves aside stands under `metadata`, so that a search can keep to the history of its query."""

    format = "beir"
    needs_evidence = True
    holds = frozenset(
        {
            *("ids of histories", "ids of messages", "texts of messages", "times of messages", "sessions of messages", "roles of messages"),
            *("speakers of messages", "ids of questions", "texts of questions", "times of questions", "types of questions"),
            *("topics of questions", "evidence"),
        }
    )  # fmt: skip

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write the three files side by side."""
        (place / "qrels").mkdir(parents=True)
        with ExitStack() as stack:
            corpus, asked, qrels = (
                stack.enter_context((place / name).open("w", encoding="utf-8", newline="\n"))
                for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv")
            )
            relevance = csv.writer(qrels, delimiter="\t", lineterminator="\n")  # as the loader reads it: a quote in an id is one
            relevance.writerow(("query-id", "corpus-id", "score"))
            for history in histories:
                for name, message in documents(history, self.format):
                    about = {key: getattr(message, key) for key in ("mid", "session", "role", "speaker", "time")}
                    row = {"_id": name, "title": "", "text": message.text, "metadata": {"history": history.id, **about}}
                    corpus.write(json_line(row))
                for name, (question, _), relevant in queries(history, self.format):
                    told = {"time": question.question_time, "question_type": question.question_type, "topic": question.topic}
                    asked.write(json_line({"_id": name, "text": question.question, "metadata": {"history": history.id, **told}}))
                    relevance.writerows((name, document, 1) for document in relevant)
