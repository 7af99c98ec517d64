import numpy as np
import pytest
from histories import message, mids, stored
from hypothesis import given
from hypothesis import strategies as st

from memsim.memory.bm25 import BM25
from memsim.memory.dense import Retrieved
from memsim.memory.embedders import unit
from memsim.memory.hybrid import Hybrid
from memsim.memory.protocol import Shared
from memsim.memory.vectors import TextVectors

texts = st.lists(st.text("abc ", max_size=8), max_size=12)


class Letters:
    """Embeds a text as how often it holds each letter."""

    name = "letters"

    def identity(self):
        return {"dimensions": "26"}

    def embed(self, texts):
        return unit(np.array([[text.count(chr(97 + letter)) for letter in range(26)] for text in texts], np.float32).reshape(-1, 26))


def shared():
    """What is kept for memories that embed by letters."""
    kept = Shared()
    kept.get("vectors/letters", lambda: TextVectors(Letters()))
    return kept


def hybrid(texts, **options):
    return stored(Hybrid(shared(), embedder="letters", **options), texts)


def reference(texts, query, depth):
    """(mid, sum), the best first: of both rankings as the two memories give them."""
    words = [one for one in stored(BM25, texts).recall(query, depth) if one.score > 0]
    meaning = stored(Retrieved(shared(), embedder="letters"), texts).recall(query, depth)
    orders = mids(words), mids(meaning)
    everything = [f"m{number}" for number in range(len(texts))]
    sums = [(mid, sum(1 / (61 + order.index(mid)) for order in orders if mid in order)) for mid in everything]
    return sorted((pair for pair in sums if pair[1]), key=lambda pair: -pair[1])


@given(texts, st.text("abc ", max_size=8), st.integers(1, 14))
def test_reciprocal_ranks_are_summed(texts, query, k):
    found = hybrid(texts).recall(query, k)
    assert [(one.sources[0], one.score) for one in found] == [
        (mid, pytest.approx(total, abs=1e-15)) for mid, total in reference(texts, query, 100)[:k]
    ]
    assert [one.text for one in found] == [texts[int(mid[1:])] for mid in mids(found)]


def test_a_sum_worked_by_hand():
    # By words the third, then the second; by letters the third, the first, the second.
    found = hybrid(["ab b", "x aab xyzw", "aab aab"]).recall("aab", 3)
    assert [(one.sources[0], one.score) for one in found] == [
        ("m2", 1 / 61 + 1 / 61),
        ("m1", pytest.approx(1 / 62 + 1 / 63)),
        ("m0", 1 / 62),
    ]


def test_of_equal_sums_the_earlier_message_comes_first():
    assert mids(hybrid(["cab", "cab", "cab"]).recall("cab", 3)) == ["m0", "m1", "m2"]
    assert [one.score for one in hybrid(["dog x", "god"]).recall("x", 2)] == [1 / 61 + 1 / 61, 1 / 62]


def test_a_message_without_a_word_of_the_query_has_no_rank_among_words():
    # BM25 alone would put the first message first, for no reason but its place.
    assert mids(hybrid(["zzz", "ooo", "dgo"]).recall("dog", 1)) == ["m2"]


def test_as_many_are_recalled_as_are_asked_for():
    assert len(hybrid([f"a {number}" for number in range(250)]).recall("a", 150)) == 150
    assert len(hybrid(["a", "b"]).recall("a", 5)) == 2
    assert hybrid([]).recall("a", 5) == []


def test_a_memory_that_was_reset_is_as_new():
    memory = hybrid(["cab", "abc"])
    memory.reset()
    assert memory.recall("cab", 5) == []
    memory.store(message(7, "abc"))
    memory.settle()
    assert mids(memory.recall("cab", 5)) == ["m7"]


def test_the_manifest_learns_its_embedder_and_index():
    assert hybrid([], index="faiss").identity() == {"embedder": "letters", "dimensions": "26", "index": "faiss"}
