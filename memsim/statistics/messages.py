"""How varied the messages are."""

from __future__ import annotations

from memsim.statistics.attributes import Attributes
from memsim.statistics.entities import Entities
from memsim.statistics.figures import Figures
from memsim.statistics.ngrams import ORDERS, NGrams, Vocabulary
from memsim.statistics.parts import Part
from memsim.statistics.repeats import Repeats, blurred
from memsim.statistics.sample import Sample
from memsim.statistics.sampled import AMOUNTS, of_sample
from memsim.text.tokens import words

#: What the tokens are: words where words are spaced, characters where they are not, without case and punctuation. They compare within a language.
TOKENIZER = f"{words.__module__}.{words.__name__}"
TOO_FEW = "too little text for the figures of fixed amounts that are blank"


class Messages:
    """Lengths, entities, distinct-n, self-BLEU, compression and repeats, over all messages, and over an amount that is the same for every set."""

    def __init__(self, attributes: Attributes | None) -> None:
        self._messages = self._tokens = 0
        self._entities = Entities(attributes)
        self._vocabulary, self._ngrams = Vocabulary(), {n: NGrams(n) for n in ORDERS}
        self._repeats, self._near = Repeats(), Repeats()
        self._sample = Sample(AMOUNTS.messages, "statistics/messages")

    def add(self, part: Part) -> None:
        tokenized = list(map(words, part.texts))
        lengths = list(map(len, tokenized))
        self._messages += len(lengths)
        self._tokens += sum(lengths)
        self._entities.add(part.known, part.texts, lengths)
        numbers = self._vocabulary.numbers(tokenized)
        for ngrams in self._ngrams.values():
            ngrams.add(numbers, lengths)
        self._repeats.add(part.texts)
        self._near.add(map(blurred, tokenized))
        self._sample.add(part.texts)

    def figures(self) -> Figures:
        return {
            "tokenizer": TOKENIZER,
            "tokens": self._tokens,
            "tokens a message": self._tokens / self._messages if self._messages else None,
            **self._entities.figures(),
            **{f"distinct-{n}": ngrams.distinct() for n, ngrams in self._ngrams.items()},
            "repeated messages": self._repeats.share(),
            "nearly repeated messages": self._near.share(),
            **of_sample(self._sample.texts()),
        }

    def notes(self, figures: Figures) -> list[str]:
        short = any(figures[name] is None for name in of_sample([]))
        return [*self._entities.notes(), *([TOO_FEW] if short else [])]
