"""What is asked before anything is downloaded, and what is never overwritten."""

import errno
import fcntl
import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from foreign import written, written_csv
from publisher import OPEN, is_of, sends

import memsim
from memsim.errors import DatasetError, FetchError, InputError, MissingDependencyError
from memsim.fetching import fetch
from memsim.fetching.download import part_of
from memsim.fetching.registry import SETS
from memsim.io.formats.registry import open_set

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "coding-agent-life-v1"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "here"


@pytest.fixture
def unpinned(server, body, monkeypatch):
    """A set of one file of which no hash is known."""
    file = server.put("/commit/small.json", body)._replace(sha256=None, size=None)
    monkeypatch.setitem(SETS, "small", is_of(file, learned="nobody wrote it down"))
    return sha256(body).hexdigest()


def test_a_set_goes_into_a_folder_of_its_name(small, tmp_path, body, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert memsim.fetch("small", accept_licence=True) == Path("data/small/small.json")
    assert Path("data/small/small.json").read_bytes() == body


def test_nothing_is_downloaded_before_the_licence_is_accepted(small, server, folder):
    with pytest.raises(InputError) as error:
        memsim.fetch("small", folder)
    for told in ("small is under MIT", OPEN.terms, OPEN.url, "--accept-licence", "accept_licence=True", "nothing was downloaded"):
        assert told in str(error.value)
    assert server.requests == []
    assert not folder.exists()


def test_a_set_without_a_licence_says_so(small, server, folder, monkeypatch):
    monkeypatch.setitem(SETS, "small", is_of(small, licence=OPEN._replace(name="none stated", url="")))
    with pytest.raises(InputError, match=r"the publisher of small states no licence, .*\n *publisher: +https://set\.example\n"):
        memsim.fetch("small", folder)
    assert server.requests == []


@pytest.mark.parametrize("environment", [{}, {"HF_HUB_OFFLINE": "1"}])
def test_what_is_there_is_not_downloaded(small, server, folder, body, environment, monkeypatch):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    folder.mkdir()
    (folder / "small.json").write_bytes(body)
    assert memsim.fetch("small", folder) == folder / "small.json"
    assert server.requests == []


@pytest.mark.parametrize("there", [b"", b"x", b"x" * 204_800, b"x" * 300_000])
def test_another_file_is_not_overwritten(small, server, folder, there):
    folder.mkdir()
    path = folder / "small.json"
    path.write_bytes(there)
    with pytest.raises(DatasetError) as error:
        memsim.fetch("small", folder, accept_licence=True)
    for told in (str(path), f"{len(there):,} bytes", sha256(there).hexdigest(), small.sha256, "Nothing was overwritten", "--out"):
        assert told in str(error.value)
    assert path.read_bytes() == there
    assert server.requests == []


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("nowhere")], ids=["folder", "link to nowhere"])
def test_what_is_no_file_is_left_alone(small, folder, make):
    folder.mkdir()
    make(folder / "small.json")
    with pytest.raises(InputError, match=r"small\.json: is no file"):
        memsim.fetch("small", folder, accept_licence=True)


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.symlink_to("nowhere"),
        lambda path: path.symlink_to(path.name),
        lambda path: path.write_text("x") and path / "inner",
        lambda path: path.with_name("x" * 300),
    ],
    ids=["link to nowhere", "link to itself", "in a file", "too long"],
)
def test_a_folder_that_cannot_be_made_is_told(small, server, folder, make):
    folder = make(folder) or folder
    with pytest.raises(InputError, match=f"{folder.name[:50]}.*; nothing was overwritten, .*choose another folder with --out"):
        memsim.fetch("small", folder, accept_licence=True)
    assert server.requests == []


def test_a_folder_may_be_a_link_or_the_one_that_one_is_in(small, tmp_path, folder, body, monkeypatch):
    (tmp_path / "real").mkdir()
    folder.symlink_to("real")
    assert memsim.fetch("small", folder, accept_licence=True).read_bytes() == body
    monkeypatch.chdir(tmp_path)
    assert memsim.fetch("small", ".", accept_licence=True) == Path("small.json")
    assert (tmp_path / "small.json").read_bytes() == body


