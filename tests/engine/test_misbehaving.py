"""A set is complete and proved whatever the server of the model does, and nothing of the key is in any file or log."""

import itertools
import json
import logging
import re
import signal
import socketserver
import struct
import threading
import time
from contextlib import closing, contextmanager

import pytest
from models import fake_model
from rewriting import asked, faithful
from sets import digest_of, start

import memsim
from memsim.llm.cache import ReplyCache

KEY = "sk-planted-0123456789abcdef"
HANG = 2.0  # seconds, against a timeout of less


def http(body, status="200 OK", headers=""):
    data = body if isinstance(body, bytes) else body.encode()
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{headers}Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )


def says(content):
    message = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return http(json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [message], "usage": usage}))


def some_missing(request):
    return says(json.dumps(dict(list(json.loads(faithful(request)).items())[::2])))


def doubled(request):
    said = faithful(request)
    return says(f"{said[:-1]}, {said[1:]}")


def swapped(request):
    said = json.loads(faithful(request))
    return says(json.dumps(dict(zip(said, reversed(said.values()), strict=True))))


def empty(request):
    return says(json.dumps(dict.fromkeys(asked(request), "")))


def error(status, headers=""):
    return lambda _: http(json.dumps({"error": {"message": f"no, {KEY}"}}), status, headers)


RESET, SILENCE = object(), object()
BEHAVIOURS = {
    "busy": error("429 Too Many Requests"),
    "busy_for_a_while": error("429 Too Many Requests", "Retry-After: 0.01\r\n"),
    "broken": error("500 Internal Server Error"),
    "reset": lambda _: RESET,
    "silence": lambda _: SILENCE,
    "truncated_body": lambda request: says(faithful(request))[:-40],
    "truncated_json": lambda request: says(faithful(request)[:-25]),
    "some_missing": some_missing,
    "doubled": doubled,
    "swapped": swapped,
    "empty": empty,
    "html": lambda _: http("<html><body>Bad gateway</body></html>"),
    "huge": lambda request: says(json.dumps(dict.fromkeys(asked(request), "x" * (10_000_000 // len(asked(request)))))),
    "no_utf8": lambda _: http(b'{"choices": [{"message": {"content": "\xff\xfe\x80"}}]}'),
    "no_choices": lambda _: http('{"choices": []}'),
}


@contextmanager
def misbehaving(behaviours):
    """Serve one behaviour after the other, round and round; a faithful reply follows each."""
    turns = itertools.cycle([behaviour for name in behaviours for behaviour in (BEHAVIOURS[name], lambda request: says(faithful(request)))])

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            head = b"".join(iter(self.rfile.readline, b"\r\n"))
            request = json.loads(self.rfile.read(int(re.search(rb"(?i)content-length: (\d+)", head)[1])))
            reply = next(turns)(request)
            if reply is SILENCE:
                stop.wait(HANG)
            elif reply is RESET:
                self.request.setsockopt(socketserver.socket.SOL_SOCKET, socketserver.socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.request.close()
            else:
                self.wfile.write(reply)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

        def handle_error(self, *_):
            """A client that went away is no matter."""

    stop = threading.Event()
    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            stop.set()
            server.shutdown()


@pytest.mark.parametrize(
    "behaviours", [*([name] for name in BEHAVIOURS), list(BEHAVIOURS)], ids=lambda each: each[0] if len(each) == 1 else "all"
)
def test_whatever_a_server_does_the_set_is_complete_and_proved(tmp_path, monkeypatch, caplog, behaviours):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG, "memsim")
    with misbehaving(behaviours) as address, closing(ReplyCache(tmp_path / "replies.sqlite")) as cache:
        client = memsim.Client("openai/stub", address, temperature=0.7, timeout=HANG / 2, wait=0.01, cache=cache)
        started = time.monotonic()
        dataset = memsim.generate(
            "daily", 2 * len(behaviours) + 2, out=tmp_path / "set", rewriting=memsim.Rewriting(client, tries=2, concurrency=2)
        )
    assert time.monotonic() - started < 60
    assert dataset.check().faults == []
    counts = dataset.manifest["counts"]
    assert sum(counts["rewritten"].values()) == counts["messages"]
    assert counts["rewritten"].get("kept at try 1", 0) + counts["rewritten"].get("kept at try 2", 0) > 0
    assert KEY not in caplog.text
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_what_went_wrong_is_in_the_log_and_told_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with misbehaving(["busy_for_a_while", "broken"]) as address:
        run = start("generate", "--n", 3, "--out", tmp_path / "set", "--llm", "openai/stub", "--api-base", address, "--concurrency", 1,
                    "--cache", tmp_path / "replies.sqlite", "--log", tmp_path / "calls.log")  # fmt: skip
        out, _ = run.communicate(timeout=120)
    assert run.returncode == 0, out
    assert "InternalServerError" in out
    assert "RateLimitError" in out
    assert "kept at try 1" in out
    told = (tmp_path / "calls.log").read_text(encoding="utf-8")
    assert "RateLimitError" in told
    assert KEY not in told + out


@pytest.mark.slow
def test_a_killed_run_is_resumed_to_the_same_set_and_pays_for_nothing_twice(tmp_path):
    """What was answered when the run was killed is not asked for again; what was under way may be."""
    concurrency, n = 4, 60
    with fake_model(lambda request: time.sleep(0.02) or faithful(request)) as model:
        command = [
            "generate",
            "--n",
            n,
            "--seed",
            5,
            "--quiet",
            "--llm",
            "openai/stub",
            "--api-base",
            model.api_base,
            "--tries",
            1,
            "--concurrency",
            concurrency,
        ]
        child = start(*command, "--out", tmp_path / "set", "--cache", tmp_path / "replies.sqlite")
        while len(model.requests) < n // 2 and child.poll() is None:
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        before = [json.dumps(request) for request in model.requests]
        assert not (tmp_path / "set").exists()
        _ended(start(*command, "--out", tmp_path / "set", "--cache", tmp_path / "replies.sqlite", "--resume"))
        after = [json.dumps(request) for request in model.requests[len(before) :]]
        assert len(set(before) & set(after)) <= concurrency
        assert len({*before, *after}) == n
        assert len(before) + len(after) <= n + concurrency
        paid = len(model.requests)
        _ended(start(*command, "--out", tmp_path / "again", "--cache", tmp_path / "replies.sqlite"))
        assert len(model.requests) == paid
    assert digest_of(tmp_path / "again") == digest_of(tmp_path / "set")


def _ended(child):
    """Wait until a child ends well."""
    out, err = child.communicate(timeout=240)
    assert child.returncode == 0, out + err
