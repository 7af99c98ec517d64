"""Rules of thumb: pick an option by how it looks, without any message. One rule, one entry in `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from memsim.check.finding import Finding
from memsim.check.leaks import elsewhere
from memsim.check.leaks.options import Floats, Options, options_of
from memsim.check.leaks.sample import Sampled
from memsim.check.leaks.verdict import rated
from memsim.io.formats.audited import Audited
from memsim.text.words import mentions, normalised


class Rule(NamedTuple):
    """What to pick: the option of the highest score.

    Attributes:
        name: Of the finding.
        picks: In words.
        score: Of each option, shape (n, most); NaN for what the rule says nothing of.
        learned: Whether it learns from which option is right elsewhere; then only a rate above chance is a leak.
    """

    name: str
    picks: str
    score: Callable[[Options], Floats]
    learned: bool = False


class Thumb(Sampled):
    """Every rule of thumb, tried where it tells options apart."""

    def __init__(self) -> None:
        super().__init__(messages=None)

    def _found(self, language: str, histories: list[Audited]) -> Iterator[Finding]:
        options = options_of(histories)
        for rule in RULES if len(options) else ():
            tried, tells = options.take(rule.score(options))
            if tells.any():
                words = f"{rule.picks} is right as often as chance gives, where there is one"
                yield rated(rule.name, words, tried.where(tells), above=rule.learned, detail={"language": language})


def lengths(options: Options) -> Floats:
    """Return how many characters each option has."""
    return options.laid([[float(len(text)) for text in texts] for texts in options.choices])


def value_ranks(options: Options) -> Floats:
    """Return how many options have a smaller number, NaN where the numbers of a question are not all different."""
    value = options.value
    smaller = (value[:, None, :] < value[:, :, None]).sum(axis=2).astype(float)
    distinct = np.array([len(set(row[there].tolist())) == there.sum() for row, there in zip(value, options.there, strict=True)], dtype=bool)
    return np.where(distinct[:, None] & ~np.isnan(value), smaller, np.nan)


def in_question(options: Options) -> Floats:
    """Return 1 for options that stand in the question as whole words."""
    rows = zip(options.asked, options.choices, strict=True)
    return options.laid([[float(bool(text) and mentions(asked.question, text)) for text in texts] for asked, texts in rows])


def shared_with_question(options: Options) -> Floats:
    """Return the share of each option's pairs of neighbouring characters that the question has."""
    rows = []
    for asked, texts in zip(options.asked, options.normal, strict=True):
        there = _pairs(normalised(asked.question))
        rows.append([len(_pairs(text) & there) / len(_pairs(text)) for text in texts])
    return options.laid(rows)


def nearness(options: Options) -> Floats:
    """Return how near each option's number lies to the others, as minus the sum of the distances."""
    value = options.value
    return -np.nansum(np.abs(value[:, None, :] - value[:, :, None]), axis=2) + 0 * value


def as_text(options: Options) -> Floats:
    """Return the place of each option in the order of their texts, the first highest."""
    return options.laid([[-float(sum(other < text for other in texts)) for text in texts] for texts in options.normal])


def as_option(options: Options) -> Floats:
    """Return how often each option stands elsewhere."""
    return elsewhere.commonness(options, elsewhere.by_text(options), right_only=False)


def as_answer(options: Options) -> Floats:
    """Return how often each option is right elsewhere."""
    return elsewhere.commonness(options, elsewhere.by_text(options), right_only=True)


def same_question(options: Options) -> Floats:
    """Return how often each option is right elsewhere where the question reads the same."""
    return elsewhere.commonness(options, elsewhere.by_question(options), right_only=True)


def rate_elsewhere(options: Options) -> Floats:
    """Return how often each option is right of how often it stands elsewhere, drawn towards chance as by three more."""
    return (as_answer(options) + 3 / options.count[:, None]) / (as_option(options) + 3)


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(max(1, len(text) - 1))}


def _ranked(rank: int, *, from_top: bool = False) -> Callable[[Options], Floats]:
    def score(options: Options) -> Floats:
        ranks = value_ranks(options)
        wanted = options.count[:, None] - 1 - rank if from_top else rank
        return np.where(np.isnan(ranks), np.nan, (ranks == wanted).astype(float))

    return score


def _opposite(score: Callable[[Options], Floats]) -> Callable[[Options], Floats]:
    return lambda options: -score(options)


RULES = (
    Rule("longest-option", "the longest option", lengths),
    Rule("shortest-option", "the shortest option", _opposite(lengths)),
    Rule("typical-option", "the option that is most like the others", lambda options: options.alike),
    Rule("odd-option", "the option that is least like the others", lambda options: -options.alike),
    Rule("smallest-number", "the smallest number", _ranked(0)),
    Rule("second-smallest-number", "the second smallest number", _ranked(1)),
    Rule("second-largest-number", "the second largest number", _ranked(1, from_top=True)),
    Rule("largest-number", "the largest number", _ranked(0, from_top=True)),
    Rule("nearest-number", "the number that is nearest to the others", nearness),
    Rule("first-as-text", "the option that comes first in the order of texts", as_text),
    Rule("option-in-question", "the option that stands in the question", in_question),
    Rule("option-like-question", "the option that shares most with the question", shared_with_question),
    Rule("option-unlike-question", "the option that shares least with the question", _opposite(shared_with_question)),
    Rule("common-option", "the option that is most common as an option elsewhere", as_option),
    Rule("rare-option", "the option that is least common as an option elsewhere", _opposite(as_option)),
    Rule("common-answer", "the option that is most often right elsewhere", as_answer, learned=True),
    Rule("likely-answer", "the option that is right in most of the questions elsewhere that offer it", rate_elsewhere, learned=True),
    Rule("same-question", "the option that is right most often elsewhere where the question reads the same", same_question, learned=True),
)
