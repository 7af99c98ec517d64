"""How a command ends that is told to stop: by Ctrl-C, or by SIGTERM, as `timeout`, a container or a batch system sends it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import click


class Terminated(KeyboardInterrupt):
    """SIGTERM came: what cleans up after Ctrl-C does so after it too."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise `Terminated` where SIGTERM comes; one that comes again does not disturb the cleaning up. Where somebody else takes it, they keep it."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise Terminated


def end(stop: BaseException | None, said: str = "interrupted") -> NoReturn:
    """Say so, and exit as shells tell it: with 128 and the number of the signal."""
    click.echo(said, err=True)
    sys.exit(128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT))