def test_two_do_not_fetch_into_one_folder(small, server, folder, body):
    refused = []

    def fetch_too(_count, _total):
        with pytest.raises(InputError, match="another process is fetching into it; wait for it, or choose another folder") as error:
            memsim.fetch("small", folder, accept_licence=True)
        refused.append(error.value)

    assert memsim.fetch("small", folder, accept_licence=True, progress=fetch_too).read_bytes() == body
    assert refused
    assert len(server.requests) == 1
    assert [path.name for path in folder.iterdir()] == ["small.json"]


def test_what_another_process_brought_meanwhile_is_not_downloaded_again(small, server, folder, body, monkeypatch):
    @contextmanager
    def connects():
        (folder / "small.json").write_bytes(body)
        yield None

    folder.mkdir()
    monkeypatch.setattr(fetch, "connected", connects)
    assert memsim.fetch("small", folder, accept_licence=True).read_bytes() == body
    assert server.requests == []


def test_where_a_folder_cannot_be_locked_it_is_fetched_all_the_same(small, folder, body, monkeypatch):
    def fails(*_):
        raise OSError(errno.EBADF, "no such locks here")

    monkeypatch.setattr(fcntl, "flock", fails)
    assert memsim.fetch("small", folder, accept_licence=True).read_bytes() == body


def test_a_folder_that_is_a_file_is_told(small, folder):
    folder.write_text("x")
    with pytest.raises(InputError, match="is a file; expected a folder"):
        memsim.fetch("small", folder, accept_licence=True)


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_offline_nothing_is_asked_for(small, server, folder, value, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", value)
    with pytest.raises(FetchError, match="small: HF_HUB_OFFLINE is set") as error:
        memsim.fetch("small", folder, accept_licence=True)
    assert str(error.value).splitlines()[-2:] == [f"  {small.url}", f"    -> {folder / 'small.json'}"]
    assert server.requests == []


@pytest.mark.parametrize("value", ["", "0", "no", "false"])
def test_not_offline(small, folder, value, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", value)
    assert memsim.fetch("small", folder, accept_licence=True).exists()


def test_a_disk_too_full_is_told_before(small, server, folder, body, monkeypatch):
    folder.mkdir()
    part_of(folder / "small.json").write_bytes(body[:800])
    free = len(body) - 801
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**12, 0, free))
    with pytest.raises(InputError, match=f"{free:,} bytes are free there; expected {free + 1:,}"):
        memsim.fetch("small", folder, accept_licence=True)
    assert server.requests == []
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**12, 0, free + 1))
    assert memsim.fetch("small", folder, accept_licence=True).read_bytes() == body


def test_of_several_files_those_that_are_missing_are_downloaded(server, folder, monkeypatch):
    files = [server.put(f"/commit/{name}", name.encode() * 1000) for name in ("one.csv", "two.jsonl", "three.jsonl")]
    monkeypatch.setitem(SETS, "small", is_of(*files, opens=""))
    folder.mkdir()
    (folder / "two.jsonl").write_bytes(b"two.jsonl" * 1000)
    told = []
    assert memsim.fetch("small", folder, accept_licence=True, progress=lambda *now: told.append(now)) == folder
    assert [request.path for request in server.requests] == ["/commit/one.csv", "/commit/three.jsonl"]
    assert told[-1] == (files[0].size + files[2].size, files[0].size + files[2].size)
    assert sorted(path.name for path in folder.iterdir()) == ["one.csv", "three.jsonl", "two.jsonl"]


def test_of_several_files_those_that_came_stay(server, folder, monkeypatch):
    files = [server.put(f"/commit/{name}", name.encode() * 1000) for name in ("one.csv", "two.jsonl")]
    monkeypatch.setitem(SETS, "small", is_of(*files))
    del server.files["/commit/two.jsonl"]
    with pytest.raises(FetchError, match="not there any more") as error:
        memsim.fetch("small", folder, accept_licence=True)
    assert files[0].url not in str(error.value)
    assert files[1].url in str(error.value)
    assert [path.name for path in folder.iterdir()] == ["one.csv"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("longmemeval", "did you mean longmemeval-s"), ("LoCoMo", "did you mean locomo"), ("x", "known: locomo"), ("", "known: locomo")],
)
def test_an_unknown_set_is_told_with_those_near(name, hint):
    with pytest.raises(InputError, match=f"no set {name!r}; {hint}"):
        memsim.fetch(name)


