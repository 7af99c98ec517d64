"""Questions as people check them: the messages, the question and its choices, and what the gold claims of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.rating.items import Item, readable
from memsim.rating.names import called
from memsim.rating.wording import instructions
from memsim.rng import Rng

MARK = "★"  # stands before each message that is claimed as evidence
_LETTERS = "ABCD"


class Claimed(NamedTuple):
    """A question to check, and the gold's claims as a file keeps them: the question's id and type, target, answer and evidence."""

    item: Item
    gold: dict[str, Any]


def sample_claims(root: Path, languages: Sequence[str], n: int, seed: int) -> list[Claimed]:
    """Return `n` questions of each language, all where there are fewer, in the set's order.

    They are spread evenly over the types of question, as far as there are enough of each. The same seed draws the same questions, a larger `n`
    all those of a smaller one, and in each language the same places.

    Args:
        root: A dataset folder.
        languages: Those of its manifest that are wanted.
        n: How many of each.
        seed: Draws them.

    Raises:
        DatasetError: The folder is damaged.
    """
    files = folder.block_files(root)
    out = []
    for language in languages:
        mine = [name for name in files if name.rpartition("-")[0] == language]
        types = [tables.read(root / "questions" / name, "questions")["question_type"].to_pylist() for name in mine]
        places = _spread([kind for block in types for kind in block], n, seed)
        start = 0
        for name, block in zip(mine, types, strict=True):
            inside = places[(places >= start) & (places < start + len(block))] - start
            out += [_claimed(row, start + row.row, language) for row in _rows(root, name, inside)]
            start += len(block)
    return out


def _spread(types: Sequence[str], n: int, seed: int) -> NDArray[np.int64]:
    """Return the places of `n` questions, sorted: the first of each type by their random keys, then the second of each, and so on."""
    keys = Rng(seed, np.arange(len(types))).one("rating/questions")
    ranks = np.empty(len(types), dtype=np.int64)
    _, kinds = np.unique(np.asarray(types, dtype=np.str_), return_inverse=True)
    for kind in range(kinds.max(initial=-1) + 1):
        of_kind = np.flatnonzero(kinds == kind)
        ranks[of_kind[np.argsort(keys[of_kind], kind="stable")]] = np.arange(len(of_kind))
    return np.sort(np.lexsort((keys, ranks))[:n])


def _rows(root: Path, name: str, places: NDArray[np.int64]) -> Iterator[folder.Joined]:
    if not len(places):
        return
    block = folder.open_block(root, name)
    taken = {table: content.take(pa.array(places)) for table, content in block.items()}
    for row, place in zip(folder.join(taken, name), places.tolist(), strict=True):
        yield row._replace(row=place)


def _claimed(row: folder.Joined, place: int, language: str) -> Claimed:
    question, gold, messages = row.question, row.gold, row.history["messages"]
    evidence = [number for number, message in enumerate(messages, start=1) if message["mid"] in gold["evidence"]]
    if len(evidence) != len(gold["evidence"]):
        raise DatasetError(f"gold/{row.file}: row {row.row}: evidence {gold['evidence']}; expected mids of its history, each once")
    colon = instructions(language).colon
    shown = {
        "messages": "\n".join(
            f"{MARK if number in evidence else ' '} {number}. [{readable(one['time'], language)}] {called(one['role'], language)}{colon}{one['text']}"
            for number, one in enumerate(messages, start=1)
        ),
        "asked": readable(question["question_time"], language),
        "question": question["question"],
        "choices": "\n".join(f"{letter}. {choice}" for letter, choice in zip(_LETTERS, question["choices"], strict=False)),
        "answer": gold["answer"],
        "choice": gold["target"],
        "evidence": ", ".join(map(str, evidence)),
    }
    kept = {"question_id": question["id"], "question_type": question["question_type"]}
    kept |= {name: gold[name] for name in ("target", "answer", "evidence")}
    return Claimed(Item("questions", language, place, question["history_id"], "", shown), kept)
