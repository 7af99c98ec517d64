"""Distinct-n against sets of tuples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.statistics import ngrams
from memsim.statistics.ngrams import ORDERS, NGrams, Vocabulary

texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=9), max_size=12)


def counted(n, parts):
    """The share as it is taken while texts stream by in parts."""
    vocabulary, found = Vocabulary(), NGrams(n)
    for part in parts:
        found.add(vocabulary.numbers(part), [len(text) for text in part])
    return found.distinct()


def plain(n, texts):
    grams = [tuple(text[start : start + n]) for text in texts for start in range(len(text) - n + 1)]
    return len(set(grams)) / len(grams) if grams else None


@pytest.mark.parametrize("n", ORDERS)
@given(texts=texts, cut=st.integers(0, 12))
def test_it_is_the_share_of_different_tuples_however_texts_are_cut_into_parts(n, texts, cut):
    assert counted(n, [texts[:cut], texts[cut:]]) == plain(n, texts)


def test_no_ngram_spans_two_texts():
    assert counted(2, [[["a", "b"], ["c", "d"], ["a", "b"]]]) == 2 / 3


@pytest.mark.parametrize("n", ORDERS)
def test_merging_early_counts_the_same(n, monkeypatch):
    texts = [["a", "b", "c"], ["b", "c", "a", "b"], ["c"], [], ["a", "b", "c", "a"]] * 3
    monkeypatch.setattr(ngrams, "_PENDING", 2)
    assert counted(n, [[text] for text in texts]) == plain(n, texts)
