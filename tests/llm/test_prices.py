import pytest

from memsim.llm.calls import library
from memsim.llm.prices import Price, known, most_prompt_tokens


def test_prices_come_from_the_table_of_litellm():
    assert known("openai/gpt-4o-mini") == Price(0.15e-6, 0.6e-6)
    assert known("gpt-4o-mini") == Price(0.15e-6, 0.6e-6)
    assert known("gemini/gemini-2.5-flash").prompt > 0


@pytest.mark.parametrize("model", ["openai/stub", "hosted_vllm/gpt-4o-mini", "nonsense/gpt-4o-mini", "stub", ""])
def test_what_the_table_does_not_hold_has_no_price(model):
    assert known(model) is None


@pytest.mark.parametrize(
    "entry", [{"input_cost_per_token": 1e-6}, {"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6, "input_cost_per_request": 0.01}]
)
def test_what_is_not_priced_by_the_token_has_no_price(monkeypatch, entry):
    monkeypatch.setitem(library().model_cost, "openai/odd", entry)
    assert known("openai/odd") is None


def test_a_price_is_of_both_kinds_of_tokens():
    assert Price(2.0, 3.0).of(10, 100) == 320


@pytest.mark.parametrize("text", ["", "Hello, world", "安娜在哪儿上班？", "😀" * 50, "half a pair \ud83d", "\x00" * 1000])
def test_a_prompt_is_never_longer_than_it_is_thought_to_be(text):
    litellm = library()
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": text}]
    sane = [{**message, "content": message["content"].encode("utf-8", "replace").decode()} for message in messages]
    counted = litellm.token_counter(model="openai/gpt-4o-mini", messages=sane)
    assert counted <= most_prompt_tokens(messages, None)
    assert most_prompt_tokens(messages, {"type": "object"}) > most_prompt_tokens(messages, None)
