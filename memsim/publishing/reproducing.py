"""The commands that make a set again."""

from __future__ import annotations

import shlex
from typing import Any

from memsim.errors import ScenarioError
from memsim.spec.load import load_spec, scenario_names

_COPY = "./scenario"


def command(manifest: dict[str, Any]) -> str | None:
    """Return the `memsim generate` that gives the same rows; None where a model wrote some, which no seed brings back.

    A scenario that does not come with memsim is the copy that `fetching` brings.
    """
    settings = manifest["settings"]
    if "rewrite" in settings:
        return None
    options: list[tuple[str, object]] = [
        ("scenario", settings["scenario"] if _built_in(manifest["scenario"]) else _COPY),
        ("n", settings["n"]),
        ("seed", settings["seed"]),
        ("language", ",".join(settings["languages"])),
        ("types", ",".join(settings["question_types"])),
        ("eta", settings["eta"]),
        *(("pool", count) for count in sorted(set(settings["pool"].values()))),
    ]
    return " ".join(["memsim generate", *(f"--{name} {shlex.quote(str(value))}" for name, value in options)])


def fetching(manifest: dict[str, Any], repo: str, revision: str) -> str | None:
    """Return the command that brings the copy of the scenario in a repository; None where it comes with memsim, or makes nothing again."""
    if "rewrite" in manifest["settings"] or _built_in(manifest["scenario"]):
        return None
    release = f" --revision {shlex.quote(revision)}" if revision else ""
    return f"hf download {repo} --repo-type dataset{release} --include 'scenario/*' --local-dir ."


def _built_in(scenario: dict[str, Any]) -> bool:
    try:
        return scenario["name"] in scenario_names() and load_spec(scenario["name"]).digest == scenario["digest"]
    except ScenarioError:
        return False
