import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.memory.embedders import unit
from memsim.memory.vectors import TextVectors
from memsim.rng import Rng


class Letters:
    """Embeds a text by its characters, and keeps what it was asked."""

    name = "letters"
    dimensions = 8

    def __init__(self):
        self.asked = []

    def identity(self):
        return {}

    def embed(self, texts):
        self.asked.append(list(texts))
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for place, letter in enumerate(text):
                row[ord(letter) % self.dimensions] += place + 1
        return unit(vectors)


def test_each_text_has_its_own_vector_in_the_order_asked():
    vectors = TextVectors(Letters())
    assert np.array_equal(vectors.rows(["b", "a", "b", ""]), Letters().embed(["b", "a", "b", ""]))


def test_a_text_is_embedded_once():
    embedder = Letters()
    vectors = TextVectors(embedder)
    vectors.rows(["b", "a", "b"])
    vectors.rows(["a", "c"])
    vectors.rows(["c", "b"])
    assert embedder.asked == [["b", "a"], ["c"]]
    assert len(vectors) == 3


def test_no_texts_give_no_vectors():
    vectors = TextVectors(Letters())
    assert vectors.rows([]).shape[0] == 0
    vectors.rows(["a"])
    assert vectors.rows([]).shape == (0, 8)


def test_what_is_returned_is_a_copy():
    vectors = TextVectors(Letters())
    vectors.rows(["a"])[:] = 7
    assert np.array_equal(vectors.rows(["a"]), Letters().embed(["a"]))


def test_those_asked_for_last_are_kept_when_it_is_full():
    embedder = Letters()
    vectors = TextVectors(embedder, most=4)
    vectors.rows(["old", "older"])
    vectors.rows(["pool", "other"])
    vectors.rows(["old"])
    vectors.rows(["pool", "new"])
    assert len(vectors) == 3
    embedder.asked.clear()
    vectors.rows(["pool", "old", "new"])
    assert embedder.asked == []
    vectors.rows(["older"])
    assert embedder.asked == [["older"]]


def test_a_failure_of_the_embedder_leaves_what_was_kept():
    embedder = Letters()
    vectors = TextVectors(embedder)
    before = vectors.rows(["a"])
    embedder.embed = None
    with pytest.raises(TypeError):
        vectors.rows(["a", "b"])
    assert len(vectors) == 1
    assert np.array_equal(vectors.rows(["a"]), before)


@given(st.lists(st.lists(st.text("abcdef", max_size=2), min_size=1, max_size=12), max_size=12), st.integers(1, 20))
def test_what_is_forgotten_never_changes_a_vector(calls, most):
    vectors = TextVectors(Letters(), most)
    bound = most
    for texts in calls:
        bound = max(bound, len(set(texts)))
        assert np.array_equal(vectors.rows(texts), Letters().embed(texts))
        assert len(vectors) <= bound


def test_looking_up_many_texts_is_quick():
    class Any512(Letters):
        dimensions = 512

    texts = [f"message {number}" for number in Rng(0, np.arange(4000)).words("order")[0].tolist()]
    vectors = TextVectors(Any512())
    vectors.rows(texts)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        vectors.rows(texts)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05  # 2 ms on a quiet core
