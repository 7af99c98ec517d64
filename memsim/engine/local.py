"""Generates datasets on this machine: blocks in order in this process, or on several processes with the same result."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import Catalog
from memsim.engine.block import BLOCK, Block, BlockMaker
from memsim.engine.build import Build, check_target, locked
from memsim.errors import GenerationError, InputError
from memsim.io import tables
from memsim.questions.registry import QUESTION_TYPES
from memsim.render.pool import Pool
from memsim.spec.knowledge import knowledge_rows
from memsim.spec.load import Spec, load_spec
from memsim.spec.tables import read_text

#: Above this many trajectories, a size must be confirmed.
LARGE = 1_000_000
MOST_ETA = 1000
_BYTES = 2_000  # a trajectory in one language, compressed
_WORTH_A_PROCESS = 2 * BLOCK  # below two blocks there is nothing to share
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Order:
    """What to generate; everything that fixes the rows. No question types means all that the scenario can be asked."""

    scenario: str
    n: int
    seed: int = 0
    languages: tuple[str, ...] = ("en",)
    question_types: tuple[str, ...] | None = None
    format: str = "parquet"
    eta: int = 1
    pool: int = 8000

    def settings(self, spec: Spec) -> dict[str, Any]:
        """Return the settings as the manifest records them."""
        return {
            "memsim": _version(),
            "format": self.format,
            "languages": list(self.languages),
            "n": self.n,
            "question_types": list(self.question_types or ()),
            "scenario": spec.file.name,
            "scenario_digest": spec.digest,
            "seed": self.seed,
            "eta": self.eta,
            "pool": {language: self.pool for language in self.languages if language in spec.pools},
        }

    def with_types(self, catalog: Catalog) -> Order:
        """Return the order with its question types settled; raise InputError for one that the scenario cannot be asked."""
        askable = [kind for kind in QUESTION_TYPES if any(kind == cell for cell, _topic in catalog.cells)]
        for kind in self.question_types or ():
            if kind not in askable:
                raise InputError(
                    f"question type {kind!r} cannot be asked of scenario {catalog.spec.file.name!r}; expected {', '.join(askable)}"
                )
        return replace(self, question_types=self.question_types or tuple(askable))

    def check(self, spec: Spec, *, confirmed: bool) -> None:
        """Raise InputError for a setting that makes no sense."""
        if self.n < 1:
            raise InputError(f"n is {self.n}; expected at least 1 trajectory")
        if self.n * self.eta > LARGE and not confirmed:
            size = self.n * len(self.languages) * _BYTES / 1e9
            what = f"n is {self.n:,}" if self.eta == 1 else f"n × eta is {self.n:,} × {self.eta:,}"
            raise InputError(f"{what} (about {size * self.eta:,.0f} GB); above {LARGE:,}, confirm with --yes")
        self._check_pool(spec)
        for name, given, known in (
            ("language", self.languages, spec.file.languages),
            ("question type", QUESTION_TYPES if self.question_types is None else self.question_types, QUESTION_TYPES),
            ("format", (self.format,), ("parquet", "jsonl")),
        ):
            for value in given:
                if value not in known:
                    raise InputError(f"unknown {name} {value!r}; expected {', '.join(known)}")
            if not given or len(set(given)) != len(given):
                raise InputError(f"{name}s {', '.join(given) or 'none'}: expected each at most once, and at least one")

    def _check_pool(self, spec: Spec) -> None:
        if not 1 <= self.eta <= MOST_ETA:
            raise InputError(f"eta is {self.eta:,}; expected 1 to {MOST_ETA:,} messages in all for each real one")
        if self.pool < 0:
            raise InputError(f"pool is {self.pool}; expected a number of messages, 0 for none")
        for language in self.languages:
            if language in spec.pools:
                # Putting the pool together is work that a set without one is spared.
                if self.pool and self.pool > (size := Pool(spec, language).size):
                    raise InputError(f"pool is {self.pool:,}; scenario {spec.file.name!r} has {size:,} messages in {language!r}")
            elif self.eta > 1:
                raise InputError(f"eta is {self.eta}; scenario {spec.file.name!r} has no pool.{language}.yaml to take messages from")


def blocks_of(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield (number, first, last + 1) of the blocks of n trajectories."""
    for number in range((n + BLOCK - 1) // BLOCK):
        yield number, number * BLOCK, min(n, (number + 1) * BLOCK)


class _Worker:
    """What one process keeps between blocks."""

    current: _Worker

    def __init__(self, catalog: Catalog, order: Order, build: Build) -> None:
        self.maker = BlockMaker(catalog, order.seed, order.languages, order.question_types or (), order.eta)
        self.build = build
        gc.collect()
        gc.freeze()  # the catalog lives as long as the process: no need to walk it again and again

    def run(self, block: tuple[int, int, int]) -> int:
        number, start, stop = block
        gc.disable()
        try:
            made = self.maker.make(np.arange(start, stop))
            self.build.write_block(number, made.tables, {"counts": _counts(made), "redraws": made.redraws})
        finally:
            gc.enable()
        del made
        gc.collect()
        pa.default_memory_pool().release_unused()  # what one block took is free for the next: memory does not grow with n
        return stop - start


def _counts(block: Block) -> dict[str, Any]:
    by_type: Counter[str] = Counter()
    by_topic: Counter[str] = Counter()
    messages = 0
    for (name, _language), rows in block.tables.items():
        if name == "questions":
            by_type.update(rows["question_type"].to_pylist())
            by_topic.update(rows["topic"].to_pylist())
        if name == "histories":
            messages += len(rows["messages"].combine_chunks().flatten())
    return {
        "by_question_type": dict(by_type),
        "by_topic": dict(by_topic),
        "messages": messages,
        "questions": by_type.total(),
        **block.counts,
    }


def _start_worker(scenario: str, order: Order, build: Build) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: _outlive(parent), daemon=True).start()  # no orphan outlives a killed parent
    _Worker.current = _Worker(Catalog(load_spec(scenario)), order, build)


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _run_in_worker(block: tuple[int, int, int]) -> int:
    return _Worker.current.run(block)


