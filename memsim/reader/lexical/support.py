"""How well each choice is supported by what was recalled: by the sentence that says most of it and bears most on the question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from memsim.reader.lexical.bearing import bearing
from memsim.reader.lexical.days import dated, told_day
from memsim.reader.lexical.find import worth_reading
from memsim.reader.lexical.terms import keys, sentences, terms, wanted
from memsim.records import Asked, Passage

_PARTS = re.compile(r"\s*[;；]\s*")
_ANYWHERE = 0.05  # what it says for a choice that it is mentioned at all
_NEARBY = 0.1  # what a sentence has of the bearing of the passage around it
_ASKED = 0.3  # weight of a choice's words that are in the question as well


class Sentence(NamedTuple):
    """A sentence that was recalled, with its terms and how much it bears on the question."""

    text: str
    time: str
    terms: frozenset[str]
    bearing: float


def read_closely(asked: Asked, passages: Sequence[Passage]) -> list[Sentence]:
    """Return the sentences of the passages that may bear on the question, in order."""
    texts = [f"{passage.speaker} {passage.text}" for passage in passages]
    found = [
        (passages[place], sentence)
        for place in worth_reading(texts, asked.question, asked.choices)
        for sentence in sentences(passages[place].text)
    ]
    bags = [terms(sentence) | terms(passage.speaker) for passage, sentence in found]
    if any(map(keys, (asked.question, *asked.choices))):
        bags = [bag | keys(sentence) for bag, (_, sentence) in zip(bags, found, strict=True)]
    bears = bearing(terms(asked.question) | keys(asked.question), bags)
    around: dict[Passage, float] = {}
    for (passage, _), own in zip(found, bears, strict=True):
        around[passage] = max(around.get(passage, 0.0), own)
    return [
        Sentence(sentence, passage.time, bag, own + _NEARBY * around[passage])
        for (passage, sentence), bag, own in zip(found, bags, bears, strict=True)
    ]


def supports(asked: Asked, passages: Sequence[Passage]) -> list[float]:
    """Return how well each choice is supported, from 0. Choices that are lists of as many parts ("a; b") are judged part by part."""
    read = _with_days(asked, read_closely(asked, passages))
    parts = [_PARTS.split(choice.strip(" ;；")) for choice in asked.choices]
    if len({len(part) for part in parts}) > 1:
        parts = [[choice] for choice in asked.choices]
    question, total = terms(asked.question), [0.0] * len(parts)
    for candidates in zip(*parts, strict=True):
        support = _support(question, candidates, read)
        total = [before + support[candidate] for before, candidate in zip(total, candidates, strict=True)]
    return total


def _with_days(asked: Asked, read: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences with the keys of the days in the choices that they tell in relation to their own day."""
    days = {day: key for choice in asked.choices for key, day in dated(choice)}
    if not days:
        return list(read)
    meant = [told_day(sentence.text, sentence.time, days, asked.language) for sentence in read]
    return [
        sentence if day is None else sentence._replace(terms=sentence.terms | {days[day]})
        for sentence, day in zip(read, meant, strict=True)
    ]


def _support(question: frozenset[str], candidates: Sequence[str], read: Sequence[Sentence]) -> dict[str, float]:
    """Return the support of each candidate for one part of the answer; words that tell it from the others count most."""
    bags = {candidate: sorted(wanted(candidate)) for candidate in candidates}
    holders = Counter(term for bag in bags.values() for term in bag)
    weight = {term: log((len(bags) + 1) / count) * (_ASKED if term in question else 1.0) for term, count in holders.items()}
    found = {}
    for candidate, bag in bags.items():
        whole = sum(weight[term] for term in bag) or 1.0
        shares = ((sum(weight[term] for term in bag if term in sentence.terms) / whole, sentence.bearing) for sentence in read)
        found[candidate] = max((share**2 * (_ANYWHERE + bears) for share, bears in shares), default=0.0)
    return found
