"""The commands that make a set again."""

from __future__ import annotations

import shlex
from typing import Any

from memsim.errors import ScenarioError
from memsim.spec.load import load_spec, scenario_names

_COPY = "./scenario"


def commands(manifest: dict[str, Any], repo: str, revision: str) -> list[str]:
    """Return what gives the same rows, `memsim generate` last; nothing where a model wrote some, which no seed brings back.

    A scenario that does not come with memsim is brought first: the copy of it in the repository.
    """
    settings = manifest["settings"]
    if "rewrite" in settings:
        return []
    built_in = _built_in(manifest["scenario"])
    options: list[tuple[str, object]] = [
        ("scenario", manifest["scenario"]["name"] if built_in else _COPY),
        ("n", settings["n"]),
        ("seed", settings["seed"]),
        ("language", ",".join(settings["languages"])),
        ("types", ",".join(settings["question_types"])),
        ("eta", settings["eta"]),
        *(("pool", count) for count in sorted(set(settings["pool"].values()))),
    ]
    generate = " ".join(["memsim generate", *(f"--{name} {shlex.quote(str(value))}" for name, value in options)])
    release = f" --revision {shlex.quote(revision)}" if revision else ""
    bring = f"hf download {repo} --repo-type dataset{release} --include 'scenario/*' --local-dir ."
    return [generate] if built_in else [bring, generate]


def _built_in(scenario: dict[str, Any]) -> bool:
    try:
        return scenario["name"] in scenario_names() and load_spec(scenario["name"]).digest == scenario["digest"]
    except ScenarioError:
        return False
