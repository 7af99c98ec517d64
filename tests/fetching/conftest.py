"""A publisher on this machine, and an environment that says nothing of servers."""

import os

import pytest
from publisher import is_of, publisher

from memsim.fetching import download, registry

BODY = bytes(range(256)) * 800


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name in {"HF_HUB_OFFLINE", "HF_ENDPOINT", "HF_TOKEN"}:
            monkeypatch.delenv(name)


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
