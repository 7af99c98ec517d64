"""Which failed calls are worth another try, and when."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from memsim.rng import Rng

#: Longer than this, in seconds, nobody waits for one call.
LONGEST = 120.0
_TIMEOUT, _BUSY, _SERVER = 408, 429, 500
_HOPELESS = ("Missing credentials", "api_key client option must be set")  # never sent, yet told as an error of the server


def pause(error: Exception, attempt: int, seed: int, first: float) -> float | None:
    """Return how many seconds to wait before the next try, or None where another try is of no use.

    What the server asks for (Retry-After, in seconds) holds; else the wait doubles each time, less up to half of it, so that calls which failed
    together do not come back together. The part taken off depends on nothing but the seed and the attempt.

    Args:
        error: What was raised; litellm gives every error the status of HTTP that fits it.
        attempt: How many tries there were.
        seed: Of the call.
        first: The longest wait after the first try, in seconds.
    """
    status = getattr(error, "status_code", None)
    if (
        not isinstance(status, int)
        or not (status in {_TIMEOUT, _BUSY} or status >= _SERVER)
        or any(sign in str(error) for sign in _HOPELESS)
    ):
        return None
    asked = _asked_for(error)
    if asked is None:
        spread = float(Rng(seed, np.array([attempt])).one("llm/pause")[0])
        return min(first * 2 ** (attempt - 1) * (1 - spread / 2), LONGEST)
    return asked if asked <= LONGEST else None


def _asked_for(error: Exception) -> float | None:
    headers = getattr(error, "litellm_response_headers", None) or getattr(getattr(error, "response", None), "headers", None)
    text = headers.get("retry-after", "") if isinstance(headers, Mapping) else ""
    try:
        seconds = float(text)
    except ValueError:  # none, or a date: that needs a clock
        return None
    return seconds if seconds >= 0 else None
