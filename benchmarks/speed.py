"""How fast memsim is, each figure beside a plain reference timed in the same run. It demands nothing. `python benchmarks/speed.py --help`."""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import peers
from rich.console import Console
from rich.table import Table

_BLOCK, _BLOCKS, _HELPS = 1000, 5, 10
_COMMAND = "import sys; from memsim.cli.main import main; sys.argv[0] = 'memsim'; main()"
_LAUNCHER = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
_SMALL, _LARGE = 3000, 100_000


@dataclass
class Figure:
    """One line: what was measured, in which unit, and the same for the reference."""

    what: str
    value: float
    unit: str
    reference: str = ""
    reference_value: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the reference."""
        return self.value / self.reference_value if self.reference_value else None


def stages() -> Iterator[Figure]:
    """Yield what each stage of generation takes on one core, from blocks after the first, and the trajectories a second that follow."""
    from memsim.causal.catalog import Catalog
    from memsim.engine.block import BlockMaker
    from memsim.questions.registry import QUESTION_TYPES
    from memsim.spec.load import load_spec

    start = time.perf_counter()
    maker = BlockMaker(Catalog(load_spec("daily")), 0, ("en",), tuple(QUESTION_TYPES))
    ready = time.perf_counter() - start
    maker.make(np.arange(_BLOCK))
    gc.collect()
    gc.freeze()
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        spent = [_one_block(maker, number, Path(folder)) for number in range(1, 1 + _BLOCKS)]
    gc.enable()
    copy = _plain_write()
    total = 0.0
    for stage in spent[0]:
        micros = statistics.median(block[stage] for block in spent) / _BLOCK * 1e6
        total += micros
        yield Figure(f"stage: {stage}", micros, "µs a trajectory")
    yield Figure("all stages", total, "µs a trajectory", "writing its text as JSON lines, no more", copy)
    yield Figure("proved trajectories written", 1e6 / total, "a second, one core")
    yield Figure("scenario loaded, tables computed", 1000 * ready, "ms, once")


def _one_block(maker: Any, number: int, folder: Path) -> Counter[str]:
    """Make one block stage by stage, as `BlockMaker.make` and the engine do, and return the seconds each took."""
    from memsim.causal.statements import told_facts
    from memsim.engine.block import Block, Sheet
    from memsim.io import digest, tables

    spent: Counter[str] = Counter()

    def timed(stage: str, run: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        result = run()
        spent[stage] += time.perf_counter() - start
        return result

    plan = timed("plan", lambda: maker.planner.plan(np.arange(number * _BLOCK, (number + 1) * _BLOCK)))
    facts = timed("words", lambda: told_facts(maker.catalog, plan, maker.seed))
    sheet = timed("words", lambda: Sheet(maker, plan, facts, "en"))
    block = Block({}, {})
    timed("prove", lambda: sheet._prove(block))  # noqa: SLF001 - the stages have no public names
    timed("tables", lambda: _rest(sheet, block))
    timed("write", lambda: [tables.write(rows, folder / f"{name}.parquet") for (name, _), rows in block.tables.items()])
    timed("digest", lambda: [digest.table_digest(rows) for rows in block.tables.values()])
    return spent


def _rest(sheet: Any, block: Any) -> None:
    """Fill a block whose proofs are done."""
    sheet._prove = lambda _block: None  # noqa: SLF001 - as above
    sheet.fill(block)


def _plain_write() -> float:
    """Return the µs in which a trajectory's worth of text is dumped as JSON and written by the standard library alone."""
    row = {
        "messages": [{"mid": f"m{i}", "text": "x" * 80, "time": "2026-10-21T12:02"} for i in range(11)],
        "question": "x" * 60,
        "choices": ["x" * 12] * 4,
    }
    start = time.perf_counter()
    with tempfile.TemporaryFile("w") as file:
        for _ in range(_BLOCK):
            file.write(json.dumps(row) + "\n")
    return (time.perf_counter() - start) / _BLOCK * 1e6


