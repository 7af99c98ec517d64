"""A publisher on this machine, and an environment that says nothing of servers."""

import os

import pytest
from huggingface_hub import constants
from publisher import is_of, publisher

from memsim.fetching import download, registry

BODY = bytes(range(256)) * 800


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    """An environment that says nothing of servers, and a home of the Hub's client in which no token is."""
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name.startswith(("HF_", "HUGGING_FACE_", "SSL_CERT_")):
            monkeypatch.delenv(name)
    made = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HF_HOME", str(made))
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(made / "token"))
    monkeypatch.setattr(constants, "HF_STORED_TOKENS_PATH", str(made / "stored_tokens"))
    return made


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """How long was waited between tries, though it was not."""
    waited = []
    monkeypatch.setattr(download, "sleep", waited.append)
    return waited


@pytest.fixture
def server():
    with publisher() as told:
        yield told


@pytest.fixture
def body():
    return BODY


@pytest.fixture
def small(server, body, monkeypatch):
    """A set of one file, called small."""
    file = server.put("/commit/small.json", body)
    monkeypatch.setitem(registry.SETS, "small", is_of(file))
    return file
