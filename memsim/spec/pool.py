"""The shape of ``pool.<language>.yaml``: the noise messages of a scenario as a grammar. Its faults name file, key, value and what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from memsim.errors import ScenarioError
from memsim.spec.phrases import Lines, slots

#: A core has one to this many slots.
MOST_SLOTS = 3
SLOT = re.compile(r"\{(\w+)\}")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Kind(_Strict):
    """Messages of one kind, e.g. errands: the topic whose openers and tails they take, and their cores."""

    topic: str
    cores: Lines


class PoolFile(_Strict):
    """All noise messages of a scenario in one language: every core with every filling of its slots."""

    language: str
    kinds: Annotated[dict[str, Kind], Field(min_length=1)]
    slots: dict[str, Lines]


def slot_name(slot: str) -> str:
    """Return the list that fills a slot: ``{Person}`` is filled by `person`, with a capital."""
    return slot[:1].lower() + slot[1:]


def pool_cores(file: PoolFile) -> Iterator[tuple[str, str, str]]:
    """Yield (id, topic, core) in order; the id is the core's place in its file, ``pool.errands[3]``."""
    for name, kind in file.kinds.items():
        for place, core in enumerate(kind.cores):
            yield f"pool.{name}[{place}]", kind.topic, core


def validate_pool(file: PoolFile, path: Path, language: str, topics: Collection[str]) -> None:
    """Raise ScenarioError for the first fault found."""
    if file.language != language:
        raise ScenarioError(path, "language", repr(file.language), repr(language))
    for name, kind in file.kinds.items():
        if kind.topic not in topics:
            raise ScenarioError(path, f"kinds.{name}.topic", repr(kind.topic), f"a topic: {', '.join(topics)}")
    used: set[str] = set()
    seen: dict[str, str] = {}
    for phrase_id, _topic, core in pool_cores(file):
        key = phrase_id.replace("pool.", "kinds.").replace("[", ".cores[")
        if seen.setdefault(core, key) != key:
            raise ScenarioError(path, key, f"{core!r} is {seen[core]} too", "each core once")
        used.update(_core_slots(file, path, key, core))
    for name, values in file.slots.items():
        if name not in used:
            raise ScenarioError(path, f"slots.{name}", "no core uses it", "a slot of a core")
        twice = next((value for place, value in enumerate(values) if value in values[:place]), None)
        if twice is not None:
            raise ScenarioError(path, f"slots.{name}", f"{twice!r} stands twice", "each value once")


def _core_slots(file: PoolFile, path: Path, key: str, core: str) -> list[str]:
    try:
        names = [slot_name(slot) for slot in slots(core)]
    except ValueError as error:
        raise ScenarioError(path, key, repr(core), f"balanced braces around plain slots ({error})") from None
    if not 1 <= len(names) <= MOST_SLOTS or len(set(names)) != len(names):
        raise ScenarioError(path, key, repr(core), f"one to {MOST_SLOTS} slots, each once")
    unknown = [name for name in names if name not in file.slots]
    if unknown:
        raise ScenarioError(path, key, f"unknown slot {unknown[0]!r} in {core!r}", f"slots: {', '.join(file.slots)}")
    return names
