"""What the rows of a dataset come to, counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


class Recount:
    """Counts the rows that it is given, as the manifest counts them."""

    def __init__(self) -> None:
        self._sizes: Counter[str] = Counter(messages=0, questions=0)
        self._by_type: Counter[str] = Counter()
        self._by_topic: Counter[str] = Counter()
        self._rewritten: Counter[tuple[int, bool]] = Counter()

    def take(self, table: str, rows: pa.Table) -> None:
        """Count the rows of a file of a table."""
        if table == "histories":
            self._sizes["messages"] += pc.sum(pc.list_value_length(rows["messages"])).as_py() or 0
        elif table == "questions":
            self._sizes["questions"] += rows.num_rows
            self._by_type.update(rows["question_type"].to_pylist())
            self._by_topic.update(rows["topic"].to_pylist())
        elif table == "gold":
            self._take_renders(rows["messages"].combine_chunks().flatten().field("render"))
            self._take_renders(rows["question_render"].combine_chunks())

    def _take_renders(self, renders: pa.StructArray) -> None:
        by_model = renders.filter(pc.is_valid(renders.field("model")))
        self._rewritten.update(zip(by_model.field("attempts").to_pylist(), by_model.field("fallback").to_pylist(), strict=True))

    def counts(self) -> dict[str, Any]:
        """Return the counts, named as in a manifest."""
        found = {**self._sizes, "by_question_type": dict(self._by_type), "by_topic": dict(self._by_topic)}
        fates: Counter[str] = Counter()
        for (attempts, fallback), count in self._rewritten.items():
            fates["fallback" if fallback else f"kept at try {attempts}"] += count
        return found | ({"rewritten": dict(fates)} if fates else {})

    def differences(self, said: dict[str, Any]) -> Iterator[str]:
        """Yield where a manifest counts otherwise. Why texts were rejected no row tells, but how often."""
        found = self.counts()
        for name in sorted({*found, *({"rewritten"} & set(said))}):
            if said.get(name) != found.get(name):
                yield f"counts.{name} is {said.get(name)!r}; the rows come to {found.get(name)!r}"
        rejected = said.get("rejected", {})
        told = sum(rejected.values()) if isinstance(rejected, dict) and all(isinstance(n, int) for n in rejected.values()) else None
        times = sum((attempts - (not fallback)) * count for (attempts, fallback), count in self._rewritten.items())
        if told != times:
            yield f"counts.rejected is {rejected!r}; the rows come to {times} in all"
