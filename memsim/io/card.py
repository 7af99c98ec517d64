"""The dataset card: ``README.md`` of a dataset folder, with the YAML head that the Hugging Face Hub reads."""

from __future__ import annotations

from typing import Any

#: By table, what it holds.
TABLES = {
    "histories": "what an agent may see: the messages of each history",
    "questions": "what an agent may see: the question and its four choices",
    "gold": "the truth: target, evidence, SQL proofs, the fact behind each message",
    "profiles": "the user's whole world, told or untold",
    "knowledge": "what the scenario knows of the world",
    "pool": "noise messages that touch no question, to infuse histories with",
}


def rewriting(manifest: dict[str, Any]) -> str:
    """Return what a reader must know of texts that a model rewrote; nothing where the phrases stand."""
    rewrite = manifest["settings"].get("rewrite")
    if rewrite is None:
        return ""
    counts = manifest["counts"]["rewritten"]
    kept = sum(count for fate, count in counts.items() if fate != "fallback")
    by = f"`{rewrite['model']}` worded {kept:,} of {sum(counts.values()):,} texts ({' and '.join(rewrite['what'])})"
    if rewrite["constraints"] == "strict":
        return f"{by}; a guard found that they say what the phrases say, and the others stand as the phrases word them.\n\n"
    return (
        f"{by} under the constraints *{rewrite['constraints']}*, a baseline for comparing texts: **nothing makes a message hold its fact, so these "
        "messages prove no answer**, and `memsim check` says where.\n\n"
    )


def card(manifest: dict[str, Any]) -> str:
    """Return the card's Markdown."""
    scenario, ending = manifest["scenario"], manifest["settings"]["format"]
    there = {name: text for name, text in TABLES.items() if name != "pool" or any(manifest["settings"].get("pool", {}).values())}
    configs = []
    for name in there:
        path = f"{name}.{ending}" if name == "knowledge" else f"{name}/*.{ending}"
        configs.append(f"- config_name: {name}\n  data_files:\n  - split: test\n    path: {path}")
    languages = "\n".join(f"- {language}" for language in manifest["languages"])
    kinds = "\n".join(f"| {name} | {count:,} |" for name, count in sorted(manifest["counts"]["by_question_type"].items()))
    tables = "\n".join(f"| `{name}` | {text} |" for name, text in there.items())
    return f"""---
language:
{languages}
license: apache-2.0
task_categories:
- question-answering
tags:
- agent-memory
- synthetic
configs:
{chr(10).join(configs)}
---

# {scenario["title"]} (memsim {scenario["name"]} {scenario["version"]}, seed {manifest["seed"]})

{manifest["n"]:,} trajectories in {len(manifest["languages"])} language(s), made by `memsim generate`. Each is one user with one world: messages that state facts,
one question with four choices, and the SQL that proves its answer.

| question type | questions |
|---|---|
{kinds}

| table | content |
|---|---|
{tables}

{rewriting(manifest)}Rows digest: `{manifest["digest"]}`. `memsim check` proves every answer again from these files.
"""
