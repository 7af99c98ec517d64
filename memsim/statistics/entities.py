"""The entities that messages mention."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

from memsim.scoring.diversity import evenness, shannon_wiener
from memsim.statistics.attributes import Attributes
from memsim.statistics.figures import Figures
from memsim.statistics.parts import Known


class Entities:
    """Counts entities over the messages that state facts.

    MemSim (Zhang et al., arXiv 2409.20163) counts entities per 10,000 tokens and names their Shannon–Wiener index SWIP; its text is not public in full,
    so what an entity is and how it is found is memsim's choice. Sets of ours record the fact behind a message, so nothing has to be recognised in
    texts: an entity is the subject of a fact as the message words it ("my cousin", "Anna Kim"), the user aside, and its value where that is a name or
    a word from a list (`Attributes.naming`: a city, a job, what somebody thinks of a thing, the name of a person, and no number, date, phone number
    or address). Each time that one is named is a mention. SWIP is H = -Σ p ln p in nats over the different entities, p an entity's share of the
    mentions, and its evenness H / ln S, S their number.

    Messages behind which no fact is recorded, such as those of a pool, mention things too, but nobody knows which: they and their tokens do not count.
    """

    def __init__(self, attributes: Attributes | None) -> None:
        self._attributes = attributes
        self._messages = self._tokens = 0
        self._mentions = Counter[str]()

    def add(self, known: Known | None, lengths: list[int]) -> None:
        """Count what is known of messages with so many tokens each."""
        if known is None or self._attributes is None:
            return
        stating = known.stated > 0
        self._messages += int(stating.sum())
        self._tokens += sum(length for length, counts in zip(lengths, stating.tolist(), strict=True) if counts)
        hints = known.hints
        classes = pc.replace_substring_regex(hints["entity"], r"-\d+$", "")
        subjects = hints["subject"].filter(pc.invert(pc.is_in(classes, pa.array(sorted(self._attributes.own), pa.string()))))
        values = hints["value"].filter(pc.is_in(hints["attribute"], pa.array(self._attributes.naming, pa.string())))
        for mentioned in (subjects, values):
            for entry in pc.value_counts(mentioned).to_pylist():
                self._mentions[entry["values"]] += entry["counts"]

    def figures(self) -> Figures:
        known = self._attributes is not None
        swip = shannon_wiener(self._mentions.values()) if self._mentions else None
        return {
            "messages that state facts": self._messages if known else None,
            "their entities per 10,000 tokens": 10_000 * self._mentions.total() / self._tokens if self._tokens else None,
            "their different entities": len(self._mentions) if known else None,
            "SWIP": swip,
            "SWIP, evenness": None if swip is None else evenness(swip, len(self._mentions)),
        }

    def notes(self) -> list[str]:
        return [] if self._attributes else ["no facts behind the messages: the figures of entities are blank"]
