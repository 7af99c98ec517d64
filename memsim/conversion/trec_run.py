"""The rankings of a run folder, as trec_eval reads them: for each set `qrels.txt`, and a run file for each memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import chain, count
from pathlib import Path
from typing import Any, TextIO

from memsim.conversion.corpus import document_id
from memsim.conversion.output import Conversion, Order, Output
from memsim.conversion.trec import line, qrel
from memsim.errors import InputError
from memsim.io.formats.registry import AUTO
from memsim.measure.folder import read_manifest, read_questions, read_samples
from memsim.measure.measured import ranks, unranked
from memsim.records import Item

_NO_NAME = re.compile(r"[^\w.=,:@+-]+")  # in the name of a file or of a run
_NOTHING = "none"  # with no slash behind it, which each document has in its id
Asked = Mapping[tuple[str, str], Item]


class TRECRun(Output):
    """Runs by set, memory, level and epoch.

    Documents are called as in ``trec`` and ``beir``. trec_eval sorts by score whatever the rank, and breaks ties by name: so scores are whole numbers
    that fall by one a rank. A rank that holds no message, or one that came before, is a document called ``none``: it takes its place there as it
    does here, so that trec_eval's measures are equal to memsim's.
    """

    format = "trec-run"

    def make(self, order: Order, place: Path) -> Conversion:
        """Write the rankings of a run, in the order of its rows."""
        if order.format not in (AUTO, "run"):
            raise InputError(f"format {order.format!r}: {self.format} is made of a run folder; expected run, or {AUTO}")
        manifest, asked = read_manifest(order.path), _asked(order)
        measured = {key: item for key, item in asked.items() if item.truth.evidence}
        wanted = len(measured) * len(manifest["memories"]) * len(manifest["settings"]["levels"]) * manifest["settings"]["epochs"]
        counts: Counter[str] = Counter(runs=0, rankings=0)
        lost: Counter[str] = Counter({"questions without evidence": len(asked) - len(measured), "rankings: not there yet": wanted})
        with ExitStack() as stack:
            runs = _Runs(place, _write_qrels(measured, place), manifest["settings"], stack)
            for done, row in enumerate(read_samples(order.path), 1):
                item = measured.get((row["set"], row["question"]))
                if item is not None:
                    missing = unranked(row, item)
                    lost.update({"rankings: not there yet": -1} | ({f"rankings: {missing}": 1} if missing else {}))
                    lost.update(_beside(row))
                    counts["rankings"] += not missing
                    if not missing:
                        runs.add(row, item)
                if order.progress is not None:
                    order.progress(done, None)
        counts["runs"] = len(runs.files)
        if not counts["runs"]:
            raise InputError(f"{order.path}: no ranking of a question with evidence; expected memories that say what they recall")
        return Conversion(place, self.format, counts, {name: count for name, count in lost.items() if count}, {})


def _beside(row: Mapping[str, Any]) -> Mapping[str, int]:
    """Return what a row has beside its ranking, each with how much of it."""
    return {
        "scores of memories, for which ranks stand": bool(row.get("scores")),
        "texts that memories put together or wrote": len(row.get("texts", ())),
        "times of calls": bool(row["times"]),
        "answers, and what became of them": "outcome" in row,
    }


class _Runs:
    """The run files, each opened when its first ranking comes.

    Args:
        place: Where they go.
        folders: By set, the folder there.
        settings: Of the run.
        stack: Closes them.
    """

    def __init__(self, place: Path, folders: Mapping[str, str], settings: Mapping[str, Any], stack: ExitStack) -> None:
        self.files: dict[tuple[str, ...], tuple[str, TextIO]] = {}
        self._place, self._folders, self._settings, self._stack = place, folders, settings, stack

    def add(self, row: Mapping[str, Any], item: Item) -> None:
        """Write a ranking."""
        run = _run(row, self._settings)
        if run not in self.files:
            path = _free(self._place / self._folders[row["set"]] / f"{_plain('-'.join(run[1:]))}.run")
            self.files[run] = path.stem, self._stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
        tag, file = self.files[run]
        file.writelines(_lines(row, item, tag))


def _asked(order: Order) -> Asked:
    found = read_questions(order.path)
    languages = {item.question.language for item in found.values()}
    for name in order.languages or ():
        if name not in languages:
            raise InputError(f"language {name!r}: {order.path} has {', '.join(sorted(languages))}")
    return {key: item for key, item in found.items() if order.languages is None or item.question.language in order.languages}


def _write_qrels(asked: Asked, place: Path) -> dict[str, str]:
    """Write the judgements of each set to a folder of its own, and return the folders' names by set."""
    folders: dict[str, str] = {}
    with ExitStack() as stack:
        files = {}
        for name in dict.fromkeys(name for name, _ in asked):
            folder = _free(place / _plain(name))
            folder.mkdir(parents=True)
            folders[name] = folder.name
            files[name] = stack.enter_context((folder / "qrels.txt").open("w", encoding="utf-8", newline="\n"))
        for (name, query), (question, truth) in asked.items():
            files[name].writelines(qrel(query, document_id(question.history_id, mid)) for mid in truth.evidence)
    return folders


def _plain(text: str) -> str:
    """Return a name as a file can have it; none that leads elsewhere."""
    return _NO_NAME.sub("_", text).lstrip(".") or "_"


def _free(path: Path) -> Path:
    """Return a path of which there is nothing yet: names that differ in what a file name cannot have are told apart by a number."""
    others = (path.with_stem(f"{path.stem}_{number}") for number in count(2))
    return next(one for one in chain([path], others) if not one.exists())


def _run(row: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Return which run a row belongs to: its set, its memory, and its level and epoch where there are several."""
    levels = [f"eta{row['eta']}"] if len(settings["levels"]) > 1 else []
    epochs = [f"epoch{row['epoch']}"] if settings["epochs"] > 1 else []
    return (row["set"], row["memory"], *levels, *epochs)


def _lines(row: Mapping[str, Any], item: Item, tag: str) -> Iterator[str]:
    """Yield a ranking's lines; one that is empty has a document called none, or trec_eval would leave the query out."""
    found = list(ranks(row, item)) or [()]
    seen: set[str] = set()
    for place, held in enumerate(found):
        new = [mid for mid in held if mid not in seen]
        document = document_id(item.question.history_id, new[0]) if new else f"{_NOTHING}-{place + 1}"
        seen.update(held)
        yield line(item.question.id, "Q0", document, str(place + 1), str(len(found) - place), tag)
