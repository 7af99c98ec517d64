"""A dataset to tamper with."""

import pytest
import sets

from memsim.check import run


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A small set in two languages; not to be written to."""
    return sets.made(tmp_path_factory, 30)


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of it, to break."""
    return sets.copied(whole, tmp_path / "copy")


@pytest.fixture(scope="module")
def one_scenario(spec):
    """Where only rows are tampered with, the scenario's copy is not read again at every check, and it is made ready once."""
    with pytest.MonkeyPatch.context() as patch, sets.ready_once():
        patch.setattr(run, "load_spec", lambda _: spec)
        yield spec
