"""What can be seen of an option without the messages: its text and number, how they compare with the other three, and what the question says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from encoding import combined
from numpy.typing import NDArray
from rows import Rows, bare, codes

from memsim.text import clock

if TYPE_CHECKING:
    from guessing import Floats, Ints

_BUCKETS, _MOMENTS = 1 << 20, 1e6
_WORD = re.compile(r"[^\W\d_]+|\d+|[\u4e00-\u9fff]")


def skeletons(rows: Rows) -> Ints:
    """Return a number for how each part is asked, whatever the phrase: attribute, ψ or predicate, bridge or extreme; (2, n)."""
    return codes(np.vectorize(bare, otypes=[object])(rows.core))


def keys(rows: Rows) -> Iterator[tuple[str, Ints]]:
    """Yield what to encode by: (name, number of each option), shape (2, n, 4)."""
    skeleton, core = skeletons(rows)[..., None], codes(rows.core)[..., None]
    subject, threshold = codes(rows.subject)[..., None], codes(rows.said)[..., None]
    relation = codes(np.vectorize(_relation, otypes=[object])(rows.subject))[..., None]
    placed = codes(np.vectorize(str, otypes=[object])(rows.places))
    value, rank = codes(rows.halves), ranks(rows.number)
    klass = codes(rows.klass)[..., None]
    yield "value", value
    yield "skeleton × value", combined(skeleton, value)
    yield "class × skeleton × value", combined(klass, skeleton, value)
    yield "phrase × value", combined(core, value)
    yield "subject × skeleton × value", combined(subject, skeleton, value)
    yield "relation × skeleton × value", combined(relation, skeleton, value)
    yield "threshold × skeleton × value", combined(threshold, skeleton, value)
    yield "threshold × class × skeleton × value", combined(threshold, klass, skeleton, value)
    yield "class × skeleton × rank", combined(klass, skeleton, rank)
    yield "subject × skeleton × rank", combined(subject, skeleton, rank)
    yield "threshold × skeleton × rank", combined(threshold, skeleton, rank)
    yield "class × skeleton × places", combined(klass, skeleton, placed)
    yield "letter × skeleton", combined(np.broadcast_to(np.arange(4), value.shape), skeleton)


def _relation(subject: str) -> str:
    """Return a role as it is, and of a name the given name, which tells the sex."""
    return subject.split(" ", maxsplit=1)[0] if subject[:1].isupper() else subject


def ranks(number: Floats) -> Ints:
    """Return how many of the four are smaller, 4 where there is no number."""
    below = (number[..., None, :] < number[..., :, None]).sum(axis=-1)
    return np.where(np.isnan(number), 4, below)


def part_numbers(rows: Rows) -> Iterator[Floats]:
    """Yield plain features of each option's part, each (2, n, 4)."""
    number = rows.number
    with np.errstate(invalid="ignore"):
        mean, spread = number.mean(axis=-1, keepdims=True), number.std(axis=-1, keepdims=True)
        yield number
        yield (number - mean) / np.where(spread > 0, spread, np.nan)
        yield ranks(number).astype(float)
        far = np.abs(number[..., None] - number[..., None, :]).sum(axis=-1)
        yield (far == far.min(axis=-1, keepdims=True)).astype(float)
        yield far / np.where(spread > 0, spread, np.nan)
        is_moment = number > _MOMENTS  # minutes since 1970; nothing else that is asked is so large
        ahead = np.where(is_moment, number - rows.minute[None, :, None], np.nan)
        yield ahead
        yield np.where(is_moment, number % clock.DAY, np.nan)
        yield np.where(is_moment, (number // clock.DAY) % 7, np.nan)
    yield from _listed_numbers(rows)
    lengths = np.vectorize(len, otypes=[float])(rows.halves)
    yield lengths
    yield ranks(lengths).astype(float)
    yield np.vectorize(lambda text: text.count(" "), otypes=[float])(rows.halves)


def _listed_numbers(rows: Rows) -> Iterator[Floats]:
    """Yield of options that list subjects, by their places in the question: the first, the last, the sum, how many pairs stand the other way round."""
    out = np.full((4, *rows.places.shape), np.nan)
    for at in np.ndindex(rows.places.shape):
        places = rows.places[at]
        if places:
            turned = sum(one > other for one, other in combinations(places, 2))
            out[:, *at] = places[0], places[-1], sum(places), turned
    yield from out


def member_states(rows: Rows) -> tuple[Ints, Ints]:
    """Return what options say of each of a scope, as numbers, and which option (row × 4 + letter) each belongs to.

    One number stands for: how it is asked, the threshold, the subject's role or given name, and whether the option lists the subject, at which place of an
    order, or how large its number is among the four.
    """
    skeleton, rank = skeletons(rows), ranks(rows.number)
    number: dict[tuple[object, ...], int] = {}
    buckets, owners = [], []
    for row, parts in enumerate(rows.asked):
        for part, asked in enumerate(parts):
            if asked.statistic is None:
                continue
            about = [(skeleton[part, row], rows.said[part, row], _relation(subject)) for subject in asked.scope]
            for letter in range(4):
                places = rows.places[part, row, letter]
                for lane, what in enumerate(about):
                    state = rank[part, row, letter] if places is None else places.index(lane) if lane in places else -1
                    state = min(state, 0) if asked.statistic == "which" else state
                    buckets.append(number.setdefault((*what, state), len(number)))
                    owners.append(4 * row + letter)
    return np.array(buckets, dtype=np.int64), np.array(owners, dtype=np.int64)


def shared_numbers(rows: Rows) -> Iterator[Floats]:
    """Yield plain features of whole options, each (n, 4): what they share with the question and each other, and the question's own."""
    n = len(rows)
    characters, words, others = np.zeros((n, 4)), np.zeros((n, 4)), np.zeros((n, 4))
    for row, (question, four) in enumerate(zip(rows.question, rows.choices.tolist(), strict=True)):
        letters, tokens = set(question.lower()), set(_WORD.findall(question.lower()))
        option_tokens = [set(_WORD.findall(text.lower())) for text in four]
        for letter, text in enumerate(four):
            characters[row, letter] = len(letters & set(text.lower())) / len(set(text.lower()))
            words[row, letter] = len(tokens & option_tokens[letter])
            others[row, letter] = sum(len(option_tokens[letter] & option_tokens[other]) for other in range(4) if other != letter)
    yield from (characters, words, others)
    equal = rows.halves[0] == rows.halves[1]
    yield equal.astype(float)
    yield np.broadcast_to(np.arange(4.0), (n, 4))
    day, minute = np.divmod(rows.minute, clock.DAY)
    plain = (codes(rows.question_type), codes(rows.topic), rows.hybrid, rows.noisy, minute // 60, day % 7)
    plain += (
        codes(rows.shape),
        np.array([len(parts[0].scope) for parts in rows.asked]),
        *codes(rows.attribute),
        *codes(rows.klass),
        *skeletons(rows),
        np.array([len(text) for text in rows.question]),
    )
    for one in plain:
        yield np.broadcast_to(np.asarray(one, dtype=float)[:, None], (n, 4))


def pair_keys(rows: Rows) -> Ints:
    """Return a number for each option of the two values and attributes of a hybrid, shape (n, 4)."""
    value, attribute = codes(rows.halves), codes(rows.attribute)[..., None]
    return combined(attribute[0], value[0], attribute[1], value[1])


def rank_pair_keys(rows: Rows) -> Ints:
    """Return a number for each option of the ranks of its two parts and their attributes, shape (n, 4)."""
    skeleton, rank = skeletons(rows)[..., None], ranks(rows.number)
    return combined(skeleton[0], rank[0], skeleton[1], rank[1], (rows.halves[0] == rows.halves[1]).astype(np.int64))


def word_pairs(rows: Rows) -> tuple[Ints, Ints]:
    """Return hashed (question word, option word) pairs and which option (row × 4 + letter) each belongs to."""
    buckets, owners = [], []
    number: dict[str, int] = {}

    def tokens(text: str) -> NDArray[np.int64]:
        return np.array([number.setdefault(word, len(number)) for word in dict.fromkeys(_WORD.findall(text.lower()))], dtype=np.int64)

    for row, question in enumerate(rows.question):
        asked = tokens(question)
        for letter in range(4):
            mine = tokens(rows.choices[row, letter])
            pairs = ((asked[:, None] * 1_000_003 + mine) % _BUCKETS).ravel()
            buckets.append(pairs)
            owners.append(np.full(len(pairs), 4 * row + letter))
    return np.concatenate(buckets), np.concatenate(owners)
