"""Attacks a set that memsim generates, and holds what they reach against the bars. `python benchmarks/quality.py --help`."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import attacks
import evidence
import intervals
import learned
import numpy as np
import rows as data
from guessing import Ints, shuffled_targets
from intervals import Measure
from rich.console import Console
from rich.table import Table

from memsim.rng import Rng

_N = 60_000
_MENTIONED = 0.27
_OVERALL = 0.007
_PLANTED, _PLANTED_NEEDS = 0.1, 20_000  # share of the questions; trajectories below which it may not be found


def letters(rows: data.Rows) -> Iterator[Measure]:
    """Yield how often each letter is right: what a constant guess gets."""
    for place, letter in enumerate("ABCD"):
        yield intervals.rate("letters", f"always {letter}", rows.target == place, spread=0.0)


def mentioned(rows: data.Rows, counts: Ints) -> Iterator[Measure]:
    """Yield what picking the option that is mentioned gets."""
    right = attacks.pick_mentioned(rows, counts) == rows.target
    yield intervals.rate("mentioned", "answers said word for word", right[rows.stated], limit=_MENTIONED)
    yield intervals.rate("mentioned", "answers derived: ψ, counts, times", right[~rows.stated])
    yield from intervals.cells("mentioned", right, rows.question_type, rows.topic)


def without_linking(rows: data.Rows, counts: Ints) -> Iterator[Measure]:
    """Yield attacks that read the messages, link nothing and need no boosting."""
    for guesses in (attacks.simple_guesses(rows, counts), attacks.learned_guesses(rows, rows.target)):
        for name, letter, tried in guesses:
            yield intervals.rate("unlinked", name, (letter == rows.target)[tried])


def attacked(section: str, letter: Ints, rows: data.Rows) -> Iterator[Measure]:
    """Yield what an attack gets of all questions, and of each type and topic."""
    right = letter == rows.target
    yield intervals.rate(section, "all", right, spread=_OVERALL)
    yield from intervals.cells(section, right, rows.question_type, rows.topic)


def planted_targets(rows: data.Rows) -> Ints:
    """Return the targets, but in a tenth of the questions the option that is the first as text: a leak that an attack worth its name finds."""
    first = np.argmin(rows.choices.astype(str), axis=1)
    return np.where(Rng(0, rows.index).one("benchmark/planted") < _PLANTED, first, rows.target)


def controls(section: str, on_shuffled: Ints, on_planted: Ints, rows: data.Rows) -> Iterator[Measure]:
    """Yield what an attack gets where there is nothing to find, and where a leak was planted."""
    nothing = intervals.rate(section, "control: shuffled letters", on_shuffled == shuffled_targets(rows.index), spread=_OVERALL)
    yield replace(nothing, ok=None)
    found = intervals.rate(section, "control: planted leak of 7.5 %", on_planted == planted_targets(rows), limit=1.0)
    least = intervals.CHANCE + intervals.SE_BAR * intervals.chance_se(len(rows))
    enough = len(rows) >= _PLANTED_NEEDS
    yield replace(found, bar=f"> {100 * least:.2f} %" if enough else "", ok=found.value > least if enough else None)


def measures(rows: data.Rows) -> Iterator[Measure]:
    """Yield everything measured. Boosting takes most of the time: it runs in two processes meanwhile."""
    counts = attacks.mention_counts(rows)
    unread = replace(rows, messages=None)
    targets = (rows.target, shuffled_targets(rows.index), planted_targets(rows))
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        boosted = [pool.submit(learned.no_memory_attack, unread, target) for target in targets]
        unlinked = pool.submit(learned.boosted, unread, rows.target, attacks.unlinked_columns(rows, counts), "unlinked")
        yield from letters(rows)
        yield from evidence.measures(rows)
        yield from mentioned(rows, counts)
        yield from without_linking(rows, counts)
        yield from attacked("unlinked, boosting", unlinked.result(), rows)
        encoded = [learned.encoding_attack(unread, target) for target in targets]
        by_attack = {"no messages, encoding": encoded, "no messages, boosting": [job.result() for job in boosted]}
        for section, (real, shuffled, planted) in by_attack.items():
            yield from attacked(section, real, rows)
            yield from controls(section, shuffled, planted, rows)


def is_cell(measure: Measure) -> bool:
    """Return whether it is about one question type and topic."""
    return " × " in measure.what and measure.section != "unlinked"


def shown(found: list[Measure], *, cells: bool) -> list[Measure]:
    """Return what the table lists: of the cells of an attack, those above their bar and the highest, unless all are wanted."""
    highest: dict[str, Measure] = {}
    for measure in filter(is_cell, found):
        best = highest.get(measure.section)
        if best is None or _distance(measure) > _distance(best):
            highest[measure.section] = measure
    chosen = [m for m in found if cells or not is_cell(m) or m.ok is False or highest[m.section] is m]
    return [replace(m, what=f"highest cell: {m.what}") if highest.get(m.section) is m and not cells else m for m in chosen]


def _distance(measure: Measure) -> float:
    return (measure.value - intervals.CHANCE) / intervals.chance_se(measure.n or 1)


def table(found: list[Measure], title: str) -> Table:
    """Lay measures out."""
    out = Table(title=title)
    for name in ("attack", "on", "right / of", "rate", "95 % interval", "bar", ""):
        out.add_column(name, justify="left" if name in ("attack", "on", "") else "right", no_wrap=True)
    section = ""
    for m in found:
        of = f"{m.hits:,} / {m.n:,}" if m.hits is not None else f"of {m.n:,}" if m.n else ""
        value = f"{100 * m.value:.2f} %" if m.hits is not None else f"{m.value:.4f}"
        interval = f"{100 * m.low:.2f} – {100 * m.high:.2f}" if m.low is not None and m.high is not None else ""
        verdict = {True: "ok", False: "MISSED", None: ""}[m.ok]
        out.add_row(m.section if m.section != section else "", m.what, of, value, interval, m.bar, verdict)
        section = m.section
    return out


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=_N, help="trajectories (default %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scenario", default="daily")
    parser.add_argument("--language", default="en", choices=sorted(data.JOINTS))
    parser.add_argument("--data", type=Path, help="a dataset folder to attack, instead of a new one")
    parser.add_argument("--cells", action="store_true", help="list every question type and topic, not only the highest of each attack")
    parser.add_argument("--json", type=Path, help="write everything measured to this file too")
    return parser.parse_args()


def rows_of(options: argparse.Namespace) -> data.Rows:
    """Generate what is attacked, or read it."""
    if options.data:
        return data.load(options.data, options.language)
    import memsim

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        memsim.generate(options.scenario, n=options.n, seed=options.seed, language=options.language, out=out, workers=2)
        return data.load(out, options.language)


def main() -> int:
    """Measure, print, and return 1 if a bar is missed."""
    options = arguments()
    start = time.perf_counter()
    rows = rows_of(options)
    found = list(measures(rows))
    source = options.data or f"{options.scenario}, seed {options.seed}"
    title = f"{len(rows):,} trajectories ({source}, {options.language})"
    Console(width=170 if not sys.stdout.isatty() else None).print(table(shown(found, cells=options.cells), title))
    missed = [m for m in found if m.ok is False]
    cells = sum(map(is_cell, found))
    print(f"{len(found)} measures, {cells} of them single question types and topics; {len(missed)} miss their bar.")
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    if options.json:
        content = {"title": title, "measures": [m.as_dict() for m in found]}
        options.json.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