def generate(
    order: Order,
    out: str | Path,
    *,
    workers: int | None = None,
    resume: bool = False,
    confirmed: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Generate a dataset folder and return its manifest.

    Args:
        order: What to generate.
        out: The folder; replaced if it holds a dataset.
        workers: Processes; by default one for small sets, else one a core. The rows do not depend on it.
        resume: Keep the finished blocks of an interrupted run with the same settings.
        confirmed: Whether more than LARGE trajectories are meant.
        progress: Called with (trajectories done, n) after each block.

    Raises:
        InputError: A setting or the place makes no sense; nothing is written.
        GenerationError: A trajectory keeps no promise in the attempts allowed.
    """
    out = Path(os.path.abspath(out))  # noqa: PTH100 - a symbolic link in the path is kept
    spec = load_spec(order.scenario)
    order.check(spec, confirmed=confirmed)
    if workers is not None and workers < 1:
        raise InputError(f"workers is {workers}; expected at least 1")
    check_target(out)
    catalog = Catalog(spec)  # a scenario that cannot be asked about fails before anything is written
    order = order.with_types(catalog)
    scenario = str(Path(spec.folder).absolute())
    build = Build(out, order.settings(spec))
    count = workers or (1 if order.n < _WORTH_A_PROCESS else os.cpu_count() or 1)
    first = _Worker(catalog, order, build) if count == 1 else None
    with locked(out):
        build.open(resume=resume)
        try:
            _fill(build, _run(first, scenario, order, build, count), order.n, progress)
        except GenerationError:
            build.abandon()
            raise
        about = {"memsim": _version(), "n": order.n, "seed": order.seed, "languages": list(order.languages)}
        about["scenario"] = {"name": spec.file.name, "version": spec.file.version, "title": spec.file.title, "digest": spec.digest}
        sources = [(name, read_text(path).encode()) for name, path in sorted(spec.sources.items())]
        return build.finish({"knowledge": _knowledge(catalog, order.languages), **_pools(spec, order)}, sources, about)


def _fill(build: Build, sizes: Iterator[int], n: int, progress: Progress | None) -> None:
    """Draw the blocks that are missing and report how far they are."""
    done = build.done()
    finished = sum(stop - start for number, start, stop in blocks_of(n) if number in done)
    report = progress or (lambda _done, _n: None)
    report(finished, n)
    for size in sizes:
        finished += size
        report(finished, n)


def _run(first: _Worker | None, scenario: str, order: Order, build: Build, count: int) -> Iterator[int]:
    """Make the missing blocks and yield their sizes; a run that ends early starts no further block."""
    done = build.done()
    todo = [block for block in blocks_of(order.n) if block[0] not in done]
    if first:
        yield from map(first.run, todo)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(count, max(1, len(todo))), context, _start_worker, (scenario, order, build))
    try:
        for future in as_completed([pool.submit(_run_in_worker, block) for block in todo]):
            yield future.result()
    except BrokenProcessPool:
        advice = "a script that generates on several processes needs `if __name__ == '__main__':`; else memory may have run out"
        raise GenerationError(f"a worker process ended too soon; {advice}; finished blocks are kept for --resume") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _knowledge(catalog: Catalog, languages: tuple[str, ...]) -> Any:
    rows = [(language, *row) for language in languages for row in knowledge_rows(catalog.spec, language)]
    names = ("language", "attribute", "value", "property", "result")
    columns: Iterable[tuple[str, ...]] = zip(*rows, strict=True) if rows else [()] * len(names)
    return tables.table("knowledge", dict(zip(names, map(list, columns), strict=True)))


def _pools(spec: Spec, order: Order) -> dict[str, pa.Table]:
    """Return the table of noise messages of each language that has some, by its name in a dataset."""
    out = {}
    for language in order.languages:
        if language in spec.pools and order.pool:
            texts = Pool(spec, language).texts(order.pool)
            everyone = ["user"] * len(texts)
            out[f"pool/{language}"] = tables.table(
                "pool", {"language": [language] * len(texts), "role": everyone, "speaker": everyone, "text": texts}
            )
    return out


def _version() -> str:
    from importlib.metadata import version

    return version("memsim")
