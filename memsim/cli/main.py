"""`memsim`: a table of commands, each imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from memsim.cli.stopping import end, terminable
from memsim.errors import MemsimError

#: By name: the module that holds the command, and its line in `memsim --help`.
COMMANDS = {
    "generate": ("memsim.cli.generate", "Make a dataset, every answer proved."),
    "check": ("memsim.cli.check", "Prove a dataset again, and find what is wrong with any."),
    "bench": ("memsim.cli.bench", "Measure memories on datasets."),
    "compare": ("memsim.cli.compare", "Compare runs question by question, and hold them to gates."),
    "fetch": ("memsim.cli.fetch", "Download public sets from their publishers, pinned and checked."),
    "convert": ("memsim.cli.convert", "Write a set in a format that the harnesses of others read."),
    "publish": ("memsim.cli.publish", "Put a set on the Hugging Face Hub, checked, with its card."),
    "rate": ("memsim.cli.rate", "Have a language model or people judge a set."),
    "stats": ("memsim.cli.stats", "Show sizes of sets and how varied their profiles and messages are, side by side."),
    "view": ("memsim.cli.view", "Show trajectories, evidence marked."),
    "scenario": ("memsim.cli.scenario", "List, show, check, plot, sample or elicit scenarios; compare ways of drawing profiles."),
}


class LazyGroup(click.Group):
    """Finds commands in the table; `--help` needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101 - the table is ours
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader who goes away (`memsim view … | head`) is no error, though click would make it exit code 1."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered has nowhere to go
            sys.exit(0)
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_module, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="memsim")
def command() -> None:
    """Generate benchmarks for the memory of LLM agents, every answer proved.

    Example: memsim generate --scenario daily --n 3000
    """


def _hush() -> None:
    """Keep the Hub's client from drawing where nobody looks, and from naming the addresses that it was given to upload to, which are secret."""
    os.environ.setdefault("HF_HUB_VERBOSITY", "error")
    if not sys.stderr.isatty():
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")


def main() -> None:
    """Run the command line; exit codes: 0 done, 1 a check failed, 2 wrong usage or input, 130 interrupted, 143 terminated."""
    _hush()
    try:
        with terminable():
            command.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt) as stop:
        end(stop.__cause__ if isinstance(stop, click.Abort) else stop)
    except MemsimError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"Error: {error.filename or 'output'}: {error.strerror}; nothing was replaced", err=True)
        sys.exit(2)
