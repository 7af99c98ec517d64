"""One memory and one history: stores, settles, asks, and believes nothing that comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from typing import Any, NamedTuple

from memsim.measure.given import Given
from memsim.measure.worker import Worker
from memsim.memory.protocol import Memory
from memsim.records import Asked, Recalled, Usage
from memsim.redact import redact

_NOTHING = Usage()
_ENOUGH = 20  # times k


@dataclass(slots=True)
class Trial:
    """What a memory did with one question.

    Attributes:
        recalled: What it recalled, its ids replaced by those of the history; None where it failed.
        said: What an agent answered by itself; None for a memory that leaves it to a reader.
        error: Which step failed, and how; empty if none did.
        times: Seconds of each step: store, settle, recall, answer.
        flags: How often what it returned had to be put right: ``duplicates`` dropped, ``over_k`` cut; ``close_failed`` on a history's first.
        usage: What its models took for this question; storing counts to the first question of a history.
    """

    recalled: list[Recalled] | None = None
    said: str | None = None
    error: str = ""
    times: dict[str, float] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)
    usage: Usage = _NOTHING


class _StepError(Exception):
    """A step of a memory failed; the text says which and how."""


class _Able(NamedTuple):
    """What a memory can do, looked up once."""

    recall: Callable[[str, int], Iterable[Any]]
    settle: Callable[[], Any] | None
    answer: Callable[[Asked], Any] | None
    whole: bool


def run(make: Callable[[], Memory], given: Given, asked: Sequence[Asked], k: int, worker: Worker) -> list[Trial]:
    """Give a history to a fresh memory and put the questions to it, one trial each.

    If storing fails, every question has failed; `close` is called in any case. All that may run code of the memory, down to looking at
    what it returned, is done by the worker.
    """
    trials = [Trial() for _ in asked]
    memory: Memory | None = None
    try:
        with _failing(trials):
            memory = made = _step(worker, "make", make, trials[0].times)
            used = _step(worker, "usage", lambda: _usage(made))
            able = _take_in(made, given, worker, trials[0].times)
            for one, trial in zip(asked, trials, strict=True):
                trial.times.update({name: trials[0].times[name] for name in ("store", "settle") if name in trials[0].times})
                with _failing([trial]):
                    _ask(able, given, one, k, worker, trial)
                with _failing([trial]):
                    before, used = used, _step(worker, "usage", lambda: _usage(made))
                    trial.usage = _between(before, used)
    finally:
        _close(memory, worker, trials)
    return trials


@contextmanager
def _failing(trials: Sequence[Trial]) -> Iterator[None]:
    """Note a step that fails with the trials that it spoils."""
    try:
        yield
    except _StepError as failure:
        for trial in trials:
            trial.recalled, trial.error = None, trial.error or str(failure)


def _step(worker: Worker, name: str, function: Callable[[], Any], times: dict[str, float] | None = None) -> Any:
    """Return what a step comes to, and note its seconds where they count."""
    done = worker.call(function)
    if times is not None:
        times[name] = done.seconds
    if done.error:
        raise _StepError(f"{name}: {redact(done.error)}")
    return done.value


def _take_in(memory: Memory, given: Given, worker: Worker, times: dict[str, float]) -> _Able:
    messages = given.messages  # made before the clock runs

    def reset() -> None:  # even to look a method up may run code of the memory
        memory.reset()

    def store_all() -> None:
        for message in messages:
            memory.store(message)

    _step(worker, "reset", reset)
    _step(worker, "store", store_all, times)
    able: _Able = _step(worker, "make", lambda: _able(memory))
    if able.settle is not None:
        _step(worker, "settle", able.settle, times)
    return able


def _able(memory: Memory) -> _Able:
    return _Able(memory.recall, getattr(memory, "settle", None), getattr(memory, "answer", None), bool(getattr(memory, "whole", False)))


def _ask(able: _Able, given: Given, asked: Asked, k: int, worker: Worker, trial: Trial) -> None:
    most = None if able.whole else _ENOUGH * k + len(given.messages)  # an endless answer must not fill the machine
    found = _step(worker, "recall", lambda: list(islice(able.recall(asked.question, k), most)), trial.times)
    trial.recalled = _believed(_step(worker, "recall", lambda: [_plain(one) for one in found]), given.mids, trial.flags)
    if not able.whole and len(trial.recalled) > k:
        trial.flags["over_k"] = len(trial.recalled) - k
        del trial.recalled[k:]
    answer = able.answer
    if answer is not None:
        said = _step(worker, "answer", lambda: answer(asked), trial.times)
        trial.said = _step(worker, "answer", lambda: _text(said))


def _text(said: Any) -> str:
    if not isinstance(said, str) or not _written(said):
        raise TypeError(f"{said!r:.80}; expected text")
    return said


def _written(text: str) -> bool:
    """Return whether a text can be written to a file: half of a character cannot."""
    with suppress(UnicodeEncodeError):
        return text.encode() is not None
    return False


def _usage(memory: Memory) -> Usage:
    used = getattr(memory, "usage", _NOTHING)
    if not isinstance(used, Usage):
        raise TypeError(f"{used!r:.80}; expected memsim.records.Usage")
    return used


def _between(before: Usage, after: Usage) -> Usage:
    cost = None if before.cost is None or after.cost is None else after.cost - before.cost
    return Usage(
        after.calls - before.calls,
        after.prompt_tokens - before.prompt_tokens,
        after.completion_tokens - before.completion_tokens,
        cost,
    )


def _plain(one: Any) -> Recalled:
    """Return one thing recalled as what it should be.

    Raises:
        TypeError: It is something else, or has a score that is no finite number.
    """
    with suppress(AttributeError, TypeError, OverflowError):
        text, score, sources = one.text, one.score, getattr(one, "sources", None)
        told = None if sources is None else tuple(sources)
        if (
            isinstance(text, str)
            and _written(text)
            and isfinite(score)
            and not isinstance(sources, str)
            and all(isinstance(mid, str) for mid in told or ())
        ):
            return Recalled(text, float(score), told)
    raise TypeError(f"{one!r:.120}; expected memsim.Recalled(text, score, sources) with a finite score, and ids of messages or None")


def _believed(found: Sequence[Recalled], ids: Mapping[str, str], flags: dict[str, int]) -> list[Recalled]:
    """Return what was recalled with the history's own ids: each source known, none again.

    Raises:
        _StepError: An id is not of those that the memory was given.
    """
    out: list[Recalled] = []
    seen: set[tuple[str, str]] = set()
    for one in found:
        unknown = [source for source in one.sources or () if source not in ids]
        if unknown:
            raise _StepError(f"recall: {unknown[0]!r} is no id of a message it was given")
        holds = {("id", source) for source in one.sources or ()} or {("text", one.text)}
        if seen.issuperset(holds):
            flags["duplicates"] = flags.get("duplicates", 0) + 1
            continue
        seen |= holds
        sources = None if one.sources is None else tuple(ids[source] for source in dict.fromkeys(one.sources))
        out.append(one._replace(sources=sources))
    return out


def _close(memory: Memory | None, worker: Worker, trials: Sequence[Trial]) -> None:
    def close() -> None:
        end = getattr(memory, "close", None)
        if end is not None:
            end()

    if memory is not None and worker.call(close).error:
        trials[0].flags["close_failed"] = 1
