"""A whole run: what is asked is written down first, then memories are measured, then the rows are summed up."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from memsim.errors import InputError, MemsimError
from memsim.io.files import write_whole
from memsim.io.formats.registry import PoolRow, Source
from memsim.io.manifest import dump, sha256_of
from memsim.measure.folder import RESULTS, Samples, start, write_questions
from memsim.measure.grouped import Rows
from memsim.measure.run import Bench, Team
from memsim.measure.selection import choose, distinct_names
from memsim.measure.settings import PROTOCOL_VERSION, Settings
from memsim.measure.summary import results_of
from memsim.measure.worker import Worker
from memsim.memory.protocol import Shared
from memsim.memory.registry import Entrant
from memsim.records import Item
from memsim.redact import redact

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is measured, on what, by whom.

    Attributes:
        sources: The sets.
        lineup: The memories, controls included.
        team: Reader and judge.
        settings: What decides the results besides.
        pool: Where noise comes from; by default each set's own pool.
    """

    sources: Sequence[Source]
    lineup: Sequence[Entrant]
    team: Team
    settings: Settings
    pool: Source | None = None


def measure(order: Order, root: Path, *, resume: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """Fill a run folder and return its results.

    Raises:
        InputError: Something asked for is not there or makes no sense; nothing was measured.
        CallError: The reader cannot be reached; rows written before stay.
    """
    distinct_names(order.sources)
    pools = _pools(order)
    asked, rows = _survey(order, pools)
    start(root, manifest(order), resume=resume)
    write_questions(root, asked)
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress(done, rows)

    with closing(Samples(root)) as samples:
        Bench(order.lineup, order.team, order.settings, pools).run(choose(order.sources, order.settings), samples, advance)
    return conclude(root)


def conclude(root: Path, ks: Sequence[int] | None = None) -> dict[str, Any]:
    """Write `results.json` from the rows of a run, and return it; what was said is graded anew."""
    results = results_of(Rows(root, ks))
    write_whole(root / RESULTS, dump(results))
    return results


def manifest(order: Order) -> dict[str, Any]:
    """Return what a run is: sets by digest, memories, reader and judge with their models and prompts, settings, environment."""
    met = {one.name: _meet(one, order.settings.timeout) for one in order.lineup}
    return {
        "protocol_version": PROTOCOL_VERSION,
        "memsim": version("memsim"),
        "sets": [_set(source) for source in order.sources],
        "pool": None if order.pool is None else _set(order.pool),
        "memories": [{"name": one.name, "paper": one.paper, "k": one.k, "identity": met[one.name].identity} for one in order.lineup],
        "reader": None if order.team.reader is None else order.team.reader.identity(),
        "judge": None if order.team.judge is None else order.team.judge.identity(),
        "settings": {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(order.settings).items()},
        "environment": {
            "python": platform.python_version(),
            "platform": platform.platform(),
            "numpy": version("numpy"),
            "made_s": {name: round(one.seconds, 3) for name, one in met.items()},
        },
    }


def _set(source: Source) -> dict[str, Any]:
    return {
        "name": source.name,
        "format": source.format,
        "told_by": source.told_by,
        "digest": source.digest,
        "languages": list(source.languages),
        "eta": source.eta,
        "convention": {**source.convention._asdict(), "measures": list(source.convention.measures)},
        "notes": dict(sorted(source.notes().items())),
    }


class _Met(NamedTuple):
    """What a memory says it is, and the seconds that the first one took to be made, loading its models included."""

    identity: Any
    seconds: float


def _meet(entrant: Entrant, timeout: float) -> _Met:
    """Make a memory, so that what it lacks is found before anything is measured.

    Raises:
        InputError: It cannot be made, or what it says it is cannot be written down.
    """
    if entrant.make is None:
        return _Met(None, 0.0)
    worker = Worker(timeout)
    made = worker.call(partial(entrant.make, Shared()))
    found = worker.call(partial(_identity, entrant, made.value)) if not made.error else made
    worker.close()
    if isinstance(found.raised, MemsimError):
        raise found.raised
    if found.error:
        raise InputError(f"memory {entrant.name!r}: cannot be made: {redact(found.error)}")
    return _Met(found.value, made.seconds)


def _identity(entrant: Entrant, memory: Any) -> Any:
    told = memory.identity() if hasattr(memory, "identity") else None
    if hasattr(memory, "close"):
        memory.close()
    try:
        identity = json.loads(json.dumps(told, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise InputError(
            f"memory {entrant.name!r}: identity() is {told!r:.80}, which is no JSON ({error}); expected texts and numbers"
        ) from None
    return identity if entrant.kind else {"source": _source(memory), "told": identity}


def _source(memory: Any) -> dict[str, str | None]:
    """Return where the code of somebody's memory is, and the hash of its file: a run does not go on with other code."""
    kind = type(memory)
    path = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return {"class": f"{kind.__module__}:{kind.__qualname__}", "sha256": sha256_of(Path(path)) if path and Path(path).is_file() else None}


def _pools(order: Order) -> Callable[[str, str], Sequence[PoolRow]]:
    sources = {source.name: order.pool or source for source in order.sources}

    @cache
    def pool(name: str, language: str) -> Sequence[PoolRow]:
        return sources[name].pool(language)

    return pool


def _survey(order: Order, pools: Callable[[str, str], Sequence[PoolRow]]) -> tuple[list[tuple[str, Item]], int]:
    """Return all that is asked, and how many rows that makes; what cannot be measured is refused here.

    Raises:
        InputError: Nothing is asked, or a pool is too small for the highest level.
    """
    for source in order.sources:
        if source.eta > 1 and order.settings.levels != (source.eta,):
            raise InputError(
                f"{source.path}: was generated with eta {source.eta}, and can be measured at no other; expected a set of eta 1"
            )
    extra = order.settings.levels[-1] - 1 if any(source.eta == 1 for source in order.sources) else 0
    asked: list[tuple[str, Item]] = []
    longest: dict[tuple[str, str], int] = {}
    for place in choose(order.sources, order.settings):
        pool = place.set, place.history.language
        longest[pool] = max(longest.get(pool, 0), len(place.history.messages))
        asked += [(place.set, item) for item in place.items]
    if not asked:
        raise InputError("no question to ask; expected sets with questions")
    for (name, language), messages in longest.items():
        if extra * messages > len(pools(name, language)):
            raise InputError(
                f"{name}: eta {extra + 1} needs {extra * messages:,} messages of the pool in {language!r}, and there are "
                f"{len(pools(name, language)):,}; generate a set with `--pool {extra * messages}` or more and name it with --pool, "
                "or ask for a smaller eta"
            )
    return asked, len(asked) * len(order.lineup) * len(order.settings.levels) * order.settings.epochs
