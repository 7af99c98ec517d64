"""`memsim scenario list|show|check|balance|elicit|plot|sample|profiles`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.profiles import command as profiles
from memsim.cli.progress import progress
from memsim.cli.took import took

if TYPE_CHECKING:
    from memsim.llm.client import Client
    from memsim.network.elicit.drawing import Elicited
    from memsim.spec.load import Spec


@click.group("scenario")
def command() -> None:
    """List, show, check, balance, elicit, plot or sample scenarios, and compare ways of drawing profiles.

    Example: memsim scenario show daily
    """


command.add_command(profiles)


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
    from memsim.spec.load import load_spec

    if not _checked(load_spec(name)):
        sys.exit(1)


def _checked(spec: Spec, *, quiet: bool = False) -> bool:
    """Tell what a scenario can be asked, unless quiet, and what is wrong with it; return whether nothing is."""
    from memsim.causal.catalog import Catalog
    from memsim.spec.lint import lint
    from memsim.spec.vocabulary import stray_words

    catalog = Catalog(spec)
    nodes, ways = len(catalog.network.nodes), len(catalog.patterns)
    told = [f"{spec.path}: {nodes} nodes, {len(spec.sources)} files, {ways:,} ways of asking, digest {spec.digest[:16]}"]
    told += [f"not asked ({count} ways): {reason}" for reason, count in catalog.skipped.items()]
    if not quiet:
        click.echo("\n".join(told))
    faults = [f"phrase with a value of its own: {stray}" for stray in stray_words(spec)] + lint(spec)
    for fault in faults:
        click.echo(fault, err=True)
    return not faults


@command.command()
@click.argument("name")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="CSV file, for the scenario's priors.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def balance(name: str, out: Path, quiet: bool) -> None:
    """Find how often noise must tell each attribute to be told as often as evidence tells it, and write the weights.

    Example: memsim scenario balance my-scenario --out my-scenario/priors/noise.csv
    """
    from memsim.causal.balance import TRAJECTORIES
    from memsim.causal.balance import balance as find
    from memsim.causal.catalog import Catalog
    from memsim.errors import InputError
    from memsim.io.files import check_writable, write_whole
    from memsim.spec.load import load_spec
    from memsim.spec.noise import noise_table

    spec = load_spec(name)
    if out.suffix != ".csv":
        raise InputError(f"--out {str(out)!r}: expected a name that ends in .csv, as a scenario's priors do")
    check_writable(out, "--out")
    with progress("balancing", quiet=quiet) as report:
        found = find(Catalog(spec), report)
    write_whole(out, noise_table(found.weights, f"noise of {spec.file.name}, by {TRAJECTORIES:,} trajectories of all question types"))
    if not quiet:
        known = "evidence can be told from noise by class and attribute with an area under the curve of"
        click.echo(f"{out}: {len(found.weights)} weights; {known} {found.after:.3f}, before {found.before:.3f}; chance 0.5")
        if out.resolve().parent != spec.priors.resolve():
            click.echo(f"put it among the scenario's priors: {spec.priors}", err=True)
        if spec.file.noise != out.name:
            click.echo(f"name it in {spec.path}: `noise: {out.name}`", err=True)


@command.command()
@click.argument("name")
@model_options(required=True, temperature=1.0)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the new scenario.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--language", default=None, help="Language to ask in; the scenario's first by default.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def elicit(name: str, model: Model, out: Path, seed: int, language: str | None, quiet: bool) -> None:
    """Ask a model for the values of the nodes drawn by `llm`, and write a scenario in which they are tables.

    Example: memsim scenario elicit my-scenario --llm openai/gpt-4o-mini --out my-elicited-scenario
    """
    from memsim.errors import ScenarioError
    from memsim.network.elicit.elicitation import elicit as ask
    from memsim.spec.load import load_spec

    spec, client = load_spec(name), make_client(model)
    with progress("asking", quiet=quiet) as report:
        elicited = ask(spec, client, out, language=language, seed=seed, concurrency=model.concurrency, progress=report)
    if not quiet:
        _show_elicited(elicited, client)
    try:
        sound = _checked(load_spec(out), quiet=quiet)
    except ScenarioError as error:
        click.echo(f"{out} is written, but cannot be asked about: {error}", err=True)
        click.echo("more `draws`, more `smoothing`, fewer parents or another model give flatter tables", err=True)
        sound = False
    silent = [one.node for one in elicited if not one.from_model]
    if silent:
        click.echo(f"{', '.join(silent)}: nothing came from the model; the table is what it was", err=True)
    if silent or not sound:
        sys.exit(1)


def _show_elicited(elicited: Sequence[Elicited], client: Client) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"Elicited from {client.model}", title_justify="left")
    for heading in ("", *(one.node for one in elicited)):
        table.add_column(heading, justify="right" if heading else "left")
    fell_back = sorted({reason for one in elicited for reason in one.fallback})
    dropped = sorted({reason for one in elicited for reason in one.dropped})
    lines = {
        "combinations of parents": [one.combinations for one in elicited],
        "asked, as a world may have them": [one.asked for one in elicited],
        "from the model": [one.from_model for one in elicited],
        **{f"fell back: {reason}": [one.fallback[reason] for one in elicited] for reason in fell_back},
        **{f"values dropped: {reason}": [one.dropped[reason] for one in elicited] for reason in dropped},
        "values added": [one.added for one in elicited],
    }
    for line, counts in lines.items():
        table.add_row(line, *(f"{count:,}" for count in counts))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    click.echo(took(client.tally))


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
    from memsim.io.files import json_line
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
        click.echo(json_line(row), nl=False)
