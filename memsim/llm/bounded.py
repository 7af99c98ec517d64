"""Many jobs at a time, from code that is not asynchronous: results in order, so many under way, so much memory."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from memsim.errors import InputError
from memsim.llm.loop import submit, wait

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 8  # jobs taken for each that may be under way: a slow one does not hold up the others for long


def bounded(work: Callable[[T], Awaitable[R]], jobs: Iterable[T], concurrency: int) -> Iterator[R]:
    """Yield the result of each job, in the order of the jobs.

    The first job that fails, in that order, raises its error after the results before it; no other then begins, and those under way come to their
    end, as calls are paid for. When the caller stops or is interrupted, they are cancelled.

    Args:
        work: What to do for a job; runs in the loop of the process, together with the others.
        jobs: Taken when there is room, in the thread of the caller: at most eight times the concurrency ahead of what was yielded.
        concurrency: How many jobs are under way at most.

    Raises:
        InputError: The concurrency is below 1.
    """
    if concurrency < 1:
        raise InputError(f"concurrency {concurrency}; expected 1 or more")
    return _results(_Crew(work, concurrency), jobs, concurrency * _AHEAD)


def _results(crew: _Crew[T, R], jobs: Iterable[T], most: int) -> Iterator[R]:
    ahead: deque[Future[R]] = deque()
    try:
        for job in jobs:
            ahead.append(submit(crew.do(job)))
            if len(ahead) == most:
                yield _first(ahead)
        while ahead:
            yield _first(ahead)
    finally:
        if any(not future.done() for future in ahead):
            wait(crew.end())


def _first(ahead: deque[Future[R]]) -> R:
    result = ahead[0].result()  # stays there until it has come, to be cancelled if that is interrupted
    ahead.popleft()
    return result


class _Crew(Generic[T, R]):
    """Does jobs, so many at a time."""

    def __init__(self, work: Callable[[T], Awaitable[R]], size: int) -> None:
        self._work = work
        self._at_work: set[asyncio.Task[Any] | None] = set()
        self._room = asyncio.Semaphore(size)
        self._failed = False

    async def do(self, job: T) -> R:
        """Do a job when there is room for it."""
        task = asyncio.current_task()
        self._at_work.add(task)
        try:
            return await self._in_turn(job)
        except BaseException:
            self._failed = True
            raise
        finally:
            self._at_work.discard(task)

    async def _in_turn(self, job: T) -> R:
        async with self._room:
            if self._failed:  # an earlier one, as jobs start in order: nobody will ask for this one
                raise asyncio.CancelledError
            return await self._work(job)

    async def end(self) -> None:
        """Wait until no job is under way: where none has failed, they are cancelled."""
        tasks = [task for task in self._at_work if task]
        if not self._failed:
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
