"""A Hugging Face Hub on this machine, for datasets: what clients ask of the real one, and whatever may go wrong on the way."""

import os
import re
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from fake_hub_routes import Reply, Request, answer, refusal
from fake_hub_store import RefusedError


class Fault:
    """What becomes of a request; of this one nothing bad."""

    def befall(self, exchange):
        exchange.send(exchange.answer(exchange.read()))


@dataclass(frozen=True)
class Status(Fault):
    """The request is not heeded, and answered by a status; `code` is what clients tell errors apart by, `headers` are pairs."""

    status: int
    message: str = "Refused by the test"
    code: str | None = None
    headers: tuple = ()

    def befall(self, exchange):
        exchange.read()
        exchange.send(refusal(RefusedError(self.status, self.message, self.code, **dict(self.headers))))


@dataclass(frozen=True)
class DropRequest(Fault):
    """The connection ends after some bytes of the body have been read, before the Hub heeds the request."""

    after: int = 0

    def befall(self, exchange):
        exchange.read(self.after)
        exchange.drop()


class LoseAnswer(Fault):
    """The Hub heeds the request, but the connection ends before the answer."""

    def befall(self, exchange):
        exchange.answer(exchange.read())
        exchange.drop()


@dataclass(frozen=True)
class CutAnswer(Fault):
    """The connection ends after some bytes of the body of the answer."""

    after: int = 0

    def befall(self, exchange):
        exchange.send(exchange.answer(exchange.read()), self.after)


@dataclass(frozen=True)
class Slow(Fault):
    """The answer is made to wait, in seconds."""

    seconds: float

    def befall(self, exchange):
        exchange.hub.stopped.wait(self.seconds)
        super().befall(exchange)


class Logged(NamedTuple):
    """A request: `path` without its query and not quoted, `status` None where the connection ended before an answer."""

    method: str
    path: str
    status: int | None


@dataclass
class _Plan:
    """A fault that waits for its requests."""

    method: str
    pattern: str
    fault: Fault
    after: int
    times: float

    def met(self, request):
        """Whether the fault befalls a request, which is counted where it fits."""
        if not (fnmatch(request.method, self.method) and re.search(self.pattern, request.path)):
            return False
        self.after -= 1
        if self.after >= 0 or self.times <= 0:
            return False
        self.times -= 1
        return True


