"""Figures that depend on how much text there is, taken over a fixed amount of it: the same for a small set and a large one."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from itertools import islice

from memsim.statistics.figures import Figures
from memsim.statistics.ngrams import ORDERS, NGrams, Vocabulary
from memsim.statistics.repeats import Repeats, blurred
from memsim.statistics.self_bleu import self_bleu
from memsim.text.tokens import words

MESSAGES, TOKENS, TEXTS, BYTES = 10_000, 10_000, 500, 100_000

Tokens = Sequence[str]


def of_sample(texts: Sequence[str]) -> Figures:
    """Return the figures, None where there are too few.

    Args:
        texts: A random sample of a set's messages, in random order, at most `MESSAGES`.
    """
    tokenized = list(map(words, texts))
    return {
        **_distinct(tokenized),
        f"self-BLEU of {TEXTS:,} messages": _self_bleu(tokenized),
        f"compression of {BYTES:,} bytes": compression("\n".join(texts).encode()),
        f"repeated of {MESSAGES:,} messages": _repeated(texts),
        f"nearly repeated of {MESSAGES:,} messages": _repeated(list(map(blurred, tokenized))),
    }


def compression(text: bytes) -> float | None:
    """Return the size of the first `BYTES` bytes of a text, compressed, over that amount; LZMA looks for repeats in all of them (xz, preset 9).

    Shaib et al. (2024, arXiv 2403.00553) give the inverse, by gzip.
    """
    return len(lzma.compress(text[:BYTES], preset=9)) / BYTES if len(text) >= BYTES else None


def _distinct(tokenized: Sequence[Tokens]) -> Figures:
    cut = list(_first(tokenized, TOKENS))
    enough = sum(map(len, cut)) == TOKENS
    numbers, lengths = Vocabulary().numbers(cut), list(map(len, cut))
    figures: Figures = {}
    for n in ORDERS:
        ngrams = NGrams(n)
        ngrams.add(numbers, lengths)
        figures[f"distinct-{n} of {TOKENS:,} tokens"] = ngrams.distinct() if enough else None
    return figures


def _first(tokenized: Sequence[Tokens], wanted: int) -> Iterator[Tokens]:
    """Yield the first texts that make up so many tokens, the last one cut."""
    for tokens in tokenized:
        if wanted == 0:
            return
        yield tokens[:wanted]
        wanted -= len(tokens[:wanted])


def _self_bleu(tokenized: Sequence[Tokens]) -> float | None:
    some = list(islice(filter(None, tokenized), TEXTS))
    return self_bleu(some) if len(some) == TEXTS else None


def _repeated(texts: Sequence[str]) -> float | None:
    repeats = Repeats()
    repeats.add(texts)
    return repeats.share() if len(texts) == MESSAGES else None
