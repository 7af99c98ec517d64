"""`bench` and `Run` as the Python API gives them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from memsim.dataset import TrajectorySet
from memsim.errors import InputError, MissingDependencyError
from memsim.io.files import write_whole
from memsim.io.formats.registry import Source, open_set
from memsim.llm.client import Client
from memsim.measure.bench import Order, Progress, conclude, measure
from memsim.measure.folder import REPORT, RESULTS, read_manifest, read_samples
from memsim.measure.run import Team
from memsim.measure.settings import Settings, lineup, rising
from memsim.reader.judge import Judge
from memsim.reader.protocol import Reader
from memsim.reader.registry import make_reader
from memsim.redact import without_credentials
from memsim.report import page, tables
from memsim.report.table import Table

Set = str | Path | TrajectorySet


class Run:
    """A run folder: what was measured, on what, and what it came to.

    Args:
        path: The folder.

    Raises:
        DatasetError: It is no run.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.manifest: dict[str, Any] = read_manifest(self.path, any_protocol=True)

    def __repr__(self) -> str:
        memories = ", ".join(one["name"] for one in self.manifest["memories"])
        return f"Run({str(self.path)!r}: {memories} on {', '.join(one['name'] for one in self.manifest['sets'])})"

    @cached_property
    def results(self) -> dict[str, Any]:
        """All of `results.json`."""
        try:
            return json.loads((self.path / RESULTS).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{self.path}: no {RESULTS}: the run was cut short; go on with it by `memsim bench … --resume`") from None

    def samples(self) -> Iterator[dict[str, Any]]:
        """Yield the rows, one a question, memory, level and epoch."""
        return read_samples(self.path)

    def table(self, measure: str = "accuracy", *, by: str = "question_type", set: str | None = None, eta: int | None = None) -> Table:
        """Return memories x question types for one measure, such as ``recall@5``, with 95 % intervals.

        Args:
            measure: Any measure of `results`.
            by: ``question_type``, ``language``, ``topic`` or ``noisy``.
            set: Name of the set; the first by default.
            eta: The level; the lowest by default.
        """
        if by not in tables.DIMENSIONS:
            raise InputError(f"by {by!r}; expected one of {', '.join(tables.DIMENSIONS)}")
        name = set or self.manifest["sets"][0]["name"]
        level = eta or self.manifest["settings"]["levels"][0]
        found = [one for one in self.results["results"] if (one["set"], one["eta"]) == (name, level)]
        if not any(measure in one["measures"] for one in found):
            known = sorted({known for one in self.results["results"] for known in one["measures"]})
            raise InputError(f"nothing measured as {measure!r} on {name!r} at eta {level}; this run has {', '.join(known)}")
        return tables.by(found, by, measure, f"{measure} on {name}, η={level}")

    def plot(self) -> list[Path]:
        """Draw accuracy and recall against η beside the results, as PNG and SVG, and return the PNG files. Needs memsim[bench]."""
        from memsim.report.plots import draw

        return [self.path / name for names in draw(self.results, self.path).values() for name in names]

    def report(self) -> str:
        """Write `report.md`, with plots where matplotlib is installed, and return it."""
        from memsim.report.plots import draw

        try:
            plots = draw(self.results, self.path)
        except MissingDependencyError:
            plots = None
        text = page.page(self.manifest, self.results, plots)
        write_whole(self.path / REPORT, text)
        return text


def bench(  # noqa: PLR0913 - the options of `memsim bench`
    sets: Set | Sequence[Set],
    memories: object = "full,recent,retrieved",
    reader: str | Reader | None = "lexical",
    *,
    k: int | Sequence[int] | None = None,
    eta: int | Sequence[int] | None = None,
    answers: str = "choices",
    judge: str | None = None,
    api_base: str | None = None,
    format: str = "auto",
    pool: str | Path | None = None,
    limit: int | None = None,
    per_type: int | None = None,
    epochs: int = 1,
    seed: int = 0,
    timeout: float = 600.0,
    timed: int = 100,
    controls: bool = True,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Measure memories on sets, and return the run.

    Args:
        sets: Dataset folders, foreign files, or sets that were loaded.
        memories: Names, such as ``"bm25,recent:5"``; a class or object with ``reset``, ``store`` and ``recall``; or a list of such.
        reader: ``lexical``, a model as litellm names it, a reader of your own, or None to measure retrieval only.
        k: Where rankings are cut; by default where results on the sets are mostly told, 5 on most.
        eta: Levels of noise: messages in all for each real one, from the set's own pool; by default the level of the sets, mostly 1.
        answers: ``choices``, or ``free`` for free text, graded by type.
        judge: A model that grades free text too, beside the grading by type.
        api_base: Where reader and judge find their models, for a server of your own.
        format: Of the sets; told by their content by default.
        pool: A set of ours whose pool is the noise, for sets without one.
        limit: How many questions of each set.
        per_type: How many questions of each type and language.
        epochs: How often each question is asked.
        seed: Places the noise, and is given to models.
        timeout: Seconds that a step of a memory may take.
        timed: Histories of each set on which taking in is timed, with nothing kept from other histories.
        controls: Whether none, random, first and oracle take part in any case.
        out: The run folder; ``reports/<set>`` by default.
        resume: Go on with a run that was cut short.
        progress: Called with rows done and rows in all.

    Raises:
        InputError: Something asked for is not there or makes no sense; nothing is measured.
        CallError: The reader cannot be reached.
    """
    sources = _sources(sets, format)
    levels = rising("eta", [source.eta for source in sources] if eta is None else eta)
    cuts = rising("k", [source.convention.k for source in sources] if k is None else k)
    settings = Settings(cuts, levels, seed, limit, per_type, epochs, answers, timeout, timed)
    _check_used(settings, reader, judge=judge, pool=pool, api_base=api_base)
    team = Team(_reader(reader, api_base), None if judge is None else _judge(judge, api_base))
    order = Order(sources, lineup(memories, controls=controls), team, settings, None if pool is None else open_set(pool))
    folder = (Path(out) if out is not None else Path("reports") / sources[0].name).absolute()  # a memory may change the current folder
    measure(order, folder, resume=resume, progress=progress)
    run = Run(folder)
    run.report()
    return run


def rescore(path: str | Path, k: int | Sequence[int] | None = None) -> Run:
    """Grade and sum up the rows of a run again, without running anything.

    Args:
        path: The run folder.
        k: Where to cut the rankings; as before by default.

    Raises:
        DatasetError: It is no run.
        InputError: The run was cut short, or k is larger than what its memories were asked for.
    """
    conclude(Path(path), None if k is None else rising("k", k))
    run = Run(path)
    run.report()
    return run


def _check_used(
    settings: Settings, reader: str | Reader | None, *, judge: str | None, pool: str | Path | None, api_base: str | None
) -> None:
    """Make sure that nothing was asked for that has no effect.

    Raises:
        InputError: Something was.
    """
    if judge is not None and settings.answers == "choices":
        raise InputError(f"judge {judge!r} grades free text only; expected answers 'free' with it")
    if pool is not None and settings.levels == (1,):
        raise InputError(f"pool {str(pool)!r} is the noise at other levels than 1; expected an eta with it, such as 1,10,50")
    if api_base is not None and judge is None and not (isinstance(reader, str) and "/" in reader):
        raise InputError(
            f"api_base {without_credentials(api_base)!r} is where a model is served; expected a model as reader or judge with it"
        )


def _sources(sets: Set | Sequence[Set], format: str) -> list[Source]:
    given = sets if isinstance(sets, Sequence) and not isinstance(sets, str | TrajectorySet) else [sets]
    if not given:
        raise InputError("no set to measure on; expected at least one path")
    return [open_set(one.path if isinstance(one, TrajectorySet) else one, format) for one in given]


def _reader(given: str | Reader | None, api_base: str | None) -> Reader | None:
    if given is None or given == "none":
        return None
    return make_reader(given, api_base=api_base) if isinstance(given, str) else given


def _judge(model: str, api_base: str | None) -> Judge:
    client = Client(model, api_base)
    client.check()
    return Judge(client)
