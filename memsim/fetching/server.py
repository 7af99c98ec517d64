"""The servers that files come from: where they are, what they are asked, and what their answers mean."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memsim.errors import FetchError, InputError, MissingDependencyError
from memsim.fetching.token import token
from memsim.io.hub import HUB, endpoint
from memsim.redact import redact

if TYPE_CHECKING:
    import httpx

#: Longer than this, in seconds, no server is waited for.
LONGEST = 120.0
_SILENCE = 30.0  # seconds without a byte that end a try
_TRUE = {"1", "ON", "YES", "TRUE"}
_HERE = {"127.0.0.1", "::1", "localhost"}
_CLOSED, _GONE, _PASSING = {401, 403}, {404, 410}, {408, 429}


class BrokenError(Exception):
    """A try that failed, though another one may not.

    Args:
        reason: What went wrong.
        wait: How many seconds the server asks to wait, if it does.
    """

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class UnreachableError(BrokenError):
    """A try that reached no server."""


def offline() -> bool:
    """Return whether HF_HUB_OFFLINE says that nothing is to be downloaded."""
    return os.environ.get("HF_HUB_OFFLINE", "").strip().upper() in _TRUE


def address(url: str) -> str:
    """Return where a file is: HF_ENDPOINT, if it is set, stands in the place of the Hub.

    Raises:
        InputError: HF_ENDPOINT is no address.
    """
    return endpoint() + url.removeprefix(HUB) if url.startswith(f"{HUB}/") else url


@contextmanager
def connected() -> Iterator[httpx.Client]:
    """Give a client that follows redirects; those to another server never get a token along.

    Raises:
        MissingDependencyError: httpx is not installed.
        InputError: The environment names a proxy, or certificates, that cannot be used.
    """
    try:
        import httpx
    except ImportError:
        raise MissingDependencyError("fetching sets", "fetch") from None
    try:
        client = httpx.Client(follow_redirects=True, timeout=_SILENCE, headers={"User-Agent": "memsim"})
    except OSError as error:
        raise InputError(f"SSL_CERT_FILE or SSL_CERT_DIR of the environment cannot be used: {error.strerror or error}") from None
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        raise InputError(f"HTTPS_PROXY or another proxy of the environment cannot be used: {redact(str(error))}") from None
    with client:
        yield client


@contextmanager
def asked(client: httpx.Client, url: str, start: int, etag: str) -> Iterator[httpx.Response]:
    """Ask for a file from a byte on, and give the answer if it has the bytes, or says that there are no more (200, 206, 416).

    Args:
        client: Of `connected`.
        url: As `address` gives it.
        start: The first byte wanted.
        etag: What an earlier answer called these bytes, if it did; of others the whole is asked for.

    Raises:
        BrokenError: Another try may do better.
        FetchError: None will.
    """
    import httpx

    headers, secrets = {"Accept-Encoding": "identity"}, set()  # bytes as published: they are counted and hashed
    if _trusted(url) and (secret := token()):
        headers["Authorization"] = f"Bearer {secret}"
        secrets.add(secret)
    if start:
        headers |= {"Range": f"bytes={start}-"} | ({"If-Range": etag} if etag else {})
    try:
        with client.stream("GET", url, headers=headers) as response:
            _judge(response)
            yield response
    except httpx.TooManyRedirects:
        raise FetchError(f"{_host(url)}: sends from one address to the next without an end") from None
    except (httpx.UnsupportedProtocol, httpx.InvalidURL, UnicodeError) as error:
        raise FetchError(f"{_host(url)}: is, or sends on to, an address that is none: {redact(str(error), secrets)}") from None
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
        raise UnreachableError(f"no connection to {_host(str(error.request.url))}: {redact(str(error), secrets) or 'no answer'}") from None
    except httpx.TransportError as error:
        reason = redact(str(error), secrets) or type(error).__name__
        raise BrokenError(f"{_host(str(error.request.url))}: the connection broke: {reason}") from None


def _host(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]


def _trusted(url: str) -> bool:
    """Return whether a token may be sent there: to the Hub alone, and over nothing that others can read."""
    server, hubs = urlsplit(url), urlsplit(endpoint())
    return (server.scheme, server.netloc) == (hubs.scheme, hubs.netloc) and (server.scheme == "https" or server.hostname in _HERE)


def _judge(response: httpx.Response) -> None:
    """Let an answer with bytes pass; what any other means is raised."""
    status, host = response.status_code, _host(str(response.request.url))
    if status in {200, 206, 416}:
        if (packed := response.headers.get("Content-Encoding", "").lower()) not in {"", "identity"}:
            raise FetchError(f"{host}: sends the file packed as {packed}, though asked for it as it is")
        return
    if status in _CLOSED:
        raise FetchError(f"{host}: does not give the file ({status}){_why_closed(response)}")
    if status in _GONE:
        raise FetchError(f"{host}: the file is not there any more ({status})")
    if status in _PASSING or status >= 500:
        raise BrokenError(f"{host}: answered {status}", _asked_to_wait(response, host))
    raise FetchError(f"{host}: answered {status}, which is no file")


def _why_closed(response: httpx.Response) -> str:
    """Return what to do about a file that is not for everybody; only the Hub has such."""
    first = response.history[0] if response.history else response
    if urlsplit(str(first.request.url)).netloc != urlsplit(endpoint()).netloc:
        return ""
    if "Authorization" in first.request.headers:
        if response.status_code == 401:
            return (
                ": it does not know your token, in HF_TOKEN or of `hf auth login`; renew it, or log out: what is for everybody needs none"
            )
        return ": your token, in HF_TOKEN or of `hf auth login`, may not read it; accept the set's terms on its page with the account that it is of"
    return ": it wants to know who asks; accept the set's terms on its page, then run `hf auth login`, or put a token that may read in HF_TOKEN"


def _asked_to_wait(response: httpx.Response, host: str) -> float | None:
    """Return the seconds of Retry-After, which may be a moment: then those from the server's own Date."""
    told = response.headers.get("Retry-After", "").strip()
    wait = float(told) if told.isascii() and told.isdigit() else _until(told, response.headers.get("Date", ""))
    if wait is not None and wait > LONGEST:
        raise FetchError(f"{host}: answered {response.status_code} and asks to wait {wait:,.0f} seconds; try again then")
    return wait


def _until(moment: str, now: str) -> float | None:
    try:
        return max((parsedate_to_datetime(moment) - parsedate_to_datetime(now)).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):  # none is told, or one has a zone and the other none
        return None
