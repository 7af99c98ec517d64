"""The scales on which people rate: how an answer is written, and what it counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from memsim.rating.correctness import CORRECTNESS
from memsim.rating.criteria import CRITERIA, SCALE, Criterion

_DECIMALS = re.compile(r"(?<=\d)[.,]0+$")


class Answer(NamedTuple):
    """One answer that may be given.

    Attributes:
        name: As it is written in every language.
        value: What it counts on the scale; None where it says that the rater cannot tell.
        labels: How else it is written, by language.
    """

    name: str
    value: int | None
    labels: Mapping[str, str]

    @property
    def key(self) -> str:
        """The key that gives it in the form."""
        return self.name[0]


class Scale(NamedTuple):
    """The answers of a scale, the level at which they differ as krippendorff names it, and the numbers that they count from worst to best."""

    answers: tuple[Answer, ...]
    level: str
    values: range

    def read(self, text: str) -> Answer | None:
        """Return the answer that a text gives in any language, case and width, or None; 4.0 and 4,0 are what spreadsheets make of a 4."""
        said = _DECIMALS.sub("", unicodedata.normalize("NFKC", text).strip().casefold())
        return next((one for one in self.answers if said in {one.name, *one.labels.values()}), None)

    def labelled(self, value: int, language: str) -> str:
        """Return how the answer that counts so much is written in a language."""
        return next(one.labels[language] for one in self.answers if one.value == value)


_LANGUAGES = ("en", "zh")
FIVE = Scale(tuple(Answer(str(score), score, dict.fromkeys(_LANGUAGES, str(score))) for score in SCALE), "ordinal", SCALE)
YES_NO = Scale(
    (
        Answer("yes", 1, {"en": "yes", "zh": "是"}),
        Answer("no", 0, {"en": "no", "zh": "否"}),
        Answer("unsure", None, {"en": "unsure", "zh": "不确定"}),
    ),
    "nominal",
    range(2),
)


class Rated(NamedTuple):
    """What people judge a subject by."""

    criteria: tuple[Criterion, ...]
    scale: Scale


#: By what is judged, in the order in which it is judged and shown.
RATED = {**{name: Rated(criteria, FIVE) for name, criteria in CRITERIA.items()}, "questions": Rated(CORRECTNESS, YES_NO)}