def test_a_set_that_is_not_pinned_is_not_downloaded(unpinned, server, folder):
    with pytest.raises(InputError) as error:
        memsim.fetch("small", folder, accept_licence=True)
    for told in (
        "cannot be checked: nobody wrote it down",
        "A small set; https://set.example",
        "ask for it",
        str(folder / "small.json"),
        "MIT",
        "--sha256 HEX",
    ):
        assert told in str(error.value)
    assert "is there" not in str(error.value)
    assert server.requests == []


def test_of_a_file_that_is_there_the_hash_is_told(unpinned, folder, body):
    folder.mkdir()
    (folder / "small.json").write_bytes(body)
    with pytest.raises(InputError, match=rf"small\.json is there, with SHA-256 {unpinned}"):
        memsim.fetch("small", folder)
    assert memsim.fetch("small", folder, sha256=unpinned) == folder / "small.json"


@pytest.mark.parametrize("given", [str, str.upper, " {} ".format])
def test_a_set_is_pinned_by_a_hash_of_the_users(unpinned, folder, body, given):
    assert memsim.fetch("small", folder, accept_licence=True, sha256=given(unpinned)).read_bytes() == body


def test_a_hash_of_the_users_holds(unpinned, server, folder, body):
    server.next = [sends(b"x" * len(body))]
    with pytest.raises(FetchError, match="is not the file that is expected"):
        memsim.fetch("small", folder, accept_licence=True, sha256=unpinned)
    assert list(folder.iterdir()) == []


def test_the_licence_of_a_set_pinned_by_the_user_is_asked_for_too(unpinned, server, folder):
    with pytest.raises(InputError, match="small is under MIT"):
        memsim.fetch("small", folder, sha256=unpinned)
    assert server.requests == []


@pytest.mark.parametrize("given", ["", "abc", "g" * 64, "0" * 63, "0" * 65])
def test_a_hash_that_is_none_is_told(unpinned, given):
    with pytest.raises(InputError, match=f"--sha256 {given!r}; expected 64 hex digits"):
        memsim.fetch("small", sha256=given)


@pytest.mark.parametrize(("name", "said"), [("locomo", "is pinned already"), ("membench", "is of many files")])
def test_a_hash_is_for_one_file_that_has_none(name, said):
    with pytest.raises(InputError, match=f"{name} {said}"):
        memsim.fetch(name, sha256="0" * 64)


def test_without_httpx_what_to_install_is_told(small, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'memsim\[fetch\]'"):
        memsim.fetch("small", folder, accept_licence=True)
    assert not folder.exists()


PINNED = [name for name, chosen in SETS.items() if chosen.pinned]


@pytest.mark.parametrize("name", PINNED)
def test_what_is_fetched_opens_with_the_format_of_its_entry(name, server, tmp_path, monkeypatch):
    chosen, made = SETS[name], tmp_path / "made"
    made.mkdir()
    written_csv(made / chosen.opens) if chosen.format == "personamem" else written(chosen.format, made / chosen.opens)
    files = tuple(server.put(f"/commit/{file.path}", (made / file.path).read_bytes()) for file in chosen.files)
    monkeypatch.setitem(SETS, name, replace(chosen, files=files))
    path = memsim.fetch(name, tmp_path / "fetched", accept_licence=True)
    assert open_set(path).format == chosen.format
    assert list(open_set(path).histories())


@pytest.mark.skipif(not SHARED.exists(), reason="no real files here")
def test_the_hashes_of_real_files_hold(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for file in SETS["coding-agent-life"].files:
        shutil.copy(SHARED / file.path, tmp_path)
    assert memsim.fetch("coding-agent-life", tmp_path) == tmp_path
