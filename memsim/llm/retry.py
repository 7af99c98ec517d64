"""What is known of a failed try: whether another one is worth it and when, whether other calls will fare better, whether it may have been billed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

import numpy as np

from memsim.rng import Rng

#: Longer than this, in seconds, nobody waits for one call.
LONGEST = 120.0
_TIMEOUT, _BUSY, _CLIENT, _SERVER = 408, 429, 400, 500
_REFUSED = {401, 402, 403, 404}
# Of another kind than the status tells: no key, two ways to give one, a provider that there is none of, an empty account.
_HOPELESS = (
    "Missing credentials",
    "api_key client option must be set",
    "Cannot combine AUTHORIZATION header",
    "LLM Provider NOT provided",
    "insufficient_quota",
)
_NEVER_SENT = {"ConnectError", "ConnectTimeout", "ConnectionRefusedError"}


def pause(error: Exception, attempt: int, seed: int, first: float) -> float | None:
    """Return how many seconds to wait before the next try, or None where another try is of no use.

    What the server asks for (Retry-After) holds; else the wait doubles each time, less up to half of it, so that calls which failed together do not
    come back together. The part taken off depends on nothing but the seed and the attempt.

    Args:
        error: What was raised; litellm gives every error the status of HTTP that fits it.
        attempt: How many tries there were.
        seed: Of the call.
        first: The longest wait after the first try, in seconds.
    """
    status = _status(error)
    if not (status in {_TIMEOUT, _BUSY} or status >= _SERVER) or _is_hopeless(error):
        return None
    asked = _asked_for(_headers(error))
    if asked is None:
        spread = float(Rng(seed, np.array([attempt])).one("llm/pause")[0])
        return min(first * 2 ** (attempt - 1) * (1 - spread / 2), LONGEST)
    return asked if asked <= LONGEST else None


def concerns_all(error: Exception) -> bool:
    """Return whether any other call of the model would fail alike: a wrong key, no such model, an empty account."""
    return _status(error) in _REFUSED or _is_hopeless(error)


def may_be_billed(error: Exception) -> bool:
    """Return whether the provider may have done the work: not where it said that it failed, nor where nothing reached it."""
    never_sent = any(type(one).__name__ in _NEVER_SENT for one in causes(error))
    refused = _CLIENT <= _status(error) < _SERVER and _status(error) != _TIMEOUT
    return not (never_sent or refused or was_answered(error))


def was_answered(error: Exception) -> bool:
    """Return whether it is the server that told of the failure."""
    return bool(_headers(error))


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, what it came from, and so on."""
    met: list[BaseException] = []
    found: BaseException | None = error
    while found is not None and found not in met:
        met.append(found)
        yield found
        found = found.__cause__ or found.__context__


def _status(error: Exception) -> int:
    """Return the status of HTTP that fits an error, 0 where none does."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else 0


def _is_hopeless(error: Exception) -> bool:
    return any(sign in str(error) for sign in _HOPELESS)


def _headers(error: Exception) -> Mapping[str, str]:
    """Return the headers of a reply that told of a failure; none where there was no such reply."""
    found = getattr(error, "litellm_response_headers", None) or getattr(getattr(error, "response", None), "headers", None)
    return {name.lower(): value for name, value in found.items()} if isinstance(found, Mapping) else {}


def _asked_for(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds a server asks to wait, from its own clock where it names a time; None where it does not ask, or asks for nonsense."""
    text = headers.get("retry-after", "")
    try:
        seconds = float(text)
    except ValueError:
        until, now = _moment(text), _moment(headers.get("date", ""))
        seconds = (until - now).total_seconds() if until and now else -1.0
    return seconds if seconds >= 0 else None


def _moment(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
