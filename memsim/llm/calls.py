"""Calls through litellm: tried again where that may help, no secret in what is said of a failure."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import count
from time import sleep
from types import ModuleType
from typing import TypeVar

from memsim.errors import CallError, MissingDependencyError
from memsim.llm.redact import redact
from memsim.llm.retry import pause

T = TypeVar("T")
ATTEMPTS, WAIT = 4, 1.0  # the wait is the longest after the first failed try, in seconds; it doubles each time
_LONGEST_REASON = 300


@cache
def library() -> ModuleType:
    """Return litellm; importing it takes seconds.

    Raises:
        MissingDependencyError: It is not installed.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else importing it downloads a list of prices
    try:
        module = import_module("litellm")
    except ImportError:
        raise MissingDependencyError("language models", "llm") from None
    module.suppress_debug_info = True  # type: ignore[attr-defined] # else it prints at every failure
    return module


def server(model: str, api_base: str | None) -> dict[str, str]:
    """Return the arguments that name a server of one's own, which is also called where the environment has no key for it."""
    if api_base is None:
        return {}
    names = ("OPENAI_API_KEY", f"{model.partition('/')[0].upper()}_API_KEY")
    key = {} if any(os.environ.get(name) for name in names) else {"api_key": "none"}  # without any, nothing is sent
    return {"api_base": api_base, **key}


def patiently(call: Callable[[], T], who: str, *, seed: int = 0, attempts: int = ATTEMPTS, wait: float = WAIT) -> T:
    """Return what a call returns, tried again after failures that pass.

    Args:
        call: What to do.
        who: Who is called, for the error.
        seed: Spreads the waits of calls that failed together.
        attempts: How often to try at most.
        wait: The longest wait after the first failed try, in seconds.

    Raises:
        CallError: No try succeeded, or the failure is one that no other try would mend.
    """
    for attempt in count(1):
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - litellm's errors have no base of their own
            seconds = pause(error, attempt, seed, wait)
            if seconds is None or attempt >= attempts:
                # The error itself is not chained: a traceback would show what `redact` hides.
                reason = " ".join(redact(f"{type(error).__name__}: {error}").split())[:_LONGEST_REASON]
                raise CallError(f"{who} could not be called (tries: {attempt}): {reason}") from None
        sleep(seconds)
    raise AssertionError
