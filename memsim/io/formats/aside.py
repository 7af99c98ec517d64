"""What stands in the files of a set and reaches nobody, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


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
        """Return a note for each key whose values are not read, for want of knowing what they are."""
        return {
            f"values under {key!r:.60} are not read: the description of the set does not have them": self.unread[key]
            for key in sorted(self.unread, key=repr)
        }
