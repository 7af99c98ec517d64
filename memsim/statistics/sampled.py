"""Figures that depend on how much text there is, taken over a fixed amount of it: the same for a small set and a large one."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from memsim.statistics.figures import Figures
from memsim.statistics.ngrams import ORDERS, NGrams, Vocabulary
from memsim.statistics.repeats import Repeats, blurred
from memsim.statistics.self_bleu import self_bleu
from memsim.text.tokens import words

Tokens = Sequence[str]


class Amounts(NamedTuple):
    """How much text a figure is taken over: messages of repeats, tokens of distinct-n, texts of self-BLEU, bytes of compression."""

    messages: int
    tokens: int
    texts: int
    bytes: int


AMOUNTS = Amounts(messages=10_000, tokens=10_000, texts=500, bytes=100_000)


def of_sample(texts: Sequence[str], amounts: Amounts = AMOUNTS) -> Figures:
    """Return the figures, None where there are too few.

    Args:
        texts: A random sample of a set's messages, in random order, at most `amounts.messages`.
        amounts: Other ones compare only with themselves.
    """
    tokenized = list(map(words, texts))
    return {
        **_distinct(tokenized, amounts.tokens),
        f"self-BLEU of {amounts.texts:,} messages": _self_bleu(tokenized, amounts.texts),
        f"compression of {amounts.bytes:,} bytes": compression("\n".join(texts).encode(), amounts.bytes),
        f"repeated of {amounts.messages:,} messages": _repeated(texts, amounts.messages),
        f"nearly repeated of {amounts.messages:,} messages": _repeated(list(map(blurred, tokenized)), amounts.messages),
    }


def compression(text: bytes, amount: int) -> float | None:
    """Return the size of the first bytes of a text, so many, compressed, over that amount; LZMA looks for repeats in all of them (xz, preset 9).

    Shaib et al. (2024, arXiv 2403.00553) give the inverse, by gzip.
    """
    return len(lzma.compress(text[:amount], preset=9)) / amount if len(text) >= amount else None


def _distinct(tokenized: Sequence[Tokens], amount: int) -> Figures:
    cut = list(_first(tokenized, amount))
    enough = sum(map(len, cut)) == amount
    numbers, lengths = Vocabulary().numbers(cut), list(map(len, cut))
    figures: Figures = {}
    for n in ORDERS:
        ngrams = NGrams(n)
        ngrams.add(numbers, lengths)
        figures[f"distinct-{n} of {amount:,} tokens"] = ngrams.distinct() if enough else None
    return figures


def _first(tokenized: Sequence[Tokens], wanted: int) -> Iterator[Tokens]:
    """Yield the first texts that make up so many tokens, the last one cut."""
    for tokens in tokenized:
        if wanted == 0:
            return
        yield tokens[:wanted]
        wanted -= len(tokens[:wanted])


def _self_bleu(tokenized: Sequence[Tokens], amount: int) -> float | None:
    some = list(islice(filter(None, tokenized), amount))
    return self_bleu(some) if len(some) == amount else None


def _repeated(texts: Sequence[str], amount: int) -> float | None:
    repeats = Repeats()
    repeats.add(texts)
    return repeats.share() if len(texts) == amount else None
