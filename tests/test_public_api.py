"""Public is what memsim.__all__ names, no more and no less."""

from importlib.metadata import version
from pathlib import Path

import pytest

import memsim

SUBMODULES = {path.stem for path in Path(memsim.__file__).parent.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def test_all_is_sorted_and_has_no_twins():
    assert list(memsim.__all__) == sorted(set(memsim.__all__))


@pytest.mark.parametrize("name", memsim.__all__)
def test_every_name_is_there(name):
    assert getattr(memsim, name) is not None


def test_dir_shows_the_public_names_whatever_was_imported():
    for name in memsim.__all__:
        getattr(memsim, name)
    assert [name for name in dir(memsim) if not name.startswith("_")] == [name for name in memsim.__all__ if not name.startswith("_")]


def test_no_public_name_is_a_submodule():
    """Importing a submodule sets it on the package, and would hide a function or class of the same name."""
    assert sorted(SUBMODULES & set(memsim.__all__)) == []


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = memsim.no_such_name


def test_version_is_that_of_the_distribution():
    assert memsim.__version__ == version("memsim")
