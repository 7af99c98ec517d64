"""What a run is asked to do, checked before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import TIMEOUT_MAX

from memsim.errors import InputError
from memsim.memory.registry import Entrant, distinct, entrants, from_object

PROTOCOL_VERSION = 3  # raised when the same rows or the same memory would get another number
CONTROLS = "none,random,first,oracle"
ANSWERS = ("choices", "free")


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the results of a run, besides sets, memories and reader.

    Attributes:
        ks: Where the rankings are cut for metrics, rising; a memory without a size of its own is asked for the last.
        levels: Of η, rising.
        seed: Places the messages of the pool, and is given to models.
        limit: How many questions of each set, the first ones; None for all.
        per_type: How many questions of each type and language, the first ones; None for all.
        epochs: How often each question is asked.
        answers: ``choices``, or ``free`` for free text.
        timeout: Seconds that a step of a memory may take.
        timed: Histories of each set, the first ones, on which taking in is timed: nothing is kept for them from other histories.
    """

    ks: tuple[int, ...] = (5,)
    levels: tuple[int, ...] = (1,)
    seed: int = 0
    limit: int | None = None
    per_type: int | None = None
    epochs: int = 1
    answers: str = "choices"
    timeout: float = 600.0
    timed: int = 100

    def __post_init__(self) -> None:
        for name, values in (("k", self.ks), ("eta", self.levels)):
            if tuple(values) != rising(name, values):
                raise _no_numbers(name, values)
        for name, value in (("limit", self.limit), ("per-type", self.per_type), ("epochs", self.epochs)):
            if value is not None and value < 1:
                raise InputError(f"{name} {value}; expected 1 or more")
        if self.timed < 0:
            raise InputError(f"timed {self.timed}; expected 0 or more")
        if self.answers not in ANSWERS:
            raise InputError(f"answers {self.answers!r}; expected {' or '.join(ANSWERS)}")
        if not 0 < self.timeout <= TIMEOUT_MAX:
            raise InputError(f"timeout {self.timeout}; expected seconds above 0, at most {TIMEOUT_MAX:g}")


def rising(name: str, given: int | Sequence[int]) -> tuple[int, ...]:
    """Return whole numbers in rising order, each once.

    Raises:
        InputError: There is none, or one is no whole number from 1 on.
    """
    found = [given] if isinstance(given, int) else list(given)
    if not found or any(type(one) is not int or one < 1 for one in found):
        raise _no_numbers(name, found)
    return tuple(sorted(set(found)))


def _no_numbers(name: str, given: Sequence[object]) -> InputError:
    return InputError(f"{name} {','.join(map(str, given))!r}; expected whole numbers from 1 on, rising, such as 1,10,50")


def is_control(memory: str) -> bool:
    """Return whether a memory, by its name in results, is a control: it shows what is possible, and what comes for free."""
    return memory.partition(":")[0] in CONTROLS.split(",")


def lineup(memories: object, *, controls: bool) -> list[Entrant]:
    """Return the memories of a run: those asked for, by name or as objects, one or a list, then the controls that are not among them.

    Raises:
        InputError: One is unknown or named twice.
    """
    named = memories if isinstance(memories, Sequence) and not isinstance(memories, str) else [memories]
    chosen = distinct([one for given in named for one in (entrants(given) if isinstance(given, str) else [from_object(given)])])
    kinds = {entrant.kind for entrant in chosen}
    return distinct(chosen + [control for control in entrants(CONTROLS) if controls and control.kind not in kinds])
