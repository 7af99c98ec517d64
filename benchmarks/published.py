"""Scores published LongMemEval rankings again: how often all evidence comes up, beside how often any does. `python benchmarks/published.py --help`.

A file is the JSON, plain or gzipped, that a system publishes: `mode`, and for each of `per_question` the `question_id`, the sessions retrieved
(`retrieved_session_ids`, the best first) and those that hold the answer (`gold_session_ids`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import printing
from intervals import Measure

from memsim.scoring.intervals import estimate
from memsim.scoring.metrics import retrieval

_KS = (5, 10)
_ABSTENTION = "_abs"  # the end of a question's id where no session tells the answer: its gold only looks as if it did
#: What is measured of which questions. Most need two sessions or more, so that finding one of them is not enough to answer.
_MEASURES = (("recall_all", "all evidence, without _abs", False), ("hit", "any evidence, all questions", True))


def measures(path: Path) -> Iterator[Measure]:
    """Yield the rates of one file."""
    content = path.read_bytes()
    ranking: dict[str, Any] = json.loads(gzip.decompress(content) if path.suffix == ".gz" else content)
    asked = [(q["question_id"].endswith(_ABSTENTION), scores(q)) for q in ranking["per_question"]]
    for metric, what, abstentions in _MEASURES:
        for k in _KS:
            values = [found[f"{metric}@{k}"] for abstention, found in asked if abstentions or not abstention]
            e = estimate(values)
            yield Measure(ranking["mode"], f"{metric}@{k}: {what}", e.mean, round(sum(values)), e.n, e.low, e.high)


def scores(question: dict[str, Any]) -> dict[str, float]:
    """Return every metric of one question."""
    covered = [(session,) for session in question["retrieved_session_ids"]]
    return {name: value for name, value in retrieval(covered, question["gold_session_ids"], _KS).items() if value is not None}


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="published rankings: .json or .json.gz")
    parser.add_argument("--json", type=Path, help="write everything measured to this file too")
    options = parser.parse_args()
    found = [measure for path in options.files for measure in measures(path)]
    title = "Published LongMemEval rankings"
    printing.show(printing.table(found, title, ("ranking", "metric", "questions", "rate")))
    if options.json:
        printing.write_json(options.json, title, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
