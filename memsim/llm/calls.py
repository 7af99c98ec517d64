"""litellm, and what is done about calls that fail: tried again where that may help, no secret in what is said of a failure."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import warnings
from collections.abc import Callable, Collection
from functools import cache
from importlib import import_module
from time import sleep
from types import ModuleType
from typing import TypeVar

from memsim.errors import CallError, MissingDependencyError, RefusedError
from memsim.llm import loop
from memsim.llm.retry import causes, concerns_all, pause, was_answered
from memsim.redact import redact

T = TypeVar("T")
ATTEMPTS, WAIT = 4, 1.0  # the wait is the longest after the first failed try, in seconds; it doubles each time
_LONGEST_REASON = 300

#: Told of every try that fails, and of every call that is given up.
LOG = logging.getLogger("memsim.llm")
LOG.addHandler(logging.NullHandler())  # else Python prints warnings that nobody asked for


@cache
def library() -> ModuleType:
    """Return litellm; importing it takes seconds.

    Raises:
        MissingDependencyError: It is not installed.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else importing it downloads a list of prices
    collects = gc.isenabled()
    gc.disable()  # a fifth of the time, for nothing: what an import makes stays
    try:
        module = import_module("litellm")
    except ImportError:
        raise MissingDependencyError("language models", "llm") from None
    finally:
        if collects:
            gc.enable()
    module.suppress_debug_info = True  # type: ignore[attr-defined] # else it prints at every failure
    # A call that is cancelled before litellm has begun to wait leaves one behind.
    warnings.filterwarnings("ignore", r"coroutine '\w+\.a\w*completion\w*' was never awaited", RuntimeWarning)
    atexit.register(loop.end, module.close_litellm_async_clients)
    return module


def server(model: str, api_base: str | None) -> dict[str, str]:
    """Return the arguments that name a server of one's own, which is also called where the environment has no key for it."""
    if api_base is None:
        return {}
    names = ("OPENAI_API_KEY", f"{model.partition('/')[0].upper()}_API_KEY")
    key = {} if any(os.environ.get(name) for name in names) else {"api_key": "none"}  # without any, nothing is sent
    return {"api_base": api_base, **key}


class Patience:
    """How long one call is tried.

    Args:
        who: Who is called, for errors and the log.
        seed: Spreads the waits of calls that failed together.
        attempts: How often to try at most.
        wait: The longest wait after the first failed try, in seconds.
        secrets: What nobody may be told, beside what looks like a secret anyway.
    """

    def __init__(self, who: str, *, seed: int = 0, attempts: int = ATTEMPTS, wait: float = WAIT, secrets: Collection[str] = ()) -> None:
        self._who, self._seed, self._attempts, self._wait, self._secrets = who, seed, attempts, wait, secrets
        self._tries = 0

    def after(self, error: Exception) -> float:
        """Return how many seconds to wait after a failed try.

        Raises:
            CallError: There will be no other.
            RefusedError: As above, and no other call will do better.
        """
        self._tries += 1
        reason = " ".join(redact(_told(error), self._secrets).split())[:_LONGEST_REASON]
        LOG.warning("%s, seed %d: try %d of %d failed: %s", self._who, self._seed, self._tries, self._attempts, reason)
        seconds = pause(error, self._tries, self._seed, self._wait)
        if seconds is not None and self._tries < self._attempts:
            return seconds
        LOG.error("%s, seed %d: given up", self._who, self._seed)
        kind = RefusedError if concerns_all(error) else CallError
        # The error itself is not chained: a traceback would show what `redact` hides.
        raise kind(f"{self._who} could not be called (tries: {self._tries}): {reason}") from None


def patiently(call: Callable[[], T], who: str, secrets: Collection[str] = ()) -> T:
    """Return what a call returns, tried again after failures that pass.

    Args:
        call: What to do.
        who: Who is called, for the error.
        secrets: What nobody may be told, beside what looks like a secret anyway.

    Raises:
        CallError: No try succeeded, or the failure is one that no other try would mend.
    """
    patience = Patience(who, secrets=secrets)
    while True:
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - litellm's errors have no base of their own
            seconds = patience.after(error)
        sleep(seconds)


def _told(error: Exception) -> str:
    """Return what an error says, with what it came from where nobody replied: litellm then says "Connection error." and no more."""
    *_, first = causes(error)
    kind, text = type(error).__name__, str(error).removeprefix("litellm.")
    origin = "" if was_answered(error) or str(first) in text else f" ({type(first).__name__}: {first})"
    return f"{text if text.startswith(kind) else f'{kind}: {text}'}{origin}"
