"""What a model said to one call, and what all calls of a client took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from memsim.records import Usage


class Completion(NamedTuple):
    """What a model said.

    Attributes:
        text: All of it.
        usage: What it took when it was said; what is `cached` takes nothing now.
        finish_reason: ``length`` where it was cut off.
        cached: Whether it was kept from before.
    """

    text: str
    usage: Usage
    finish_reason: str
    cached: bool = False


@dataclass
class Tally:
    """What the calls of a client took so far.

    Attributes:
        calls: How many were answered, by the model or from what was kept.
        cached: How many of them from what was kept.
        tries: How often the model was asked.
        usage: Of what the model answered; the cost of one unknown is unknown.
        failures: How many tries failed, by the kind of error.
    """

    calls: int = 0
    cached: int = 0
    tries: int = 0
    usage: Usage = field(default_factory=Usage)
    failures: Counter[str] = field(default_factory=Counter)
