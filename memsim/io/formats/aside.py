"""What stands in the files of a set and reaches nobody, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_SHOWN = 20  # keys that are named; the values under all others are counted together
_UNREAD = "not read: the description of the set does not have them"


@dataclass(frozen=True, slots=True)
class Aside:
    """Counts of a set.

    Attributes:
        unread: By key that the description of the set does not have, how many values it has.
        untold: By what no history tells, though it is known, how much of it there is.
    """

    unread: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)

    def notes(self) -> dict[str, int]:
        """Return notes on the keys whose values are not read, for want of knowing what they are."""
        keys = sorted(self.unread, key=repr)
        told = {f"values under {key!r:.60} are {_UNREAD}": self.unread[key] for key in keys[:_SHOWN]}
        rest = keys[_SHOWN:]
        return told | ({f"values under {len(rest):,} more keys are {_UNREAD}": sum(self.unread[key] for key in rest)} if rest else {})
