import asyncio
import json
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice

import pytest
from models import FAKE, Told, fake_model

from memsim.errors import BudgetError, CallError, InputError, MissingDependencyError, RefusedError
from memsim.llm import calls
from memsim.llm.bounded import bounded
from memsim.llm.budget import Budget
from memsim.llm.cache import ReplyCache
from memsim.llm.client import ALL_IS_LOST, Client, _Asked
from memsim.llm.completion import Completion
from memsim.llm.prices import Price, most_prompt_tokens
from memsim.records import Usage

HELLO = [{"role": "user", "content": "Hello"}]
SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}}


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def complete(model, **options):
    settings = {"wait": 0.01, **options}
    return Client(FAKE, model.api_base, **settings).complete(HELLO, seed=3, max_tokens=5)


def test_a_completion_tells_text_usage_and_how_it_ended():
    with fake_model([Told("B", finish_reason="length")]) as model:
        assert complete(model) == Completion("B", Usage(1, 100, 10, None), "length", cached=False)
    assert model.requests == [{"model": "stub", "messages": HELLO, "temperature": 0.0, "max_tokens": 5, "seed": 3}]


def test_a_schema_is_sent():
    with fake_model("{}") as model:
        Client(FAKE, model.api_base).complete(HELLO, seed=0, max_tokens=5, schema=SCHEMA)
    (request,) = model.requests
    assert request["response_format"]["type"] == "json_schema"
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_model_whose_price_is_known_has_a_cost():
    with fake_model("B") as model:
        usage = Client("openai/gpt-4o-mini", model.api_base).complete(HELLO, seed=0, max_tokens=5).usage
    assert usage.cost == pytest.approx(100 * 0.15e-6 + 10 * 0.6e-6)


def test_a_reply_of_nothing_is_an_empty_text():
    with fake_model([Told(None)]) as model:
        assert complete(model).text == ""


@pytest.mark.parametrize(
    "failure",
    [
        Told("slow down", 429),
        Told("oops", 500),
        Told("oops", 503),
        Told("oops", 529),
        Told("late", 408),
        Told(body="{not json"),
        Told(body="<html>a proxy</html>"),
        Told(body="{}"),
        Told(body='{"choices": [], "object": "chat.completion"}'),
        Told("B", hang=5.0),
    ],
)
def test_what_may_pass_is_tried_again(failure):
    with fake_model([failure, failure, "B"]) as model:
        assert complete(model, timeout=0.5).text == "B"
    assert len(model.requests) == 3


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, CallError), (422, CallError), (401, RefusedError), (402, RefusedError), (403, RefusedError), (404, RefusedError)],
)
def test_what_will_not_pass_is_not_tried_again(status, kind):
    with (
        fake_model([Told("no such thing", status)]) as model,
        pytest.raises(CallError, match=r"'openai/stub'.*tries: 1.*no such thing") as caught,
    ):
        complete(model)
    assert len(model.requests) == 1
    assert type(caught.value) is kind


def test_attempts_are_bounded_and_told():
    with fake_model(Told("oops", 500)) as model, pytest.raises(CallError, match="tries: 3"):
        complete(model, attempts=3)
    assert len(model.requests) == 3


def test_nobody_there_is_a_failure():
    with fake_model() as model:
        pass
    with pytest.raises(CallError, match="tries: 2"):
        complete(model, attempts=2)


@pytest.fixture
def waits(monkeypatch):
    """The seconds that were waited, none of them in truth."""
    waited = []

    async def wait(seconds):
        waited.append(seconds)

    monkeypatch.setattr("memsim.llm.client.sleep", wait)
    return waited


def test_what_the_server_asks_for_is_waited(waits):
    with fake_model([Told("", 429, [("Retry-After", "7")]), Told("", 503, [("Retry-After", "0.5")]), "B"]) as model:
        complete(model)
    assert waits == [7.0, 0.5]


def test_who_is_asked_to_wait_too_long_gives_up(waits):
    with fake_model([Told("come back tomorrow", 429, [("Retry-After", "86400")])]) as model, pytest.raises(CallError, match="tomorrow"):
        complete(model)
    assert waits == []


