"""What a check of a whole set found, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from memsim.io.formats.audited import Audited

_SHOWN, _RULE = 120, 240  # characters of an example or a name, of a rule


@dataclass(frozen=True, slots=True)
class Finding:
    """How far one rule holds over a set.

    Attributes:
        family: ``structure`` or ``leaks``.
        name: Of the rule, in kebab words: ``options-equal``.
        rule: What should hold.
        tested: How many were held to it.
        found: How many of them break it; of a guess, how many it gets right.
        share: found / tested, 0 where none was tested; of a model that tells messages apart, the area under its curve.
        examples: Ids with what is wrong there, the first ones.
        ok: Whether the set passes.
        detail: Numbers by name: what chance would give, an interval, counts by kind.
    """

    family: str
    name: str
    rule: str
    tested: int
    found: int
    share: float
    examples: tuple[str, ...]
    ok: bool
    detail: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make lines of what the set may have worded, whoever found it."""
        object.__setattr__(self, "name", shown(self.name))
        object.__setattr__(self, "rule", shown(self.rule, _RULE))
        object.__setattr__(self, "examples", tuple(map(shown, self.examples)))


def shown(text: str, most: int = _SHOWN) -> str:
    """Return a text as one line that is not too long, and does nothing to a terminal."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(char if char.isprintable() else " " for char in cut)


class Check(Protocol):
    """Looks at every history of a set once, and says what it found."""

    def see(self, history: Audited) -> None:
        """Take one history into account."""

    def findings(self) -> Iterator[Finding]:
        """Yield what was found, rule by rule, when all histories were seen."""
