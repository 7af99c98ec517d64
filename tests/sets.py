"""Small datasets made once a session, and what it takes to tamper with a copy: shared by the tests of datasets and checks."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq

import memsim
from memsim.causal.catalog import Catalog
from memsim.causal.collisions import Collisions
from memsim.check.counts import Recount
from memsim.io import digest, folder, tables
from memsim.io.manifest import dump, read_manifest, sha256_of
from memsim.render.guard import Guard
from memsim.render.pool import Pool

COMMAND = Path(sys.executable).with_name("memsim")
SEED = 5
_MADE, _READY = {}, {}


def _once(kind):
    """Return what makes this of a scenario or of its catalog, once a session."""

    def build(about, *more):
        key = kind, getattr(about, "spec", about).digest, *more
        if key not in _READY:
            _READY[key] = kind(about, *more)
        return _READY[key]

    return build


@contextmanager
def ready_once():
    """Read `daily` and make each scenario ready once a session instead of once a set or check: most of the time of a small one."""
    from memsim.causal import trajectory
    from memsim.check import identity, row
    from memsim.engine import infused, local, order, rewritten

    def read(scenario, load=local.load_spec):
        if scenario != "daily":
            return load(scenario)
        if scenario not in _READY:
            _READY[scenario] = load(scenario)
        return _READY[scenario]

    places = {
        Catalog: (local,),
        Collisions: (trajectory,),
        Pool: (identity, infused, local, order, row),
        Guard: (rewritten, row),
    }
    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(local, "load_spec", read))
        for kind, modules in places.items():
            for module in modules:
                patches.enter_context(mock.patch.object(module, kind.__name__, _once(kind)))
        yield


def made(factory, n=60, **options):
    """Return a dataset folder that all tests of a session share; nobody may write to it."""
    key = (n, *sorted(options.items()))
    if key not in _MADE:
        path = factory.mktemp("shared") / "set"
        with ready_once():
            memsim.generate("daily", n, out=path, **{"seed": SEED, "language": "en,zh", "workers": 1} | options)
        _MADE[key] = path
    return _MADE[key]


def copied(path, target):
    """Return a copy of a dataset folder, to break."""
    shutil.copytree(path, target)
    return target


@contextmanager
def rows_of(root, table, language="en"):
    """Give the rows of a table as dictionaries, and write them back as they are left, new ones at the end of the last block."""
    *blocks, last = [root / "knowledge.parquet"] if table == "knowledge" else sorted((root / table).glob(f"{language}-*.parquet"))
    counts = [tables.read(path, table).num_rows for path in blocks]
    rows = [row for path in (*blocks, last) for row in tables.read(path, table).to_pylist()]
    yield rows
    starts = [0, *accumulate(counts), len(rows)]
    for path, (start, stop) in zip((*blocks, last), pairwise(starts), strict=True):
        pq.write_table(pa.Table.from_pylist(rows[start:stop], schema=tables.SCHEMAS[table]), path)


@contextmanager
def manifest_of(root):
    """Give the manifest of a folder, and write it back as it is left."""
    path = root / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    yield manifest
    path.write_text(dump(manifest), encoding="utf-8")


def files_of(root):
    """Return all files of a folder, relative and sorted."""
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def names_in(folder):
    """Return the names in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def seal(root):
    """Make the manifest agree with what the files hold now, so that only the rows can give a tampering away."""
    manifest, recount, digests = read_manifest(root), Recount(), []
    for table in tables.SCHEMAS:
        for path in tables.files(root, table):
            rows = tables.read(path, table)
            recount.take(table, rows)
            digests.append((table if table == "knowledge" else f"{table}/{path.stem}", digest.table_digest(rows)))
    manifest["counts"] |= recount.counts()
    manifest["digest"] = digest.set_digest(digests)
    names = [name for name in files_of(root) if name != "manifest.json"]
    manifest["files"] = {name: {"bytes": (root / name).stat().st_size, "sha256": sha256_of(root / name)} for name in names}
    (root / "manifest.json").write_text(dump(manifest), encoding="utf-8")


def joined(root, language="en"):
    """Return the rows of one language, joined."""
    return [row for row in folder.read_rows(root) if row.question["language"] == language]


def digest_of(root):
    """Return the digest that a manifest states."""
    return json.loads((root / "manifest.json").read_text(encoding="utf-8"))["digest"]


@dataclass
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def call(capsys, monkeypatch, *arguments):
    """Run the command line in this process, errors and exit codes included."""
    from memsim.cli import progress
    from memsim.cli.main import main

    monkeypatch.setattr(sys, "argv", ["memsim", *map(str, arguments)])
    if progress._SILENCE:  # 0 where a test wants to see all lines; a busy machine takes ten seconds for what takes one
        monkeypatch.setattr(progress, "_SILENCE", math.inf)
    capsys.readouterr()
    try:
        main()
    except SystemExit as stop:
        code = stop.code or 0
    else:
        code = 0
    return Ended(code, *capsys.readouterr())


def is_one_line(ended, *says):
    """A command refused its input in one line that says all of this, and printed nothing else."""
    assert (ended.code, ended.out) == (2, "")
    assert "Traceback" not in ended.err
    lines = [line for line in ended.err.splitlines() if line and not line.startswith(("Usage:", "Try "))]
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    for text in says:
        assert text in lines[0]


_BLOCKS = "from memsim.engine import local; local.BLOCK = {}"
_THEN = "; from memsim.cli.main import main; main()"


def start(*arguments, block=None, first=""):
    """Start the installed command as a child process that can be interrupted, even where these tests run in the background, deaf to SIGINT.

    With a `block`, it makes blocks of so many trajectories; `first` is Python that it runs before all else.
    """
    environment = os.environ | {"PYTHONUTF8": "1"}
    first = first if block is None else _BLOCKS.format(block)
    command = [*([sys.executable, "-c", first + _THEN] if first else [COMMAND]), *map(str, arguments)]
    heard = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a child inherits what is ignored
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment)
    finally:
        signal.signal(signal.SIGINT, heard)
