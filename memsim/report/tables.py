"""The tables of a run, made from its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from memsim.report.table import NOTHING, Table, counted, estimate, of_columns, seconds

Result = Mapping[str, Any]
#: What a dimension is called, and its parts in the paper's order; others follow by name.
DIMENSIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "question_type": (
        "question type",
        ("simple", "single_hop", "conditional", "multi_hop", "comparative", "aggregative", "post_processing", "noisy"),
    ),
    "language": ("language", ()),
    "topic": ("topic", ("roles", "events", "items", "places", "hybrid")),
    "noisy": ("noise around the question", ("false", "true")),
}
_NOISY = {"false": "plain", "true": "noisy"}
MEASURES = (
    *("recall@{k}", "recall_all@{k}", "precision@{k}", "hit@{k}", "ndcg@{k}", "mrr@{k}", "first_rank@{k}"),
    *("session_recall@{k}", "session_recall_all@{k}", "session_hit@{k}"),
)
ANSWERS = ("accuracy", "accuracy_of_answered", "abstention")
MAIN = ("accuracy", "recall@{k}", "ndcg@{k}", "mrr@{k}")
_TIMES = {
    "adaptation_s": "adaptation a history",
    "adaptation_a_message_s": "adaptation a message",
    "settle_s": "settling alone",
    "response_s": "response",
    "reading_s": "reading",
    "warm_up_s": "first history",
}
_USED = {"memory_usage": "memory", "reader_usage": "reader", "judge_usage": "judge"}


def headline(ks: Sequence[int]) -> int:
    """Return the k that stands for all: 5, as in the paper, where it was measured, else the largest."""
    return 5 if 5 in ks else ks[-1]


def told_first(entry: Mapping[str, Any], ks: Sequence[int]) -> list[str]:
    """Return the measures that stand for all on a set, by its entry in the manifest: those by which results on it are told, then the usual ones."""
    convention = entry.get("convention", {"k": None, "measures": ()})  # runs of before sets had one have none
    k = convention["k"] if convention["k"] in ks else headline(ks)
    return list(dict.fromkeys(one.format(k=k) for one in (*convention["measures"], *MAIN)))


def name_of(result: Result) -> str:
    """Return a memory's name with what the paper calls it, and whether it is a control."""
    besides = ", ".join(filter(None, (result["paper"], "control" if result["control"] else "")))
    return f"{result['memory']} ({besides})" if besides else result["memory"]


def sorted_for_show(results: Sequence[Result]) -> list[Result]:
    """Return results with the controls after all others."""
    return sorted(results, key=lambda one: one["control"])


def _table(title: str, results: Sequence[Result], columns: Sequence[Sequence[str]]) -> Table:
    return of_columns(title, ["memory", *map(name_of, results)], columns)


def called(part: str) -> str:
    """Return what a part of a dimension is called."""
    return _NOISY.get(part, part)


def place(dimension: str, part: str) -> tuple[int, str]:
    """Return where a part of a dimension stands: in the paper's order, others after it by name."""
    order = DIMENSIONS[dimension][1]
    return (order.index(part) if part in order else len(order), part)


def by(results: Sequence[Result], dimension: str, measure: str, title: str) -> Table:
    """Return memories x the parts of a dimension for one measure; by question type, it has the shape of the paper's tables."""
    shown = sorted_for_show(results)
    parts = {part for one in shown for part, found in one["by"][dimension].items() if measure in found}
    places = sorted(parts, key=lambda part: place(dimension, part))
    columns = [counted(called(part), [one["by"][dimension].get(part, {}).get(measure) for one in shown], estimate) for part in places]
    return _table(title, shown, [*columns, counted("all", [one["measures"].get(measure) for one in shown], estimate)])


def by_level(results: Sequence[Result], measure: str, title: str) -> Table:
    """Return memories x η for one measure over all questions."""
    levels = sorted({one["eta"] for one in results})
    found = {(one["memory"], one["eta"]): one["measures"].get(measure) for one in results}
    shown = list({one["memory"]: one for one in sorted_for_show(results)}.values())
    columns = [counted(f"η={eta}", [found.get((one["memory"], eta)) for one in shown], estimate) for eta in levels]
    return _table(title, shown, columns)


