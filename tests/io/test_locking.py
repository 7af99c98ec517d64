"""One process at a time holds a file, a folder, or a place at which nothing stands yet."""

import errno
import fcntl
import os

import pytest

from memsim.errors import InputError
from memsim.io import locking
from memsim.io.locking import held_beside, take


@pytest.fixture
def opened():
    handles = []

    def open_one(path):
        handles.append(os.open(path, os.O_RDONLY))
        return handles[-1]

    yield open_one
    for handle in handles:
        os.close(handle)


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_it_is_taken_once_and_free_when_closed(tmp_path, opened, kind):
    path = tmp_path / "held"
    path.mkdir() if kind == "folder" else path.touch()
    first = os.open(path, os.O_RDONLY)
    assert (take(first), take(opened(path))) == (True, False)
    os.close(first)
    assert take(opened(path))


def test_where_there_are_no_locks_nobody_is_kept_away(tmp_path, opened, monkeypatch):
    def fails(*_):
        raise OSError(errno.ENOLCK, "no locks here")

    monkeypatch.setattr(fcntl, "flock", fails)
    assert take(opened(tmp_path))
    assert take(opened(tmp_path))


def test_a_place_is_held_by_a_file_that_goes_away(tmp_path):
    place = tmp_path / "set"
    for _ in range(2):
        with held_beside(place, "taken"):
            assert [path.name for path in tmp_path.iterdir()] == [".set.lock"]
            with pytest.raises(InputError, match="taken"), held_beside(place, "taken"):
                pass
            assert (tmp_path / ".set.lock").exists()
        assert list(tmp_path.iterdir()) == []


def test_a_place_is_free_after_an_error(tmp_path):
    with pytest.raises(ZeroDivisionError), held_beside(tmp_path / "set", "taken"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("again", [False, True])
def test_a_file_that_was_removed_meanwhile_holds_no_place(tmp_path, monkeypatch, again):
    """Opened while another process held it, taken after that one removed it, and perhaps after a third made it anew."""

    def late(handle):
        (tmp_path / ".set.lock").unlink()
        if again:
            (tmp_path / ".set.lock").touch()
        return take(handle)

    monkeypatch.setattr(locking, "take", late)
    with pytest.raises(InputError, match="taken"), held_beside(tmp_path / "set", "taken"):
        pass
    assert (tmp_path / ".set.lock").exists() == again
