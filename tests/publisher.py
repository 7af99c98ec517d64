"""A server on this machine that gives files as publishers do, and fails in every way that is asked of it."""

import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from memsim.fetching.registry import File, Licence, PublicSet

OPEN = Licence("MIT", "free to use", "https://licence.example/mit")
TAG = '"one"'


def is_of(*files, licence=OPEN, opens=None, **changes):
    """A set of these files."""
    told = {"format": "locomo", "what": "A small set", "page": "https://set.example", "learned": "here", "by_hand": "ask for it"}
    return PublicSet(files=files, licence=licence, opens=files[0].path if opens is None else opens, **(told | changes))


def pinned(url, body, path="small.json"):
    return File(url, path, sha256(body).hexdigest(), len(body))


@dataclass
class Request:
    path: str
    headers: dict


@dataclass
class Publisher:
    """What is served, by path; what happens to the next requests, one after the other; and the requests so far."""

    url: str = ""
    files: dict = field(default_factory=dict)
    next: list = field(default_factory=list)
    requests: list = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def put(self, path, body):
        self.files[path] = body
        return pinned(self.url + path, body, path.rpartition("/")[2])

    @property
    def ranges(self):
        return [request.headers.get("range") for request in self.requests]


def gives(handler, body, *, status=200, length=None, **headers):
    """Send this; `length` is what is said of the body's, "" for nothing."""
    handler.send_response_only(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    if length != "":
        handler.send_header("Content-Length", str(len(body) if length is None else length))
    handler.end_headers()
    handler.wfile.write(body)
    handler.wfile.flush()


def serves(handler, body):
    """As servers of files do: a range of it if one is asked for, of the very file that is meant."""
    asked, meant = handler.headers.get("Range"), handler.headers.get("If-Range", TAG)
    start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and meant == TAG else 0
    if start == 0:
        gives(handler, body, ETag=TAG)
    elif start < len(body):
        gives(handler, body[start:], status=206, ETag=TAG, Content_Range=f"bytes {start}-{len(body) - 1}/{len(body)}")
    else:
        gives(handler, b"", status=416, Content_Range=f"bytes */{len(body)}")


def whole(handler, body):
    """Knows nothing of ranges."""
    gives(handler, body)


def says(status, text=b"no", **headers):
    return lambda handler, _body: gives(handler, text, status=status, **headers)


def cut(count, etag=TAG):
    """Sends so many bytes, says that there are more, and hangs up."""
    return lambda handler, body: gives(handler, body[:count], length=len(body), ETag=etag)


def sends(other, **headers):
    """Gives another body, as if it were the file."""
    return lambda handler, _body: gives(handler, other, **headers)


def to(url, status=302):
    return lambda handler, _body: gives(handler, b"", status=status, Location=url)


def drips(over):
    """A byte now and then, without an end."""

    def send(handler, body):
        gives(handler, b"", length=len(body))
        for at in range(len(body)):
            handler.wfile.write(body[at : at + 1])
            handler.wfile.flush()
            if over.wait(0.01):
                return

    return send


def stops(over, count):
    """Sends so many bytes and then nothing, until the test is over."""

    def send(handler, body):
        gives(handler, body[:count], length=len(body), ETag=TAG)
        over.wait(60)

    return send


@contextmanager
def publisher():
    """Serve, until the test is over."""
    told = Publisher()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            told.requests.append(Request(self.path, {name.lower(): value for name, value in self.headers.items()}))
            body = told.files.get(self.path.partition("?")[0])
            behaviour = told.next.pop(0) if told.next else serves if body is not None else says(404)
            self.close_connection = True
            with suppress(BrokenPipeError, ConnectionResetError):  # who asked may go away
                behaviour(self, body or b"")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield told
    finally:
        told.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
