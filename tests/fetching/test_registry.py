"""Every entry is well formed: an address with its commit, a hash, a size, a licence, a format that memsim reads."""

import re
from pathlib import Path, PurePosixPath

import pytest
from publisher import is_of, pinned
from rich.filesize import decimal

from memsim.fetching.registry import SETS
from memsim.io.formats.registry import FORMATS
from memsim.io.hub import HUB

PAGE = (Path(__file__).parents[2] / "docs" / "fetch-a-set.md").read_text(encoding="utf-8")
GIVEN = (
    rf"https://raw\.githubusercontent\.com/[\w-]+/[\w-]+/[0-9a-f]{{40}}/|{re.escape(HUB)}/datasets/[\w-]+/[\w-]+/resolve/[0-9a-f]{{40}}/"
)
FILES = [pytest.param(file, id=file.path) for chosen in SETS.values() for file in chosen.files]
PINNED = [pytest.param(file, id=file.path) for chosen in SETS.values() if chosen.pinned for file in chosen.files]


@pytest.mark.parametrize("name", SETS)
def test_an_entry_is_well_formed(name):
    chosen = SETS[name]
    assert re.fullmatch(r"[a-z0-9-]+", name)
    assert chosen.format in FORMATS
    assert chosen.what
    assert chosen.page.startswith("https://")
    assert chosen.licence.name
    assert chosen.licence.terms
    assert chosen.licence.url.startswith("https://") != (chosen.licence.name == "none stated")
    assert chosen.learned
    assert chosen.pinned != bool(chosen.by_hand)
    paths = [file.path for file in chosen.files]
    assert chosen.opens in {"", *paths}
    assert len(set(paths)) == len(paths)


def test_a_set_is_pinned_and_of_known_size_where_each_of_its_files_is():
    one = pinned("https://set.example/1", b"123", "1")
    bare = one._replace(path="2", sha256=None, size=None)
    assert [(is_of(*files, opens="").pinned, is_of(*files, opens="").size) for files in ((), (one,), (one, one), (one, bare))] == [
        (False, None),
        (True, 3),
        (True, 6),
        (False, None),
    ]


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_pinned_by_its_commit(file):
    assert re.match(GIVEN, file.url)
    assert file.url.endswith(f"/{file.path}")
    assert PurePosixPath(file.path).name == file.path


@pytest.mark.parametrize("file", PINNED)
def test_a_file_is_pinned_by_its_bytes(file):
    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    assert file.size > 0


def test_no_two_files_are_one():
    hashes = [file.sha256 for chosen in SETS.values() for file in chosen.files if file.sha256]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize("name", SETS)
def test_the_page_tells_of_every_set(name):
    (row,) = re.findall(rf"^\| `{name}` \|.*$", PAGE, re.MULTILINE)
    chosen = SETS[name]
    assert f"| {chosen.licence.name} |" in row
    assert ("| yes |" in row) == chosen.pinned
    assert not chosen.files or f"| `{PurePosixPath('data', name, chosen.opens)}` |" in row
    assert chosen.size is None or re.search(rf"\| {re.match(r'[0-9]+', decimal(chosen.size))[0]}(\.\d)? [kMG]B \|", row)
