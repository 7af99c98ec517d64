"""Same rows whatever happens: other numbers of processes, a smaller set, and builds killed at random moments and resumed.

Usage: python benchmarks/determinism.py [--n 12000] [--kills 20] [--seed 0]
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

import memsim
from memsim.io.folder import block_files
from memsim.io.manifest import read_manifest
from memsim.rng import Rng

COMMAND = Path(sys.executable).with_name("memsim")


def start(out: Path, n: int, *more: str) -> subprocess.Popen[bytes]:
    """Start `memsim generate` as a user would."""
    return subprocess.Popen([COMMAND, "generate", "--n", str(n), "--language", "en,zh", "--out", out, "--quiet", *more])


def generated(out: Path, n: int, *more: str) -> tuple[dict[str, str], float]:
    """Generate a set and return the SHA-256 of its files, the digest as one of them, and the seconds it took."""
    began = time.monotonic()
    if start(out, n, *more).wait() != 0:
        raise SystemExit(f"memsim generate failed for {out}")
    manifest = read_manifest(out)
    return {"digest": manifest["digest"]} | {name: facts["sha256"] for name, facts in manifest["files"].items()}, time.monotonic() - began


def prefix_holds(small: Path, large: Path, n: int) -> bool:
    """Return whether the first n rows of every table and language of a large set are those of a small one."""
    tables = ("histories", "questions", "gold", "profiles")
    return all(
        pq.read_table(small / table / name).equals(pq.read_table(large / table / name).slice(0, n))
        for table in tables
        for name in block_files(small)
    )


def killed(folder: Path, n: int, kills: int, seed: int, seconds: float) -> tuple[int, list[str]]:
    """Kill builds at random moments of their usual time, resume each, and return how many died in time and all digests."""
    moments = Rng(seed, np.arange(kills)).one("benchmark/kill") * seconds
    died, digests = 0, []
    for turn, moment in enumerate(moments.tolist()):
        out = folder / f"killed{turn}"
        child = start(out, n, "--workers", str(1 + turn % 2))
        try:
            child.wait(timeout=moment)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
            died += 1
        digests.append(generated(out, n, "--resume")[0]["digest"])
    return died, digests


def main() -> int:
    """Print what held and what did not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for name, value in (("--n", 12_000), ("--kills", 20), ("--seed", 0)):
        parser.add_argument(name, type=int, default=value)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        one, seconds = generated(folder / "one", given.n, "--workers", "1")
        two, _ = generated(folder / "two", given.n, "--workers", "2")
        same = sum(one[name] == two.get(name) for name in one)
        print(
            f"1 and 2 workers, n = {given.n:,}: digest {'equal' if one['digest'] == two['digest'] else 'DIFFERS'}, {same} of {len(one)} hashes equal"
        )
        generated(folder / "small", 20)
        print(f"--n 20 is a prefix of --n {given.n:,}: {prefix_holds(folder / 'small', folder / 'one', 20)}")
        died, digests = killed(folder, given.n, given.kills, given.seed, seconds)
        right = sum(digest == one["digest"] for digest in digests)
        print(f"{died} of {given.kills} builds killed before their end, all resumed: {right} of {given.kills} digests equal")
        held = one == two and right == given.kills and len(memsim.load(folder / "one")) == 2 * given.n
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
