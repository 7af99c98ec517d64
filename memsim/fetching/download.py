"""Downloads one file: goes on where it stopped, tries again, and places nothing but the very bytes that are expected."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from memsim.errors import FetchError, InputError
from memsim.fetching.registry import File
from memsim.fetching.server import BrokenError, UnreachableError, address, asked
from memsim.io.files import sync
from memsim.io.manifest import sha256_of
from memsim.redact import without_credentials

if TYPE_CHECKING:
    import httpx

LOG = logging.getLogger("memsim.fetching")
LOG.addHandler(logging.NullHandler())  # else Python prints warnings that nobody asked for

#: In a row, that brought next to nothing.
TRIES = 5
#: Seconds in which at least `LEAST` bytes arrive, or the try is given up: a server that sends a byte now and then is never silent.
PATIENCE, LEAST = 60.0, 65536
_WORTH = 1 << 20  # bytes that make a try one that got on
_RANGE = re.compile(r"bytes (?:([0-9]{1,18})-[0-9]{1,18}|\*)/([0-9]{1,18}|\*)")
_TAG = re.compile(r'"[!#-~]{1,200}"')  # that can be sent back


def part_of(path: Path) -> Path:
    """Return where the bytes of a file are kept until all are there."""
    return path.with_name(f".{path.name}.part")


def size_of(path: Path) -> int:
    """Return the bytes of a file, 0 where there is none."""
    return path.stat().st_size if path.exists() else 0


def download(client: httpx.Client, file: File, folder: Path, arrived: Callable[[int], None]) -> None:
    """Download a file to its place in a folder, by way of a partial file beside it, which stays where this fails or is interrupted.

    Args:
        client: Of `server.connected`.
        file: With its SHA-256.
        folder: Of the set; it is there.
        arrived: Is told now and then how many bytes of the file are there.

    Raises:
        FetchError: The server does not give it, breaks off again and again, or gives other bytes.
        InputError: What is in the place of the partial file is none.
    """
    path = folder / file.path
    part = part_of(path)
    if part.is_symlink() or (part.exists() and not part.is_file()):
        raise InputError(f"{part}: is no file; expected nothing, or what came of an interrupted download; move it away")
    transfer = _Transfer(client, file, part, arrived)
    in_one_piece = transfer.complete()
    if sha256_of(part) != file.sha256 and not in_one_piece:
        LOG.warning("%s: what was put together from parts is not the file; it was removed, and the download begins anew", path)
        part.unlink()
        transfer.complete()
    found = sha256_of(part)
    if found != file.sha256:
        part.unlink()
        raise FetchError(f"{path}: what came is not the file that is expected: SHA-256 {found}, not {file.sha256}; nothing was placed")
    sync(part)
    part.rename(path)
    sync(folder)


class _Transfer:
    """The way of one file from its server to its partial file."""

    def __init__(self, client: httpx.Client, file: File, part: Path, arrived: Callable[[int], None]) -> None:
        self._client, self._file, self._part, self._arrived = client, file, part, arrived
        self._url, self._etag, self._met = address(file.url), "", False

    def complete(self) -> bool:
        """Bring the partial file to its full size; return whether all of it came in one piece.

        Raises:
            FetchError: It cannot be had.
        """
        size, tries = self._file.size, 0
        if size is not None and size_of(self._part) >= size:
            return False
        while True:
            before = size_of(self._part)
            try:
                return self._once(before) == 0
            except BrokenError as broken:
                after = size_of(self._part)
                tries = 1 if after - before >= _WORTH else tries + 1
                if tries == TRIES or (isinstance(broken, UnreachableError) and not self._met):
                    raise FetchError(f"{broken}; tried {tries} times" if tries > 1 else str(broken)) from None
                wait = 2.0 ** (tries - 1) if broken.wait is None else broken.wait
                LOG.warning("%s; %s bytes are there, trying again in %.0f s", broken, f"{after:,}", wait)
                sleep(wait)

    def _once(self, start: int) -> int:
        """Ask for what is missing and write it; return the byte from which on it came.

        Raises:
            BrokenError: It ended before its end, or has to begin anew.
            FetchError: The server has another file, or none.
        """
        with asked(self._client, self._url, start, self._etag) as response:
            self._met, self._etag = True, _strong(response.headers.get("ETag", ""))
            begins, total = _begins(response)
            if None not in {self._file.size, total} and total != self._file.size:
                raise FetchError(f"{without_credentials(self._url)}: has {total:,} bytes there; expected {self._file.size:,}")
            if response.status_code == 416 and total == start:
                return start  # how large it is was not known: nothing is missing
            if begins not in {0, start}:
                self._part.unlink(missing_ok=True)
                raise BrokenError("the server does not go on where the partial file ends, and has to begin anew")
            if begins != start:
                LOG.warning("%s: the server begins anew, it does not go on from byte %s", self._part, f"{start:,}")
            self._write(response, begins or 0)
        expected, here = self._file.size if total is None else total, size_of(self._part)
        if expected is not None and here < expected:
            raise BrokenError(f"the connection ended after {here:,} of {expected:,} bytes")
        return begins or 0

    def _write(self, response: httpx.Response, here: int) -> None:
        since, mark = monotonic(), here
        with self._part.open("ab" if here else "wb") as out:
            for chunk in response.iter_raw():
                here += out.write(chunk)
                self._arrived(here)
                if self._file.size is not None and here > self._file.size:
                    break  # more than there can be: the hash will tell
                if monotonic() - since > PATIENCE:
                    if here - mark < LEAST:
                        raise BrokenError(f"less than {LEAST:,} bytes came in {PATIENCE:.0f} seconds")
                    since, mark = monotonic(), here


def _strong(etag: str) -> str:
    """Return a tag that tells bytes apart, which a weak one does not, and what is none."""
    return etag if _TAG.fullmatch(etag) else ""


def _begins(response: httpx.Response) -> tuple[int | None, int | None]:
    """Return the first byte of an answer, and how many the file has; None each where it is not told."""
    if response.status_code == 200:
        length = response.headers.get("Content-Length", "")
        return 0, int(length) if re.fullmatch("[0-9]{1,18}", length) else None
    told = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
    first, total = told.groups() if told else (None, None)
    return (int(first) if first else None), (int(total) if total and total != "*" else None)