def measures(results: Sequence[Result], names: Sequence[str], title: str) -> Table | None:
    """Return memories x measures over all questions; None where nobody has any of them."""
    shown = sorted_for_show(results)
    measured = [name for name in names if any(name in one["measures"] for one in shown)]
    found = {name: [one["measures"].get(name) for one in shown] for name in measured}
    columns = [counted(name + _ends(values), values, estimate) for name, values in found.items()]
    return _table(title, shown, columns) if columns else None


def _ends(values: Sequence[Mapping[str, Any] | None]) -> str:
    """Return what a heading says of values that are no shares."""
    return "" if all("low" in one for one in values if one) else " (mean / p50 / p95)"


def outcomes(results: Sequence[Result], title: str) -> Table:
    """Return memories x outcomes, as counts of rows: the answers that count, by how they are right or wrong, then all others."""
    shown = sorted_for_show(results)
    grouped = [_grouped(one["outcomes"]) - _grouped(one["uncounted_outcomes"]) for one in shown]
    kinds = sorted({kind for one in grouped for kind in one}, key=lambda kind: (kind != "correct", kind))
    columns = [["answers", *(f"{one.total():,}" for one in grouped)]]
    columns += [[kind.replace("_", " "), *(f"{one[kind]:,}" for one in grouped)] for kind in kinds]
    aside = [sum(one["uncounted_outcomes"].values()) for one in shown]
    if any(aside):
        columns.append(["retrieval only", *(f"{count:,}" for count in aside)])
    missing = [_missing(one["missing"]) for one in shown]
    if any(missing):
        columns.append(["not measured", *(text or NOTHING for text in missing)])
    return _table(title, shown, [*columns, ["rows", *(f"{one['rows']:,}" for one in shown)]])


def _grouped(found: Mapping[str, int]) -> Counter[str]:
    """Return outcomes with those of one axis together, whichever part of a question it is in, and all that go wrong in several parts."""
    out: Counter[str] = Counter()
    for outcome, count in found.items():
        _, wrong, axis = outcome.partition("distractor:")
        out[_top(axis) if wrong else outcome] += count
    return out


def _top(axis: str) -> str:
    if "+" in axis:
        return "several parts"
    return "another choice" if axis == "unknown" else axis.rpartition(":")[2]


def _missing(found: Mapping[str, Mapping[str, int]]) -> str:
    return "; ".join(f"{kind}: {why} {count:,}" for kind, reasons in found.items() for why, count in reasons.items())


def times(results: Sequence[Result], title: str) -> Table:
    """Return what each memory took in seconds, mean / p50 / p95, and how much it recalled a question, whatever k is."""
    shown = sorted_for_show(results)
    named = {name: heading for name, heading in _TIMES.items() if any(name in one["times"] for one in shown)}
    columns = [counted(heading, [one["times"].get(name) for one in shown], _spread) for name, heading in named.items()]
    return _table(title, shown, [*columns, counted("characters recalled", [one["recalled_characters"] for one in shown], _characters)])


def _characters(found: Mapping[str, Any]) -> str:
    return f"{found['mean']:,.0f}"


def _spread(found: Mapping[str, Any]) -> str:
    return " / ".join(seconds(found[name]) for name in ("mean", "p50", "p95")) if found["n"] > 1 else seconds(found["mean"])


def usage(results: Sequence[Result], title: str) -> Table | None:
    """Return what models took of whom: calls, tokens, dollars; None where there were none."""
    rows = [
        [name_of(one), who, *(f"{found[key]:,}" for key in ("calls", "prompt_tokens", "completion_tokens")), _price(found["cost"])]
        for one in sorted_for_show(results)
        for key, who in _USED.items()
        if (found := one["usage"][key])
    ]
    return Table(title, ["memory", "models of the", "calls", "prompt tokens", "completion tokens", "cost"], rows) if rows else None


def _price(cost: float | None) -> str:
    return "unknown" if cost is None else f"${cost:.4f}"


def constants(found: Mapping[str, Any], title: str) -> Table:
    """Return what never looking gets: each letter always, and any letter."""
    return Table(title, ["always", *found, "n"], [["accuracy", *map(estimate, found.values()), f"{found['any']['n']:,}"]])
