"""Calls the code of somebody else with a time limit."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from typing import Any, NamedTuple


class Done(NamedTuple):
    """How a call ended: its value, or why there is none and what was raised; and the seconds it took."""

    value: Any
    error: str
    seconds: float
    raised: BaseException | None = None


class _Stopped(BaseException):
    """Raised inside a call that ran out of time."""


class Worker:
    """One thread in which all calls are made, so that a memory may keep what belongs to a thread, such as a connection.

    A call that runs out of time is told to stop; where it does not listen (it waits in C code), its thread is left behind, and a new one takes over.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = min(timeout, threading.TIMEOUT_MAX)
        self._start()

    def _start(self) -> None:
        self._calls: Queue[Callable[[], Any] | None] = Queue()
        self._ends: Queue[Done] = Queue()
        self._thread = threading.Thread(target=_serve, args=(self._calls, self._ends), daemon=True, name="memsim-memory")
        self._thread.start()

    def call(self, function: Callable[[], Any]) -> Done:
        """Call a function without arguments; whatever it raises is told, not raised."""
        self._calls.put(function)
        try:
            return self._ends.get(timeout=self._timeout)
        except Empty:
            self._abandon()
            return Done(None, f"no end after {self._timeout:g} s", self._timeout)
        except KeyboardInterrupt:
            self._abandon()  # what is called to clean up must not wait for it
            raise

    def _abandon(self) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(_Stopped))
        self._calls.put(None)
        self._start()

    def close(self) -> None:
        """Let the thread end."""
        self._calls.put(None)


def _serve(calls: Queue[Callable[[], Any] | None], ends: Queue[Done]) -> None:
    with suppress(_Stopped):
        while (function := calls.get()) is not None:
            started = time.perf_counter()
            try:
                done = Done(function(), "", time.perf_counter() - started)
            except BaseException as raised:  # noqa: BLE001 - a memory may raise anything, SystemExit too; it is told with the row
                done = Done(None, _told(raised), time.perf_counter() - started, raised)
            ends.put(done)


def _told(raised: BaseException) -> str:
    name = type(raised).__name__
    try:
        return f"{name}: {raised}"
    except Exception:  # noqa: BLE001 - what it says of itself is somebody else's code too
        return f"{name}, which does not say why"
