"""Which questions of which sets a run asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memsim.errors import InputError
from memsim.io.formats.registry import Source
from memsim.measure.settings import Settings
from memsim.records import History, Item


class Chosen(NamedTuple):
    """A history, and what is asked of it.

    Attributes:
        set: Name of its set.
        number: Its place among the chosen of its set.
        eta: Messages in all for each real one that the set has by itself.
        history: With all that the set holds.
        items: The questions that are asked.
    """

    set: str
    number: int
    eta: int
    history: History
    items: tuple[Item, ...]


def choose(sources: Sequence[Source], settings: Settings) -> Iterator[Chosen]:
    """Yield the histories that a run needs, set by set, in the order of each set.

    `per_type` keeps the first questions of each type in each language, `limit` then the first of those: the same on every run.
    """
    for source in sources:
        number, asked = 0, 0
        by_type: Counter[tuple[str, str]] = Counter()
        for history in source.histories():
            items = []
            for item in history.items:
                kind = (item.question.language, item.question.question_type)
                if (settings.limit is not None and asked >= settings.limit) or (
                    settings.per_type is not None and by_type[kind] >= settings.per_type
                ):
                    continue
                by_type[kind] += 1
                asked += 1
                items.append(item)
            if items:
                yield Chosen(source.name, number, source.eta, history, tuple(items))
                number += 1
            if settings.limit is not None and asked >= settings.limit:
                break


def distinct_names(sources: Sequence[Source]) -> None:
    """Make sure that results of the sets can be told apart.

    Raises:
        InputError: There is none, or two have one name.
    """
    if not sources:
        raise InputError("no set to measure on; expected at least one path")
    for name, count in Counter(source.name for source in sources).items():
        if count > 1:
            raise InputError(f"{count} sets are named {name!r}; expected folders or files of different names")
