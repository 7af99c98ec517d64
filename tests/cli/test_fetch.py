"""`memsim fetch`: what it prints, and what becomes of it when it is interrupted."""

import json
import os
import re
import shlex
import signal
import sys
import time
from pathlib import Path

import pytest
from publisher import cut, is_of, publisher, stops
from sets import call, start

from memsim.fetching import download
from memsim.fetching.registry import SETS

BODY = bytes(range(256)) * 800
#: Makes a set known to a child process.
KNOWS = "from publisher import is_of; from memsim.fetching.registry import SETS, File; SETS['small'] = is_of(File{})"


@pytest.fixture
def server():
    with publisher() as told:
        yield told


@pytest.fixture
def small(server, tmp_path, monkeypatch):
    """A set of one file, and a working folder."""
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name in {"HF_HUB_OFFLINE", "HF_ENDPOINT"}:
            monkeypatch.delenv(name)
    monkeypatch.setattr(download, "sleep", lambda _seconds: None)
    monkeypatch.chdir(tmp_path)
    file = server.put("/commit/small set.json", BODY)._replace(url=f"{server.url}/commit/small%20set.json")
    server.files["/commit/small%20set.json"] = BODY
    monkeypatch.setitem(SETS, "small", is_of(file))
    return file


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 200])
def test_the_sets_are_listed_however_narrow_the_terminal(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    ended = call(capsys, monkeypatch, "fetch")
    assert (ended.code, ended.err) == (0, "")
    assert re.findall(r"^\S+(?=  )", ended.out, re.MULTILINE) == list(SETS)
    assert re.search(r"^locomo +2\.8 MB, licence CC BY-NC 4\.0, pinned$", ended.out, re.MULTILINE)
    assert re.search(r"^memdaily +licence none stated, not pinned$", ended.out, re.MULTILINE)
    told = [line for line in ended.out.splitlines() if line.startswith("    ")]
    assert " ".join(line.strip() for line in told) == " ".join(chosen.what for chosen in SETS.values())
    assert max(map(len, told)) <= max(columns, 40)


def test_the_sets_are_listed_as_json(capsys, monkeypatch):
    ended = call(capsys, monkeypatch, "fetch", "--json")
    rows = json.loads(ended.out)
    assert [row["name"] for row in rows] == list(SETS)
    (locomo,) = [row for row in rows if row["name"] == "locomo"]
    assert (locomo["pinned"], locomo["size"], locomo["licence"]["name"]) == (True, 2_805_274, "CC BY-NC 4.0")
    assert locomo["files"][0]["sha256"] == SETS["locomo"].files[0].sha256


def test_the_path_and_the_next_command_are_printed(small, capsys, monkeypatch):
    ended = call(capsys, monkeypatch, "fetch", "small", "--accept-licence")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "data/small/small set.json: as expected, byte for byte",
        "next: memsim bench 'data/small/small set.json'",
    ]
    assert "licence: MIT, free to use" in ended.err


@pytest.mark.parametrize("folder", ["plain", "with blank", "-k", "hf:here", "~", "$HOME", "a'b", "."])
def test_the_next_command_names_the_file_wherever_it_is(small, capsys, monkeypatch, folder):
    ended = call(capsys, monkeypatch, "fetch", "small", "--accept-licence", f"--out={folder}")
    assert ended.code == 0
    *begun, path = shlex.split(ended.out.splitlines()[-1])
    assert begun == ["next:", "memsim", "bench"]
    assert not path.startswith(("-", "hf:"))
    assert Path(path).read_bytes() == BODY


def test_what_goes_wrong_on_the_way_is_told(small, server, capsys, monkeypatch):
    server.next = [cut(100)]
    ended = call(capsys, monkeypatch, "fetch", "small", "--accept-licence")
    assert ended.code == 0
    assert "100 bytes are there, trying again in 1 s" in ended.err


@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_quiet_says_nothing_but_what_is_asked_for(small, server, option, capsys, monkeypatch):
    server.next = [cut(100)]
    ended = call(capsys, monkeypatch, "fetch", "small", "--accept-licence", option)
    assert (ended.code, ended.err) == (0, "")
    if option == "--json":
        made = json.loads(ended.out)
        assert (made["path"], made["files"][0]["sha256"]) == ("data/small/small set.json", small.sha256)
    else:
        assert ended.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["small"], "--accept-licence"),
        (["smal"], "did you mean small"),
        (["memdaily"], "cannot be checked"),
        (["--accept-licence"], "none is named"),
        (["--out", "here"], "none is named"),
        (["--sha256", "0"], "none is named"),
        (["--sha256", ""], "none is named"),
        (["small", "--sha256", "0"], "expected 64 hex digits"),
        (["small", "--sha256", "0" * 64], "is pinned already"),
    ],
)
def test_a_refusal_is_no_output_and_exit_2(small, server, arguments, said, capsys, monkeypatch):
    ended = call(capsys, monkeypatch, "fetch", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Error: " in ended.err
    assert said in ended.err
    assert server.requests == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_keeps_what_came_and_the_same_command_goes_on(small, server, tmp_path, capsys, monkeypatch, number):
    server.next = [stops(server.over, 100_000)]
    part = tmp_path / "data" / "small" / ".small set.json.part"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*sys.path, os.environ.get("PYTHONPATH", "")]))
    child = start("fetch", "small", "--accept-licence", first=KNOWS.format(tuple(small)))
    deadline = time.monotonic() + 60
    while not (part.exists() and part.stat().st_size >= 90_000) and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    ended = call(capsys, monkeypatch, "fetch", "small", "--accept-licence")
    assert (ended.code, ended.out) == (2, "")
    assert "data/small: another process is fetching into it" in ended.err
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (128 + number, "")
    assert "interrupted; what came so far is kept: the same command goes on from there" in err
    assert "Traceback" not in err
    kept = part.stat().st_size
    assert 90_000 <= kept <= 100_000
    assert part.read_bytes() == BODY[:kept]
    assert call(capsys, monkeypatch, "fetch", "small", "--accept-licence").code == 0
    assert server.ranges == [None, f"bytes={kept}-"]
    assert (tmp_path / "data" / "small" / "small set.json").read_bytes() == BODY
    assert not part.exists()
