"""The entities that messages mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memsim.scoring.diversity import evenness, shannon_wiener
from memsim.statistics.attributes import Attributes
from memsim.statistics.figures import Figures
from memsim.statistics.parts import Known
from memsim.text.words import mentions


class Entities:
    """Counts entities over the messages that state facts.

    MemSim (Zhang et al., arXiv 2409.20163) counts entities per 10,000 tokens and names their Shannon–Wiener index SWIP; its text is not public in full,
    so what an entity is and how it is found is memsim's choice. Sets of ours record the fact behind a message, so nothing has to be recognised in
    texts: an entity is the subject of a fact as the message words it ("my cousin", "Anna Kim"), the user aside, and its value where that is a name or
    a word from a list (`Attributes.naming`: a city, a job, what somebody thinks of a thing, the name of a person, and no number, date, phone number
    or address). Each time that its message says one is a mention: what a model wrote that was not held to the facts need not say it. SWIP is
    H = -Σ p ln p in nats over the different entities, p an entity's share of the mentions, and its evenness H / ln S, S their number.

    Messages behind which no fact is recorded, such as those of a pool, mention things too, but nobody knows which: they and their tokens do not count.
    """

    def __init__(self, attributes: Attributes | None) -> None:
        self._attributes = attributes
        self._messages = self._tokens = 0
        self._mentions = Counter[str]()

    def add(self, known: Known | None, texts: Sequence[str], lengths: Sequence[int]) -> None:
        """Count what is known of messages, and what they say of it.

        Args:
            known: The facts behind them.
            texts: As they read.
            lengths: In tokens.
        """
        if known is None or self._attributes is None:
            return
        stated = known.stated.tolist()
        self._messages += sum(count > 0 for count in stated)
        self._tokens += sum(length for length, count in zip(lengths, stated, strict=True) if count)
        behind = [text for text, count in zip(texts, stated, strict=True) for _ in range(count)]
        for text, hint in zip(behind, known.hints.to_pylist(), strict=True):
            is_own = hint["entity"].rpartition("-")[0] in self._attributes.own
            names = [*([] if is_own else [hint["subject"]]), *([hint["value"]] if hint["attribute"] in self._attributes.naming else [])]
            self._mentions.update(name for name in names if mentions(text, name))

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
