"""The pool of noise messages: the grammar of ``pool.<language>.yaml``, expanded, as Arrow strings.

Message number k is a function of scenario, language and k alone: numbers go through all cores in a seeded order, no core more than MOST_FILLINGS times, and
through a core's fillings by a stride that has no factor in common with their number, so that no two messages are the same and values spread evenly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memsim.render.phrases import PhraseBook
from memsim.render.statements import Ends
from memsim.rng import Floats, Ints, Rng
from memsim.spec.load import Spec
from memsim.spec.pool import MOST_SLOTS, SLOT, PoolFile, pool_cores, slot_name
from memsim.text import words
from memsim.text.surface import surfaces

#: So many messages at most share a core: no core is more than a small part of the pool.
MOST_FILLINGS = 300
_GOLDEN = 0.6180339887498949


class PoolTexts(NamedTuple):
    """Messages and where they come from, all (messages,), as in `RenderedFacts`; `slots` is a list of texts each."""

    text: pa.Array
    opener: pa.Array
    core: pa.Array
    tail: pa.Array
    start: pa.Array
    end: pa.Array
    slots: pa.Array


class Pool:
    """All noise messages of a scenario in one language.

    Args:
        spec: The scenario; its pool must have the language.
        language: The language.

    Attributes:
        size: How many there are, numbered from 0.
        topic: By number, the place of its topic among the scenario's.
    """

    def __init__(self, spec: Spec, language: str) -> None:
        self._file: PoolFile = spec.pools[language]
        self._book = PhraseBook(spec.phrases[language])
        self._purpose = f"pool/{spec.file.name}/{language}"
        topics = list(spec.file.topics)
        cores = list(pool_cores(self._file))
        self._ids = pa.array([phrase_id for phrase_id, _, _ in cores])
        self._phrases = {phrase_id: core for phrase_id, _, core in cores}
        self._topic_of = np.array([topics.index(topic) for _, topic, _ in cores])
        self._openers = Ends(self._book.openers, topics, "{}" + self._book.space)
        self._tails = Ends(self._book.tails, topics, self._book.space + "{}")
        self._lay_out([core for _, _, core in cores])
        self._number()
        self.topic = self._topic_of[self._core]

    def _lay_out(self, cores: Sequence[str]) -> None:
        """Split cores at their slots: pieces as columns, the place of each slot's values in one list of all values."""
        values: list[str] = []
        first: dict[str, int] = {}
        split = [SLOT.split(core) for core in cores]
        for slot in dict.fromkeys(slot for parts in split for slot in parts[1::2]):
            first[slot] = len(values)
            own = self._file.slots[slot_name(slot)]
            values += own if slot == slot_name(slot) else map(words.capitalised, own)
        empty = len(values)
        self._values = pa.array([*values, ""])
        self._pieces = [
            pa.array([parts[2 * place] if 2 * place < len(parts) else "" for parts in split]) for place in range(MOST_SLOTS + 1)
        ]
        named = [[*parts[1::2], *[""] * MOST_SLOTS][:MOST_SLOTS] for parts in split]
        self._first = np.array([[first.get(slot, empty) for slot in row] for row in named])
        self._sizes = np.array([[len(self._file.slots[slot_name(slot)]) if slot else 1 for slot in row] for row in named])
        self._width = np.array([len(parts) // 2 for parts in split])

    def _number(self) -> None:
        """Draw the order of all messages: the core of each number, and which of the core's fillings it is."""
        fillings = self._sizes.prod(axis=1)
        quota = np.minimum(fillings, MOST_FILLINGS)
        size = int(quota.sum())
        core = np.repeat(np.arange(len(quota)), quota)
        rank = np.arange(size) - np.repeat(np.cumsum(quota) - quota, quota)
        stride = np.array([_coprime(int(count)) for count in fillings])
        offset = Rng(0, np.arange(len(quota))).below(f"{self._purpose}/offset", fillings)
        order = np.argsort(Rng(0, np.arange(size)).words(f"{self._purpose}/order")[0], kind="stable")
        self._core = core[order]
        self._filling = ((offset[core] + rank * stride[core]) % fillings[core])[order]
        texts = self.cores(np.arange(len(order))).dictionary_encode()
        if len(texts.dictionary) < len(order):  # two cores may come to the same words: the first of them stays
            kept = np.sort(np.unique(texts.indices.to_numpy(), return_index=True)[1])
            self._core, self._filling = self._core[kept], self._filling[kept]
        self.size = len(self._core)

    def _slots(self, numbers: Ints) -> list[pa.Array]:
        """Return what fills the slots, first to last; "" beyond a core's last."""
        core, rest = self._core[numbers], self._filling[numbers]
        out = []
        for place in reversed(range(MOST_SLOTS)):
            rest, code = np.divmod(rest, self._sizes[core, place])
            out.append(self._values.take(pa.array(self._first[core, place] + code)))
        return out[::-1]

    def cores(self, numbers: Ints) -> pa.Array:
        """Return the cores of messages with their slots filled, without opener and tail."""
        return self._fill(self._core[numbers], self._slots(numbers), "", "")

    def _fill(self, core: Ints, slots: list[pa.Array], before: pa.Array | str, after: pa.Array | str) -> pa.Array:
        pieces = [piece.take(pa.array(core)) for piece in self._pieces]
        between = [part for pair in zip(slots, pieces[1:], strict=True) for part in pair]
        return pc.binary_join_element_wise(before, pieces[0], *between, after, "")

    def render(self, numbers: Ints, ends: Floats | None = None) -> PoolTexts:
        """Render messages by number; half of them get an opener, half a tail.

        Args:
            numbers: (messages,).
            ends: Uniforms for opener and tail, (2, messages); without, each message has its own.
        """
        core, slots = self._core[numbers], self._slots(numbers)
        drawn = Rng(0, numbers).uniform(f"{self._purpose}/ends", 2) if ends is None else ends
        before, opener = self._openers.pick(self.topic[numbers], drawn[0])
        after, tail = self._tails.pick(self.topic[numbers], drawn[1])
        text = self._fill(core, slots, before, after)
        start = pc.utf8_length(before)
        end = pc.subtract(pc.utf8_length(text), pc.utf8_length(after))
        ids = self._ids.take(pa.array(core))
        return PoolTexts(text, opener, ids, tail, start.cast(pa.int64()), end.cast(pa.int64()), self._filled(core, slots))

    def _filled(self, core: Ints, slots: list[pa.Array]) -> pa.Array:
        size, width = len(core), self._width[core]
        place = np.arange(MOST_SLOTS)[None, :] * size + np.arange(size)[:, None]
        flat = place[np.arange(MOST_SLOTS)[None, :] < width[:, None]]
        offsets = np.concatenate([[0], np.cumsum(width)]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(offsets), pa.concat_arrays(slots).take(pa.array(flat)))

    def texts(self, count: int) -> pa.Array:
        """Return the first so many messages; ValueError if there are fewer."""
        if count > self.size:
            raise ValueError(f"{count} messages of a pool of {self.size}")
        return self.render(np.arange(count)).text

    @cached_property
    def surfaces(self) -> Ints:
        """How the core of each message looks, (size, features) as in `memsim.text.surface`."""
        return surfaces(self.cores(np.arange(self.size)))

    def restate(self, core: str, opener: str | None, tail: str | None, slots: Sequence[str]) -> tuple[str, tuple[int, int]]:
        """Return a message's text and its core's span again from its ids and slots; KeyError, IndexError or ValueError where one is unknown."""
        phrase = self._phrases[core]
        names = SLOT.findall(phrase)
        for name, value in zip(names, slots, strict=True):
            own = self._file.slots[slot_name(name)]
            if value not in (own if name == slot_name(name) else list(map(words.capitalised, own))):
                raise ValueError(f"{value!r} fills no slot {name!r}")
        left = iter(slots)
        return self._book.enclose(SLOT.sub(lambda _slot: next(left), phrase), opener, tail)


def _coprime(count: int) -> int:
    """Return a stride near the golden section of a number that has no factor in common with it."""
    stride = max(1, round(count * _GOLDEN))
    while math.gcd(stride, count) != 1:
        stride += 1
    return stride
