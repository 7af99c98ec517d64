"""The one event loop of the process, in a thread of its own.

litellm keeps its connections by loop, so one loop for all calls means one set of connections, closed once. Everything that calls share (budgets,
tallies) is touched by its thread only and needs no locks, and code that is not asynchronous waits for what runs in it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

_PATIENCE = 10.0  # seconds that the end of the process waits for what is cancelled


@cache
def _running() -> tuple[asyncio.AbstractEventLoop, threading.Thread]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="memsim.llm", daemon=True)
    thread.start()
    return loop, thread


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.cache_clear)  # threads are not inherited


def is_inside() -> bool:
    """Return whether this code runs in the loop."""
    return _running.cache_info().currsize > 0 and threading.current_thread() is _running()[1]


def submit(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Start work in the loop.

    Raises:
        RuntimeError: The loop itself asks; it would wait for itself for ever.
    """
    if is_inside():
        work.close()
        raise RuntimeError("a model is called and waited for inside the event loop of memsim.llm; expected `await client.acomplete(…)`")
    return asyncio.run_coroutine_threadsafe(work, _running()[0])


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Return what work in the loop returns, waiting for it; it is cancelled when nobody waits any more."""
    future = submit(work)
    try:
        return future.result()
    finally:
        future.cancel()


def end(last: Callable[[], Awaitable[object]]) -> None:
    """End the loop, if it runs: what is under way is cancelled, then `last` is awaited."""
    if not _running.cache_info().currsize:
        return
    loop, thread = _running()
    asyncio.run_coroutine_threadsafe(_wound_up(last), loop).result(_PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(_PATIENCE)
    loop.close()
    _running.cache_clear()


async def _wound_up(last: Callable[[], Awaitable[object]]) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await last()
    await asyncio.sleep(0)  # connections are closed a moment later than they are told to
