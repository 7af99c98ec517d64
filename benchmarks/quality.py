"""Attacks a set that memsim generates, and holds what they reach against the bars. `python benchmarks/quality.py --help`."""

from __future__ import annotations

import argparse
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
import picks
import printing
import rows as data
from guessing import Ints, shuffled_targets
from intervals import Measure

from memsim.io.manifest import read_manifest
from memsim.rng import Rng
from memsim.spec.load import load_spec

_N = 60_000
_MENTIONED = 0.27
_OVERALL = 0.007
_PLANTED, _PLANTED_NEEDS = 0.1, 20_000  # share of the questions; trajectories below which it may not be found
_SHAPE_LEAST, _SHAPE_SE = 400, 4.0  # questions that a shape needs for a rate of its own; there are many shapes, so the bar is wider
_LOOKED_AT = 6000  # trajectories whose evidence is told from noise, in each language


def letters(rows: data.Rows) -> Iterator[Measure]:
    """Yield how often each letter is right: what a constant guess gets."""
    for place, letter in enumerate("ABCD"):
        yield intervals.rate("letters", f"always {letter}", rows.target == place, spread=0.0)


def mentioned(rows: data.Rows, counts: Ints) -> Iterator[Measure]:
    """Yield what picking the option that is mentioned gets."""
    right = attacks.pick_mentioned(rows, counts) == rows.target
    yield intervals.rate("mentioned", "answers said word for word", right[rows.stated], limit=_MENTIONED)
    yield intervals.rate("mentioned", "answers derived: ψ, counts, times", right[~rows.stated])
    yield from by_cell("mentioned", right, rows)


def without_linking(rows: data.Rows, counts: Ints) -> Iterator[Measure]:
    """Yield attacks that read the messages, link nothing and need no boosting."""
    for guesses in (attacks.simple_guesses(rows, counts), attacks.learned_guesses(rows, rows.target)):
        for name, letter, tried in guesses:
            yield intervals.rate("unlinked", name, (letter == rows.target)[tried])


def attacked(section: str, letter: Ints, rows: data.Rows) -> Iterator[Measure]:
    """Yield what an attack gets of all questions, and of each type and topic."""
    right = letter == rows.target
    yield intervals.rate(section, "all", right, spread=_OVERALL)
    yield from by_cell(section, right, rows)


def by_cell(section: str, right: data.Bools, rows: data.Rows) -> Iterator[Measure]:
    """Yield a rate for each question type and topic, and for each shape that is asked often enough."""
    yield from intervals.cells(section, right, rows.question_type + " × " + rows.topic)
    shape = np.where(rows.shape != "", "any × " + rows.shape, "")
    yield from intervals.cells(section, right, shape, _SHAPE_LEAST, _SHAPE_SE)


def rules(rows: data.Rows) -> Iterator[Measure]:
    """Yield what rules of thumb get: of all questions, of those in which they tell options apart, and of each type, topic and shape."""
    for name, letter, tried, barred in picks.picks(rows):
        right = letter == rows.target
        found = [intervals.rate(name, "all", right, spread=_OVERALL), intervals.rate(name, "where options differ in it", right[tried])]
        found += by_cell(name, right, rows)
        yield from found if barred else (replace(one, bar="", ok=None) for one in found)


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


def measures(rows: data.Rows, looked_at: Path) -> Iterator[Measure]:
    """Yield everything measured, the looks of evidence from a dataset in all languages. Boosting takes most of the time: it runs in two processes meanwhile."""
    counts = attacks.mention_counts(rows)
    unread = replace(rows, messages=None)
    targets = (rows.target, shuffled_targets(rows.index), planted_targets(rows))
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        boosted = [pool.submit(learned.no_memory_attack, unread, target) for target in targets]
        unlinked = pool.submit(learned.boosted, unread, rows.target, attacks.unlinked_columns(rows, counts), "unlinked")
        looks = [pool.submit(evidence.looks, looked_at, language, _LOOKED_AT) for language in read_manifest(looked_at)["languages"]]
        yield from letters(rows)
        yield from evidence.places(rows)
        yield from mentioned(rows, counts)
        yield from without_linking(rows, counts)
        yield from rules(rows)
        encoded = [learned.encoding_attack(unread, target) for target in targets]
        yield from (measure for job in looks for measure in job.result())
        yield from attacked("unlinked, boosting", unlinked.result(), rows)
        by_attack = {"no messages, encoding": encoded, "no messages, boosting": [job.result() for job in boosted]}
        for section, (real, shuffled, planted) in by_attack.items():
            yield from attacked(section, real, rows)
            yield from controls(section, shuffled, planted, rows)


def is_cell(measure: Measure) -> bool:
    """Return whether it is about one question type on one topic, or about one shape."""
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


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=_N, help="trajectories (default %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scenario", default="daily")
    parser.add_argument("--language", default="en", help="attacked throughout; evidence is looked at in all")
    parser.add_argument("--data", type=Path, help="a dataset folder to attack, instead of a new one")
    parser.add_argument(
        "--cells", action="store_true", help="list every question type and topic and every shape, not only the highest of each attack"
    )
    parser.add_argument("--json", type=Path, help="write everything measured to this file too")
    return parser.parse_args()


def generated(options: argparse.Namespace, languages: list[str], n: int, folder: Path) -> Path:
    """Return a dataset folder: the one given, or a new one of n trajectories in these languages."""
    if options.data:
        return options.data
    import memsim

    out = folder / "-".join(languages)
    memsim.generate(options.scenario, n=n, seed=options.seed, language=languages, out=out, workers=2)
    return out


def main() -> int:
    """Measure, print, and return 1 if a bar is missed."""
    options = arguments()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        languages = [] if options.data else list(load_spec(options.scenario).file.languages)
        looked_at = generated(options, languages, min(options.n, _LOOKED_AT), Path(folder))
        rows = data.load(generated(options, [options.language], options.n, Path(folder)), options.language)
        found = list(measures(rows, looked_at))
    source = options.data or f"{options.scenario}, seed {options.seed}"
    title = f"{len(rows):,} trajectories ({source}, {options.language})"
    printing.show(printing.table(shown(found, cells=options.cells), title, ("attack", "on", "right / of", "rate")))
    missed = [m for m in found if m.ok is False]
    cells = sum(map(is_cell, found))
    print(f"{len(found)} measures, {cells} of them single question types on single topics or single shapes; {len(missed)} miss their bar.")
    print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    if options.json:
        printing.write_json(options.json, title, found)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
