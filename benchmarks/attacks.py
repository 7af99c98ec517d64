"""Attacks that read the messages but link nothing: where, how often and in what company an option is mentioned."""

from __future__ import annotations

from collections.abc import Iterator

import features
import learned
import numpy as np
from encoding import combined
from guessing import Floats, Ints, take_best
from numpy.typing import NDArray
from rows import Rows, codes

from memsim.rng import Rng
from memsim.text import words
from memsim.text.clock import DAY

Guess = tuple[str, Ints, NDArray[np.bool_]]
#: What the user's own facts differ in from those of others, because they are told in the first person: to look at it is to read whom a message is about.
_WORDED = ("longest message",)


def mention_counts(rows: Rows) -> Ints:
    """Return in how many messages each option's part stands as whole words, (2, n, 4), found by text alone; of a list, the rarest of those listed."""
    out, messages = np.zeros(rows.halves.shape, dtype=np.int64), rows.messages
    lowered = [text.lower() for text in messages.text]
    for part, row, letter in np.ndindex(out.shape):
        places, mine = rows.places[part, row, letter], range(messages.start[row], messages.start[row + 1])
        said = [rows.halves[part, row, letter]] if places is None else [rows.asked[row][part].scope[place] for place in places]
        counts = [_mentioned(phrase, mine, messages.text, lowered) for phrase in said if phrase]
        out[part, row, letter] = min(counts, default=0)
    return out


def _mentioned(phrase: str, mine: range, texts: list[str], lowered: list[str]) -> int:
    """Return how many of some messages hold a phrase."""
    low = phrase.lower()
    return sum(words.mentions(texts[at], phrase) for at in mine if low in lowered[at])


def pick_mentioned(rows: Rows, counts: Ints) -> Ints:
    """Return the one option whose parts are all mentioned; where none or several are, one of the four at random."""
    mentioned = (counts[0] > 0) & ((counts[1] > 0) | ~rows.hybrid[:, None])
    alone = mentioned.sum(axis=1) == 1
    return np.where(alone, np.argmax(mentioned, axis=1), Rng(0, rows.index).below("benchmark/mentioned", 4))


class Carriers:
    """What the message that tells each option says of it, both parts added up; NaN where an option is told nowhere."""

    def __init__(self, rows: Rows) -> None:
        self.rows, self.at = rows, rows.carrier
        self.told = self.at >= 0

    def of(self, value: NDArray[np.generic]) -> Floats:
        """Return a value of messages for each option, (n, 4)."""
        parts = np.where(self.told, np.asarray(value, dtype=float)[np.maximum(self.at, 0)], 0.0)
        return np.where(self.told.any(axis=0), parts.sum(axis=0), np.nan)

    def each(self, value: NDArray[np.generic], *, worded: bool = False) -> list[Floats]:
        """Return a value of messages for each part of each option, two of (n, 4); NaN for what the user is asked about itself, where wording tells."""
        hidden = self.rows.own[..., None] & worded
        return list(np.where(self.told & ~hidden, np.asarray(value, dtype=float)[np.maximum(self.at, 0)], np.nan))


def _company(owner: Ints, row: Ints) -> Ints:
    """Return how many messages of the same history are about the same one."""
    key = combined(row, owner)
    return np.bincount(key)[key]


