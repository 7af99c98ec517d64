"""Self-BLEU against a slow, plain reference, and by hand."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.statistics.self_bleu import self_bleu

texts = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=9), min_size=2, max_size=9)


def bleu(hypothesis, references):
    """BLEU-4 as the papers write it, smoothing 1: every reference is looked through."""
    product = 1.0
    for n in (1, 2, 3, 4):
        grams = [tuple(hypothesis[start : start + n]) for start in range(len(hypothesis) - n + 1)]
        matched = 0
        for gram, count in Counter(grams).items():
            others = [sum(tuple(text[start : start + n]) == gram for start in range(len(text))) for text in references]
            matched += min(count, max(others))
        product *= (matched or 0.1) / max(1, len(grams))
    nearest = min((abs(len(text) - len(hypothesis)), len(text)) for text in references)[1]
    penalty = 1 if len(hypothesis) > nearest else math.exp(1 - nearest / len(hypothesis))
    return penalty * product**0.25


@given(texts)
def test_it_is_the_mean_bleu_against_all_others(texts):
    expected = [bleu(text, texts[:place] + texts[place + 1 :]) for place, text in enumerate(texts)]
    assert self_bleu(texts) == pytest.approx(sum(expected) / len(expected))


def test_the_same_texts_are_alike():
    assert self_bleu([list("abcdef")] * 3) == pytest.approx(1)


def test_by_hand():
    # "a b c d" has 4/4, 2/3, 1/2, 0.1/1 in "a b c e f"; that has 3/5, 2/4, 1/3, 0.1/2 in it. The shorter one pays exp(1 - 5/4).
    short = math.exp(1 - 5 / 4) * (3 / 4 * 2 / 3 * 1 / 2 * 0.1) ** 0.25
    long = (3 / 5 * 2 / 4 * 1 / 3 * 0.1 / 2) ** 0.25
    assert self_bleu([list("abcd"), list("abcef")]) == pytest.approx((short + long) / 2)


def test_a_repeated_word_counts_as_often_as_one_other_text_has_it():
    # All four words of the first stand in the others, but none of those has more than two of them.
    others = [["a", "b", "a", "c"], ["d", "e", "f", "g"]]
    first = (2 / 4 * 0.1 / 3 * 0.1 / 2 * 0.1 / 1) ** 0.25
    rest = [bleu(text, [["a"] * 4, other]) for text, other in zip(others, others[::-1], strict=True)]
    assert self_bleu([["a"] * 4, *others]) == pytest.approx((first + sum(rest)) / 3)
