"""What one row of samples comes to: its measures, and why one has none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from memsim.records import Item
from memsim.scoring.facts import covered
from memsim.scoring.metrics import SESSION_METRICS, by_session, retrieval

ABSTENTION = "abstention"
ANSWERS = ("accuracy", "accuracy_of_answered", "accuracy_by_judge", ABSTENTION)
RETRIEVAL, ANSWER, FAILED = "retrieval", "answers", "failed"
_NO_ANSWER, _VERDICTS = ("refused", "unparsed"), ("correct", "wrong")


class Measured(NamedTuple):
    """A row's measures by name, and by kind of measure why there are none."""

    values: dict[str, float]
    missing: dict[str, str]


def measured(row: Mapping[str, Any], item: Item, ks: Sequence[int]) -> Measured:
    """Return what a row comes to.

    A question without evidence has no retrieval measures, one that failed has none at all. ``accuracy`` is over all that were asked and did not
    fail, ``accuracy_of_answered`` over those that got an answer, ``accuracy_by_judge`` over those that a judge gave a verdict on, ``abstention``
    over questions that cannot be answered.
    """
    ranked, no_ranking = _retrieval(row, item, ks)
    answered, no_answer = _answer(row, item)
    missing = {kind: why for kind, why in ((RETRIEVAL, no_ranking), (ANSWER, no_answer)) if why}
    return Measured(ranked | answered, missing)


def kind_of(measure: str) -> str:
    """Return what a measure is of, by which `Measured.missing` tells why there is none."""
    return ANSWER if measure in ANSWERS else RETRIEVAL


def applies(measure: str, item: Item) -> bool:
    """Return whether a question can be measured so, if nothing fails."""
    if measure in ANSWERS:
        return bool(item.truth.answers) != (measure == ABSTENTION)
    return bool(item.truth.sessions if measure.partition("@")[0] in SESSION_METRICS else item.truth.evidence)


def _retrieval(row: Mapping[str, Any], item: Item, ks: Sequence[int]) -> tuple[dict[str, float], str]:
    if missing := unranked(row, item):
        return {}, missing
    found, sessions = list(ranks(row, item)), item.truth.sessions
    return retrieval(found, item.truth.evidence, ks) | (by_session(found, sessions, ks) if sessions else {}), ""


def unranked(row: Mapping[str, Any], item: Item) -> str:
    """Return why a row has no ranking to measure; nothing where it has one."""
    if "ranking" not in row:
        return FAILED
    if not item.truth.evidence:
        return "no evidence"
    return "no sources" if None in row["ranking"] and not item.truth.facts else ""


def ranks(row: Mapping[str, Any], item: Item) -> Iterator[Sequence[str]]:
    """Yield what each rank holds, a message at a time, since k counts messages and not what a memory binds them into.

    What a memory says that a text holds counts where the message stands in it, or the fact that it tells; else it is a rank that holds nothing.
    """
    for rank, said in enumerate(row["ranking"]):
        if isinstance(said, str):
            yield (said,)
            continue
        told = covered(row["texts"][str(rank)], item.truth.facts)
        proved = {*row["held"][str(rank)], *told}
        for mid in told if said is None else said:
            yield (mid,) if mid in proved else ()
        if not (told if said is None else said):
            yield ()


def _answer(row: Mapping[str, Any], item: Item) -> tuple[dict[str, float], str]:
    outcome = row.get("outcome")
    if "error" in row or outcome == FAILED:
        return {}, FAILED
    if outcome is None:
        return {}, "not asked"
    right = float(outcome == "correct")
    if not item.truth.answers:
        return {ABSTENTION: right}, ""
    verdict = row.get("judged", {}).get("status")
    answered = {} if outcome in _NO_ANSWER else {"accuracy_of_answered": right}
    judged = {"accuracy_by_judge": float(verdict == "correct")} if verdict in _VERDICTS else {}
    return {"accuracy": right, **answered, **judged}, ""