def message_features(rows: Rows) -> dict[str, NDArray[np.generic]]:
    """Return features of messages that need no reading of the question."""
    m = rows.messages
    length = np.array([len(text) for text in m.text])
    count = np.diff(m.start)[m.row]
    edge = m.place == 0
    gap = np.where(edge, 0, m.minute - np.roll(m.minute, 1))
    return {
        "told": m.place,
        "told, of the whole": (m.place + 0.5) / count,
        "longest message": length,
        "subject in most messages": _company(m.subject, m.row),
        "entity in most messages": _company(m.entity, m.row),
        "with an opener": m.opener > 0,
        "with a tail": m.tail > 0,
        "latest hour": m.minute % DAY,
        "weekday": m.minute // DAY % 7,
        "longest pause before": gap,
        "most messages that day": _company(m.minute // DAY, m.row),
    }


def simple_guesses(rows: Rows, counts: Ints) -> Iterator[Guess]:
    """Yield (name, letters, which rows it can be tried on) of attacks that learn nothing."""
    carriers = Carriers(rows)
    told = np.where(rows.hybrid[:, None], counts.sum(axis=0), counts[0]).astype(float)
    scores = {"mentioned in most messages": told}
    opposite = {"told": ("told last", "told first"), "longest message": ("longest message", "shortest message")}
    for name, value in message_features(rows).items():
        if name not in ("weekday", "told, of the whole"):
            scores[name] = carriers.of(value)
    for name, score in scores.items():
        most, least = opposite.get(name, (name, f"not: {name}"))
        tried = ~np.isnan(score).any(axis=1) & (score.max(axis=1) > score.min(axis=1))
        tried &= ~rows.own.any(axis=0) | (name not in _WORDED)
        yield most, take_best(score, rows.index, most), tried
        yield least, take_best(-score, rows.index, least), tried


def learned_guesses(rows: Rows, target: Ints) -> Iterator[Guess]:
    """Yield attacks that learn which phrases, ids or letters go with the truth."""
    carriers, letters = Carriers(rows), np.broadcast_to(np.arange(4), (len(rows), 4))
    m, at = rows.messages, np.maximum(carriers.at, 0)
    phrase, opener, tail = (np.where(carriers.told, code[at] + 1, 0) for code in (m.phrase, m.opener, m.tail))
    told = carriers.told.any(axis=(0, 2))
    asked = codes(rows.core)[0][:, None]
    keys = {
        "message phrase": combined(*phrase, codes(rows.attribute)[0][:, None]),
        "message phrase × question phrase": combined(phrase[0], asked),
        "opener of the message": combined(*opener),
        "tail of the message": combined(*tail),
    }
    for name, key in keys.items():
        guess, tried = learned.learned_by(rows, target, key, name)
        yield name, guess, tried & told & (~rows.own.any(axis=0) | ("phrase" not in name))
    for name, by_row in _letter_keys(rows, target).items():
        yield name, *learned.learned_by(rows, target, combined(letters, np.broadcast_to(by_row[:, None], letters.shape)), name)


def _letter_keys(rows: Rows, target: Ints) -> dict[str, Ints]:
    """Return what might give away the letter itself."""
    before = np.concatenate([[4], target[:-1]])
    long = np.array([len(question) // 8 for question in rows.question])
    return {
        "question id, first byte → letter": np.array([int(name.rpartition("-")[2][:2], 16) for name in rows.id]),
        "question id, last byte → letter": np.array([int(name[-2:], 16) for name in rows.id]),
        "history id, last byte → letter": np.array([int(name[-2:], 16) for name in rows.history_id]),
        "trajectory number modulo 1000 → letter": rows.index % 1000,
        "last two targets → letter": before * 5 + np.concatenate([[4], before[:-1]]),
        "minute of the question → letter": rows.minute % DAY,
        "order of the options as text → letter": combined(*np.argsort(np.argsort(rows.choices.astype(str), axis=1), axis=1).T),
        "messages and length of the question → letter": combined(np.diff(rows.messages.start), long),
    }


def unlinked_columns(rows: Rows, counts: Ints) -> list[Floats]:
    """Return what messages look like as features of options, each (n, 4), without the question's words or whom they are about."""
    carriers, columns = Carriers(rows), [counts[0].astype(float), counts[1].astype(float)]
    for name, value in message_features(rows).items():
        columns += carriers.each(value, worded=name in _WORDED)
    ranked = [features.ranks(column).astype(float) for column in columns]
    skeleton = features.skeletons(rows)
    plain = [skeleton[0], skeleton[1], rows.noisy, np.diff(rows.messages.start)]
    columns.append(np.broadcast_to(np.arange(4.0), (len(rows), 4)))
    columns += [np.broadcast_to(np.asarray(one, dtype=float)[:, None], (len(rows), 4)) for one in plain]
    return columns + ranked
