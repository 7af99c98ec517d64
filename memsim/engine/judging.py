"""A judge of rewrites in a process of its own: judging a history takes longer than calling a model, and would hold up the calls."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from memsim.engine.children import attach
from memsim.errors import ProcessError
from memsim.render.guard import Guard
from memsim.render.judging import Given, Judge, Verdict
from memsim.spec.load import load_spec


class DistantJudge:
    """Judges as `Judge` with the guards of a scenario does.

    Args:
        scenario: Its folder.
        languages: Those to judge in.
    """

    def __init__(self, scenario: Path, languages: Sequence[str]) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _start, (scenario, tuple(languages)))
        self._pool.submit(_begun)  # else it would begin at the first text, and hold up all calls until it is ready

    async def __call__(self, language: str, said: Sequence[tuple[Given, Sequence[str]]]) -> list[Verdict]:
        """Return a verdict on each of several things to keep, of which a model gave texts.

        Raises:
            ProcessError: The process has ended.
        """
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, _judge, language, said)
        except BrokenProcessPool:
            raise ProcessError("the process that judges rewrites", "finished blocks are kept for --resume") from None

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class _Child:
    """What the process keeps."""

    judge: Judge


def _start(scenario: Path, languages: Sequence[str]) -> None:
    attach()
    spec = load_spec(scenario)
    _Child.judge = Judge({language: Guard(spec, language) for language in languages})
    gc.freeze()  # the guards live as long as the process: no need to walk them again and again


def _begun() -> None:
    """Nothing: the process is ready."""


def _judge(language: str, said: Sequence[tuple[Given, Sequence[str]]]) -> list[Verdict]:
    return _Child.judge.judge(language, said)
