"""Whether it is enough to look which options the messages mention, without reading what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks.options import Floats, Options, options_of
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import rated
from memsim.io.formats.audited import Audited
from memsim.text.words import mentions


@dataclass(frozen=True)
class Mentions:
    """Of each option how many messages mention it, the first and the last of them from 0, NaN where none does; each of shape (n, most).

    An option that joins several answers is mentioned where each of them is: the rarest counts.
    """

    count: Floats
    first: Floats
    last: Floats


class Mentioned(Sampled):
    """The option that alone is mentioned, that alone is not, that is mentioned most, least, first and last."""

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        options = options_of(histories)
        if not len(options):
            return
        found = mentions_of(options, histories)
        told = np.bincount((found.count > 0).sum(axis=1), minlength=options.there.shape[1] + 1).tolist()
        for name, (picks, score) in RULES.items():
            tried, tells = options.take(score(found))
            if tells.any():
                rule = f"{picks} is right as often as chance gives, where there is one"
                detail = {"language": language, "questions by options mentioned": told}
                yield rated(name, rule, tried.where(tells), detail=detail)


#: By name, what is picked, and the score of each option: the highest is taken.
RULES: dict[str, tuple[str, Callable[[Mentions], Floats]]] = {
    "only-mentioned": ("the one option that is mentioned", lambda found: _alone(found.count > 0)),
    "only-unmentioned": ("the one option that is not mentioned", lambda found: _alone(found.count == 0)),
    "most-mentioned": ("the option that is mentioned most often", lambda found: found.count),
    "least-mentioned": (
        "the mentioned option that is mentioned least often",
        lambda found: np.where(found.count > 0, -found.count, np.nan),
    ),
    "first-mentioned": ("the option that is mentioned first", lambda found: -found.first),
    "last-mentioned": ("the option that is mentioned last", lambda found: found.last),
}


def mentions_of(options: Options, histories: Sequence[Audited]) -> Mentions:
    """Look for each option in the messages of its history, as whole words in any case."""
    posts = {history.id: [(post.text, post.text.casefold()) for post in history.posts] for history in histories}
    rows = zip(options.clusters, options.parts, strict=True)
    found = [[_looked_for(parts, posts[cluster]) for parts in row] for cluster, row in rows]
    return Mentions(*(options.laid([[option[column] for option in row] for row in found]) for column in range(3)))


def _looked_for(parts: Sequence[str], posts: Sequence[tuple[str, str]]) -> tuple[float, float, float]:
    places: list[int] = []
    rarest = np.inf
    for part in parts:
        wanted = part.rstrip(".。 ")
        low = wanted.casefold()
        mine = [place for place, (text, folded) in enumerate(posts) if low and low in folded and mentions(text, wanted)]
        rarest = min(rarest, len(mine))
        places += mine
    return (float(rarest), float(min(places)), float(max(places))) if rarest else (0.0, np.nan, np.nan)


def _alone(mark: np.ndarray) -> Floats:
    """Return 1 for the option that alone is marked; where none or several are, nothing is told."""
    return (mark & (mark.sum(axis=1, keepdims=True) == 1)).astype(float)
