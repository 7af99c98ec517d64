import pytest
from models import FAKE, Told, fake_model

from memsim.errors import CallError, InputError, ReplyError
from memsim.memory.llm import LLMMemory
from memsim.memory.protocol import Shared
from memsim.records import Message, Usage

TEXTS = ("My cousin is Anna.", "{{ Anna }} works in Busan.", "Lunch was fine.", "My boss plays chess.")


def memory_of(model, texts=TEXTS, shared=None):
    memory = LLMMemory(shared or Shared(), model=FAKE, api_base=model.api_base)
    memory.reset()
    for place, text in enumerate(texts):
        memory.store(Message(f"m{place + 10}", "s1", "user", "user", text, f"2027-03-0{place + 1}T10:00"))
    return memory


def recall(answer, k=3, query="Where does my cousin work?"):
    with fake_model(answer) as model:
        return memory_of(model).recall(query, k), model


@pytest.mark.parametrize(
    "said",
    ['{"ids": [2, 1]}', "[2, 1]", "2, 1", "2 1", "2、1。", "2,1.", '```json\n{"ids": [2, 1]}\n```', "<think>3?</think>[2, 1]", "[2, 1, 2]"],
)
def test_the_messages_named_are_recalled_in_the_models_order(said):
    recalled, _ = recall(said)
    assert recalled == [(TEXTS[1], 2.0, ("m11",)), (TEXTS[0], 1.0, ("m10",))]


def test_no_more_than_k_are_recalled():
    recalled, model = recall("[4, 3, 2, 1]", k=2)
    assert [one.sources for one in recalled] == [("m13",), ("m12",)]
    assert model.requests[0]["response_format"]["json_schema"]["schema"]["properties"]["ids"]["maxItems"] == 2


@pytest.mark.parametrize("said", ['{"ids": []}', "[]"])
def test_a_model_may_recall_nothing(said):
    assert recall(said)[0] == []


@pytest.mark.parametrize(
    "said",
    [
        "",
        "none",
        "the second",
        '{"ids": "2"}',
        '{"ids": [2',
        '{"numbers": [2]}',
        "[2.0]",
        '["2"]',
        "[true]",
        "[[2]]",
        "message 2",
        "2; maybe 1",
        "-1",
        "{}",
        "null",
    ],
)
def test_what_is_no_list_of_numbers_is_a_failure(said):
    with pytest.raises(ReplyError, match="'openai/stub': unparsable reply"):
        recall(said)


@pytest.mark.parametrize("said", ["[5]", "[0]", "[-1]", "[1, 2, 3, 99]", "99"])
def test_a_message_that_there_is_none_of_is_a_failure(said):
    with pytest.raises(ReplyError, match=r"names message -?\d+ of 4"):
        recall(said)


def test_a_model_that_cannot_be_called_is_a_failure():
    with pytest.raises(CallError, match="no such model"):
        recall(Told("no such model", 404))


@pytest.mark.parametrize(("query", "words"), [("Where does my cousin work?", "at most 3 of them"), ("表姐在哪儿上班？", "最多给出3条")])
def test_the_model_sees_all_messages_numbered_and_timed_in_the_language_of_the_query(query, words):
    _, model = recall("[1]", query=query)
    (prompt,) = model.prompts
    assert query in prompt
    assert words in prompt
    for place, text in enumerate(TEXTS):
        assert text in prompt
        assert f"[{place + 1}] 2027-03-0{place + 1}T10:00" in prompt
    assert "m10" not in prompt


def test_the_same_query_asks_with_the_same_seed():
    with fake_model("[1]") as model:
        for query in ("one?", "two?", "one?"):
            memory_of(model).recall(query, 1)
    seeds = [request["seed"] for request in model.requests]
    assert seeds[0] == seeds[2] != seeds[1]


def test_usage_adds_up_failures_too():
    with fake_model(["[1]", "what?"]) as model:
        memory = memory_of(model)
        memory.recall("a?", 1)
        with pytest.raises(ReplyError):
            memory.recall("b?", 1)
    assert memory.usage == Usage(2, 200, 20, None)


@pytest.mark.parametrize(("texts", "k"), [((), 3), (TEXTS, 0)])
def test_where_nothing_can_be_recalled_no_model_is_asked(texts, k):
    with fake_model() as model:
        assert memory_of(model, texts).recall("a?", k) == []
    assert model.requests == []


def test_reset_forgets():
    with fake_model() as model:
        memory = memory_of(model)
        memory.reset()
        assert memory.recall("a?", 3) == []


def test_memories_of_a_run_share_the_client():
    with fake_model() as model:
        shared = Shared()
        assert memory_of(model, shared=shared)._client is memory_of(model, shared=shared)._client


def test_a_provider_that_there_is_none_of_is_refused_at_once():
    with pytest.raises(InputError, match="nonsense/model"):
        LLMMemory(Shared(), model="nonsense/model")
