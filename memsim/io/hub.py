"""The Hugging Face Hub: addresses of sets there, sets brought here, and what went wrong in words."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from memsim.errors import DatasetError, HubError, InputError, MissingDependencyError
from memsim.io.manifest import CARD, NAME, listed, parsed, sha256_of
from memsim.redact import redact

#: What addresses of the Hugging Face Hub begin with; HF_ENDPOINT may put another in its place.
HUB = "https://huggingface.co"
_ADDRESS = re.compile(r"hf:/{1,2}(?:datasets/)?(?!datasets/)([^/@]+/[^/@]+)(?:@(.+))?")  # a path has one slash of the two
_EXPECTED = "expected hf://OWNER/NAME, or hf://OWNER/NAME@REVISION"
_LONGEST = 300
#: What the Hub's client raises where an answer has not the fields that it takes for granted, as that of another server.
_OF_ODD_ANSWERS = (LookupError, TypeError, AttributeError)


class Address(NamedTuple):
    """A set on the Hub; the revision is a tag, a branch or a commit, None for the newest."""

    repo: str
    revision: str | None

    def __str__(self) -> str:
        return f"hf://{self.repo}" + (f"@{self.revision}" if self.revision else "")

    @property
    def name(self) -> str:
        """The repository's name without its owner's."""
        return self.repo.partition("/")[2]


def address(path: str | Path) -> Address | None:
    """Return what a path names on the Hub; None for one on this machine.

    Raises:
        InputError: It begins as an address, and is none.
    """
    text = str(path)
    if not text.startswith("hf:/"):
        return None
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise InputError(f"{re.sub('^hf:/+', 'hf://', text)}: no address of a set; {_EXPECTED}")
    return Address(found[1], found[2])


def local(path: str | Path) -> Path:
    """Return where a set lies on this machine, brought here from the Hub if it is there; what was brought before is not brought again.

    Every file is held to the SHA-256 in the manifest, but for the card, which its owner may go on writing.

    Raises:
        InputError: The address is none.
        DatasetError: What stands there is no set that `memsim publish` put there, or not the whole of it.
        HubError: The Hub could not be reached, or there is no such repository or revision.
        MissingDependencyError: What speaks with the Hub is not installed.
    """
    place = address(path)
    if place is None:
        return Path(path)
    endpoint()
    try:
        from huggingface_hub import hf_hub_download, snapshot_download
        from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError
    except ImportError:
        raise MissingDependencyError(f"reading {place}", "hub") from None
    with told(str(place)):
        try:
            found = Path(hf_hub_download(place.repo, NAME, repo_type="dataset", revision=place.revision))
        except LocalEntryNotFoundError:
            raise
        except EntryNotFoundError:
            raise DatasetError(f"{place}: no {NAME}; expected a set as published by `memsim publish`") from None
        hashes = listed(parsed(found.parent, "a set", "memsim publish"), f"{place}: {NAME}")
        root = Path(snapshot_download(place.repo, repo_type="dataset", revision=found.parent.name, allow_patterns=[*hashes, NAME]))
    _verify(place, root, hashes)
    return root


def endpoint() -> str:
    """Return the address of the Hub, or what HF_ENDPOINT puts in its place, without a slash at its end.

    Raises:
        InputError: HF_ENDPOINT is no address: to import the Hub's client would end in an error of its own.
    """
    given = os.environ.get("HF_ENDPOINT", "").strip() or HUB
    try:
        parts = urlsplit(given)
        named = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0 and not parts.query and not parts.fragment
    except ValueError:
        named = False
    if not named:
        raise InputError(f"HF_ENDPOINT {redact(given)!r}: expected the address of a server, such as {HUB}")
    return given.rstrip("/")


def name_of(path: str | Path) -> str:
    """Return the name of a set's folder, or of its repository on the Hub."""
    place = address(path)
    return Path(path).resolve().name if place is None else place.name


def _verify(place: Address, root: Path, hashes: dict[str, str]) -> None:
    """Raise DatasetError where a file is not the one that was published."""
    for name, expected in hashes.items():
        path = root / name
        if not path.is_file():
            raise DatasetError(
                f"{place}: {name} is not there; expected every file that {NAME} lists: the Hub lacks it, or it was not brought yet"
            )
        if name != CARD and sha256_of(path) != expected:
            raise DatasetError(
                f"{place}: {name} is not the file that {NAME} lists; expected SHA-256 {expected}: it was changed on the Hub, or is damaged here: "
                f"remove {path.resolve()} and load again"
            )


@contextmanager
def told(what: str, state: str = "") -> Iterator[None]:
    """Tell in one line, without secrets, what the Hub or the way to it refused.

    Args:
        what: Was asked for.
        state: What stands on the Hub now, where that is in question.

    Raises:
        HubError: Something was refused, or the Hub was not reached.
        InputError: The Hub would not take a name.
    """
    from huggingface_hub.errors import HFValidationError, HTTPError  # type: ignore[attr-defined] # of the HTTP library that it uses

    try:
        yield
    except HFValidationError as error:
        raise InputError(f"{what}: {_line(error)}") from None
    except (HTTPError, OSError, RuntimeError, ValueError, *_OF_ODD_ANSWERS) as error:
        if isinstance(error, HubError | InputError):
            raise
        raise HubError(f"{what}: {_reason(error)}{state and f'; {state}'}") from None


def _reason(error: Exception) -> str:
    """Return what a status, or the lack of one, means to whoever asked."""
    from huggingface_hub.errors import LocalEntryNotFoundError, OfflineModeIsEnabled, RevisionNotFoundError

    cause = error
    while not hasattr(cause, "response") and cause.__cause__ is not None and isinstance(cause.__cause__, Exception):
        cause = cause.__cause__
    if isinstance(cause, OfflineModeIsEnabled | LocalEntryNotFoundError):
        return "the Hub was not asked, or not reached, and nothing of it lies in the cache; expected a connection, and no HF_HUB_OFFLINE"
    if isinstance(cause, RevisionNotFoundError):
        return "no such revision; expected a tag, a branch or a commit of the repository"
    if isinstance(cause, _OF_ODD_ANSWERS):
        return f"what answered is no Hub; expected one at {redact(endpoint())}, or at another HF_ENDPOINT ({type(cause).__name__}: {_line(cause)})"
    status = getattr(getattr(cause, "response", None), "status_code", None)
    meant = {
        401: "the Hub does not know the token, or does not show such a repository without one; expected that of `hf auth login`, or in HF_TOKEN",
        403: "the token may not do this; expected one that may write to the repository",
        404: "no such repository, or one that the token may not see",
        409: "the name is taken",
        412: "something else was committed there meanwhile",
        429: "the Hub asks to wait: too many requests",
    }
    if status is None:
        return f"the Hub was not reached, or went away ({_line(cause)})"
    return f"{meant.get(status, 'the Hub refused it')} ({status}: {_line(getattr(cause, 'server_message', None) or cause)})"


def _line(error: object) -> str:
    """Return an error as one line, not too long, without secrets."""
    from huggingface_hub import get_token

    token = get_token()
    line = " ".join(redact(str(error), {token} if token else ()).split()) or type(error).__name__
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
