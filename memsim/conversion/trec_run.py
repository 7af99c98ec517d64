"""The rankings of a run folder, as trec_eval reads them: for each set `qrels.txt`, and a run file for each memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import chain, count
from pathlib import Path
from typing import Any, TextIO

from memsim.conversion.pooled import document_id
from memsim.conversion.target import Conversion, Order, Target
from memsim.conversion.trec import line, qrel
from memsim.errors import InputError
from memsim.io.formats.registry import AUTO
from memsim.measure.folder import read_manifest, read_questions, read_samples
from memsim.measure.measured import ranks, unranked
from memsim.records import Item

_NO_NAME = re.compile(r"[^\w.=,:@+-]+")  # in the name of a file or of a run
_NOTHING = "none"
Asked = Mapping[tuple[str, str], Item]


class TRECRun(Target):
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
        settings = read_manifest(order.path)["settings"]
        asked = _asked(order)
        folders = _write_qrels(asked, place)
        counts: Counter[str] = Counter(rankings=0)
        lost: Counter[str] = Counter({"questions without evidence": sum(not item.truth.evidence for item in asked.values())})
        with ExitStack() as stack:
            files: dict[tuple[object, ...], tuple[str, TextIO]] = {}
            for done, row in enumerate(read_samples(order.path), 1):
                item = asked.get((row["set"], row["question"]))
                if item is None or not item.truth.evidence:
                    continue
                lost["answers, and what became of them"] += "outcome" in row
                missing = unranked(row, item)
                if missing:
                    lost[f"rankings: {missing}"] += 1
                    continue
                run = _run(row, settings)
                if run not in files:
                    path = _free(place / folders[row["set"]] / f"{_plain('-'.join(run[1:]))}.run")
                    files[run] = path.stem, stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
                tag, file = files[run]
                file.writelines(_lines(row, item, tag))
                counts["rankings"] += 1
                if order.progress is not None:
                    order.progress(done, None)
        if not files:
            raise InputError(
                f"{order.path}: no ranking of a question that has evidence; expected a run of memories that say what they recall"
            )
        counts["runs"] = len(files)
        return Conversion(place, self.format, counts, {name: count for name, count in lost.items() if count}, {})


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
    return _NO_NAME.sub("_", text)


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
        document = document_id(item.question.history_id, new[0]) if new else f"{_NOTHING}/{place + 1}"
        seen.update(held)
        yield line(item.question.id, "Q0", document, str(place + 1), str(len(found) - place), tag)
