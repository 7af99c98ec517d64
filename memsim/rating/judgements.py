"""One judgement: what a rater made of one item, criterion by criterion, and the line that a file keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from memsim.rating.items import Item

SCORED, UNPARSED, FAILED = "scored", "unparsed", "failed"


class Score(NamedTuple):
    """What one criterion got.

    Attributes:
        status: ``scored``, ``unparsed`` (no score can be told from what was said) or ``failed`` (nothing was said).
        value: On the scale where scored, else None.
        reason: Why there is none.
    """

    status: str
    value: int | None = None
    reason: str = ""


class Judgement(NamedTuple):
    """What a rater made of one item.

    Attributes:
        item: What was judged.
        rater: Who judged it: the number of the repeat, from 1.
        seed: What the rater was given to draw by.
        scores: By name of the criterion.
        raw: All that was said.
    """

    item: Item
    rater: int
    seed: int
    scores: Mapping[str, Score]
    raw: str = ""

    def row(self) -> dict[str, Any]:
        """Return it as a line of a file keeps it: scores, and apart from them the reasons for those that there are not."""
        item = self.item
        return {
            **{name: getattr(item, name) for name in ("subject", "language", "history_id", "mid")},
            "rater": self.rater,
            "seed": self.seed,
            "scores": {name: score.value for name, score in self.scores.items() if score.status == SCORED},
            **{
                status: {name: score.reason for name, score in self.scores.items() if score.status == status}
                for status in (UNPARSED, FAILED)
            },
            "raw": self.raw,
            "shown": item.shown,
        }
