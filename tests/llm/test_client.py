import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from models import FAKE, Told, fake_model

from memsim.errors import CallError, InputError, MissingDependencyError
from memsim.llm import calls
from memsim.llm.client import Client
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
        assert complete(model) == ("B", Usage(1, 100, 10, None), "length")
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
        Told("B", hang=5.0),
    ],
)
def test_what_may_pass_is_tried_again(failure):
    with fake_model([failure, failure, "B"]) as model:
        assert complete(model, timeout=0.5).text == "B"
    assert len(model.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_will_not_pass_is_not_tried_again(status):
    with fake_model([Told("no such thing", status)]) as model, pytest.raises(CallError, match=r"'openai/stub'.*tries: 1.*no such thing"):
        complete(model)
    assert len(model.requests) == 1


def test_attempts_are_bounded_and_told():
    with fake_model(Told("oops", 500)) as model, pytest.raises(CallError, match="tries: 3"):
        complete(model, attempts=3)
    assert len(model.requests) == 3


def test_a_reply_without_choices_is_a_failure():
    with fake_model(Told(body='{"choices": [], "object": "chat.completion"}')) as model, pytest.raises(CallError, match="choices"):
        complete(model)


def test_nobody_there_is_a_failure():
    with fake_model() as model:
        pass
    with pytest.raises(CallError, match="tries: 2"):
        complete(model, attempts=2)


@pytest.fixture
def waits(monkeypatch):
    """The seconds that were waited, none of them in truth."""
    waited = []
    monkeypatch.setattr(calls, "sleep", waited.append)
    return waited


def test_what_the_server_asks_for_is_waited(waits):
    with fake_model([Told("", 429, [("Retry-After", "7")]), Told("", 503, [("Retry-After", "0.5")]), "B"]) as model:
        complete(model)
    assert waits == [7.0, 0.5]


def test_who_is_asked_to_wait_too_long_gives_up(waits):
    with fake_model([Told("come back tomorrow", 429, [("Retry-After", "86400")])]) as model, pytest.raises(CallError, match="tomorrow"):
        complete(model)
    assert waits == []


@pytest.mark.parametrize("header", ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "nan", ""])
def test_a_retry_after_that_is_no_number_of_seconds_is_passed_over(waits, header):
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
    with pytest.raises(CallError, match="tries: 1"):
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


def test_an_error_may_travel_between_processes():
    error = pickle.loads(pickle.dumps(CallError("model 'x' could not be called")))  # noqa: S301 - our own
    assert str(error) == "model 'x' could not be called"
