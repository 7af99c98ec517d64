import asyncio
import os
import subprocess
import sys
import threading
import time

import pytest

from memsim.llm import loop


async def thread():
    return threading.current_thread()


def test_all_work_runs_in_one_thread_that_is_nobodys():
    first = loop.wait(thread())
    assert loop.wait(thread()) is first
    assert first is not threading.current_thread()


def test_what_work_raises_is_raised():
    async def work():
        raise ZeroDivisionError("by zero")

    with pytest.raises(ZeroDivisionError, match="by zero"):
        loop.wait(work())


def test_many_threads_may_wait():
    async def echo(number):
        await asyncio.sleep(0.01)
        return number

    found = {}
    threads = [threading.Thread(target=lambda number=number: found.update({number: loop.wait(echo(number))})) for number in range(20)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == {number: number for number in range(20)}


def test_the_loop_may_not_wait_for_itself():
    async def work():
        assert loop.is_inside()
        return loop.wait(thread())

    assert not loop.is_inside()
    with pytest.raises(RuntimeError, match="expected `await"):
        loop.wait(work())


def test_work_that_nobody_waits_for_any_more_is_cancelled():
    ended = threading.Event()

    async def work():
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    future = loop.submit(work())
    time.sleep(0.05)
    future.cancel()
    assert ended.wait(10)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_forks_has_a_loop_of_its_own():
    script = """
import os, warnings
warnings.simplefilter("ignore")  # of newer Pythons, on forking with threads
from memsim.llm import loop
async def work():
    return os.getpid()
assert loop.wait(work()) == os.getpid()
child = os.fork()
if not child:
    os._exit(0 if loop.wait(work()) == os.getpid() else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_the_end_cancels_what_is_under_way_and_does_one_last_thing():
    script = """
import asyncio, time
from memsim.llm import loop
async def work():
    try:
        await asyncio.sleep(60)
    finally:
        print("cancelled")
async def last():
    print("last")
loop.end(last)  # nothing runs: nothing to end
future = loop.submit(work())
time.sleep(0.05)
loop.end(last)
assert future.cancelled()
"""
    ended = subprocess.run([sys.executable, "-X", "dev", "-c", script], check=True, timeout=60, capture_output=True, text=True)
    assert ended.stdout.split() == ["cancelled", "last"]
    assert ended.stderr == ""
