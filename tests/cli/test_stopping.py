"""Whatever a command is doing, Ctrl-C and SIGTERM end it in one way: nothing is left half-written, and the exit code tells which it was."""

import os
import signal
import threading
from pathlib import Path

import pytest
from foreign import written
from sets import names_in, start

from memsim.cli.stopping import Terminated, end, terminable

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"

#: Says so when all is written but not yet on the disk, and then waits.
WAITING = "import time; from memsim.io import files; files.sync = lambda path: (print('waiting', flush=True), time.sleep(120))"
COMMANDS = {
    "convert to a file": ("convert", SAMPLE, "out.json", "--to", "longmemeval", "--language", "en"),
    "convert to a folder": ("convert", SAMPLE, "out", "--to", "beir", "--language", "en"),
    "check with a page": ("check", SAMPLE, "--only", "structure", "--html", "page.html", "--quiet"),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_command_that_is_stopped_leaves_nothing_and_says_so(tmp_path, monkeypatch, arguments, number):
    monkeypatch.chdir(tmp_path)
    child = start(*arguments, first=WAITING)
    assert child.stdout.readline() == "waiting\n"
    assert len(names_in(tmp_path)) == 1, "it waits while something is half-written"
    child.send_signal(number)
    said, complained = child.communicate(timeout=60)
    assert (child.returncode, said, complained.strip()) == (128 + number, "", "interrupted")
    assert names_in(tmp_path) == []


def test_a_run_that_is_terminated_is_kept_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = written("locomo", tmp_path / "talks.json")
    reading = (
        "import time; from memsim.measure import answering; answering.passages = lambda *_: (print('waiting', flush=True), time.sleep(120))"
    )
    arguments = ("bench", path, "--memory", "bm25", "--out", "run", "--quiet")
    child = start(*arguments, first=reading)
    assert child.stderr.readline() == "waiting\n"
    child.send_signal(signal.SIGTERM)
    _, complained = child.communicate(timeout=60)
    assert child.returncode == 128 + signal.SIGTERM
    assert "--resume" in complained
    child = start(*arguments, "--resume")
    child.communicate(timeout=120)
    assert child.returncode == 0


@pytest.fixture
def default():
    """What happens to SIGTERM here is as in a process that has just begun, and afterwards as it was."""
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


def terminate():
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.usefixtures("default")
def test_sigterm_is_listened_to_once_and_only_inside():
    def work():
        with terminable():
            try:
                terminate()
            finally:
                terminate()  # one that comes while things are cleaned up

    with pytest.raises(Terminated):
        work()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.usefixtures("default")
@pytest.mark.parametrize("taken", [signal.SIG_IGN, lambda *_: None])
def test_who_takes_sigterm_already_keeps_it(taken):
    signal.signal(signal.SIGTERM, taken)
    with terminable():
        terminate()
        assert signal.getsignal(signal.SIGTERM) is taken


def test_a_command_can_run_in_a_thread_which_no_signal_reaches():
    ran = []

    def run():
        with terminable():
            ran.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ran == [True]


@pytest.mark.parametrize(("stop", "code"), [(None, 130), (KeyboardInterrupt(), 130), (Terminated(), 143)])
def test_the_exit_code_is_that_of_shells(capsys, stop, code):
    with pytest.raises(SystemExit) as caught:
        end(stop, "over")
    assert (caught.value.code, capsys.readouterr().err) == (code, "over\n")
