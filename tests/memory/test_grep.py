import re
from pathlib import Path

import pytest
from histories import message, mids, stored
from hypothesis import given
from hypothesis import strategies as st

from memsim.io.formats.registry import open_set
from memsim.memory.grep import Grep
from memsim.scoring.metrics import retrieval

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "coding-agent-life-v1"
texts = st.lists(st.text("abcABC_09 -.é", max_size=14), max_size=12)


def reference(documents, query):
    """agentmemory's definition, step by step: (place, hits) of every document with a hit, the best first."""
    asked = [word for word in re.sub(r"[^a-z0-9_]+", " ", query.lower()).split(" ") if len(word) > 2]
    scored = []
    for place, document in enumerate(documents):
        hits = 0
        for word in asked:
            if document.lower().find(word) >= 0:
                hits += 1
        if hits > 0:
            scored.append((place, hits))
    return sorted(scored, key=lambda pair: pair[1], reverse=True)


@given(texts, st.text("abcABC_09 -.é", max_size=20), st.integers(1, 14))
def test_hits_are_those_of_the_definition(documents, query, k):
    found = stored(Grep, documents).recall(query, k)
    assert [(int(one.sources[0][1:]), one.score) for one in found] == reference(documents, query)[:k]
    assert [one.text for one in found] == [documents[place] for place, _ in reference(documents, query)[:k]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("a cat", [("m1", 1), ("m2", 1)]),
        ("CAT cat", [("m1", 2), ("m2", 2)]),
        ("cat dog", [("m2", 2), ("m1", 1), ("m3", 1)]),
        ("où is my", []),
        ("", []),
    ],
)
def test_words_are_looked_for_inside_words_and_count_as_often_as_asked(query, expected):
    found = stored(Grep, ["Où est-il?", "Concatenate", "cat, Dog", "hotdog"]).recall(query, 9)
    assert [(one.sources[0], one.score) for one in found] == expected


def test_chinese_is_looked_for_by_pairs():
    memory = stored(Grep, ["我表弟在杭州上班。", "今天的雨下得很大。", "我的同事在杭州。"])
    assert [(one.sources[0], one.score) for one in memory.recall("表弟在杭州吗？", 9)] == [("m0", 4), ("m2", 2)]
    assert memory.recall("猫", 9) == []


def test_a_memory_that_was_reset_is_as_new():
    memory = stored(Grep, ["cat", "dog"])
    memory.reset()
    assert memory.recall("cat", 3) == []
    memory.store(message(7, "a dog"))
    assert mids(memory.recall("dog", 3)) == ["m7"]


@pytest.mark.skipif(not REAL.is_dir(), reason="the set is not here")
def test_the_figures_published_for_grep_come_out():
    (history,) = open_set(REAL).histories()
    memory = Grep(None)
    for one in history.messages:
        memory.store(one)
    found = [retrieval([one.sources for one in memory.recall(asked.question, 5)], truth.evidence, (5,)) for asked, truth in history.items]
    assert len(found) == 15
    assert sum(one["precision@5"] for one in found) / 15 == pytest.approx(0.227, abs=0.0005)
    assert sum(one["recall@5"] for one in found) / 15 == pytest.approx(0.967, abs=0.0005)
