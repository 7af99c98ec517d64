"""`memsim fetch`: what it prints, and what becomes of it when it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from publisher import cut, is_of, publisher, stops
from sets import call

from memsim.fetching import download
from memsim.fetching.registry import SETS

BODY = bytes(range(256)) * 800
CHILD = """
import sys
from publisher import is_of
from memsim.cli.main import main
from memsim.fetching.registry import SETS, File
SETS["small"] = is_of(File({url!r}, {path!r}, {sha256!r}, {size!r}))
sys.argv = ["memsim", "fetch", "small", "--accept-licence"]
main()
"""


@pytest.fixture
def server():
    with publisher() as told:
        yield told


@pytest.fixture
def small(server, tmp_path, monkeypatch):
    """A set of one file, and a working folder."""
    for name in list(os.environ):
        if name.upper().endswith("_PROXY") or name == "HF_HUB_OFFLINE":
            monkeypatch.delenv(name)
    monkeypatch.setattr(download, "sleep", lambda _seconds: None)
    monkeypatch.chdir(tmp_path)
    file = server.put("/commit/small set.json", BODY)._replace(url=f"{server.url}/commit/small%20set.json")
    server.files["/commit/small%20set.json"] = BODY
    monkeypatch.setitem(SETS, "small", is_of(file))
    return file


def test_the_sets_are_listed(capsys, monkeypatch):
    ended = call(capsys, monkeypatch, "fetch")
    assert (ended.code, ended.err) == (0, "")
    assert [name for name in SETS if f" {name} " not in ended.out] == []
    assert " 2.8 MB " in ended.out


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
    ],
)
def test_a_refusal_is_no_output_and_exit_2(small, server, arguments, said, capsys, monkeypatch):
    ended = call(capsys, monkeypatch, "fetch", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Error: " in ended.err
    assert said in ended.err
    assert server.requests == []


def test_an_interruption_keeps_what_came_and_the_same_command_goes_on(small, server, tmp_path, capsys, monkeypatch):
    server.next = [stops(server.over, 100_000)]
    part = tmp_path / "data" / "small" / ".small set.json.part"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, os.environ.get("PYTHONPATH", "")])}
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(**small._asdict())], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    deadline = time.monotonic() + 60
    while not (part.exists() and part.stat().st_size >= 90_000) and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")
    assert "interrupted; what came so far is kept: the same command goes on from there" in err
    assert "Traceback" not in err
    kept = part.stat().st_size
    assert 90_000 <= kept <= 100_000
    assert part.read_bytes() == BODY[:kept]
    assert call(capsys, monkeypatch, "fetch", "small", "--accept-licence").code == 0
    assert server.ranges == [None, f"bytes={kept}-"]
    assert (tmp_path / "data" / "small" / "small set.json").read_bytes() == BODY
    assert not part.exists()
