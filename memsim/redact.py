"""Keeps secrets out of what is shown and kept."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

_HIDDEN = "[redacted]"
_SHORTEST = 8  # what local servers take for a key, such as "none" or "EMPTY", is no secret and may be a word of the text
_SHORTEST_OF_URL = 4
_NAMED = re.compile(r"KEY$|TOKEN$|_TOKEN|SECRET|PASSWORD|CREDENTIALS$|JWT$")
_SECRETS = re.compile(
    r"\bsk-[\w*-]{6,}|\b(?:xai-|gsk_|hf_)[A-Za-z0-9]{10,}|\bAIza[\w-]{10,}|(?i:(?<=\bbearer )[^\s'\",}]+)|(?<=://)[^/\s@]+(?=@)|"
    r"(?i:(?<=key=)|(?<=token=)|(?<=secret=)|(?<=password=)|(?<=[?&]sig=))[^&\s'\"]+"
)


def redact(text: str, secrets: Collection[str] = ()) -> str:
    """Return the text without keys, tokens and passwords: those in the environment, those given, and whatever looks like one."""
    return _SECRETS.sub(_HIDDEN, without(text, keys().union(secrets)))


def without(text: str, secrets: Collection[str]) -> str:
    """Return the text without some secrets; all else stays as it is."""
    for secret in sorted(secrets, key=lambda one: (-len(one), one)):  # one may hold another
        text = text.replace(secret, _HIDDEN)
    return text


def keys() -> set[str]:
    """Return the keys, tokens and passwords in the environment, without blanks around them: servers say again what they were sent without these."""
    found = {value.strip() for name, value in os.environ.items() if _NAMED.search(name)}
    return {value for value in found if len(value) >= _SHORTEST}


def without_credentials(address: str) -> str:
    """Return a URL without user, password and query; what is no URL is hidden."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return _HIDDEN
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def credentials(address: str) -> set[str]:
    """Return what of a URL is secret: its password, and what stands in its query; as written, and as meant; what is no URL has none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return set()
    user = parts.netloc.rpartition("@")[0]
    asked = {value for _, value in parse_qsl(parts.query)} | {field.partition("=")[2] for field in parts.query.split("&")}
    found = {user, unquote(user), user.partition(":")[2], unquote(user.partition(":")[2]), *asked}
    return {one for one in found if len(one) >= _SHORTEST_OF_URL}
