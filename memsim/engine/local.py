"""Generates datasets on this machine: blocks in order in this process, or on several processes with the same result."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from memsim.causal.catalog import Catalog
from memsim.engine.block import BLOCK, Block, BlockMaker
from memsim.engine.build import Build, check_target, locked, place_of
from memsim.engine.children import attach
from memsim.engine.order import Order, version
from memsim.engine.rewritten import BlockRewriter, Rewriting
from memsim.errors import GenerationError, InputError, ProcessError
from memsim.io import tables
from memsim.render.pool import Pool
from memsim.spec.knowledge import knowledge_rows
from memsim.spec.load import Spec, load_spec
from memsim.spec.tables import read_text

_WORTH_A_PROCESS = 2 * BLOCK  # below two blocks there is nothing to share
Progress = Callable[[int, int], None]
#: Number, first, last + 1 of a block.
Numbered = tuple[int, int, int]


def blocks_of(n: int) -> Iterator[Numbered]:
    """Yield the blocks of n trajectories."""
    for number in range((n + BLOCK - 1) // BLOCK):
        yield number, number * BLOCK, min(n, (number + 1) * BLOCK)


class _Worker:
    """What one process keeps between blocks."""

    current: _Worker

    def __init__(self, catalog: Catalog, order: Order, build: Build) -> None:
        # First, as it may start a process, which gets ready meanwhile.
        self.rewriter = order.rewriting and _rewriter(order, order.rewriting, catalog.spec)
        self.maker = BlockMaker(catalog, order.seed, order.languages, order.question_types or (), order.eta)
        self.build = build
        gc.collect()
        gc.freeze()  # the catalog lives as long as the process: no need to walk it again and again

    def run(self, blocks: Sequence[Numbered]) -> Iterator[int]:
        """Make blocks and write them; yield how many more trajectories are done, as they are."""
        if self.rewriter:
            yield from self._run_rewritten(self.rewriter, blocks)
            return
        for number, start, stop in blocks:
            self._write(number, self._make(start, stop))
            yield stop - start

    def _run_rewritten(self, rewriter: BlockRewriter, blocks: Sequence[Numbered]) -> Iterator[int]:
        numbers = iter([number for number, _start, _stop in blocks])
        with closing(rewriter.rewrite(self._make(start, stop) for _number, start, stop in blocks)) as rewritten:
            for done, block in rewritten:
                if block:
                    rewriter.check_answered()
                    self._write(next(numbers), block)
                yield done

    def _make(self, start: int, stop: int) -> Block:
        with _no_collection():
            return self.maker.make(np.arange(start, stop))

    def _write(self, number: int, made: Block) -> None:
        with _no_collection():
            self.build.write_block(number, made.tables, {"counts": _counts(made), "redraws": made.redraws})
        del made
        gc.collect()
        pa.default_memory_pool().release_unused()  # what one block took is free for the next: memory does not grow with n

    def close(self) -> None:
        """End what the process started."""
        if self.rewriter:
            self.rewriter.close()


def _rewriter(order: Order, rewriting: Rewriting, spec: Spec) -> BlockRewriter:
    return BlockRewriter(rewriting, spec, order.languages, order.seed, rewriting.judge(spec, order.languages, order.n))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Hold the garbage collector back: a block is built of many objects, and none of them makes a cycle."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
    attach()
    _Worker.current = _Worker(Catalog(load_spec(scenario)), order, build)


def _run_in_worker(block: Numbered) -> int:
    return sum(_Worker.current.run([block]))


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
        workers: Processes; by default one for small sets and for those that a model rewrites, else one a core. The rows do not depend on it.
        resume: Keep the finished blocks of an interrupted run with the same settings.
        confirmed: Whether more than LARGE trajectories are meant.
        progress: Called with (trajectories done, n) as they are.

    Raises:
        InputError: A setting or the place makes no sense; nothing is written.
        GenerationError: A trajectory keeps no promise in the attempts allowed.
        CallError: The model that rewrites refuses all calls, or answers none; finished blocks and all replies are kept.
        BudgetError: Its next call could pass the budget; finished blocks and all replies are kept.
    """
    out = place_of(out)
    spec = load_spec(order.scenario)
    order.check(spec, confirmed=confirmed)
    if workers is not None and workers < 1:
        raise InputError(f"workers is {workers}; expected at least 1")
    if order.rewriting and workers not in {None, 1}:
        raise InputError(
            f"workers is {workers}; a model rewrites from one process, with --concurrency calls at a time: expected 1, or no --workers"
        )
    check_target(out)
    with _no_collection():
        catalog = Catalog(spec)  # a scenario that cannot be asked about fails before anything is written
    order = order.with_types(catalog)
    scenario = str(Path(spec.folder).absolute())
    build = Build(out, order.settings(spec))
    if order.rewriting:
        order.rewriting.client.open()
    count = workers or (1 if order.n < _WORTH_A_PROCESS or order.rewriting else os.cpu_count() or 1)
    first = _Worker(catalog, order, build) if count == 1 else None
    with locked(out):
        build.open(resume=resume)
        try:
            _fill(build, _run(first, scenario, order, build, count), order.n, progress)
        except GenerationError:
            build.abandon()
            raise
        about = {"memsim": version(), "n": order.n, "seed": order.seed, "languages": list(order.languages)}
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
    """Make the missing blocks and yield how many more trajectories are done; a run that ends early starts no further block."""
    done = build.done()
    todo = [block for block in blocks_of(order.n) if block[0] not in done]
    if first:
        try:
            yield from first.run(todo)
        finally:
            first.close()
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(count, max(1, len(todo))), context, _start_worker, (scenario, order, build))
    try:
        for future in as_completed([pool.submit(_run_in_worker, block) for block in todo]):
            yield future.result()
    except BrokenProcessPool:
        raise ProcessError("a worker process", "finished blocks are kept for --resume") from None
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
        if language in spec.pools and order.pool_size:
            texts = Pool(spec, language).texts(order.pool_size)
            everyone = ["user"] * len(texts)
            out[f"pool/{language}"] = tables.table(
                "pool", {"language": [language] * len(texts), "role": everyone, "speaker": everyone, "text": texts}
            )
    return out
