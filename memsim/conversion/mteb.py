"""A retrieval task as mteb loads it from a dataset: the configurations `corpus`, `queries`, `qrels` and `top_ranked`, each with one split, `test`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from memsim.conversion.corpus import documents, queries
from memsim.conversion.writer import Writer
from memsim.errors import InputError
from memsim.io.files import json_line
from memsim.records import History

_CONFIGS = ("corpus", "queries", "qrels", "top_ranked")
_LANGUAGE = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")  # folders are named after it


class MTEB(Writer):
    """A folder to load as a dataset, each configuration in JSON lines, where a set of several languages has them once for each: ``en-corpus``.

    `top_ranked` names the documents of a query's own history: where it is there, mteb ranks these and no others.
    """

    format = "mteb"
    needs_evidence = True
    several_languages = True
    holds = frozenset(
        {
            *(
                "ids of histories",
                "languages of histories",
                "ids of messages",
                "texts of messages",
                "ids of questions",
                "texts of questions",
            ),
            "evidence",
        }
    )

    def write(self, histories: Iterator[History], place: Path) -> None:
        """Write all configurations side by side, and the card that lists them."""
        for language in self.languages:
            if not _LANGUAGE.fullmatch(language):
                raise InputError(
                    f"language {language!r}: expected letters, digits and hyphens, of which {self.format} makes names of configurations"
                )
        place.mkdir()
        names = {language: {config: self._name(language, config) for config in _CONFIGS} for language in self.languages}
        (place / "README.md").write_text(_card(names), encoding="utf-8", newline="\n")
        with ExitStack() as stack:
            files = {
                language: {config: stack.enter_context(_opened(place / name)) for config, name in of.items()}
                for language, of in names.items()
            }
            for history in histories:
                self._add(history, files[history.language])

    def _name(self, language: str, config: str) -> str:
        return config if len(self.languages) == 1 else f"{language}-{config}"

    def _add(self, history: History, files: dict[str, TextIO]) -> None:
        found = documents(history, self.format)
        for name, message in found:
            files["corpus"].write(json_line({"id": name, "title": "", "text": message.text}))
        for name, item, relevant in queries(history, self.format):
            files["queries"].write(json_line({"id": name, "text": item.question.question}))
            for document in relevant:
                files["qrels"].write(json_line({"query-id": name, "corpus-id": document, "score": 1}))
            files["top_ranked"].write(json_line({"query-id": name, "corpus-ids": [document.id for document in found]}))


def _opened(folder: Path) -> TextIO:
    folder.mkdir()
    return (folder / "test.jsonl").open("w", encoding="utf-8", newline="\n")


def _card(names: Mapping[str, Mapping[str, str]]) -> str:
    """Return a dataset card that says where the configurations of each language are."""
    languages = "".join(f"- {json.dumps(language)}\n" for language in names)  # a bare no is false in YAML
    configs = "".join(
        f"- config_name: {name}\n  data_files:\n  - split: test\n    path: {name}/test.jsonl\n"
        for of in names.values()
        for name in of.values()
    )
    return f"---\nlanguage:\n{languages}configs:\n{configs}---\n"
