"""Calls overlap: a model that takes its time is asked many things at a time."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest
from models import FAKE, fake_model, swift_model

from memsim.llm.bounded import bounded
from memsim.llm.cache import ReplyCache
from memsim.llm.client import Client

pytestmark = pytest.mark.slow

LATENCY = 1.0  # much more than a call takes of a processor that is shared


def test_calls_are_made_at_a_time(tmp_path):
    with swift_model(LATENCY) as address, closing(ReplyCache(tmp_path / "replies.sqlite")) as cache:
        client = Client(FAKE, address, cache=cache)
        ask = lambda seed: client.acomplete([{"role": "user", "content": "Hello"}], seed=seed, max_tokens=5)  # noqa: E731
        list(bounded(ask, range(1000, 1032), 32))  # litellm imports much at its first calls, and connections open
        started = time.monotonic()
        assert len(list(bounded(ask, range(96), 32))) == 96
        assert 96 / (time.monotonic() - started) > 6 / LATENCY  # 32 on a machine that has time; one after the other, it is 1
        assert client.tally.calls == client.tally.tries == 128


KILLED = """
import sys
from memsim.llm.bounded import bounded
from memsim.llm.cache import ReplyCache
from memsim.llm.client import Client
client = Client("openai/stub", sys.argv[1], cache=ReplyCache(sys.argv[2]))
async def ask(seed):
    await client.acomplete([{"role": "user", "content": "Hello"}], seed=seed, max_tokens=5)
    print(seed, flush=True)
list(bounded(ask, range(10_000), 8))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_what_was_answered_before_a_process_was_killed_is_not_asked_again(tmp_path):
    path = tmp_path / "replies.sqlite"
    with fake_model("B") as model:
        child = subprocess.Popen([sys.executable, "-c", KILLED, model.api_base, path], stdout=subprocess.PIPE, text=True)
        answered = [int(child.stdout.readline()) for _ in range(50)]
        os.kill(child.pid, signal.SIGKILL)
        answered += [int(line) for line in child.communicate()[0].split("\n")[:-1]]
        asked = len(model.requests)
        with closing(ReplyCache(path)) as cache:
            client = Client(FAKE, model.api_base, cache=cache)
            again = [client.complete([{"role": "user", "content": "Hello"}], seed=seed, max_tokens=5) for seed in answered]
    assert all(said.cached and said.text == "B" for said in again)
    assert len(model.requests) == asked
