"""`memsim scenario profiles`: the network beside other ways of drawing profiles."""

from __future__ import annotations

import json

import click

from memsim.cli.model_options import Model, make_client, model_options
from memsim.cli.progress import progress
from memsim.cli.took import took


@click.command("profiles")
@click.argument("name")
@click.option("--method", default="brnet,joint,sequential,independent", show_default=True, help="Ways of drawing profiles.")
@click.option("--n", type=click.IntRange(1), default=3000, show_default=True, help="Profiles of each.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--language", default=None, help="Language to ask a model in; the scenario's first by default.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: all of the table, and how often each rule is broken.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@model_options(temperature=1.0, besides=("language",))
def command(name: str, method: str, n: int, seed: int, language: str | None, as_json: bool, quiet: bool, model: Model | None) -> None:
    """Compare ways of drawing profiles: how rational and how varied is what they give?

    With --llm, a model writes the profiles of joint, sequential and independent.

    Example: memsim scenario profiles daily --n 3000
    """
    from memsim.profiling.asked import Writer
    from memsim.profiling.comparison import compare
    from memsim.scenario import load_scenario

    scenario, client = load_scenario(name), make_client(model) if model else None
    methods = [one.strip() for one in method.split(",") if one.strip()]
    with progress("asking", quiet=quiet or as_json) as report:
        writer = Writer(client, language, model.concurrency, report) if client and model else None
        found = compare(scenario.spec, scenario.network, methods, n, seed, writer)
    if as_json:
        click.echo(json.dumps(found.as_dict(), ensure_ascii=False, indent=2))
        return
    click.echo(str(found.table()))
    if client:
        click.echo(took(client.tally))
