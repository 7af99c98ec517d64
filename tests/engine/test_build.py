"""Builds: whole or not at all, whatever interrupts them, and resumed to the same digest."""

import errno
import os
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest
from sets import digest_of, files_of, made, names_in, start

import memsim
from memsim.errors import InputError
from memsim.io import tables

KILLS = 4  # moments at which a build is killed; raise it for a longer search
BLOCKS, BLOCK = 3, 200  # a block of the usual size takes seconds
N = BLOCK * (BLOCKS - 1) + 50
ARGUMENTS = ("generate", "--n", N, "--seed", 5, "--quiet")
PAGE = 4096  # bytes that a small file takes up


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The digest of the set that the interrupted builds are meant to make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memsim.engine.local.BLOCK", BLOCK)
        dataset = memsim.generate("daily", N, seed=5, out=tmp_path_factory.mktemp("uninterrupted") / "set", workers=1)
    assert len(list(dataset.path.glob("gold/en-*"))) == BLOCKS
    return dataset.manifest["digest"]


def receipts(out):
    return len(list(out.with_name(f".{out.name}.partial").glob("receipts/*.json")))


def wait_for(child, condition):
    """Wait until a condition holds or the child ends; return whether it still runs."""
    end = time.monotonic() + 120
    while child.poll() is None and time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.003)
    return False


@pytest.mark.slow
@pytest.mark.parametrize("moment", range(KILLS))
def test_a_killed_build_is_resumed_to_the_same_set(tmp_path, uninterrupted, moment):
    """Killed after 0, 1, … blocks, a little later each time; one of the builds has two processes."""
    out, workers = tmp_path / "set", 1 + (moment % 4 == 1)
    child = start(*ARGUMENTS, "--out", out, "--workers", workers, block=BLOCK)
    running = wait_for(
        child, lambda: receipts(out) >= moment % (BLOCKS + 1) if moment % (BLOCKS + 1) else out.with_name(".set.partial").exists()
    )
    time.sleep(0.02 * moment)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    if running and child.returncode == -signal.SIGKILL:
        assert not out.exists()
    ended = start(*ARGUMENTS, "--out", out, "--workers", 1, "--resume", block=BLOCK)
    said, complained = ended.communicate()
    assert (ended.returncode, said, complained) == (0, "", "")
    assert digest_of(out) == uninterrupted
    assert names_in(tmp_path) == ["set"]
    assert sorted([*memsim.load(out).manifest["files"], "manifest.json"]) == files_of(out)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_build_keeps_its_blocks_and_says_so(tmp_path, uninterrupted, workers, number):
    out = tmp_path / "set"
    child = start(*ARGUMENTS, "--out", out, "--workers", workers, block=BLOCK)
    assert wait_for(child, lambda: receipts(out) >= 1)
    child.send_signal(number)
    said, complained = child.communicate()
    assert (child.returncode, said) == (128 + number, "")
    assert complained.count("\n") == 1
    assert "--resume" in complained
    assert "Traceback" not in complained
    assert not out.exists()
    kept = receipts(out)
    assert 1 <= kept <= BLOCKS
    times = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob(".set.partial/gold/en-*")}
    ended = start(*ARGUMENTS, "--out", out, "--resume", block=BLOCK)
    ended.communicate()
    assert ended.returncode == 0
    assert digest_of(out) == uninterrupted
    assert sum((out / "gold" / name).stat().st_mtime_ns == time for name, time in times.items()) >= kept


class Crash(BaseException):
    """The machine goes down."""


@contextmanager
def crashing(monkeypatch, after):
    """Let the process die at its so many-th step: a table written, a text written, a file or folder moved."""
    steps = iter(range(10_000))

    def counted(function):
        def step(*arguments, **options):
            if next(steps) == after:
                raise Crash
            return function(*arguments, **options)

        return step

    with monkeypatch.context() as patch:
        patch.setattr("memsim.io.tables.write", counted(tables.write))
        patch.setattr(Path, "write_text", counted(Path.write_text))
        patch.setattr(Path, "replace", counted(Path.replace))
        yield steps


