"""Fixtures that cost something, made once, and settings that hold for every test."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.append(str(Path(__file__).parent))  # shared helpers: tests are imported one by one, not as a package
os.environ.setdefault("MPLBACKEND", "Agg")

# The same examples on every run: a failure is found once, not now and then. No deadline: a loaded machine is no fault.
settings.register_profile("suite", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("suite")


def pytest_terminal_summary(terminalreporter, config):
    """Say how to repeat an order in which tests failed: a quiet run does not, and all its processes have the same."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None and terminalreporter.stats.keys() & {"failed", "error"}:
        terminalreporter.write_line(f"The same order again: --randomly-seed={seed}")


@pytest.fixture(scope="session")
def spec():
    """The scenario `daily`, as it comes with the package."""
    from memsim.spec.load import load_spec

    return load_spec("daily")


@pytest.fixture(scope="session")
def network(spec):
    """The network of `daily`."""
    from memsim.network.graph import build_network

    return build_network(spec)


@pytest.fixture(scope="session")
def layout(spec):
    """The numbering of the entities and attributes of `daily`."""
    from memsim.network.profile import Layout

    return Layout(spec)


@pytest.fixture(scope="session")
def profiles(network):
    """2,000 sampled users of `daily`; not to be written to."""
    sampled = network.sample(2000, seed=7)
    for codes in sampled.values():
        codes.flags.writeable = False
    return sampled


@pytest.fixture(scope="session")
def catalog(spec):
    """`daily` made ready to plan with."""
    from memsim.causal.catalog import Catalog

    return Catalog(spec)


@pytest.fixture
def daily_copy(tmp_path):
    """A folder with all files of `daily`, priors included, to break."""
    from strategies import copy_daily

    return copy_daily(tmp_path / "daily")
