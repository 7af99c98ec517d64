"""The options of every command that calls a language model, and the client that they make."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from memsim.cli.call_log import log_calls

if TYPE_CHECKING:
    from memsim.llm.client import Client

_MILLION = 1e6


class Model(NamedTuple):
    """Which model to call, and how, as the command line says it; `price` is in dollars per million prompt and completion tokens."""

    llm: str
    api_base: str | None
    concurrency: int
    budget: float | None
    price: tuple[float, float] | None
    temperature: float
    timeout: float
    cache: Path | None
    log: Path | None


class Prices(click.ParamType):  # type: ignore[type-arg] # not generic in every supported version
    """Two amounts of dollars with a comma between them."""

    name = "in,out"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Return the amounts."""
        try:
            prompt, completion = map(float, value.split(","))
        except ValueError:
            prompt = completion = -1.0
        if not all(math.isfinite(dollars) and dollars >= 0 for dollars in (prompt, completion)):
            self.fail(f"{value!r}; expected dollars per million prompt and completion tokens, such as 0.15,0.60", param, ctx)
        return prompt, completion


class Finite(click.FloatRange):
    """A number in a range, never nan or inf."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        return number if math.isfinite(number) else self.fail(f"{value!r} is no finite number", param, ctx)


def model_options(
    *, required: bool = False, temperature: float = 0.0, besides: Sequence[str] = ()
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of a model, which it gets as `model`: a `Model`, or None without ``--llm``.

    Args:
        required: Whether the command is of no use without one.
        temperature: By default.
        besides: Names of the command's own options that have no effect without a model.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*args: Any, **given: Any) -> Any:
            of_model = {name: given.pop(name) for name in Model._fields}
            if of_model["llm"] is None:
                _refuse_the_others({*Model._fields, *besides})
                return command(*args, model=None, **given)
            if not of_model["llm"].strip():
                raise click.UsageError("--llm names no model; expected one as litellm names it, such as openai/gpt-4o-mini")
            return command(*args, model=Model(**of_model), **given)

        for option in reversed(_options(required=required, temperature=temperature)):
            called = option(called)
        return called

    return decorate


def make_client(model: Model) -> Client:
    """Return the client that the options ask for; cache and log are opened when there is something to keep or tell, and closed when the command ends.

    Raises:
        InputError: The model cannot be called, there is a budget and no price, or the log cannot be written.
        MissingDependencyError: litellm is not installed.
    """
    from memsim.llm.budget import Budget
    from memsim.llm.cache import ReplyCache, default_path
    from memsim.llm.client import Client
    from memsim.llm.prices import Price

    context = click.get_current_context()
    if model.log is not None:
        context.call_on_close(log_calls(model.log))
    cache = ReplyCache(model.cache or default_path())
    context.call_on_close(cache.close)
    client = Client(
        model.llm,
        model.api_base,
        temperature=model.temperature,
        timeout=model.timeout,
        cache=cache,
        budget=None if model.budget is None else Budget(model.budget),
        price=None if model.price is None else Price(*(dollars / _MILLION for dollars in model.price)),
    )
    client.check()
    return client


def _options(*, required: bool, temperature: float) -> list[Callable[[Callable[..., Any]], Callable[..., Any]]]:
    file = click.Path(path_type=Path, dir_okay=False)
    return [
        click.option("--llm", metavar="MODEL", required=required, help="A model as litellm names it, such as openai/gpt-4o-mini."),
        click.option("--api-base", metavar="URL", default=None, help="Server of the model, where it is your own."),
        click.option("--concurrency", type=click.IntRange(1), default=32, show_default=True, help="Calls of the model at a time."),
        click.option("--budget", type=Finite(0), metavar="DOLLARS", default=None, help="What the calls may cost at most."),
        click.option("--price", type=Prices(), metavar="IN,OUT", default=None, help="Dollars per million prompt and completion tokens."),
        click.option("--temperature", type=Finite(0), default=temperature, show_default=True, help="Of the model."),
        click.option("--timeout", type=Finite(0, min_open=True), default=60.0, show_default=True, help="Seconds that the model may take."),
        click.option("--cache", type=file, default=None, help="Where replies are kept; ~/.cache/memsim/replies.sqlite by default."),
        click.option("--log", type=file, default=None, help="Where to tell of calls that fail."),
    ]


def _refuse_the_others(names: Container[str]) -> None:
    """Refuse options that have no effect without a model."""
    context = click.get_current_context()
    given = [one for one in context.command.params if context.get_parameter_source(str(one.name)) is ParameterSource.COMMANDLINE]
    for option in given:
        if option.name in names:
            raise click.UsageError(f"{option.opts[0]} is about a model: it goes with --llm MODEL")