@pytest.mark.parametrize("header", ["soon", "-1", "nan", ""])
def test_a_retry_after_that_says_nothing_is_passed_over(waits, header):
    with fake_model([Told("", 429, [("Retry-After", header)]), "B"]) as model:
        complete(model, wait=4.0)
    assert len(waits) == 1
    assert 2.0 <= waits[0] <= 4.0


def test_waits_double_and_depend_on_nothing_but_seed_and_attempt(waits):
    for _ in range(2):
        with fake_model([*[Told("", 500)] * 3, "B"]) as model:
            complete(model, wait=1.0)
    assert waits[:3] == waits[3:]
    assert all(2.0**n / 2 <= wait <= 2.0**n for n, wait in enumerate(waits[:3]))


def test_a_key_is_in_no_error(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret-key")
    monkeypatch.setenv("OTHER_API_KEY", "another-secret")
    text = "bad: very-secret-key another-secret sk-abcdefghijkl Bearer abcdef"
    with fake_model(Told(text, 401)) as model, pytest.raises(CallError) as caught:
        complete(model)
    assert model.keys == ["Bearer very-secret-key"]
    message = str(caught.value)
    assert "bad: [redacted] [redacted] [redacted] Bearer [redacted]" in message
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_server_of_ones_own_needs_no_key():
    with fake_model() as model:
        complete(model)
    assert model.keys == ["Bearer none"]


def test_without_a_key_the_providers_own_server_is_not_tried_again(waits):
    with pytest.raises(RefusedError, match="tries: 1"):
        Client("openai/gpt-4o-mini").complete(HELLO, seed=0, max_tokens=5)


def test_many_threads_may_call():
    gate = threading.Barrier(4, timeout=30)

    def answer(request):
        gate.wait()
        return request["messages"][0]["content"]

    with fake_model(answer) as model, ThreadPoolExecutor(4) as pool:
        client = Client(FAKE, model.api_base)
        texts = [f"text {number}" for number in range(8)]
        told = pool.map(lambda text: client.complete([{"role": "user", "content": text}], seed=0, max_tokens=5).text, texts)
        assert list(told) == texts


def test_the_identity_holds_no_credentials():
    identity = Client(FAKE, "https://me:secret@host.example:8080/v1?key=secret", temperature=0.5).identity()
    assert identity["api_base"] == "https://host.example:8080/v1"
    assert identity | {"litellm": ""} == {"model": FAKE, "api_base": "https://host.example:8080/v1", "temperature": 0.5, "litellm": ""}
    assert Client(FAKE).identity()["api_base"] is None


def test_a_provider_that_there_is_none_of_is_wrong_input():
    Client(FAKE).check()
    with pytest.raises(InputError, match=r"'nonsense/model'.*openai/gpt-4o-mini"):
        Client("nonsense/model").check()


def test_without_litellm_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "litellm", None)
    calls.library.cache_clear()
    with pytest.raises(MissingDependencyError, match=r"memsim\[llm\]"):
        Client(FAKE).complete(HELLO, seed=0, max_tokens=5)
    with pytest.raises(MissingDependencyError, match=r"memsim\[llm\]"):
        Client(FAKE).check()


def test_a_call_that_is_awaited_is_the_same_call():
    with fake_model("B") as model:
        client = Client(FAKE, model.api_base)
        assert asyncio.run(client.acomplete(HELLO, seed=3, max_tokens=5)) == client.complete(HELLO, seed=3, max_tokens=5)
    assert model.requests[0] == model.requests[1]


def test_calls_are_awaited_from_any_loop_and_one_after_the_other():
    with fake_model("B") as model:
        client = Client(FAKE, model.api_base)
        for number in range(3):
            asyncio.run(client.acomplete(HELLO, seed=number, max_tokens=5))
    assert [request["seed"] for request in model.requests] == [0, 1, 2]


@pytest.fixture
def cache(tmp_path):
    with closing(ReplyCache(tmp_path / "replies.sqlite")) as cache:
        yield cache


