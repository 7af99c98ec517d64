"""`memsim view`: trajectories as a person reads them, evidence marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from memsim.records import Trajectory

_LETTERS = "ABCD"


def lines(shown: Trajectory) -> list[str]:
    """Return a trajectory as plain lines; `*` marks evidence and the target."""
    question, gold = shown.question, shown.gold
    parts = " + ".join(f"{part.class_}.{part.attribute}" for part in gold.parts)
    noisy = ", noisy" if question.noisy else ""
    out = [f"{question.id}  trajectory {gold.index}, {question.language}: {question.question_type} on {question.topic}{noisy} ({parts})"]
    kinds = {message.mid: message for message in gold.messages}
    width = max(len(message.mid) for message in shown.messages)
    for message in shown.messages:
        truth = kinds[message.mid]
        mark = "*" if message.mid in gold.evidence else " "
        label = truth.kind if truth.axis is None else f"{truth.kind}, {truth.axis}"
        out.append(f"{mark} {message.mid:<{width}} {message.time}  {message.text}  [{label}]")
    out.append(f"  {question.question_time}  {question.question}")
    out += [
        f"  {'*' if letter == gold.target else ' '} {letter}  {choice}" for letter, choice in zip(_LETTERS, question.choices, strict=False)
    ]
    for part in gold.parts:
        out += [f"  sql     {part.sql}", *(f"  unique  {sql}" for sql in part.unique_sql)]
    return out


@click.command("view")
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("ids", nargs=-1)
@click.option("--n", type=click.IntRange(min=1), default=1, show_default=True, help="How many, where no id is given.")
def command(path: Path, ids: tuple[str, ...], n: int) -> None:
    """Show trajectories: the first ones, or those with the given ids or index numbers.

    Example: memsim view generated/daily 17
    """
    from memsim.dataset import TrajectorySet
    from memsim.errors import InputError

    dataset = TrajectorySet(path)
    if not ids:
        chosen = [dataset[place] for place in range(min(n, len(dataset)))]
    else:
        wanted = set(ids)
        chosen = [one for one in dataset if {one.question.id, one.question.history_id, str(one.gold.index)} & wanted]
        found = {name for one in chosen for name in (one.question.id, one.question.history_id, str(one.gold.index))}
        missing = sorted(wanted - found)
        if missing:
            raise InputError(
                f"{path}: no trajectory {missing[0]!r}; expected a question id, a history id or an index below {dataset.manifest['n']}"
            )
    for place, one in enumerate(chosen):
        click.echo("\n".join(([""] if place else []) + lines(one)))
