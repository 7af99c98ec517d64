"""`results.json`: what the rows of a run come to, by memory and level, with intervals and denominators."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from memsim.measure.constant import constant_answers
from memsim.measure.grouped import Group, Rows, Values, cluster_of
from memsim.measure.settings import PROTOCOL_VERSION, is_control
from memsim.records import Item
from memsim.scoring.intervals import estimate, spread
from memsim.scoring.metrics import bounds

DIMENSIONS = ("language", "question_type", "topic", "noisy")


def results_of(rows: Rows) -> dict[str, Any]:
    """Return the results of a run."""
    manifest, names = rows.manifest, [one["name"] for one in rows.manifest["sets"]]
    results = [
        _result(Group(name, memory["name"], eta), memory, rows)
        for name in names
        for eta in manifest["settings"]["levels"]
        for memory in manifest["memories"]
        if Group(name, memory["name"], eta) in rows.tallies
    ]
    return {
        "protocol_version": PROTOCOL_VERSION,
        "ks": list(rows.ks),
        "asked": {name: _asked(rows.of(name).values()) for name in names},
        "results": results,
        "constant_answers": constant_answers(rows.items),
        "retrieval_only": {name: [one._asdict() for one in rows.unreadable(name)] for name in names},
    }


def _asked(items: Collection[Item]) -> dict[str, Any]:
    """Return how many questions were asked on how many histories, and how many of each language, type and so on."""
    counts = {dimension: Counter(_part(item, dimension) for item in items) for dimension in DIMENSIONS}
    return {
        "questions": len(items),
        "histories": len({item.question.history_id for item in items}),
        "by": {dimension: dict(sorted(count.items())) for dimension, count in counts.items()},
    }


def _part(item: Item, dimension: str) -> str:
    return str(getattr(item.question, dimension)).lower()


def _result(group: Group, memory: Mapping[str, Any], rows: Rows) -> dict[str, Any]:
    tally, values, items, uncounted = rows.tallies[group], rows.values(group), rows.of(group.set), rows.uncounted(group.set)
    by: dict[str, dict[str, Any]] = {}
    for dimension in DIMENSIONS:
        parts: dict[str, list[str]] = defaultdict(list)
        for one, item in items.items():
            parts[_part(item, dimension)].append(one)
        by[dimension] = {part: _estimates(values, items, some) for part, some in sorted(parts.items())}
    return {
        **group._asdict(),
        "paper": memory["paper"],
        "control": is_control(group.memory),
        "size": memory["k"],
        "rows": len(tally.light),
        "measures": _estimates(values, items, items),
        "by": by,
        "outcomes": tally.outcomes(items),
        "uncounted_outcomes": tally.outcomes(uncounted),
        "missing": {kind: dict(sorted(why.items())) for kind, why in sorted(tally.missing.items())},
        "errors": dict(sorted(tally.errors.items())),
        "flags": dict(sorted(tally.flags.items())),
        **tally.costs(),
    }


def _estimates(values: Values, items: Mapping[str, Item], some: Iterable[str]) -> dict[str, Any]:
    """Return each measure over some questions: mean, interval, number; where a history has several of them, they are one cluster."""
    chosen, out = list(some), {}
    for name, by_question in values.items():
        held = [one for one in chosen if one in by_question]
        if held:
            each = [by_question[one] for one in held]
            found = estimate(each, [cluster_of(items[one]) for one in held]) if bounds(name) == (0, 1) else spread(each)
            out[name] = found._asdict()
    return out
