import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memsim.errors import InputError
from memsim.llm.cache import ReplyCache, default_path, key_of
from memsim.llm.completion import Completion
from memsim.records import Usage

SAID = Completion("B, naïvely 安娜\0.", Usage(1, 100, 10, 0.1 + 0.2), "stop")
KEY = key_of(["question"])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "made" / "as needed" / "replies.sqlite"


@pytest.fixture
def cache(path):
    with closing(ReplyCache(path)) as cache:
        yield cache


def test_a_reply_comes_back_as_it_was_put(cache):
    assert cache.get(KEY) is None
    assert cache.put(KEY, SAID) == SAID
    assert cache.get(KEY) == SAID._replace(cached=True)
    assert cache.get(key_of(["another"])) is None


@pytest.mark.parametrize(
    "said", [SAID._replace(usage=Usage(1, 0, 0, None)), SAID._replace(text="", finish_reason=""), SAID._replace(text="x" * 10**7)]
)
def test_any_reply_may_be_kept(cache, said):
    cache.put(KEY, said)
    assert cache.get(KEY) == said._replace(cached=True)


def test_the_first_reply_stays_and_is_what_everybody_gets(path, cache):
    with closing(ReplyCache(path)) as another:
        another.put(KEY, SAID)
        assert cache.put(KEY, SAID._replace(text="C")) == SAID._replace(cached=True)
        assert another.get(KEY).text == SAID.text


def test_a_reply_outlives_the_cache(path):
    with closing(ReplyCache(path)) as cache:
        cache.put(KEY, SAID)
    with closing(ReplyCache(path)) as cache:
        assert cache.get(KEY).text == SAID.text


@pytest.mark.parametrize(
    "other",
    [
        ["model", None, [[("content", "hello"), ("role", "user")]], 0.0, 1, 5, {"a": 1, "b": 2}],
        ["model", "http://127.0.0.1", [[("content", "hello"), ("role", "user")]], 0.0, 1, 5, None],
        ["model", None, [[("content", "hello"), ("role", "user")]], 0.5, 1, 5, None],
        ["model", None, [[("content", "hello"), ("role", "user")]], 0.0, 2, 5, None],
        ["model", None, [[("content", "hello"), ("role", "user")]], 0.0, 1, 6, None],
        ["model", None, [[("content", "hello\ud83d"), ("role", "user")]], 0.0, 1, 5, None],
    ],
)
def test_all_that_a_call_depends_on_is_in_its_key(other):
    asked = ["model", None, [[("content", "hello"), ("role", "user")]], 0.0, 1, 5, None]
    assert key_of(asked) != key_of(other)
    assert key_of(other) == key_of(list(other))


def test_the_order_of_fields_in_a_schema_counts():
    assert key_of([{"a": 1, "b": 2}]) != key_of([{"b": 2, "a": 1}])


def test_replies_are_kept_where_caches_are(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "memsim" / "replies.sqlite"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert default_path() == Path.home() / ".cache" / "memsim" / "replies.sqlite"


WRITER = """
import sys
from memsim.llm.cache import ReplyCache, key_of
from memsim.llm.completion import Completion
from memsim.records import Usage
cache = ReplyCache(sys.argv[1])
for number in range(300):
    print(cache.put(key_of([number]), Completion(sys.argv[2], Usage(1, 2, 3, None), "stop")).text)
"""


def test_processes_write_at_a_time_and_agree(path):
    command = [sys.executable, "-c", WRITER, path]
    writers = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "abcd"]
    told = [writer.communicate(timeout=120)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 4
    assert told[0] == told[1] == told[2] == told[3]
    assert len(told[0]) == 300
    with closing(ReplyCache(path)) as cache:
        assert [cache.get(key_of([number])).text for number in range(300)] == told[0]


KILLED = """
import sys, time
from memsim.llm.cache import ReplyCache, key_of
from memsim.llm.completion import Completion
from memsim.records import Usage
cache = ReplyCache(sys.argv[1])
for number in range(10**9):
    cache.put(key_of([number]), Completion("x" * 1000, Usage(1, 2, 3, None), "stop"))
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_what_was_put_outlives_a_process_that_is_killed(path):
    child = subprocess.Popen([sys.executable, "-c", KILLED, path], stdout=subprocess.PIPE, text=True)
    for _ in range(200):
        last = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    last = max([last, *(int(line) for line in child.communicate()[0].split("\n")[:-1])])
    with closing(ReplyCache(path)) as cache:
        assert all(cache.get(key_of([number])) for number in range(last + 1))


def damage(path, how):
    path.parent.mkdir(parents=True)
    if how == "text":
        path.write_text("These are my notes, and no database at all.\n" * 100)
    elif how == "foreign":
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE mine (notes TEXT)")
    elif how == "newer":
        with closing(ReplyCache(path)) as cache:
            cache.open()
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA user_version = 2")
    elif how == "folder":
        path.mkdir()
    else:
        with closing(ReplyCache(path)) as cache:
            for number in range(100):
                cache.put(key_of([number]), SAID._replace(text="x" * 5000))
        whole = path.read_bytes()
        path.write_bytes({"cut": whole[:20_000], "scratched": whole[:8192] + bytes([255]) * (len(whole) - 8192)}[how])


@pytest.mark.parametrize("how", ["text", "foreign", "newer", "folder"])
def test_a_file_that_is_no_cache_is_refused_and_left_alone(path, how):
    damage(path, how)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(InputError, match=r"cache .*replies\.sqlite: .*remove it, or name another"):
        ReplyCache(path).open()
    assert before is None or path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def read_all(path):
    with closing(ReplyCache(path)) as cache:
        return [cache.get(key_of([number])) for number in range(100)]


@pytest.mark.parametrize("how", ["cut", "scratched"])
def test_a_damaged_cache_is_told(path, how):
    damage(path, how)
    with pytest.raises(InputError, match=r"cache .*malformed"):
        read_all(path)


def test_a_place_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cache .*file/replies\.sqlite"):
        ReplyCache(tmp_path / "file" / "replies.sqlite").open()


def test_a_file_is_made_when_it_is_first_needed(path):
    with closing(ReplyCache(path)) as cache:
        assert not path.parent.exists()
        assert cache.get(KEY) is None
        assert path.exists()


def test_an_empty_file_becomes_a_cache(tmp_path):
    path = tmp_path / "replies.sqlite"
    path.touch()
    with closing(ReplyCache(path)) as cache:
        cache.put(KEY, SAID)
        assert cache.get(KEY)
