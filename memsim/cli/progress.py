"""How long work shows that it goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_SILENCE = 10.0  # seconds between lines where there is no terminal


@contextmanager
def progress(doing: str, *, quiet: bool) -> Iterator[Callable[[int, int | None], None] | None]:
    """Give a callback that takes what is done and of how much, if that is known: a bar on a terminal, one line in ten seconds elsewhere."""
    if quiet:
        os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"  # the Hub's client draws bars of its own
        yield None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(doing, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    else:
        last = [time.monotonic()]

        def line(done: int, total: int | None) -> None:
            if time.monotonic() - last[0] >= _SILENCE:
                last[0] = time.monotonic()
                click.echo(f"{doing}: {done:,}{f' of {total:,}' if total is not None else ''}", err=True)

        yield line