def test_what_was_answered_is_not_asked_again(cache):
    with fake_model(["B", "C"]) as model:
        first, again = complete(model, cache=cache), complete(model, cache=cache)
        other = Client(FAKE, model.api_base, cache=cache).complete(HELLO, seed=4, max_tokens=5)
    assert (first.text, first.cached) == ("B", False)
    assert again == first._replace(cached=True)
    assert other.text == "C"
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    "other", ["http://me@{}", "http://you:there@{}", "http://{}?deployment=a", "http://{}?deployment=b", "http://{}#a"]
)
def test_another_user_or_query_of_an_address_is_another_server(cache, other):
    """The scripted server takes them all for its own; none gets what another said, and none has its user or query in the file."""
    with fake_model(lambda _: f"reply {len(model.requests)}") as model:
        host = model.api_base.removeprefix("http://")
        for address in (model.api_base, other.format(host)):
            key = Client(FAKE, address, cache=cache)._key(_Asked(HELLO, 0, 5, None))
            cache.put(key, Completion(address, Usage(), "stop"))
        asked = [
            Client(FAKE, address, cache=cache).complete(HELLO, seed=0, max_tokens=5).text
            for address in (model.api_base, other.format(host))
        ]
    assert asked == [model.api_base, other.format(host)]
    assert model.requests == []


def test_the_order_of_role_and_content_is_no_other_question(cache):
    with fake_model(["B"]) as model:
        client = Client(FAKE, model.api_base, cache=cache)
        client.complete([{"role": "user", "content": "Hello"}], seed=0, max_tokens=5)
        assert client.complete([{"content": "Hello", "role": "user"}], seed=0, max_tokens=5).cached


def test_a_reply_that_is_cut_off_is_kept_and_a_failure_is_not(cache):
    with fake_model([Told("B", finish_reason="length"), Told("no", 400), "C"]) as model:
        client = Client(FAKE, model.api_base, cache=cache)
        client.complete(HELLO, seed=0, max_tokens=5)
        assert client.complete(HELLO, seed=0, max_tokens=5) == Completion("B", Usage(1, 100, 10, None), "length", cached=True)
        with pytest.raises(CallError):
            client.complete(HELLO, seed=1, max_tokens=5)
        assert client.complete(HELLO, seed=1, max_tokens=5).text == "C"


def test_who_is_second_gets_what_the_first_was_told(cache):
    """Both ask before either is answered."""
    gate = threading.Barrier(2, timeout=30)
    texts = iter("BC")

    def answer(request):
        gate.wait()
        return next(texts)

    with fake_model(answer) as model:
        ask = lambda _: Client(FAKE, model.api_base, cache=cache).acomplete(HELLO, seed=0, max_tokens=5)  # noqa: E731
        first, second = bounded(ask, range(2), 2)
    assert first.text == second.text
    assert {first.cached, second.cached} == {True, False}


def test_the_tally_tells_what_calls_took(cache):
    with fake_model(["A", Told("oops", 500), Told("slow", 429), "B", Told("no", 400)]) as model:
        client = Client(FAKE, model.api_base, cache=cache, price=Price(1e-6, 1e-5), wait=0.01)
        for seed in (0, 0, 1):
            client.complete(HELLO, seed=seed, max_tokens=5)
        with pytest.raises(CallError):
            client.complete(HELLO, seed=2, max_tokens=5)
    tally = client.tally
    assert (tally.calls, tally.cached, tally.tries) == (3, 1, 5)
    assert tally.usage == Usage(2, 200, 20, pytest.approx(2 * 2e-4))
    assert tally.failures == {"InternalServerError": 1, "RateLimitError": 1, "BadRequestError": 1}


def test_calls_that_all_fail_come_to_an_end():
    with fake_model(Told("no", 400)) as model:
        client = Client(FAKE, model.api_base)
        for seed in range(ALL_IS_LOST):
            with pytest.raises(CallError, match="tries: 1"):
                client.complete(HELLO, seed=seed, max_tokens=5)
        with pytest.raises(RefusedError, match=f"called no more: {ALL_IS_LOST} calls in a row failed"):
            client.complete(HELLO, seed=0, max_tokens=5)
    assert len(model.requests) == ALL_IS_LOST


def test_one_success_gives_new_hope():
    failures = [Told("no", 400)] * (ALL_IS_LOST - 1)
    with fake_model([*failures, "B", *failures, "C"]) as model:
        client = Client(FAKE, model.api_base)
        for text in "BC":
            for seed, _ in enumerate(failures):
                with pytest.raises(CallError, match="tries: 1"):
                    client.complete(HELLO, seed=seed, max_tokens=5)
            assert client.complete(HELLO, seed=0, max_tokens=5).text == text


