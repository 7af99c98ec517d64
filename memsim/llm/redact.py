"""Keeps secrets out of what is shown and kept."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit, urlunsplit

_HIDDEN = "[redacted]"
_SHORTEST = 8  # what local servers take for a key, such as "none" or "EMPTY", is no secret and may be a word of the text
_SECRETS = re.compile(r"\bsk-[\w*-]{6,}|(?i:(?<=\bbearer )[^\s'\",}]+)|(?<=://)[^/\s@]+(?=@)|(?i:(?<=key=)[^&\s'\"]+)")


def redact(text: str) -> str:
    """Return the text without API keys: those in the environment, and whatever looks like one."""
    keys = {value for name, value in os.environ.items() if name.endswith("_API_KEY") and len(value) >= _SHORTEST}
    for key in sorted(keys, key=lambda key: (-len(key), key)):  # one key may hold another
        text = text.replace(key, _HIDDEN)
    return _SECRETS.sub(_HIDDEN, text)


def without_credentials(address: str) -> str:
    """Return a URL without user, password and query."""
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
