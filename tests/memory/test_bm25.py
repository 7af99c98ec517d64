import math

import pytest
from histories import message, mids, stored
from hypothesis import given
from hypothesis import strategies as st

from memsim.memory import bm25
from memsim.memory.bm25 import BM25
from memsim.memory.protocol import Shared
from memsim.memory.registry import entrants
from memsim.text.tokens import terms

words = st.lists(st.sampled_from(["cat", "dog", "Busan", "the", "the", "a", "moved", "5"]), max_size=9).map(" ".join)
characters = st.text("我去北京上海有猫", max_size=9)
texts = st.lists(words | characters | st.builds("{} {}".format, words, characters), max_size=14)


def reference(documents, query, k1=1.5, b=0.75):
    """The score of each document, by the book."""
    split = [terms(document) for document in documents]
    average = sum(map(len, split)) / len(split)
    scores = []
    for document in split:
        score = 0.0
        for term in terms(query):
            holders = sum(term in other for other in split)
            idf = math.log(1 + (len(split) - holders + 0.5) / (holders + 0.5))
            tf = document.count(term)
            if tf:
                score += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(document) / average))
        scores.append(score)
    return scores


def check(found, documents, query, k):
    """Scores are those of the reference, to rounding; the best come first, and of equals the first."""
    expected = reference(documents, query) if documents else []
    assert len(found) == min(k, len(documents))
    places = [int(mid[1:]) for mid in mids(found)]
    assert [one.text for one in found] == [documents[place] for place in places]
    assert [one.score for one in found] == pytest.approx([expected[place] for place in places], abs=1e-9)
    assert [one.score for one in found] == pytest.approx(sorted(expected, reverse=True)[:k], abs=1e-9)
    ranks = [(-one.score, place) for one, place in zip(found, places, strict=True)]
    assert ranks == sorted(ranks)


@given(texts, words | characters, st.integers(1, 16))
def test_scores_are_those_of_the_book(documents, query, k):
    check(stored(BM25, documents).recall(query, k), documents, query, k)


@given(texts, texts, words | characters)
def test_what_other_histories_left_in_the_lexicon_changes_nothing(others, documents, query):
    shared = Shared()
    stored(BM25(shared), others)
    assert stored(BM25(shared), documents).recall(query, 9) == stored(BM25, documents).recall(query, 9)


@given(texts, words | characters)
def test_equal_texts_come_in_the_order_of_the_history(documents, query):
    found = stored(BM25, documents * 2).recall(query, 99)
    place = {mid: rank for rank, mid in enumerate(mids(found))}
    assert all(place[f"m{number}"] < place[f"m{number + len(documents)}"] for number in range(len(documents)))


def test_messages_without_a_word_of_the_query_fill_up_in_order():
    found = stored(BM25, ["a b", "c", "needle", "d"]).recall("needle", 3)
    assert mids(found) == ["m2", "m0", "m1"]
    assert [one.score > 0 for one in found] == [True, False, False]


def test_a_rare_word_weighs_more_than_a_frequent_one():
    assert mids(stored(BM25, ["rain today", "rain again", "a cat here"]).recall("rain cat", 1)) == ["m2"]


def test_chinese_is_found_by_its_words():
    documents = ["我表弟在杭州上班。", "今天的雨下得很大。", "我的同事喜欢攀岩。"]
    assert mids(stored(BM25, documents).recall("谁喜欢攀岩？", 1)) == ["m2"]


def test_what_is_stored_after_settling_is_found():
    memory = stored(BM25, ["cat"])
    memory.store(message(1, "dog"))
    assert mids(memory.recall("dog", 1)) == ["m1"]


def test_no_messages_and_no_words_are_no_trouble():
    assert stored(BM25, []).recall("cat", 3) == []
    assert mids(stored(BM25, ["", "。"]).recall("cat", 3)) == ["m0", "m1"]
    assert mids(stored(BM25, ["cat", "dog"]).recall("", 3)) == ["m0", "m1"]


def test_a_memory_that_was_reset_is_as_new():
    memory = stored(BM25, ["cat", "dog", "dog"])
    memory.reset()
    assert memory.recall("cat", 3) == []
    memory.store(message(0, "dog"))
    assert memory.recall("dog", 3) == stored(BM25, ["dog"]).recall("dog", 3)


def test_a_lexicon_that_is_full_starts_anew_and_scores_the_same(monkeypatch):
    documents = [f"word{number} cat" for number in range(20)]
    expected = stored(BM25, documents).recall("cat word7 word13", 5)
    monkeypatch.setattr(bm25, "_MOST", 3)
    memory = stored(BM25, documents)
    assert memory.recall("cat word7 word13", 5) == expected
    assert len(memory._lexicon._texts) <= 3


def best_of(name, query, *messages):
    """The mid of what a memory recalls first."""
    (entrant,) = entrants(name)
    memory = entrant.make(Shared())
    for one in messages:
        memory.store(one)
    (found,) = memory.recall(query, 1)
    assert found.text in {one.text for one in messages}
    return found.sources[0]


@pytest.mark.parametrize("name", ["bm25", "grep"])
def test_who_speaks_is_found_where_that_is_more_than_the_role(name):
    said = [message(number, "I bought a kite.", speaker=speaker) for number, speaker in enumerate(("Tomas", "Mira"))]
    assert best_of(name, "What did Mira buy?", *said) == "m1"
    assert best_of(name, "the user", message(0, "Hello."), message(1, "The user waved.")) == "m1"