PRICE = Price(1e-6, 1e-5)
COST = PRICE.of(100, 10)
MOST = PRICE.of(most_prompt_tokens(HELLO, None), 50)


@pytest.mark.parametrize("concurrency", [1, 32])
def test_a_budget_is_spent_and_never_passed(concurrency):
    with fake_model("B") as model:
        budget = Budget(MOST + 40.5 * COST)
        client = Client(FAKE, model.api_base, budget=budget, price=PRICE)
        said = bounded(lambda seed: client.acomplete(HELLO, seed=seed, max_tokens=50), range(1000), concurrency)
        answered = list(islice(said, 41))
        with pytest.raises(BudgetError, match="larger budget"):
            next(said)
    assert len(answered) == len(model.requests) == client.tally.calls == 41
    assert budget.spent == pytest.approx(41 * COST)
    assert budget.spent == pytest.approx(client.tally.usage.cost)


def test_what_is_kept_costs_nothing(cache):
    with fake_model("B") as model:
        budget = Budget(MOST)
        client = Client(FAKE, model.api_base, budget=budget, price=PRICE, cache=cache)
        for _ in range(100):
            client.complete(HELLO, seed=0, max_tokens=50)
    assert budget.spent == pytest.approx(COST)


@pytest.mark.parametrize(
    ("told", "spent"),
    [
        (Told("late", hang=5.0), MOST),
        (Told(body="{not json"), MOST),
        (Told("slow down", 429), 0.0),
        (Told("oops", 500), 0.0),
        (Told("no", 400), 0.0),
    ],
)
def test_a_failed_try_costs_in_full_where_it_may_have_been_billed(told, spent):
    with fake_model(told) as model:
        budget = Budget(1.0)
        client = Client(FAKE, model.api_base, budget=budget, price=PRICE, timeout=0.3, attempts=1)
        with pytest.raises(CallError):
            client.complete(HELLO, seed=0, max_tokens=50)
    assert budget.spent == spent


def test_a_server_that_is_not_there_costs_nothing():
    with fake_model() as model:
        pass
    budget = Budget(1.0)
    with pytest.raises(CallError):
        Client(FAKE, model.api_base, budget=budget, price=PRICE, attempts=1).complete(HELLO, seed=0, max_tokens=50)
    assert budget.spent == 0


def test_a_reply_that_does_not_count_tokens_costs_in_full():
    body = json.dumps({"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "B"}}]})
    with fake_model(Told(body=body)) as model:
        budget = Budget(1.0)
        said = Client(FAKE, model.api_base, budget=budget, price=PRICE).complete(HELLO, seed=0, max_tokens=50)
    assert said.usage.cost is None
    assert budget.spent == MOST


def test_another_try_must_fit_the_budget_too():
    with fake_model(Told("late", hang=5.0)) as model:
        client = Client(FAKE, model.api_base, budget=Budget(1.5 * MOST), price=PRICE, timeout=0.3, wait=0.01)
        with pytest.raises(BudgetError):
            client.complete(HELLO, seed=0, max_tokens=50)
    assert len(model.requests) == 1


def test_without_a_price_there_is_no_budget():
    with fake_model("B") as model:
        client = Client(FAKE, model.api_base, budget=Budget(1.0))
        with pytest.raises(InputError, match=r"'openai/stub': its price is not known"):
            client.check()
        with pytest.raises(InputError, match="price is not known"):
            client.complete(HELLO, seed=0, max_tokens=5)
    assert model.requests == []
    Client("openai/gpt-4o-mini", budget=Budget(1.0)).check()


def test_a_price_that_is_given_comes_first():
    assert Client("openai/gpt-4o-mini", price=Price(0.0, 0.0)).price() == Price(0.0, 0.0)
    assert Client("openai/gpt-4o-mini").price() == Price(0.15e-6, 0.6e-6)
    assert Client(FAKE).price() is None


def test_an_error_may_travel_between_processes():
    error = pickle.loads(pickle.dumps(CallError("model 'x' could not be called")))  # noqa: S301 - our own
    assert str(error) == "model 'x' could not be called"
