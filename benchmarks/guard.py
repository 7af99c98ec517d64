"""How well the guard tells faithful rewrites from corrupted ones, by kind, on the corpora of the tests; see benchmarks/README.md."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from memsim.render.guard import Guard, Inquiry, Rejection, Statement
from memsim.spec.load import load_spec

CORPORA = Path(__file__).parents[1] / "tests" / "render" / "corpora"


def judged(guard: Guard, row: dict) -> list[Rejection]:
    """Return what a guard says of a row of a corpus."""
    if row["what"] == "question":
        return guard.judge(Inquiry(row["text"], tuple(row["slots"]), tuple(row["choices"]), row["time"]), row["rewrite"])
    facts = (row["subject"], row["attribute"], row["said"], row["value"], row["number"], row["time"])
    return guard.judge(Statement(row["text"], *facts, tuple(row["slots"])), row["rewrite"])


def report(guard: Guard, language: str, name: str, *, missed: bool) -> None:
    """Print the share of a corpus that is judged right, by kind."""
    rows = [json.loads(line) for line in (CORPORA / f"{name}.{language}.jsonl").read_text(encoding="utf-8").splitlines()]
    started = time.process_time()
    said = [judged(guard, row) for row in rows]
    spent = (time.process_time() - started) / len(rows) * 1000
    right = [bool(each) == name.endswith("corrupted") for each in said]
    print(f"\n{language}, {name}: {sum(right)} of {len(rows)} judged right ({sum(right) / len(rows):.1%}), {spent:.2f} ms each")
    kinds, wrong = Counter(row["kind"] for row in rows), Counter(row["kind"] for row, ok in zip(rows, right, strict=True) if not ok)
    for kind, count in sorted(kinds.items()):
        print(f"  {kind:<24} {count - wrong[kind]:>4} of {count:>4}  {1 - wrong[kind] / count:.1%}")
    for row, each, ok in zip(rows, said, right, strict=True):
        if missed and not ok:
            print(f"    {row['kind']}: {row['text']} => {row['rewrite']} {[rejection.rule for rejection in each]}")


def main() -> None:
    """Print all corpora."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missed", action="store_true", help="also print what was judged wrong")
    given = parser.parse_args()
    spec = load_spec("daily")
    for language in ("en", "zh"):
        guard = Guard(spec, language)
        for name in ("faithful", "corrupted", "fresh_faithful", "fresh_corrupted"):
            report(guard, language, name, missed=given.missed)


if __name__ == "__main__":
    main()
