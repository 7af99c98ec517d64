"""What cannot be the name or the address of a model is refused before anything is called or written, and is not said again where it looks like a key."""

from pathlib import Path

import pytest
from models import FAKE, fake_model

import memsim
from memsim.errors import InputError
from memsim.llm.client import Client
from memsim.llm.naming import check_address, check_name
from memsim.memory.embedders.litellm import LiteLLM
from memsim.redact import credentials, without_credentials

SAMPLE = Path(__file__).parents[2] / "generated" / "daily-sample"
NO_NAMES = ("", "  ", "openai/x\nnodes: {}", "openai/x\r", "openai/\x00", "openai/\u2028x", "openai/\u200bx", "\tx/y")
KEYS = (
    "sk-proj-planted0123456789",
    "openai/sk-planted0123456789",
    "AIzaplanted0123456789",
    "gsk_planted0123456789",
    "openai/planted-of-the-environment",
)
NO_ADDRESSES = (
    "", "not-a-url", "127.0.0.1:8080", "//host/v1", "ftp://host/v1", "file:///etc/passwd", "http://", "http:///v1", "https://:80/v1", "http://[x",
    "http://[::1", "http://h:port/v1", "http://h:99999", "http://h:0", "http://h/a b", "http://h/\nx", "ht tp://h",
)  # fmt: skip
ADDRESSES = (
    "http://127.0.0.1:8080/v1",
    "https://host.example",
    "http://[::1]:8080/v1",
    "https://me:secret@host/v1?key=secret",
    "HTTP://h/v1",
)


@pytest.fixture(autouse=True)
def _a_key(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "planted-of-the-environment")


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_can_be_none_is_refused(name):
    with pytest.raises(InputError, match="no name; expected provider/model"):
        Client(name).check()
    with pytest.raises(InputError, match="no name; expected provider/model"):
        LiteLLM(name)


@pytest.mark.parametrize("name", KEYS)
def test_a_key_for_a_name_is_refused_and_not_said_again(name):
    for make in (lambda: Client(name).check(), lambda: LiteLLM(name)):
        with pytest.raises(InputError, match="looks like a key") as caught:
            make()
        assert "planted" not in str(caught.value)
    assert "planted" not in str(Client(name).identity())


@pytest.mark.parametrize(
    "name", ["openai/gpt-4o-mini", "ollama/qwen2.5:0.5b", "huggingface/org/Model_v1.0", "openai/模型", FAKE, "openai/sk-1"]
)
def test_a_name_passes(name):
    check_name(name)


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_an_address_that_can_be_none_is_refused(address):
    for make in (lambda: Client(FAKE, address).check(), lambda: LiteLLM(FAKE, address)):
        with pytest.raises(InputError, match="no address of a server; expected such as http"):
            make()


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_passes(address):
    check_address(address)


@pytest.mark.parametrize("address", ["http://me:planted@[x", "http://me:planted@h:port/v1?key=planted", "ftp://host/?x=planted"])
def test_what_is_secret_in_a_wrong_address_is_not_said_again(address):
    with pytest.raises(InputError) as caught:
        check_address(address)
    assert "planted" not in str(caught.value) + without_credentials(address) + str(Client(FAKE, address).identity())


def test_what_is_no_address_has_no_part():
    assert (credentials("http://me:secret@[x"), without_credentials("http://me:secret@[x")) == (set(), "[redacted]")


def _generate(tmp_path, client):
    memsim.generate("daily", 2, out=tmp_path / "out", rewriting=memsim.Rewriting(client))


def _elicit(tmp_path, client):
    from implicit import scenario

    memsim.load_scenario(scenario(tmp_path / "it")).elicit(client, tmp_path / "out")


def _compare(_, client):
    memsim.load_scenario("daily").compare_profiles(["joint"], n=1, client=client)


def _rate(_, client):
    from memsim.rating import rate

    rate(SAMPLE, client)


@pytest.mark.parametrize("work", [_generate, _elicit, _compare, _rate])
@pytest.mark.parametrize(("model", "address"), [("openai/x\nnodes: {}", None), (KEYS[0], None), (FAKE, "not-a-url"), (FAKE, "http://[x")])
def test_whoever_calls_a_model_refuses_it_first(tmp_path, work, model, address):
    with fake_model() as served, pytest.raises(InputError, match=r"no name|looks like a key|no address"):
        work(tmp_path, Client(model, address or served.api_base))
    assert served.requests == []
    assert not (tmp_path / "out").exists()