class FakeHub:
    """A Hub of one user and some organizations, open to what carries its token while the context lasts.

    `log` holds the requests in order, `authorizations` what each had in its header of that name. `page_size` is the number of entries that a tree
    lists at once, `renamed` leads from names that repositories once had to those they have. An error of this Hub's own is raised when the context ends.
    """

    def __init__(self, user="ada", organizations=("lab",)):
        self.user, self.organizations, self.token = user, organizations, f"hf_{user}"
        self.repositories, self.renamed, self.log, self.authorizations, self.page_size = {}, {}, [], [], 1000
        self.lock, self.stopped, self._plans, self._broken = threading.RLock(), threading.Event(), [], []

    def __enter__(self):
        self._server = _Server(("127.0.0.1", 0), partial(_Handler, self))
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        if self._broken:
            raise self._broken[0]

    def environment(self, home, **changes):
        """The environment of a process whose clients know this Hub only, and keep all they have in a folder; a change to None takes a name out."""
        told = {
            "HF_ENDPOINT": self.endpoint,
            "HF_TOKEN": self.token,
            "HF_HOME": str(home),
            "HF_HUB_DISABLE_XET": "1",  # its store speaks a protocol of its own
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "HF_UPDATE_DOWNLOAD_COUNTS": "0",
            "HF_HUB_OFFLINE": "0",
        }
        kept = {name: value for name, value in os.environ.items() if not re.search("^(HF|HUGGING_?FACE)_|_PROXY$", name.upper())}
        return {name: value for name, value in {**kept, **told, **changes}.items() if value is not None}

    def api(self, monkeypatch, token=None):
        """A client in this process, which may have been told to stay offline, and waits for nothing when it tries again."""
        from huggingface_hub import HfApi, constants

        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
        monkeypatch.setattr("time.sleep", lambda _: None)
        return HfApi(endpoint=self.endpoint, token=self.token if token is None else token)

    def fail(self, method, pattern, fault, *, after=0, times=1):
        """Let a fault befall requests of a method ("*": any) whose path has a match of a regular expression, once some of them have passed."""
        with self.lock:
            self._plans.append(_Plan(method, pattern, fault, after, times))

    def commits(self, repo, revision="main"):
        """The commits of a revision, the newest first; the oldest is the Hub's own."""
        return self.repositories[repo].history(revision)

    def tags(self, repo):
        """The hashes that the tags lead to, by tag."""
        return dict(self.repositories[repo].tags)

    def files(self, repo, revision="main"):
        """The content of each file, by path; `.gitattributes` is the Hub's own."""
        return {path: blob.content for path, blob in self.repositories[repo].at(revision).files.items()}

    def fault(self, request):
        with self.lock:
            return next((plan.fault for plan in self._plans if plan.met(request)), Fault())

    def heed(self, request):
        """Answer a request, one after the other."""
        with self.lock:
            try:
                return answer(self, request)
            except Exception as error:  # noqa: BLE001
                self._broken.append(error)
                return refusal(RefusedError(500, f"The fake Hub failed: {error!r}"))

    def note(self, request, status):
        with self.lock:
            self.log.append(Logged(request.method, request.path, status))
            self.authorizations.append(request.headers.get("Authorization"))

    def caller(self, request):
        """The user whose token came with a request, None where none did."""
        came = request.headers.get("Authorization")
        if came not in {None, f"Bearer {self.token}"}:
            raise RefusedError(401, "Invalid credentials in Authorization header")
        return self.user if came else None

    def signed_in(self, request):
        user = self.caller(request)
        if user is None:
            raise RefusedError(401, _STRANGER)
        return user

    def may_write(self, repo_id, user):
        if repo_id.split("/")[0] not in {user, *self.organizations}:
            raise RefusedError(403, f"You don't have the rights to write to {repo_id}")

    def opened(self, repo_id, user, *, writes):
        """A repository that a caller may see, and write to; a stranger is not told whether one exists."""
        repo = self.repositories.get(self.renamed.get(repo_id, repo_id))
        if user is None and (writes or repo is None or repo.private):
            # Clients take a 401 at a repository for this by themselves, but only where it comes by https.
            raise RefusedError(401, _STRANGER, "RepoNotFound")
        if repo is None:
            raise RefusedError(404, "Repository not found", "RepoNotFound")
        if writes:
            self.may_write(repo_id, user)
        return repo


_STRANGER = "Invalid username or password."


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # closing waits for the last answers, so that no connection is left open

    def handle_error(self, *_):
        """Clients that hang up are none of the Hub's errors, which are kept by `heed`."""


class _Handler(BaseHTTPRequestHandler):
    """One exchange over one connection, which a fault may befall."""

    timeout = 30

    def __init__(self, hub, *args):
        self.hub, self.asked, self.left = hub, None, 0
        super().__init__(*args)

    def log_message(self, *_):
        pass

    def _exchange(self):
        headers = {name.title(): value for name, value in self.headers.items()}
        self.asked = Request(self.command, self.path, headers)
        self.left = int(self.headers.get("Content-Length", 0))
        self.hub.fault(self.asked).befall(self)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _exchange  # noqa: N815

    def read(self, most=None):
        """The body of the request, or the first bytes of it."""
        return self.rfile.read(self.left if most is None else min(most, self.left))

    def answer(self, body):
        return self.hub.heed(replace(self.asked, body=body))

    def send(self, reply: Reply, most=None):
        """Send a reply, or no more than the first bytes of its body."""
        self.hub.note(self.asked, reply.status)
        with suppress(ConnectionError):
            self.send_response(reply.status)
            for name, value in {**reply.headers, "Content-Length": str(len(reply.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.body[:most])

    def drop(self):
        """End the connection without an answer."""
        self.hub.note(self.asked, None)
        self.close_connection = True
