"""The token is found where `hf auth login` puts it, and goes to the Hub alone."""

import os
import sys

import httpx
import huggingface_hub
import pytest
from publisher import is_of, pinned

import memsim
from memsim.errors import FetchError, InputError
from memsim.fetching import server
from memsim.fetching.registry import SETS
from memsim.fetching.token import token
from memsim.io.hub import HUB

TOKEN, OTHER = "hf_abcdefghijklmnop", "hf_zyxwvutsrqponmlk"


@pytest.fixture(params=[True, False], ids=["with the client", "without"])
def client(request, monkeypatch):
    """Whether the Hub's client is installed."""
    if not request.param:
        monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    return request.param


@pytest.mark.usefixtures("client")
def test_there_may_be_none():
    assert token() == ""


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("written", ["{}", "{}\n", " {} \r\n"])
def test_the_stored_one_is_found_and_that_of_the_environment_goes_before_it(home, written, monkeypatch):
    (home / "token").write_text(written.format(TOKEN))
    assert token() == TOKEN
    monkeypatch.setenv("HF_TOKEN", " ")
    assert token() == TOKEN
    monkeypatch.setenv("HF_TOKEN", written.format(OTHER))
    assert token() == OTHER


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("HF_TOKEN_PATH", "token"),
        ("HF_HOME", "inner/token"),
        ("XDG_CACHE_HOME", "inner/huggingface/token"),
        ("HOME", "inner/.cache/huggingface/token"),
    ],
)
def test_without_the_client_it_is_looked_for_where_the_client_would(tmp_path, name, path, monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    for other in {"HF_HOME", "HF_TOKEN_PATH", "XDG_CACHE_HOME"} & set(os.environ):
        monkeypatch.delenv(other)
    place = tmp_path / path
    monkeypatch.setenv(name, str(place if name == "HF_TOKEN_PATH" else tmp_path / "inner"))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(TOKEN)
    assert token() == TOKEN


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("wrong", ["hf_ab cdefghijk", "hf_abcdé fghijk", "hf_abcd\x07efghijk"])
@pytest.mark.parametrize("stored", [True, False])
def test_what_is_no_token_is_told_without_showing_it(home, stored, wrong, monkeypatch):
    if stored:
        (home / "token").write_text(wrong)
    else:
        monkeypatch.setenv("HF_TOKEN", wrong)
    with pytest.raises(InputError, match="has characters that no token has") as error:
        token()
    assert wrong[:6] not in str(error.value)


@pytest.mark.parametrize("raised", [OSError, RuntimeError, Exception])
def test_a_client_that_cannot_tell_it_is_told_of(raised, monkeypatch):
    def fails():
        raise raised(f"no exchange of {TOKEN}")

    monkeypatch.setattr(huggingface_hub, "get_token", fails)
    with pytest.raises(FetchError, match=r"the token of the Hugging Face Hub cannot be had: no exchange of \[redacted\]"):
        token()


@pytest.mark.parametrize(
    ("hub", "url", "goes"),
    [
        ("", "https://huggingface.co/x", True),
        ("", "https://huggingface.co.evil.example/x", False),
        ("", "https://user@huggingface.co:444/x", False),
        ("", "http://huggingface.co/x", False),
        ("https://mirror.example", "https://mirror.example/x", True),
        ("https://mirror.example/hub/", "https://mirror.example/hub/x", True),
        ("https://mirror.example", "https://huggingface.co/x", False),
        ("http://mirror.example", "http://mirror.example/x", False),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/x", True),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8001/x", False),
    ],
)
def test_it_goes_over_nothing_that_others_read(hub, url, goes, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", hub)
    assert server._trusted(url) == goes


@pytest.mark.parametrize(
    ("where", "goes"),
    [
        ("https://huggingface.co/elsewhere", True),
        ("/elsewhere", True),
        ("http://huggingface.co/elsewhere", False),
        ("https://huggingface.co:444/elsewhere", False),
        ("https://cdn.huggingface.co/elsewhere", False),
        ("https://huggingface.co.evil.example/elsewhere", False),
        ("https://huggingface.co@evil.example/elsewhere", False),
        ("//evil.example/elsewhere", False),
    ],
)
@pytest.mark.parametrize("stored", [True, False])
def test_it_stays_behind_where_the_hub_sends_on_to_another(tmp_path, home, body, where, goes, stored, monkeypatch):
    if stored:
        (home / "token").write_text(TOKEN)
    else:
        monkeypatch.setenv("HF_TOKEN", TOKEN)
    sent = []

    def answers(_transport, request):
        sent.append(request.headers.get("Authorization"))
        if len(sent) == 1:
            return httpx.Response(302, headers={"Location": where})
        return httpx.Response(200, stream=httpx.ByteStream(body))

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", answers)
    monkeypatch.setitem(SETS, "small", is_of(pinned(f"{HUB}/datasets/a/b/resolve/commit/small.json", body)))
    assert memsim.fetch("small", tmp_path, accept_licence=True).read_bytes() == body
    assert sent == [f"Bearer {TOKEN}", f"Bearer {TOKEN}" if goes else None]
