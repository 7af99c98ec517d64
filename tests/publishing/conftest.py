"""A set to publish, checked once, and a Hub to publish it on."""

import pytest
from fake_hub import FakeHub
from hubs import connect
from sets import made

SECRET_SEED = 123456789012345678901234567890


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A set in two languages; not to be written to."""
    return made(tmp_path_factory, 12)


@pytest.fixture(scope="session")
def secret(tmp_path_factory):
    """A set of a seed that nobody finds."""
    return made(tmp_path_factory, 12, seed=SECRET_SEED, pool=0)


@pytest.fixture(scope="session")
def found(whole):
    """What the checks find in the set."""
    from memsim.io.manifest import read_manifest
    from memsim.publishing.checking import checked

    return checked(whole, read_manifest(whole))


@pytest.fixture
def checked_once(found, monkeypatch):
    """Publish any set as if the checks had found what they find in the first: they take seconds, and are not what is tested here."""
    from memsim.publishing import publish

    monkeypatch.setattr(publish, "checked", lambda *_: found)


@pytest.fixture
def hub(monkeypatch, tmp_path):
    """A Hub that the clients in this process know."""
    with FakeHub() as hub:
        connect(hub, monkeypatch, tmp_path / "home")
        yield hub
