import asyncio
import gc
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import suppress

import pytest

from memsim.errors import InputError
from memsim.llm import loop
from memsim.llm.bounded import bounded


class Work:
    """Jobs that sleep as many seconds as they say, and what is seen of them."""

    def __init__(self):
        self.started, self.ended, self.cancelled = [], [], []
        self.most = 0

    async def __call__(self, seconds):
        self.started.append(seconds)
        self.most = max(self.most, len(self.started) - len(self.ended) - len(self.cancelled))
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            self.cancelled.append(seconds)
            raise
        self.ended.append(seconds)
        return seconds


def test_results_come_in_the_order_of_jobs_whatever_ends_first():
    jobs = [0.03, 0.0, 0.02, 0.01] * 5
    assert list(bounded(Work(), jobs, 4)) == jobs


def test_there_may_be_no_jobs():
    assert list(bounded(Work(), [], 4)) == []


@pytest.mark.parametrize("concurrency", [1, 3, 32])
def test_no_more_jobs_run_than_may_and_as_many_as_may(concurrency):
    work = Work()
    list(bounded(work, [0.01] * 100, concurrency))
    assert work.most == concurrency


@pytest.mark.parametrize("concurrency", [0, -1])
def test_a_concurrency_that_makes_no_sense_is_refused_at_once(concurrency):
    with pytest.raises(InputError, match=f"concurrency {concurrency}; expected 1"):
        bounded(Work(), [0.0], concurrency)


def test_jobs_are_taken_as_there_is_room_in_the_thread_of_the_caller():
    taken = []

    def jobs():
        for number in itertools.count():
            assert threading.current_thread() is threading.main_thread()
            taken.append(number)
            yield 0.0

    results = bounded(Work(), jobs(), 2)
    for done in range(1, 20):
        next(results)
        assert len(taken) <= done + 2 * 8
    results.close()


def test_a_slow_job_does_not_hold_up_the_others():
    work = Work()
    results = bounded(work, [0.3, *[0.0] * 12], 2)
    assert next(results) == 0.3
    assert len(work.ended) == 13


def test_memory_is_flat():
    async def work(number):
        return bytes(1000)

    seen = []
    tracemalloc.start()
    try:
        for number, _ in enumerate(bounded(work, range(10_000), 8)):
            if number % 2000 == 1999:
                gc.collect()
                seen.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert max(seen) < min(seen) + 300_000  # a hundred jobs of a kilobyte wait their turn, and not ten thousand


def failing_at(place):
    async def work(number):
        if number == place:
            raise ZeroDivisionError(f"job {number}")
        await asyncio.sleep(0.01)
        return number

    return work


def test_a_failure_is_raised_in_its_turn_after_the_results_before_it():
    results = bounded(failing_at(7), range(1000), 4)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(ZeroDivisionError, match="job 7"):
        next(results)


def test_after_a_failure_no_job_begins():
    begun = []

    async def work(number):
        begun.append(number)
        if number == 3:
            raise ZeroDivisionError
        await asyncio.sleep(0.2 if number == 0 else 0.01)

    with pytest.raises(ZeroDivisionError):
        list(bounded(work, range(1000), 2))
    assert max(begun) <= 4


def test_after_a_failure_what_is_under_way_comes_to_its_end():
    ended = []

    async def work(number):
        await asyncio.sleep(0.05 * number)
        if number == 1:
            raise ZeroDivisionError
        ended.append(number)

    with pytest.raises(ZeroDivisionError):
        list(bounded(work, [1, 3, 2, 5, 5], 3))
    assert sorted(ended) == [2, 3]


def test_jobs_that_cannot_be_taken_raise_and_cancel_those_under_way():
    work = Work()

    def jobs():
        yield from [60.0] * 3
        time.sleep(0.05)
        raise ZeroDivisionError("no more jobs")

    with pytest.raises(ZeroDivisionError, match="no more jobs"):
        list(bounded(work, jobs(), 2))
    assert work.cancelled == [60.0, 60.0]


@pytest.mark.parametrize("how", ["break", "raise", "close"])
def test_who_stops_early_leaves_nothing_behind(how):
    work = Work()
    results = bounded(work, [0.0, *[60.0] * 100], 4)
    with suppress(ZeroDivisionError):
        for number in results:
            if how == "break":
                break
            if how == "close":
                results.close()
            else:
                _ = 1 / number
    del results
    assert len(work.started) == len(work.ended) + len(work.cancelled)
    assert loop.wait(under_way()) == []


async def under_way():
    return [task for task in asyncio.all_tasks() if "Crew" in task.get_coro().__qualname__]


def test_it_may_not_be_used_inside_the_loop():
    async def work():
        return list(bounded(Work(), [0.0], 1))

    with pytest.raises(RuntimeError, match="inside the event loop"):
        loop.wait(work())


INTERRUPTED = """
import asyncio
from memsim.llm.bounded import bounded
async def work(number):
    try:
        await asyncio.sleep(60 if number else 0)
    finally:
        print("ended", number, flush=True)
try:
    for _ in bounded(work, range({jobs}), 3):
        print("ready", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", [2, 3, 10])
def test_an_interrupt_ends_it_cleanly(jobs):
    script = INTERRUPTED.format(jobs=jobs)
    child = subprocess.Popen([sys.executable, "-X", "dev", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = [child.stdout.readline().strip() for _ in range(2)]
    assert said == ["ended 0", "ready"]
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert sorted(out.splitlines()) == [*(f"ended {number}" for number in range(1, min(jobs, 4))), "interrupted"]
    assert err == ""
    assert child.returncode == 0
