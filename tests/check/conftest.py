"""A dataset to tamper with."""

import pytest
import sets


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A small set in two languages; not to be written to."""
    return sets.made(tmp_path_factory, 40)


@pytest.fixture
def copy(whole, tmp_path):
    """A copy of it, to break."""
    return sets.copied(whole, tmp_path / "copy")
