"""`memsim scenario list|show|check|plot|sample`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click


@click.group("scenario")
def command() -> None:
    """List, show, check, plot or sample scenarios.

    Example: memsim scenario show daily
    """


@command.command("list")
def list_() -> None:
    """List the scenarios that come with memsim.

    Example: memsim scenario list
    """
    from memsim.spec.load import load_spec, scenario_names

    for name in scenario_names():
        spec = load_spec(name)
        click.echo(f"{name}  {spec.file.version}  {', '.join(spec.file.languages)}  {spec.file.title}")


@command.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(name: str, as_json: bool) -> None:
    """Show a scenario: its classes, attributes and how each is drawn.

    Example: memsim scenario show daily
    """
    from memsim.spec.load import load_spec

    spec = load_spec(name)
    file = spec.file
    if as_json:
        click.echo(json.dumps(file.model_dump(), ensure_ascii=False, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(f"{file.title}: {file.name} {file.version}, languages {', '.join(file.languages)}", highlight=False)
    for klass, nodes in file.nodes.items():
        table = Table(title=f"{klass} × {file.classes[klass].count}", title_justify="left")
        for heading in ("attribute", "values", "drawn by", "parents", "asked as"):
            table.add_column(heading)
        for attribute, node in nodes.items():
            declared = file.attributes[attribute]
            table.add_row(attribute, f"{spec.domains[attribute].size:,}", node.cpd, ", ".join(node.parents), ", ".join(declared.uses))
        console.print(table)


@command.command()
@click.argument("name")
def check(name: str) -> None:
    """Check a scenario's files, network and questions.

    Example: memsim scenario check daily
    """
    from memsim.causal.catalog import Catalog
    from memsim.spec.lint import lint
    from memsim.spec.load import load_spec
    from memsim.spec.vocabulary import stray_words

    spec = load_spec(name)
    catalog = Catalog(spec)
    nodes = len(catalog.network.nodes)
    click.echo(
        f"{spec.path}: {nodes} nodes, {len(spec.sources)} files, {len(catalog.patterns):,} ways of asking, digest {spec.digest[:16]}"
    )
    for reason, count in catalog.skipped.items():
        click.echo(f"not asked ({count} ways): {reason}")
    faults = [f"phrase with a value of its own: {stray}" for stray in stray_words(spec)] + lint(spec)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        sys.exit(1)


@command.command()
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="File; <name>.svg by default.")
def plot(name: str, out: Path | None) -> None:
    """Draw a scenario's network to a file (.svg, .png, .pdf). Needs memsim[plot].

    Example: memsim scenario plot daily --out network.svg
    """
    from memsim.scenario import load_scenario

    path = out or Path(f"{Path(name).stem}.svg")
    load_scenario(name).network.plot(path)
    click.echo(str(path))


@command.command()
@click.argument("name")
@click.option("--n", type=click.IntRange(min=1), default=1, show_default=True, help="How many profiles.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--language", default=None, help="Language of the values; the scenario's first by default.")
def sample(name: str, n: int, seed: int, language: str | None) -> None:
    """Print sampled profiles as JSON lines.

    Example: memsim scenario sample daily --n 2
    """
    from memsim.errors import InputError
    from memsim.network.graph import build_network
    from memsim.network.profile import Layout
    from memsim.spec.load import load_spec

    spec = load_spec(name)
    chosen = language or spec.file.languages[0]
    if chosen not in spec.file.languages:
        raise InputError(f"unknown language {chosen!r}; expected {', '.join(spec.file.languages)}")
    layout, profiles = Layout(spec), build_network(spec).sample(n, seed)
    texts = {node: layout.sampled_texts(node.split(".", 1)[1], codes, chosen) for node, codes in profiles.items()}
    for place in range(n):
        row: dict[str, dict[str, str]] = {}
        for node, values in texts.items():
            klass, attribute = node.split(".", 1)
            for lane, text in enumerate(value[place] for value in values):
                row.setdefault(f"{klass}-{lane + 1}", {})[attribute] = text
        click.echo(json.dumps(row, ensure_ascii=False))
