"""Small sets are many here: a scenario is made ready once."""

import pytest
from sets import call, ready_once


@pytest.fixture(autouse=True, scope="module")
def scenarios_are_made_ready_once():
    """See `ready_once`."""
    with ready_once():
        yield


@pytest.fixture
def memsim(capsys, monkeypatch, tmp_path):
    """The command line, in an empty folder, with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return lambda *arguments: call(capsys, monkeypatch, *arguments)
