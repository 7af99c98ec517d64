"""The scorecard: every memory without a key on memsim-daily-1.0, among more and more noise, read without a model.

Usage: python benchmarks/scorecard.py [--per-type 100] [--out docs/scorecard.md]

Generates the frozen set and makes sure of its digest, runs `memsim bench` on the first questions of each type and language, and writes the page with the
command that made it. What was measured lies in reports/scorecard; a run that was cut short goes on.
"""

import argparse
import json
import shlex
import subprocess
import sys
from pathlib import Path

import memsim
from memsim.report import tables

ROOT = Path(__file__).parents[1]
FROZEN = ROOT / "generated" / "memsim-daily-1.0.json"
DATA, RUN = Path("generated/memsim-daily-1.0"), Path("reports/scorecard")
MEMORIES = "full,recent:5,retrieved:5,bm25:5,grep:5,hybrid:5,none,noisy,oracle,random:5,first:5"
LEVELS = "1,10,50,100,200"
MEASURES = ("accuracy", "recall@5")


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--per-type", type=int, default=100)
    parser.add_argument("--timed", type=int, default=10)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "scorecard.md")
    options = parser.parse_args()
    frozen = json.loads(FROZEN.read_text(encoding="utf-8"))
    generate = ["generate", "--scenario", "daily", "--n", str(frozen["n"]), "--language", ",".join(frozen["languages"]), "--out", str(DATA)]
    bench = ["bench", str(DATA), "--memory", MEMORIES, "--eta", LEVELS, "--per-type", str(options.per_type), "--out", str(RUN)]
    bench += ["--timed", str(options.timed)]
    if not DATA.exists():
        call(generate)
    assert memsim.load(DATA).manifest["digest"] == frozen["digest"], "the set is not the frozen one"
    call([*bench, *(["--resume"] if RUN.exists() else [])])
    options.out.write_text(page(memsim.Run(RUN), [generate, bench]), encoding="utf-8")


def call(arguments: list[str]) -> None:
    """Run a command of memsim."""
    subprocess.run([Path(sys.executable).with_name("memsim"), *arguments], check=True, cwd=ROOT)


def page(run: memsim.Run, commands: list[list[str]]) -> str:
    """Return the scorecard in Markdown: no times, which belong to the machine."""
    found = run.results["results"]
    name = run.manifest["sets"][0]["name"]
    levels = run.manifest["settings"]["levels"]
    parts = [HEAD, "```console", *(f"$ memsim {shlex.join(command)}" for command in commands), "```", "", notes(run, name)]
    for measure in MEASURES:
        parts.append(tables.by_level(found, measure, f"{measure.capitalize()} by η").markdown(2))
        for eta in levels:
            some = [one for one in found if one["eta"] == eta]
            parts.append(tables.by(some, "question_type", measure, f"{measure.capitalize()}, η={eta}").markdown(2))
        for eta in (levels[0], levels[-1]):
            some = [one for one in found if one["eta"] == eta]
            parts.append(tables.by(some, "language", measure, f"{measure.capitalize()} by language, η={eta}").markdown(2))
    parts.append(tables.constants(run.results["constant_answers"][name], "Never looking").markdown(2))
    return "\n".join(parts)


HEAD = """# Scorecard

Memories without a key on the frozen set `memsim-daily-1.0` (3,000 trajectories in English and in Chinese), among η messages in all for each real one, read by
`lexical`, a reader without a model. `make bench` makes this page again. Intervals are 95 %.
"""


def notes(run: memsim.Run, name: str) -> str:
    """Return what one must know to read the tables."""
    dense = next(one["identity"] for one in run.manifest["memories"] if one["name"].startswith("retrieved"))
    unread = ", ".join(
        f"{one['question_type']} {one['language']} ({one['accuracy']:.0%} of {one['n']})" for one in run.results["retrieval_only"][name]
    )
    lines = [
        f"digest of the set `{run.manifest['sets'][0]['digest']}`, protocol {run.manifest['protocol_version']}",
        "dense memories embed with " + ", ".join(f"{key} {value}" for key, value in dense.items() if key not in {"embedder", "index"}),
        f"left out of accuracy, since the reader gets fewer than 60 % right given exactly the evidence: {unread or 'none'}",
        "`random`, `first` and `recent` recall five of some ten messages at η = 1, so they meet evidence there; `none` never does",
        "`noisy` holds rivals' values and never the right one, so the reader takes a rival's: below chance",
    ]
    return "".join(f"- {line}\n" for line in lines)


if __name__ == "__main__":
    main()
