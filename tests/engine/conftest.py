"""Small sets are many here: a scenario is made ready once."""

import pytest
from sets import ready_once


@pytest.fixture(autouse=True, scope="module")
def scenarios_are_made_ready_once():
    """See `ready_once`."""
    with ready_once():
        yield