def child(*arguments: str) -> tuple[float, float]:
    """Run Python with arguments; return its wall seconds and peak memory in MiB, both taken by a small process between: a child inherits its parent's peak."""
    launched = subprocess.run([sys.executable, "-c", _LAUNCHER, sys.executable, *arguments], capture_output=True, text=True, check=True)
    seconds, kilobytes = launched.stdout.split()
    return float(seconds), int(kilobytes) / 1024


def starts() -> Iterator[Figure]:
    """Yield the times to start, best and median of ten, beside Python's own."""
    commands = {"python -c pass": ("-c", "pass"), "import memsim": ("-c", "import memsim"), "memsim --help": ("-c", _COMMAND, "--help")}
    taken = {name: [1000 * child(*arguments)[0] for _ in range(_HELPS)] for name, arguments in commands.items()}
    plain = taken.pop("python -c pass")
    for name, times in taken.items():
        for how, pick in (("best", min), ("median", statistics.median)):
            yield Figure(f"{name}, {how} of {_HELPS}", pick(times), "ms", "python -c pass", pick(plain))


def whole_runs(large: bool) -> Iterator[Figure]:  # noqa: FBT001 - a flag of the command line
    """Yield whole runs of the command line on one worker: time, peak memory, and checking."""
    _, plain = child("-c", "import numpy, pyarrow.parquet, sqlite3")
    for n in (_SMALL, _LARGE) if large else (_SMALL,):
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/set"
            seconds, memory = child("-c", _COMMAND, "generate", "--n", str(n), "--out", out, "--workers", "1", "--quiet")
            assert Path(out, "manifest.json").is_file(), "memsim generate failed"
            yield Figure(f"generate --n {n:,} --workers 1", n / seconds, "trajectories a second, start-up included")
            yield Figure(f"generate --n {n:,} --workers 1", memory, "MiB at most", "importing numpy, pyarrow, sqlite3", plain)
            if n == _SMALL:
                seconds, memory = child("-c", _COMMAND, "check", out)
                yield Figure(
                    f"check of {n:,}",
                    n / seconds,
                    "trajectories a second, start-up included",
                    "reading the tables row by row",
                    _read_rate(out),
                )
                yield Figure(f"check of {n:,}", memory, "MiB at most", "importing numpy, pyarrow, sqlite3", plain)


def _read_rate(path: str) -> float:
    """Return the trajectories a second of reading all tables into Python objects."""
    from memsim.io import folder

    start = time.perf_counter()
    count = sum(1 for _ in folder.read_rows(Path(path)))
    return count / (time.perf_counter() - start)


def sampling() -> Iterator[Figure]:
    """Yield how fast worlds are drawn: the scenario's, and a network that is known elsewhere beside a peer's sampler."""
    import memsim as package

    network = package.load_scenario("daily").network
    yield Figure("whole worlds of daily, sampled", peers.best_rate(lambda n: network.sample(n, seed=1), 5_000), "a second, one core")
    ours, theirs = peers.alarm_rates()
    yield Figure("rows of alarm (37 nodes), sampled", ours, "a second, one core", "pgmpy's forward sampling", theirs)


def table(figures: list[Figure]) -> Table:
    """Lay figures out."""
    out = Table(title=f"speed on {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for name in ("what", "value", "unit", "reference", "its value", "ratio"):
        out.add_column(name, justify="left" if name in ("what", "unit", "reference") else "right", no_wrap=True)
    for one in figures:
        reference = "" if one.reference_value is None else f"{one.reference_value:,.1f}"
        out.add_row(one.what, f"{one.value:,.1f}", one.unit, one.reference, reference, "" if one.ratio is None else f"{one.ratio:.2f}")
    return out


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help=f"also generate {_LARGE:,} trajectories and report the peak memory")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    options = parser.parse_args()
    figures = [*starts(), *stages(), *sampling(), *whole_runs(options.large)]
    Console(width=170 if not sys.stdout.isatty() else None).print(table(figures))
    if options.json:
        content = [asdict(one) | {"ratio": one.ratio} for one in figures]
        options.json.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
