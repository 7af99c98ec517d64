"""What a reader gets who never looks: always the same letter, or any letter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

import numpy as np

from memsim.records import Item
from memsim.rng import Rng
from memsim.scoring.intervals import estimate


def constant_answers(items: Mapping[tuple[str, str], Item]) -> dict[str, dict[str, Any]]:
    """Return, by set, the accuracy of each constant letter and of a drawn one (``any``), over the questions that have choices."""
    targets: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (name, _), (asked, truth) in items.items():
        if truth.target is not None:
            targets[name].append((truth.target, len(asked.choices)))
    return {name: _accuracies(rows) for name, rows in targets.items()}


def _accuracies(rows: list[tuple[str, int]]) -> dict[str, Any]:
    letters = sorted({target for target, _ in rows} | set(ascii_uppercase[: max(count for _, count in rows)]))
    drawn = Rng(0, np.arange(len(rows))).one("measure/any letter")
    found = {letter: [target == letter for target, _ in rows] for letter in letters}
    found["any"] = [ascii_uppercase[int(uniform * count)] == target for uniform, (target, count) in zip(drawn.tolist(), rows, strict=True)]
    return {letter: estimate(right)._asdict() for letter, right in found.items()}
