"""`memsim publish`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memsim.cli.progress import progress
from memsim.cli.stopping import end

if TYPE_CHECKING:
    from memsim.publishing.publish import Published


@click.command("publish")
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("repo", metavar="OWNER/NAME")
@click.option("--public", is_flag=True, help="Let everybody see it; private otherwise.")
@click.option("--without-gold", is_flag=True, help="Publish what an agent may see, and neither answers nor the seed.")
@click.option(
    "--tag",
    default=None,
    help="Of the release.  [default: the scenario's version, the first digits of the rows digest, and held-out without gold]",
)
@click.option("--revision", default="main", show_default=True, help="The branch to commit to; made if it is not there.")
@click.option("--create-pr", is_flag=True, help="Propose the commit as a pull request.")
@click.option("--max-shard-size", default="500MB", show_default=True, help="Of the files of the flat views, as bytes in memory.")
@click.option("--licence", default="apache-2.0", show_default=True, help="As the Hub names it, such as cc-by-4.0.")
@click.option("--croissant", is_flag=True, help="Add croissant.json, the description that ML Commons defines.")
@click.option("--dry-run", is_flag=True, help="Show the files and the card, and send nothing.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="A new folder for the files, to look at or to put elsewhere.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    path: Path,
    repo: str,
    public: bool,
    without_gold: bool,
    tag: str | None,
    revision: str,
    create_pr: bool,
    max_shard_size: str,
    licence: str,
    croissant: bool,
    dry_run: bool,
    out: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Publish a set on the Hugging Face Hub, checked, with its card: all of it in one commit, or nothing. The token is that of `hf auth login`, or in HF_TOKEN.

    Example: memsim publish generated/daily my-name/daily --dry-run
    """
    from memsim.publishing.publish import publish

    with progress("checking", quiet=quiet or as_json) as report, _interruptible(repo, sends=not dry_run):
        made = publish(
            path,
            repo,
            public=public,
            gold=not without_gold,
            tag=tag,
            revision=revision,
            create_pr=create_pr,
            max_shard_size=max_shard_size,
            licence=licence,
            croissant=croissant,
            dry_run=dry_run,
            out=out,
            progress=report,
        )
    if as_json:
        click.echo(json.dumps(made._asdict(), ensure_ascii=False, indent=2))
    elif not quiet:
        for line in _lines(made):
            click.echo(line)


@contextmanager
def _interruptible(repo: str, *, sends: bool) -> Iterator[None]:
    """Tell whoever interrupts what may stand on the Hub."""
    try:
        yield
    except KeyboardInterrupt as stop:
        stands = (
            f"; {repo} has all of it in one commit, perhaps without its tag, or nothing of it: look there, and run the command again"
            if sends
            else ""
        )
        end(stop, f"interrupted{stands}")


def _lines(made: Published) -> Iterator[str]:
    size = f"{len(made.files):,} files, {sum(made.files.values()):,} bytes"
    if made.commit is None:
        yield f"{made.repo}: {size}, tag {made.tag or 'none'}; nothing was sent"
        yield from (f"{count:>13,}  {name}" for name, count in made.files.items())
        yield ""
        yield made.card.rstrip()
    elif made.pull_request is not None:
        yield f"{made.repo}: {size}, proposed: {made.pull_request}"
    else:
        yield f"{made.repo}: {size}, commit {made.commit}, tag {made.tag}"
        whole = any(name.startswith("gold/") for name in made.files)  # `memsim.load` opens nothing else
        loads = [f'load_dataset("{made.repo}", revision="{made.tag}")', *([f'memsim.load("hf://{made.repo}@{made.tag}")'] if whole else [])]
        yield ", ".join(loads)
