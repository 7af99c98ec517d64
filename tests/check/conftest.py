"""A dataset to tamper with."""

import pytest
import sets

from memsim.check import run
from memsim.spec.load import load_spec


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A small set in two languages; not to be written to."""
    return sets.made(tmp_path_factory, 30)


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of it, to break."""
    return sets.copied(whole, tmp_path / "copy")


@pytest.fixture(scope="module")
def one_scenario(whole):
    """Where only rows are tampered with, the scenario's copy is read once and not at every check."""
    spec = load_spec(whole / "scenario")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "load_spec", lambda _: spec)
        yield spec
