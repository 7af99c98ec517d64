"""Figures over fixed amounts: blank below them, and the same whatever lies beyond."""

import lzma
import math

from memsim.statistics.sampled import AMOUNTS, Amounts, compression, of_sample

MESSAGES, TOKENS, TEXTS, BYTES = AMOUNTS


def texts(count):
    """Different texts of four tokens each."""
    return [f"w{number} is w{number % 7} here" for number in range(count)]


def test_each_figure_is_blank_below_its_amount():
    assert set(of_sample([]).values()) == {None}
    few = of_sample(texts(TEXTS))
    assert [name for name, value in few.items() if value is not None] == [f"self-BLEU of {TEXTS:,} messages"]
    enough = of_sample(texts(MESSAGES))
    assert None not in enough.values()
    assert enough.keys() == few.keys()


def test_distinct_n_is_over_so_many_tokens_and_no_more():
    found = of_sample(texts(TOKENS // 4))
    assert found[f"distinct-1 of {TOKENS:,} tokens"] == (TOKENS // 4 + 2) / TOKENS
    assert found[f"distinct-4 of {TOKENS:,} tokens"] == 1
    assert of_sample(texts(MESSAGES))[f"distinct-1 of {TOKENS:,} tokens"] == found[f"distinct-1 of {TOKENS:,} tokens"]


def test_the_last_text_is_cut():
    long = ["b " * (TOKENS - 1), "a a a"]
    assert of_sample(long)[f"distinct-1 of {TOKENS:,} tokens"] == 2 / TOKENS
    assert of_sample(["b " * (TOKENS - 1)])[f"distinct-1 of {TOKENS:,} tokens"] is None


def test_texts_without_tokens_do_not_count_for_self_bleu():
    name = f"self-BLEU of {TEXTS:,} messages"
    assert of_sample(["!?", *texts(TEXTS)])[name] == of_sample(texts(TEXTS))[name]
    assert of_sample(["!?", *texts(TEXTS - 1)])[name] is None


def test_repeats_are_over_so_many_messages():
    half = of_sample(texts(MESSAGES // 2) * 2)
    assert math.isclose(half[f"repeated of {MESSAGES:,} messages"], 0.5)
    assert half[f"nearly repeated of {MESSAGES:,} messages"] > 0.99


def test_compression_is_that_of_the_first_bytes():
    text = b"".join(b"%d, " % number for number in range(BYTES))
    assert compression(text, BYTES) == len(lzma.compress(text[:BYTES], preset=9)) / BYTES
    assert compression(text[:BYTES], BYTES) == compression(text, BYTES)
    assert compression(text[: BYTES - 1], BYTES) is None
    assert compression(b"again and " * BYTES, BYTES) < 0.01 < compression(text, BYTES) < 1


def test_other_amounts_are_those_of_a_set_of_that_size():
    small = of_sample(texts(50), Amounts(messages=50, tokens=100, texts=20, bytes=200))
    assert None not in small.values()
    assert small["distinct-1 of 100 tokens"] == (25 + 2) / 100
    assert small["self-BLEU of 20 messages"] == of_sample(texts(20), AMOUNTS._replace(texts=20))["self-BLEU of 20 messages"]
    assert small["compression of 200 bytes"] == compression("\n".join(texts(50)).encode(), 200)
