"""What memories and readers took: seconds, calls, tokens, dollars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import isnan
from operator import add
from typing import Any

from memsim.records import Usage
from memsim.scoring.intervals import spread

#: By name in results: the steps of a row that it sums, and of which timings it is made. ``alone`` is taken in with nothing kept from other
#: histories; the first trial of a memory in a process is ``warm_up``, since it loads models, and stands apart.
TIMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "adaptation_s": (("store", "settle"), ("alone",)),
    "store_s": (("store",), ("alone",)),
    "settle_s": (("settle",), ("alone",)),
    "response_s": (("recall", "answer"), ("alone", "shared")),
    "reading_s": (("read",), ("alone", "shared")),
    "warm_up_s": (("make", "store", "settle", "recall"), ("warm_up",)),
}
_EACH = "adaptation_a_message_s"
#: All that is timed.
TIMED = (*TIMES, _EACH)
_ONCE = ("adaptation_s", "store_s", "settle_s", "warm_up_s")  # of a history, whatever is asked of it
#: What `costs` needs of a row.
NEEDED = ("history", "messages", "timing", "times", "error", "characters", "memory_usage", "reader_usage", "judged")


def costs(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return seconds by name (mean, p50, p95, n), seconds a message for what is done once a history, how much was recalled, and what models took.

    The seconds of a row that failed tell of its failure, such as a limit that was reached, and are left out; what its models took was paid.
    """
    times = {name: seconds for name in TIMES if (seconds := _spread(_seconds(rows, name)))}
    each = _spread(_seconds(rows, "adaptation_s", by_message=True))
    if each:
        times[_EACH] = each
    recalled = _spread([row["characters"] for row in rows if "characters" in row])
    usage = {name: _usage(rows, name) for name in ("memory_usage", "reader_usage", "judge_usage")}
    return {"times": times, "recalled_characters": recalled, "usage": usage}


def _seconds(rows: Sequence[Mapping[str, Any]], name: str, *, by_message: bool = False) -> list[float]:
    steps, timings = TIMES[name]
    met: set[str] = set()
    out = []
    for row in rows:
        found = [row["times"][step] for step in steps if step in row["times"]]
        if "error" in row or row["timing"] not in timings or not found or (name in _ONCE and row["history"] in met):
            continue
        met.add(row["history"])
        out.append(sum(found) / (row["messages"] if by_message else 1))
    return out


def _spread(values: list[float]) -> dict[str, float | int] | None:
    found = spread(values)
    return None if isnan(found.mean) else found._asdict()


def _usage(rows: Iterable[Mapping[str, Any]], name: str) -> dict[str, Any] | None:
    found = [row["judged"]["usage"] if name == "judge_usage" and row.get("judged") else row.get(name) for row in rows]
    used = [Usage(*one) for one in found if one]
    return reduce(add, used)._asdict() if used else None