@pytest.fixture
def small_blocks(monkeypatch):
    """Blocks of two trajectories, and no waiting for the disk."""
    monkeypatch.setattr("memsim.engine.local.BLOCK", 2)
    monkeypatch.setattr(os, "fsync", Mock())


def generate(out, n=4, **options):
    return memsim.generate("daily", n, seed=1, out=out, workers=1, **options)


@pytest.mark.parametrize("replacing", [False, True])
def test_a_crash_at_any_step_loses_nothing(tmp_path, monkeypatch, small_blocks, replacing):
    """After a crash the place holds the old set or the new one, or nothing where there was none; resuming makes the new one."""
    with crashing(monkeypatch, -1) as steps:
        expected = generate(tmp_path / "expected").manifest["digest"]
        last = next(steps)
    for step in sorted({*range(4), *range(4, last, last // 8), *range(last - 4, last)}):
        out = tmp_path / f"set{step}"
        old = memsim.generate("daily", 2, seed=9, out=out, workers=1).manifest["digest"] if replacing else None
        with crashing(monkeypatch, step), pytest.raises(Crash):
            generate(out)
        stands = digest_of(out) if (out / "manifest.json").exists() else None
        moving = replacing and not out.exists()  # between the two moves the old set stands beside its place
        assert stands in {old, expected} or (moving and digest_of(out.with_name(f".{out.name}.old")) == old)
        if stands:
            assert len(list(memsim.load(out))) == 2
        assert generate(out, resume=True).manifest["digest"] == expected
        assert not [name for name in names_in(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize(("key", "change"), [
    ("seed", {"seed": 2}),
    ("languages", {"language": "zh"}),
    ("question_types", {"types": ["single_hop"]}),
    ("format", {"format": "jsonl"}),
    ("n", {"n": 6}),
])  # fmt: skip
def test_resuming_with_other_settings_is_refused(tmp_path, monkeypatch, small_blocks, key, change):
    settings = {"n": 4, "seed": 1}
    with crashing(monkeypatch, 12), pytest.raises(Crash):
        memsim.generate("daily", out=tmp_path / "set", workers=1, **settings)
    with pytest.raises(InputError, match=f"begun with {key} .*, now .*; expected the same settings"):
        memsim.generate("daily", out=tmp_path / "set", workers=1, resume=True, **settings | change)
    assert generate(tmp_path / "set", resume=True).check().ok


def test_without_resume_a_build_starts_anew(tmp_path, monkeypatch, small_blocks):
    with crashing(monkeypatch, 12), pytest.raises(Crash):
        generate(tmp_path / "set")
    (stray,) = tmp_path.glob(".set.partial/gold/en-00000.parquet")
    stray.write_bytes(b"nonsense")
    assert generate(tmp_path / "set").check().ok


def test_resuming_what_was_never_begun_begins_it(tmp_path, small_blocks):
    assert generate(tmp_path / "set", resume=True).check().ok


def test_an_older_set_is_replaced(tmp_path, small_blocks):
    generate(tmp_path / "set", n=6, format="jsonl")
    new = generate(tmp_path / "set", n=2)
    assert len(new) == 2
    assert not list(new.path.rglob("*.jsonl"))
    assert names_in(tmp_path) == ["set"]


def test_an_empty_folder_may_be_used(tmp_path, small_blocks):
    (tmp_path / "set").mkdir()
    assert len(generate(tmp_path / "set")) == 4


@pytest.mark.parametrize("name", ["thesis.tex", ".git/config", "data/x.parquet"])
def test_a_folder_with_something_else_is_refused(tmp_path, name):
    path = tmp_path / "set" / name
    path.parent.mkdir(parents=True)
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"):
        generate(tmp_path / "set")
    assert path.read_text(encoding="utf-8") == "precious"
    assert names_in(tmp_path) == ["set"]


def test_a_file_is_refused(tmp_path):
    (tmp_path / "set").write_text("precious", encoding="utf-8")
    with pytest.raises(InputError, match="is a file"):
        generate(tmp_path / "set")
    assert (tmp_path / "set").read_text(encoding="utf-8") == "precious"


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").touch()
    for out in (tmp_path / "file" / "below" / "set", Path("/proc/memsim/set")):
        with pytest.raises(InputError, match="cannot be written"):
            generate(out)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be written"):
        generate(tmp_path / "set")


def full_after(monkeypatch, blocks):
    """Let the disk be full at the so many-th table."""
    left = iter(range(10_000))

    def write(content, path, whole=tables.write):
        if next(left) >= blocks:
            path.write_bytes(b"half a")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        whole(content, path)

    monkeypatch.setattr("memsim.io.tables.write", write)


@pytest.mark.parametrize("tables_written", [0, 5, 8])
def test_a_full_disk_leaves_the_old_set_as_it_is(tmp_path, monkeypatch, small_blocks, tables_written):
    out = tmp_path / "set"
    old = memsim.generate("daily", 3, seed=9, out=out, workers=1)
    before = {name: (out / name).read_bytes() for name in files_of(out)}
    with monkeypatch.context() as patch:
        full_after(patch, tables_written)
        with pytest.raises(OSError, match="No space left"):
            generate(out)
    assert {name: (out / name).read_bytes() for name in files_of(out)} == before
    assert memsim.load(out).manifest == old.manifest
    assert generate(out, resume=True).check().ok


@pytest.mark.slow
def test_a_disk_that_is_really_full(tmp_path, tmp_path_factory):
    """It holds two sets of two, whole pages a file; not a small and a large one."""
    small = tmp_path / "small"
    small.mkdir()
    sizes = [path.stat().st_size for path in made(tmp_path_factory, 2, language="en").rglob("*") if path.is_file()]
    size = 2 * sum(-(-one // PAGE) * PAGE for one in sizes)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", small], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("mounting needs rights")
    try:
        child = start("generate", "--n", 2, "--out", small / "set", "--quiet")
        assert (child.communicate(), child.returncode) == (("", ""), 0)
        digest = digest_of(small / "set")
        child = start("generate", "--n", 1500, "--out", small / "set", "--quiet", "--workers", 1)
        said, complained = child.communicate()
        assert (child.returncode, said) == (2, "")
        assert complained.count("\n") == 1
        assert "No space left" in complained or "Error writing" in complained
        assert digest_of(small / "set") == digest
        assert memsim.load(small / "set").check().ok
    finally:
        subprocess.run(["umount", small], check=True)


@pytest.mark.parametrize(("options", "says"), [
    ({"n": 0}, "n is 0; expected at least 1"),
    ({"n": -1}, "n is -1; expected at least 1"),
    ({"n": 10**12}, "1,000,000,000,000.*GB.*--yes"),
    ({"language": "fr"}, "unknown language 'fr'; expected en, zh"),
    ({"language": "en,fr"}, "unknown language 'fr'"),
    ({"language": "en,en"}, "each at most once"),
    ({"language": []}, "at least one"),
    ({"language": ""}, "unknown language ''"),
    ({"types": ["riddle"]}, "unknown question type 'riddle'; expected single_hop"),
    ({"types": []}, "at least one"),
    ({"types": ["single_hop", "single_hop"]}, "each at most once"),
    ({"format": "csv"}, "unknown format 'csv'; expected parquet, jsonl"),
    ({"workers": 0}, "workers is 0"),
    ({"workers": -2}, "workers is -2"),
    ({"scenario": "nightly"}, "unknown scenario 'nightly'"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused_before_anything_is_written(tmp_path, options, says):
    settings = {"scenario": "daily", "n": 5} | options
    with pytest.raises(InputError, match=says) as caught:
        memsim.generate(out=tmp_path / "set", **settings)
    assert "\n" not in str(caught.value)
    assert names_in(tmp_path) == []


def test_progress_counts_trajectories(tmp_path, small_blocks):
    from memsim.engine.local import Order, generate

    seen = []
    generate(Order("daily", 5), tmp_path / "set", workers=1, progress=lambda done, n: seen.append((done, n)))
    assert seen == [(0, 5), (2, 5), (4, 5), (5, 5)]
