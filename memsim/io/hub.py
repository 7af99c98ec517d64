"""The Hugging Face Hub: addresses of sets there, sets brought here, and what went wrong in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from memsim.errors import DatasetError, HubError, InputError, MissingDependencyError
from memsim.io.manifest import NAME
from memsim.redact import redact

_ADDRESS = re.compile(r"hf:/{1,2}(?:datasets/)?(?!datasets/)([^/@]+/[^/@]+)(?:@(.+))?")  # a path has one slash of the two
_EXPECTED = "expected hf://OWNER/NAME, or hf://OWNER/NAME@REVISION"
_LONGEST = 300


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

    Raises:
        InputError: The address is none.
        DatasetError: What stands there is no set that `memsim publish` put there.
        HubError: The Hub could not be reached, or there is no such repository or revision.
        MissingDependencyError: What speaks with the Hub is not installed.
    """
    place = address(path)
    if place is None:
        return Path(path)
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
        listed = [*_listed(place, found), NAME]
        return Path(snapshot_download(place.repo, repo_type="dataset", revision=found.parent.name, allow_patterns=listed))


def name_of(path: str | Path) -> str:
    """Return the name of a set's folder, or of its repository on the Hub."""
    place = address(path)
    return Path(path).resolve().name if place is None else place.name


def _listed(place: Address, manifest: Path) -> list[str]:
    """Return the names of a set's files: what else a repository holds is none of the set."""
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
        return [str(name) for name in content["files"]]
    except (ValueError, KeyError, TypeError):
        raise DatasetError(f"{place}: {NAME} lists no files; expected a set as published by `memsim publish`") from None


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
    except (HTTPError, OSError, RuntimeError, ValueError) as error:
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
    status = getattr(getattr(cause, "response", None), "status_code", None)
    meant = {
        401: "the Hub does not know the token, or does not show such a repository without one; expected that of `hf auth login`, or in HF_TOKEN",
        403: "the token may not do this; expected one that may write to the repository",
        404: "no such repository, or one that the token may not see",
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
