"""What raters read beside the items, by language: instructions and labels, from the files in form/."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import yaml

from memsim.rating.criteria import Criterion
from memsim.rating.items import Item
from memsim.rating.scales import RATED


class Instructions(NamedTuple):
    """The keys of a file of form/; `how` holds for all subjects, `csv` and `form` say how each kind of sheet is filled in."""

    title: str
    how: tuple[str, ...]
    csv: str
    form: str
    subjects: Mapping[str, Mapping[str, str]]
    labels: Mapping[str, str]
    colon: str
    asks: str
    blank: str
    comment: str
    rater: str
    next: str
    save: str
    anew: str
    sure: str

    def shown(self, item: Item) -> list[tuple[str, str]]:
        """Return all that a rater sees of an item, each part with its label."""
        return [(self.labels[name], text) for name, text in item.shown.items()]


def folder() -> Traversable:
    """Return where the form and its texts lie."""
    return files("memsim.rating") / "form"


def languages() -> list[str]:
    """Return the languages that raters can be instructed in."""
    return sorted(file.name.removesuffix(".yaml") for file in folder().iterdir() if file.name.endswith(".yaml"))


@cache
def instructions(language: str) -> Instructions:
    """Return the texts of a language, one of `languages`."""
    return Instructions(**yaml.safe_load((folder() / f"{language}.yaml").read_text(encoding="utf-8")))


def asks(subject: str, criterion: Criterion, language: str) -> str:
    """Return what a criterion asks in one line: its label, its question, and what the ends of its scale mean."""
    scale = RATED[subject].scale
    low, high = (scale.labelled(scale.values[end], language) for end in (0, -1))
    return instructions(language).asks.format(**criterion.wording[language]._asdict(), low=low, high=high)
