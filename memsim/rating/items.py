"""What is put before a judge: messages and profiles, drawn from a set by its seed, without ids and without the truth."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memsim.errors import DatasetError
from memsim.io import folder, tables
from memsim.rating.names import called
from memsim.rng import Rng
from memsim.text import clock


class Item(NamedTuple):
    """One thing to judge.

    Attributes:
        subject: A name of `CRITERIA`.
        language: Of the set's languages.
        place: Its number among all of its subject and language in the set.
        history_id: Where it stands; like `mid`, a judge never sees it.
        mid: The message's, empty for a profile.
        shown: All that a judge sees of it, by the names that prompts have for it.
    """

    subject: str
    language: str
    place: int
    history_id: str
    mid: str
    shown: dict[str, str]


#: (history_id, mid, shown)
Found = tuple[str, str, dict[str, str]]


class _Kind(NamedTuple):
    table: str
    size: Callable[[pa.Table], int]
    take: Callable[[pa.Table, list[int], str], Iterator[Found]]


def sample(root: Path, languages: Sequence[str], subjects: Sequence[str], n: int, seed: int) -> list[Item]:
    """Return `n` items of each subject and language, all where there are fewer: language by language, in the set's order.

    The same seed draws the same items, and a larger `n` all those of a smaller one; in each language the same places are drawn.

    Args:
        root: A dataset folder.
        languages: Those of its manifest.
        subjects: Names of `CRITERIA`.
        n: How many of each.
        seed: Draws them.

    Raises:
        DatasetError: The folder is damaged.
    """
    drawn: dict[tuple[str, str], list[tuple[float, Item]]] = {(language, subject): [] for language in languages for subject in subjects}
    seen: Counter[tuple[str, str]] = Counter()
    for name in folder.block_files(root):
        language = name.rpartition("-")[0]
        if language not in languages:
            raise DatasetError(f"{root}/questions/{name}: a file of language {language!r}; expected one of {', '.join(languages)}")
        for subject in subjects:
            mine, kind = (language, subject), _KINDS[subject]
            content = tables.read(root / kind.table / name, kind.table)
            size = kind.size(content)
            keys = Rng(seed, np.arange(seen[mine], seen[mine] + size)).one(f"rating/{subject}")
            best = np.argsort(keys, kind="stable")[:n]
            if len(drawn[mine]) == n:
                best = best[: bisect_left(keys[best], drawn[mine][-1][0])]
            places = best.tolist()
            found = [
                (float(keys[place]), Item(subject, language, seen[mine] + place, *row))
                for place, row in zip(places, kind.take(content, places, language), strict=True)
            ]
            drawn[mine] = sorted([*drawn[mine], *found], key=lambda pair: (pair[0], pair[1].place))[:n]
            seen[mine] += size
    return [item for pairs in drawn.values() for item in sorted((item for _, item in pairs), key=lambda item: item.place)]


def _messages(content: pa.Table, places: list[int], language: str) -> Iterator[Found]:
    lists = content["messages"].combine_chunks()
    histories = content["history_id"].take(pc.list_parent_indices(lists).take(pa.array(places, pa.int64())))
    rows = lists.flatten().take(pa.array(places, pa.int64()))
    for history, row in zip(histories.to_pylist(), rows.to_pylist(), strict=True):
        yield history, row["mid"], {"role": called(row["role"], language), "time": readable(row["time"], language), "text": row["text"]}


def _profiles(content: pa.Table, places: list[int], language: str) -> Iterator[Found]:
    for place in places:
        facts = next(folder.worlds({"profiles": content}, place, place + 1))
        yield content["history_id"][place].as_py(), "", {"facts": profile(facts, language)}


def _count_messages(content: pa.Table) -> int:
    return int(pc.sum(pc.list_value_length(content["messages"])).as_py() or 0)


def profile(facts: Sequence[folder.WorldFact], language: str) -> str:
    """Return a user's world as a person reads it: class by class, one line an entity, without the entities' ids."""
    between, after = ("；", "：") if language == "zh" else ("; ", ": ")
    lines = []
    for name, of_class in groupby(facts, key=lambda fact: fact[1]):
        lines.append(f"{called(name, language)}{after.rstrip()}")
        for _, of_entity in groupby(of_class, key=lambda fact: fact[0]):
            told = (f"{called(attribute, language)}{after}{readable(value, language)}" for _, _, attribute, value, _ in of_entity)
            lines.append(f"- {between.join(told)}")
    return "\n".join(lines)


def readable(value: str, language: str) -> str:
    """Return a moment in full, with its day of the week, and all else as it is."""
    with suppress(ValueError):
        return clock.absolute(clock.parse_iso(value), language)
    return value


_KINDS = {
    "messages": _Kind("histories", _count_messages, _messages),
    "profiles": _Kind("profiles", lambda content: content.num_rows, _profiles),
}
