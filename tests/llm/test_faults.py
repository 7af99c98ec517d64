"""A server that misbehaves in every way there is: each call comes to a reply or to an error that says why, soon, and without a secret."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from models import swift_model

from memsim.errors import CallError, RefusedError
from memsim.llm import client as client_module
from memsim.llm.cache import ReplyCache
from memsim.llm.client import Client

HELLO = [{"role": "user", "content": "Hello"}]
PLANTED = {"OPENAI_API_KEY": "planted-key-1", "AWS_SECRET_ACCESS_KEY": "planted-key-2", "HF_TOKEN": "planted-key-3"}

#: By the name of the model, what is said of it, and whether there is another try.
ERRORS = {
    "busy": ("RateLimitError: .*slow down", True),
    "busy-for-a-while": ("RateLimitError: .*slow down", True),
    "broken": ("InternalServerError: .*oops", True),
    "broken-proxy": ("BadGatewayError: .*502", True),
    "proxy": ("invalid response .*a proxy", True),
    "reset": ("Connection error.*received 40 of", True),
    "reset-at-once": ("Connection error.*ConnectionResetError", True),
    "hang": ("Timeout: ", True),
    "drip": ("NoReplyError: no end of the reply after 0.6 s", True),
    "cut": ("line 1 column", True),
    "not-utf8": ("'utf-8' codec can't decode", True),
    "no-choices": ("NoReplyError: a reply without choices", True),
    "no-object": (r"invalid response .*\[1, 2\]", True),
    "empty-object": ("no 'choices'", True),
    "no-http": ("Connection error.*Bad status line", True),
    "too-long": ("BadRequestError: .*maximum context length", False),
    "filtered": ("BadRequestError: .*content filter", False),
}
REFUSED = {
    "wrong-key": "AuthenticationError: .*wrong key",
    "unpaid": "pay first",
    "forbidden": "not for you",
    "unknown": "NotFoundError: .*no such model",
    "no-quota": "insufficient_quota",
}
REPLIES = {
    "plain": "B",
    "long": "word " * 2_000_000,
    "half-a-pair": "a?.",
    "no-content": "",
    "no-usage": "B",
}


@pytest.fixture(scope="module")
def address():
    with swift_model() as address:
        Client("openai/plain", address).complete(HELLO, seed=0, max_tokens=5)  # litellm imports much at its first call
        yield address


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    for name, value in PLANTED.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(client_module, "_SLACK", 0.2)


def ask(address, name, **options):
    client = Client(
        f"openai/{name}", f"{address}?key=planted-word&sig=planted%2Bsig", **{"timeout": 0.4, "attempts": 2, "wait": 0.01, **options}
    )
    return client.complete(HELLO, seed=0, max_tokens=5)


@pytest.mark.parametrize("name", ERRORS)
def test_a_failure_says_why(address, name, caplog):
    why, again = ERRORS[name]
    with pytest.raises(CallError, match=f"^model 'openai/{name}' could not be called .tries: {1 + again}.: .*{why}") as caught:
        ask(address, name)
    assert not isinstance(caught.value, RefusedError)
    assert len(caplog.records) == 2 + again
    assert "planted" not in str(caught.value) + caplog.text


@pytest.mark.parametrize("name", REFUSED)
def test_a_failure_that_concerns_all_calls_says_so_at_once(address, name, caplog):
    with pytest.raises(RefusedError, match=f"tries: 1.*{REFUSED[name]}") as caught:
        ask(address, name)
    assert "planted" not in str(caught.value) + caplog.text


@pytest.mark.parametrize("name", REPLIES)
def test_an_odd_reply_is_a_reply(address, name, tmp_path):
    with closing(ReplyCache(tmp_path / "replies.sqlite")) as cache:
        said = ask(address, name, timeout=30, cache=cache)
        assert said.text == REPLIES[name]
        assert ask(address, name, cache=cache) == said._replace(cached=True)


def test_credentials_in_an_address_are_told_to_nobody(address, caplog, capsys):
    wrong = address.replace("http://", "http://me:planted-word@")
    with pytest.raises(RefusedError, match=r"tries: 1.*credentials encoded in URL") as caught:
        Client("openai/plain", wrong).complete(HELLO, seed=0, max_tokens=5)
    with pytest.raises(CallError) as unreachable:
        Client("openai/plain", "http://me:planted-word@127.0.0.1:9/v1?key=planted-too", attempts=1).complete(HELLO, seed=0, max_tokens=5)
    assert "planted" not in str(caught.value) + str(unreachable.value) + caplog.text + "".join(capsys.readouterr())


@pytest.mark.parametrize("blanks", ["", " "])
def test_a_key_that_a_server_sends_back_is_kept_nowhere(tmp_path, caplog, monkeypatch, blanks):
    from models import Told, fake_model

    monkeypatch.setenv("OPENAI_API_KEY", f"planted-key-1{blanks}")
    path = tmp_path / "replies.sqlite"
    echo = lambda request: Told(f"You are planted-key-1, at planted-word: {request['seed']}", 200 if request["seed"] else 500)  # noqa: E731
    with fake_model(echo) as model, closing(ReplyCache(path)) as cache:
        client = Client("openai/stub", f"{model.api_base}?key=planted-word", cache=cache, attempts=1)
        assert client.complete(HELLO, seed=1, max_tokens=5).text == "You are [redacted], at [redacted]: 1"
        with pytest.raises(CallError) as caught:
            client.complete(HELLO, seed=0, max_tokens=5)
    assert [key.strip() for key in model.keys] == ["Bearer planted-key-1"] * 2
    assert "planted" not in str(caught.value) + caplog.text + str(client.identity()) + str(client.tally)
    assert all(b"planted" not in file.read_bytes() for file in tmp_path.iterdir())
    with closing(sqlite3.connect(path)) as database:
        assert "planted" not in "".join(database.iterdump())


def test_a_key_that_cannot_be_sent_is_told_to_nobody(address, monkeypatch, caplog):
    monkeypatch.setenv("OPENAI_API_KEY", "planted-key-1\n")
    with pytest.raises(CallError) as caught:
        ask(address, "plain", attempts=1)
    assert "planted" not in str(caught.value) + caplog.text


def test_nothing_is_printed(address, capfd):
    for name in [*ERRORS, *REFUSED]:
        with pytest.raises(CallError):
            ask(address, name, attempts=1)
    assert capfd.readouterr() == ("", "")


ENDING = """
import itertools, os, signal, sys, threading
sys.path.append({tests!r})
from models import swift_model
from memsim.llm.bounded import bounded
from memsim.llm.client import Client
def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
with swift_model(0.1) as address:
    client = Client("openai/plain", address)
    ask = lambda seed: client.acomplete([{{"role": "user", "content": "Hello"}}], seed=seed, max_tokens=5)
    results = bounded(ask, itertools.count(), 32)
    assert next(results).text == "B"
    {then}
print("ended")
"""
THEN = {
    "an interrupt": "threading.Timer(0.15, interrupt).start()\n    try:\n        for _ in results: pass\n    except KeyboardInterrupt: print('interrupted')",
    "a failure of the caller": "try:\n        for _ in results: 1 / 0\n    except ZeroDivisionError: pass",
    "the end of the process": "sys.exit()",
}


@pytest.mark.slow
@pytest.mark.parametrize("how", THEN)
def test_calls_under_way_leave_nothing_behind_at(how):
    script = ENDING.format(tests=str(Path(__file__).parents[1]), then=THEN[how])
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert ended.stderr == ""
