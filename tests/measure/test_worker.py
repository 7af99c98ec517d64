import signal
import threading
import time
from contextlib import suppress

import pytest

from memsim.measure.worker import Worker

SOON = 0.5


class LoudError(Exception):
    def __str__(self):
        raise ValueError("no words")


def endless():
    while True:
        pass


def deaf():
    """Ends late, and cannot be told to stop: time.sleep does not listen."""
    time.sleep(12 * SOON)


@pytest.fixture
def worker():
    made = Worker(30)
    yield made
    made.close()


@pytest.fixture
def hasty(capfd):
    """A worker with a short limit; nothing of what its threads go through may show."""
    made = Worker(SOON)
    yield made
    made.close()
    assert capfd.readouterr().err == ""


def thrown(error):
    def function():
        raise error

    return function


def alive(ident):
    return any(thread.ident == ident for thread in threading.enumerate())


def ends(ident):
    """Whether a thread ends within a while."""
    deadline = time.perf_counter() + 10
    while alive(ident) and time.perf_counter() < deadline:
        time.sleep(0.01)
    return not alive(ident)


def test_a_value_is_returned_with_the_seconds_it_took(worker):
    assert worker.call(lambda: 5)[:2] == (5, "")
    assert worker.call(lambda: None)[:2] == (None, "")
    assert 0.05 <= worker.call(lambda: time.sleep(0.05)).seconds < 5


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("no such thing"), "ValueError: no such thing"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt: "),
        (GeneratorExit(), "GeneratorExit: "),
        (StopIteration(), "StopIteration: "),
        (LoudError(), "LoudError, which does not say why"),
    ],
)
def test_whatever_is_raised_is_told(worker, error, said):
    done = worker.call(thrown(error))
    assert done[:2] == (None, said)
    assert worker.call(lambda: "next").value == "next"


def test_all_calls_are_made_in_one_thread_that_is_not_the_callers(worker):
    idents = {worker.call(threading.get_ident).value for _ in range(5)}
    assert len(idents) == 1
    assert idents != {threading.get_ident()}


def test_an_endless_loop_is_stopped_and_the_next_call_is_made(hasty):
    ident = hasty.call(threading.get_ident).value
    done = hasty.call(endless)
    assert done[:3] == (None, f"no end after {SOON} s", SOON)
    assert hasty.call(lambda: 5).value == 5
    assert ends(ident)


def test_a_call_that_does_not_listen_is_left_behind(hasty):
    ident = hasty.call(threading.get_ident).value
    assert hasty.call(deaf).error == f"no end after {SOON} s"
    started = time.perf_counter()
    assert hasty.call(lambda: 5).value == 5
    assert time.perf_counter() - started < 10 * SOON
    assert alive(ident)
    assert ends(ident)


def test_what_a_call_left_behind_returns_is_never_taken_for_another(hasty):
    def late():
        try:
            endless()
        finally:
            return "late"  # noqa: B012 - it swallows that it was told to stop

    hasty.call(late)
    assert [hasty.call(lambda number=number: number).value for number in range(20)] == list(range(20))


def test_a_call_that_ends_just_when_it_is_told_to_stop_leaves_no_trace(hasty):
    ident = hasty.call(threading.get_ident).value
    hasty._abandon()
    assert ends(ident)
    assert hasty.call(lambda: 5).value == 5


def test_a_call_that_swallows_exceptions_is_stopped(hasty):
    def stubborn():
        while True:
            with suppress(Exception):
                endless()

    ident = hasty.call(threading.get_ident).value
    hasty.call(stubborn)
    assert ends(ident)


def test_a_user_who_interrupts_a_call_does_not_wait_for_it(hasty):
    def interrupted():
        time.sleep(SOON)  # until the caller waits
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        endless()

    hasty._timeout = 30
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        hasty.call(interrupted)
    assert hasty.call(lambda: "closed").value == "closed"
    assert time.perf_counter() - started < 10


def test_a_limit_may_be_infinite():
    worker = Worker(float("inf"))
    assert worker.call(lambda: 5).value == 5
    worker.close()


def test_a_worker_that_was_closed_leaves_no_thread():
    worker = Worker(30)
    ident = worker.call(threading.get_ident).value
    worker.close()
    assert ends(ident)
