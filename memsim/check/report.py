"""What a check found: promise by promise, how many rows were tested and which of them fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

KEPT = 20  # faults kept by promise; all failures are counted

#: The promises by number, as the documentation lists them.
PROMISES = {
    1: "answer: the SQL over the stated facts gives it",
    2: "unique: one entity fits, in the history and in the whole world",
    3: "evidence: enough, none to spare, nothing told twice",
    4: "choices: four, distinct, one right, all of the right type",
    5: "order: times rise, the question comes last",
    6: "no leak: no answer in the question, ids and texts say nothing",
    7: "time: relative times mean what the calendar says",
    8: "text: keeps its fact and holds no other",
    9: "world: rules hold, identifiers are sound, nobody reads alike",
    10: "determinism: rows and files are those of the manifest",
    11: "languages: the same world, facts, evidence and target",
    12: "provenance: every message has its hint, kind and axis",
}


@dataclass(frozen=True)
class Fault:
    """One broken promise: where and what."""

    promise: int
    file: str
    row: int | None
    id: str | None
    detail: str

    def __str__(self) -> str:
        place = f"{self.file}" + (f" row {self.row}" if self.row is not None else "") + (f" ({self.id})" if self.id else "")
        return f"{place}: promise {self.promise}, {PROMISES[self.promise].partition(':')[0]}: {self.detail}"


@dataclass
class Report:
    """Counts and failures of a whole check.

    Attributes:
        promises: The numbers of those that were to be tested.
        rows: Rows (trajectory × language) tested.
        tested: By promise, how many rows or files were tested.
        failed: By promise, how many of them fail.
        faults: The first failures of each promise.
    """

    promises: tuple[int, ...] = tuple(PROMISES)
    rows: int = 0
    tested: dict[int, int] = field(default_factory=lambda: dict.fromkeys(PROMISES, 0))
    failed: dict[int, int] = field(default_factory=lambda: dict.fromkeys(PROMISES, 0))
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every promise is kept."""
        return not any(self.failed.values())

    def add(self, promise: int, faults: list[Fault]) -> None:
        """Count one row or file tested, and its faults if it has any."""
        self.tested[promise] += 1
        if faults:
            self.failed[promise] += 1
            if self.failed[promise] <= KEPT:
                self.faults += faults

    def merge(self, other: Report) -> None:
        """Add the counts and faults of another part of the same dataset."""
        self.rows += other.rows
        for promise in PROMISES:
            self.tested[promise] += other.tested[promise]
            self.failed[promise] += other.failed[promise]
        for fault in other.faults:
            if sum(one.promise == fault.promise for one in self.faults) < KEPT:
                self.faults.append(fault)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        promises = [
            {"promise": n, "text": text, "tested": self.tested[n], "failed": self.failed[n]}
            for n, text in PROMISES.items()
            if n in self.promises
        ]
        faults = [{"promise": f.promise, "file": f.file, "row": f.row, "id": f.id, "detail": f.detail} for f in self.faults]
        return {"ok": self.ok, "rows": self.rows, "promises": promises, "faults": faults}
