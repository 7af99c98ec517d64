import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memsim.errors import InputError, MissingDependencyError
from memsim.memory import embedders
from memsim.memory.dense import INDEXES, Retrieved
from memsim.memory.embedders import unit
from memsim.memory.protocol import Shared
from memsim.memory.vectors import TextVectors
from memsim.records import Message
from memsim.rng import Rng

ZH = ["我表弟在杭州上班。", "今天的雨下得很大。", "我的同事喜欢攀岩。", "我姑姑养了一只猫。"]
EN = ["My cousin has moved to Busan for work.", "The rain would not stop today.", "My boss has taken up chess.", "My aunt keeps a cat."]


class Angles:
    """Embeds a number as that angle in degrees, in the plane."""

    name = "angles"

    def __init__(self):
        self.asked = []

    def identity(self):
        return {"dimensions": "2"}

    def embed(self, texts):
        self.asked.extend(texts)
        angles = np.radians([float(text) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def message(number, text):
    return Message(f"m{number}", "s", "user", "User", text, f"2027-03-12T19:{number % 60:02}:00")


def retrieved(texts, **options):
    """A memory over angles, its messages stored."""
    shared = Shared()
    embedder = Angles()
    shared.get("vectors/angles", lambda: TextVectors(embedder))
    memory = Retrieved(shared, embedder="angles", **options)
    for number, text in enumerate(texts):
        memory.store(message(number, text))
    return memory, embedder


def mids(recalled):
    return [one.sources[0] for one in recalled]


@pytest.mark.parametrize("index", INDEXES)
def test_the_nearest_come_first_with_their_cosine(index):
    memory, _ = retrieved(["90", "10", "60", "180"], index=index)
    found = memory.recall("0", 3)
    assert [(one.text, one.sources) for one in found] == [("10", ("m1",)), ("60", ("m2",)), ("90", ("m0",))]
    assert [one.score for one in found] == pytest.approx([np.cos(np.radians(10)), 0.5, 0], abs=1e-6)
    assert all(type(one.score) is float for one in found)


@pytest.mark.parametrize("index", INDEXES)
def test_of_equal_messages_the_earlier_comes_first(index):
    memory, _ = retrieved(["20", "5", "20", "5", "5", "20"], index=index)
    assert mids(memory.recall("0", 5)) == ["m1", "m3", "m4", "m0", "m2"]
    assert mids(memory.recall("0", 2)) == ["m1", "m3"]


@pytest.mark.parametrize("index", INDEXES)
def test_no_more_is_recalled_than_there_is(index):
    memory, _ = retrieved(["20", "5"], index=index)
    assert mids(memory.recall("0", 9)) == ["m1", "m0"]
    memory.reset()
    memory.settle()
    assert memory.recall("0", 9) == []


def test_messages_are_embedded_when_it_settles_and_the_query_each_time():
    memory, embedder = retrieved(["1", "2", "1"])
    assert embedder.asked == []
    memory.settle()
    assert embedder.asked == ["1", "2"]
    memory.recall("7", 1)
    memory.recall("7", 1)
    assert embedder.asked == ["1", "2", "7", "7"]


def test_what_is_stored_after_settling_is_found():
    memory, _ = retrieved(["50"])
    memory.settle()
    memory.store(message(1, "3"))
    assert mids(memory.recall("0", 1)) == ["m1"]


def test_a_memory_that_was_reset_is_as_new():
    memory, _ = retrieved(["1", "2"])
    memory.recall("0", 1)
    memory.reset()
    assert memory.recall("0", 1) == []
    memory.store(message(7, "40"))
    assert mids(memory.recall("0", 5)) == ["m7"]


def test_memories_of_a_run_share_vectors():
    memory, embedder = retrieved(["1", "2"])
    memory.settle()
    other = Retrieved(memory.shared, embedder="angles")
    other.store(message(0, "2"))
    other.settle()
    assert embedder.asked == ["1", "2"]


def test_a_service_elsewhere_has_vectors_of_its_own():
    shared = Shared()
    vectors = shared.get("vectors/litellm:openai/x@http://127.0.0.1:9/v1", lambda: TextVectors(Angles()))
    memory = Retrieved(shared, embedder="litellm:openai/x", api_base="http://127.0.0.1:9/v1")
    memory.store(message(0, "2"))
    memory.settle()
    assert len(vectors) == 1


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.integers(0, 90), st.integers(1, 12))
def test_the_indexes_agree_and_sort_by_score_then_place(angles, query, k):
    texts = [str(angle) for angle in angles]
    found = [retrieved(texts, index=index)[0].recall(str(query), k) for index in INDEXES]
    assert all(one == found[0] for one in found)
    ranks = [(-one.score, int(one.sources[0][1:])) for one in found[0]]
    assert ranks == sorted(ranks)
    assert len(ranks) == min(k, len(angles))


@pytest.mark.parametrize("d", [384, 512, 1536])
def test_the_score_of_a_message_does_not_depend_on_the_others(d):
    rows = unit((Rng(0, np.arange(700)).uniform("rows", d).T - 0.5).astype(np.float32))
    query = unit((Rng(0, np.arange(1)).uniform("query", d).T - 0.5).astype(np.float32))[0]
    places, scores = INDEXES["numpy"](rows).best(query, 700)
    whole = dict(zip(places.tolist(), scores.tolist(), strict=True))
    for start, stop in [(0, 1), (3, 5), (3, 20), (100, 613), (1, 700)]:
        places, scores = INDEXES["numpy"](rows[start:stop].copy()).best(query, 700)
        assert {start + place: score for place, score in zip(places.tolist(), scores.tolist(), strict=True)} == {
            place: whole[place] for place in range(start, stop)
        }


@pytest.mark.parametrize("index", INDEXES)
def test_the_manifest_learns_embedder_and_index(index):
    memory, _ = retrieved([], index=index)
    assert memory.identity() == {"embedder": "angles", "dimensions": "2", "index": index}


def test_what_is_unknown_is_refused():
    with pytest.raises(InputError, match="unknown index 'fais'; expected one of numpy, faiss"):
        Retrieved(Shared(), index="fais")
    with pytest.raises(InputError, match=r"unknown embedder 'usee'; did you mean use\?"):
        Retrieved(Shared(), embedder="usee")


def test_faiss_that_is_not_installed_is_named(monkeypatch):
    def none(name):
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(embedders, "import_module", none)
    with pytest.raises(MissingDependencyError, match=r"the index 'faiss' needs .*memsim\[faiss\]"):
        retrieved([], index="faiss")


@pytest.mark.parametrize(
    ("texts", "query", "answer"), [(EN, "Where does my cousin work?", 0), (ZH, "我表弟在哪里上班？", 0), (ZH, "Who keeps a cat?", 3)]
)
def test_use_finds_what_a_question_is_about(texts, query, answer):
    memory = Retrieved(Shared())
    for number, text in enumerate(texts):
        memory.store(message(number, text))
    memory.settle()
    best, *others = memory.recall(query, 4)
    assert best.sources == (f"m{answer}",)
    assert 1 >= best.score > max(one.score for one in others)


def test_an_empty_shared_does_not_load_the_model_again(monkeypatch):
    Retrieved(Shared())
    made = []
    monkeypatch.setattr(embedders, "import_module", made.append)
    Retrieved(Shared())
    assert made == []


def test_a_long_history_with_known_texts_is_quick():
    rows = unit(Rng(0, np.arange(2001)).uniform("rows", 512).T.astype(np.float32))

    class Known(Angles):
        def embed(self, texts):
            return rows[[int(text) for text in texts]]

    shared = Shared()
    shared.get("vectors/known", lambda: TextVectors(Known())).rows([str(number) for number in range(2001)])
    messages = [message(number, str(number)) for number in range(2000)]
    memory = Retrieved(shared, embedder="known")
    times = []
    for _ in range(5):
        start = time.perf_counter()
        memory.reset()
        for one in messages:
            memory.store(one)
        memory.settle()
        memory.recall("2000", 5)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.1  # 3 ms on a quiet core
