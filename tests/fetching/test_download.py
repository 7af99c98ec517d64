"""Whatever a server does, the file is there whole and right, or not at all."""

import os
import re
import resource
from pathlib import Path

import pytest
from publisher import TAG, cut, drips, gives, is_of, pinned, publisher, says, sends, stops, to, whole

import memsim
from memsim.errors import FetchError, InputError
from memsim.fetching import download
from memsim.fetching import server as servers
from memsim.fetching.download import part_of
from memsim.fetching.registry import SETS
from memsim.io.hub import HUB

TOKEN = "hf_abcdefghijklmnop"  # noqa: S105 - of nobody


@pytest.fixture
def place(tmp_path):
    return tmp_path / "here" / "small.json"


@pytest.fixture
def part(place):
    place.parent.mkdir()
    return part_of(place)


def got(place, **options):
    """Fetch the small set, and return the bytes that are there."""
    assert memsim.fetch("small", place.parent, accept_licence=True, **options) == place
    assert [path.name for path in place.parent.iterdir()] == ["small.json"]
    return place.read_bytes()


def failed(place, says="."):
    """Fetch the small set, which fails with this, and place nothing; return what was said."""
    with pytest.raises(FetchError, match=says) as error:
        memsim.fetch("small", place.parent, accept_licence=True)
    assert not place.exists()
    return str(error.value)


def test_a_file_is_downloaded_as_published(small, server, place, body):
    told = []
    assert got(place, progress=lambda *now: told.append(now)) == body
    assert told[-1] == (len(body), len(body))
    assert told == sorted(told)
    (request,) = server.requests
    assert request.headers["accept-encoding"] == "identity"
    assert "range" not in request.headers
    assert "authorization" not in request.headers


@pytest.mark.parametrize("here", [1, 70_000, -1])
def test_it_goes_on_where_it_stopped(small, server, place, part, body, here):
    part.write_bytes(body[:here])
    assert got(place) == body
    assert server.ranges == [f"bytes={len(body[:here])}-"]


def test_a_partial_file_that_is_whole_is_not_asked_for(small, server, place, part, body):
    part.write_bytes(body)
    assert got(place) == body
    assert server.requests == []


def test_a_server_that_knows_no_ranges_begins_anew(small, server, place, part, body, caplog):
    part.write_bytes(body[:1000])
    server.next = [whole]
    assert got(place) == body
    assert "begins anew, it does not go on from byte 1,000" in caplog.text


@pytest.mark.parametrize("wrong", [b"x" * 1000, b"x" * 204_799, b"x" * 204_800, b"x" * 204_801, b"x" * 300_000])
def test_a_partial_file_that_does_not_fit_is_removed_and_all_begins_anew(small, server, place, part, body, wrong, caplog):
    part.write_bytes(wrong)
    assert got(place) == body
    assert "is not the file; it was removed, and the download begins anew" in caplog.text
    assert server.ranges[-1] is None


def other(body):
    return body[:-1] + b"x"


@pytest.mark.parametrize(
    "wrong", [pytest.param(sends(other(b"x" * 204_800)), id="same size"), pytest.param(sends(b"x" * 204_800, ETag=TAG), id="tagged")]
)
def test_another_file_is_not_placed(small, server, place, wrong):
    server.next = [wrong]
    assert "nothing was placed" in failed(place, "is not the file that is expected: SHA-256")
    assert list(place.parent.iterdir()) == []
    assert len(server.requests) == 1


def test_another_file_is_not_placed_after_a_partial_one_either(small, server, place, part, body):
    part.write_bytes(body[:1000])
    server.files["/commit/small.json"] = other(body)
    failed(place, "is not the file that is expected")
    assert list(place.parent.iterdir()) == []
    assert len(server.requests) == 2


@pytest.mark.parametrize("length", [None, ""], ids=["told", "untold"])
@pytest.mark.parametrize("change", [-100, 100])
def test_a_file_of_another_size_is_not_placed(small, server, place, body, length, change):
    changed = body[:change] if change < 0 else body + b"x" * change
    server.next = [lambda handler, _: gives(handler, changed, length=length)] * download.TRIES
    failed(place, rf"has {len(changed):,} bytes there; expected {len(body):,}" if length is None else ".")


def test_a_server_without_an_end_is_stopped(small, server, place, body):
    sent = []

    def floods(handler, _body):
        gives(handler, b"", length="")
        for _ in range(1000):
            handler.wfile.write(bytes(1 << 16))
            sent.append(1)

    server.next = [floods]
    failed(place, "is not the file that is expected")
    assert len(sent) < 1000


@pytest.mark.parametrize("etag", [TAG, 'W/"one"', ""])
def test_a_dropped_connection_goes_on(small, server, place, body, etag, waits, caplog):
    server.next = [cut(100_000, etag)]
    assert got(place) == body
    again = server.requests[1].headers
    assert again["range"] == "bytes=100000-"
    assert again.get("if-range") == (TAG if etag == TAG else None)
    assert waits == [1]
    assert "100,000 bytes are there, trying again in 1 s" in caplog.text


def test_a_file_that_changed_meanwhile_begins_anew(small, server, place, body):
    server.next = [cut(100_000, '"before"')]
    assert got(place) == body
    assert server.requests[1].headers["if-range"] == '"before"'


def test_a_connection_may_drop_any_number_of_times_if_it_gets_on(server, place, monkeypatch):
    body = b"0123456789abcdef" * (1 << 16) * 12
    monkeypatch.setitem(SETS, "small", is_of(server.put("/commit/small.json", body)))

    def bit(handler, body):
        start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
        told = {"status": 206, "Content_Range": f"bytes {start}-{len(body) - 1}/{len(body)}"} if start else {}
        gives(handler, body[start : start + (1 << 20)], length=len(body) - start, **told)

    server.next = [bit] * (download.TRIES + 2)
    assert got(place) == body


@pytest.mark.parametrize("behaviour", [cut(0), cut(100), says(500), says(502), says(503), says(504), says(408), says(429)])
def test_a_server_that_fails_again_and_again_is_given_up(small, server, place, behaviour, waits):
    server.next = [behaviour] * 20
    said = failed(place, f"tried {download.TRIES} times")
    assert len(server.requests) == download.TRIES
    assert waits == [1, 2, 4, 8]
    assert small.url in said
    assert str(place) in said


def test_what_came_before_a_server_failed_is_kept(small, server, place, body):
    server.next = [cut(100), *[says(500)] * 20]
    assert "what came so far is kept: the same command goes on from there" in failed(place)
    assert part_of(place).read_bytes() == body[:100]
    server.next = []
    assert got(place) == body
    assert server.ranges[-1] == "bytes=100-"


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, 1),
        ({"Retry_After": "7"}, 7),
        ({"Retry_After": "0"}, 0),
        ({"Retry_After": "soon"}, 1),
        ({"Retry_After": "-3"}, 1),
        ({"Retry_After": "Wed, 21 Oct 2026 07:28:07 GMT", "Date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 7),
        ({"Retry_After": "Wed, 21 Oct 2026 07:27:00 GMT", "Date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 0),
        ({"Retry_After": "Wed, 21 Oct 2026 07:28:07 GMT"}, 1),
    ],
)
def test_a_busy_server_is_asked_again_when_it_says(small, server, place, body, status, headers, wait, waits):
    server.next = [says(status, **headers)]
    assert got(place) == body
    assert waits == [wait]


def test_nobody_waits_for_an_hour(small, server, place, waits):
    server.next = [says(429, Retry_After="3600")]
    failed(place, "answered 429 and asks to wait 3,600 seconds; try again then")
    assert waits == []


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, "does not give the file"),
        (403, "does not give the file"),
        (404, "not there any more"),
        (410, "not there any more"),
        (400, "no file"),
    ],
)
def test_a_server_that_refuses_is_not_asked_again(small, server, place, status, said):
    server.next = [says(status)]
    assert "HF_TOKEN" not in failed(place, said)
    assert len(server.requests) == 1


def test_a_server_that_has_no_more_bytes_than_are_there_begins_anew(small, server, place, part, body):
    part.write_bytes(body[:1000])
    server.next = [says(416)]
    assert got(place) == body
    assert server.ranges == ["bytes=1000-", None]


@pytest.mark.parametrize(
    "headers",
    [
        *({"Content_Range": told} for told in ("bytes 1000-2/" + "9" * 5000, f"bytes {'9' * 5000}-2/5", "bytes 1000-/204800", "bytes */*")),
        *({"ETag": told} for told in ("é", '"é"', '"', '"a\tb"', f'"{"x" * 70_000}"', "one")),
        *({"Retry_After": told, "Date": "Wed, 21 Oct 2026 07:28:00 GMT"} for told in (f"Wed, 21 Oct {'9' * 20} 07:28:00 GMT", "²", "nan")),
    ],
    ids=lambda headers: str(headers)[:40],
)
def test_headers_that_are_none_do_no_harm(small, server, place, part, body, headers):
    part.write_bytes(body[:1000])
    told = {"Content_Range": "bytes 1000-204799/204800"} | headers

    def bit(handler, body):
        gives(handler, body[1000:1500], status=206, **told)

    server.next = [says(503, **headers) if "Retry_After" in headers else bit]
    assert got(place) == body


@pytest.mark.parametrize("packing", ["gzip", "br", "zstd", "GZIP, deflate"])
def test_a_file_that_comes_packed_is_not_taken_for_another(small, server, place, packing):
    server.next = [lambda handler, body: gives(handler, body[:100], Content_Encoding=packing)]
    failed(place, f"sends the file packed as {packing.lower()}, though asked for it as it is")
    assert list(place.parent.iterdir()) == []
    assert len(server.requests) == 1


@pytest.mark.parametrize("plain", ["identity", "Identity", ""])
def test_a_file_that_comes_as_it_is_may_say_so(small, server, place, body, plain):
    server.next = [lambda handler, body: gives(handler, body, Content_Encoding=plain)]
    assert got(place) == body


def test_a_server_that_says_it_goes_on_and_does_not_is_found_out(small, server, place, part, body):
    part.write_bytes(body[:1000])
    server.next = [lambda handler, body: gives(handler, body[5:-995], status=206, Content_Range=f"bytes 1000-{len(body) - 1}/{len(body)}")]
    assert got(place) == body
    assert server.ranges == ["bytes=1000-", None]


@pytest.mark.parametrize("told", ["bytes 5-99/204800", "bytes 5-99/*", "5 to 99", ""])
def test_a_server_that_goes_on_elsewhere_begins_anew(small, server, place, part, body, told):
    part.write_bytes(body[:1000])
    server.next = [lambda handler, body: gives(handler, body[5:], status=206, Content_Range=told)]
    assert got(place) == body
    assert server.ranges == ["bytes=1000-", None]


def test_a_file_of_unknown_size_may_be_whole_already(server, place, part, body, monkeypatch):
    file = server.put("/commit/small.json", body)._replace(size=None)
    monkeypatch.setitem(SETS, "small", is_of(file))
    part.write_bytes(body)
    assert got(place) == body
    assert server.ranges == [f"bytes={len(body)}-"]


def test_a_server_that_drips_is_given_up(small, server, place, monkeypatch):
    monkeypatch.setattr(download, "PATIENCE", 0.05)
    server.next = [drips(server.over)] * 20
    failed(place, "less than 65,536 bytes came in 0 seconds; tried 5 times")


def test_a_server_that_falls_silent_is_asked_again(small, server, place, body, monkeypatch):
    monkeypatch.setattr(servers, "_SILENCE", 0.2)
    server.next = [stops(server.over, 100)]
    assert got(place) == body
    assert server.ranges == [None, "bytes=100-"]


def test_a_server_that_is_not_there_is_told_at_once(small, server, place, waits, monkeypatch):
    nobody = small._replace(url=small.url.replace(server.url, "http://127.0.0.1:1"))
    monkeypatch.setitem(SETS, "small", is_of(nobody))
    said = failed(place, "no connection to 127.0.0.1:1: ")
    assert said.splitlines()[1:] == [
        "to do without, download elsewhere, place it as named, and run the same again, which checks it:",
        f"  {nobody.url}",
        f"    -> {place}",
    ]
    assert waits == []


def test_a_server_that_was_there_and_goes_away_is_asked_again(small, server, place, body, waits):
    server.next = [cut(1000), to("http://127.0.0.1:1/x"), to("http://127.0.0.1:1/x")]
    assert got(place) == body
    assert server.ranges == [None, *["bytes=1000-"] * 3]
    assert len(waits) == 3


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_server_may_send_on_to_another(small, server, place, part, body, status):
    part.write_bytes(body[:1000])
    with publisher() as second:
        second.put("/elsewhere", body)
        server.next = [to(f"{second.url}/elsewhere?signature=abcdefgh", status)]
        assert got(place) == body
        assert second.ranges == ["bytes=1000-"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/commit/small.json", "from one address to the next"),
        ("gopher://x.example/", "is none"),
        ("mailto:a@b", "is none"),
        ("http://xn--/", "is none"),
        ("http://a..b/", "is none"),
        (f"http://{'a' * 300}.example/", "is none"),
        ("http://[::1", "."),
        ("http://127.0.0.1:1/x", "no connection to 127.0.0.1:1: "),
    ],
)
def test_a_server_that_sends_on_to_nowhere_is_told(small, server, place, where, said):
    server.next = [to(where)] * 200
    failed(place, said)


@pytest.fixture
def gated(server, body, monkeypatch):
    """A set of one file of the Hub, which is a server here."""
    url = f"{HUB}/datasets/a/b/resolve/commit/small.json"
    server.put("/datasets/a/b/resolve/commit/small.json", body)
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    monkeypatch.setitem(SETS, "small", is_of(pinned(url, body)))


@pytest.mark.parametrize("path", ["", "/", "/hub", "/hub/", "/hub//"])
def test_another_endpoint_stands_for_the_hub(gated, server, place, body, path, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", server.url + path)
    server.files = {path.rstrip("/") + known: content for known, content in server.files.items()}
    assert got(place) == body


def test_a_password_of_another_endpoint_is_sent_and_never_shown(gated, server, place, body, monkeypatch, caplog):
    monkeypatch.setenv("HF_ENDPOINT", server.url.replace("//", "//somebody:opensesame@"))
    server.next = [says(500)] * download.TRIES
    assert "opensesame" not in failed(place) + caplog.text
    server.next = [cut(100)]
    assert got(place) == body
    assert {request.headers["authorization"].partition(" ")[0] for request in server.requests} == {"Basic"}
    assert "opensesame" not in caplog.text


def test_a_token_goes_to_the_hub_and_not_where_it_sends_on_to(gated, server, place, body, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", f"{TOKEN}\n")
    with publisher() as second:
        second.put("/elsewhere", body)
        server.next = [to(f"{second.url}/elsewhere")]
        assert got(place) == body
        assert [request.headers.get("authorization") for request in server.requests] == [f"Bearer {TOKEN}"]
        assert [request.headers.get("authorization") for request in second.requests] == [None]


def test_a_token_goes_to_no_server_but_the_hub(small, server, place, body, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert got(place) == body
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("status", "token", "said"),
    [
        (401, "", "put a token that may read in HF_TOKEN"),
        (403, "", "put a token that may read in HF_TOKEN"),
        (401, TOKEN, "it does not know your token, .*renew it"),
        (403, TOKEN, "your token, .*may not read it; accept the set's terms"),
    ],
)
def test_what_to_do_about_a_gated_set_is_told(gated, server, place, status, token, said, monkeypatch, caplog):
    monkeypatch.setenv("HF_TOKEN", token)
    server.next = [says(status, text=f"you sent {token}".encode())]
    message = failed(place, said)
    assert not token or token not in message + caplog.text


@pytest.mark.parametrize("behaviour", [cut(0), says(500), to(f"gopher://x.example/{TOKEN}"), to(f"http://127.0.0.1:1/?x={TOKEN}")])
def test_a_token_is_never_shown(gated, server, place, behaviour, monkeypatch, caplog):
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    server.next = [behaviour] * 200
    assert TOKEN not in failed(place) + caplog.text


@pytest.mark.parametrize(
    "given", ["mirror.example", "ftp://mirror.example", "https://", "https://x:port", "http://[::1", "https://x/?a=b", "https://x/#a"]
)
def test_an_endpoint_that_is_none_is_told(gated, place, given, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", given)
    with pytest.raises(InputError, match=re.escape(f"HF_ENDPOINT {given!r}: expected the address of a server")):
        memsim.fetch("small", place.parent, accept_licence=True)


@pytest.mark.parametrize("given", ["socks9://x.example:1", "http://x.example:port"])
def test_a_proxy_that_is_none_is_told(small, place, given, monkeypatch):
    monkeypatch.setenv("ALL_PROXY", given)
    with pytest.raises(InputError, match="proxy of the environment cannot be used"):
        memsim.fetch("small", place.parent, accept_licence=True)
    assert not place.parent.exists()


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_certificates_that_are_none_are_told(small, place, tmp_path, content, monkeypatch):
    if content is not None:
        (tmp_path / "some.pem").write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "some.pem"))
    with pytest.raises(InputError, match="SSL_CERT_FILE or SSL_CERT_DIR of the environment cannot be used"):
        memsim.fetch("small", place.parent, accept_licence=True)


@pytest.mark.parametrize(
    "make",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("other"), lambda path: path.symlink_to("nowhere")],
    ids=["folder", "pipe", "link", "link to nowhere"],
)
def test_what_is_no_partial_file_is_left_alone(small, server, place, part, make):
    other = place.with_name("other")
    other.write_bytes(b"of somebody")
    make(part)
    with pytest.raises(InputError, match=r"\.small\.json\.part: is no file"):
        memsim.fetch("small", place.parent, accept_licence=True)
    assert other.read_bytes() == b"of somebody"
    assert sorted(os.listdir(place.parent)) == [part.name, "other"]
    assert server.requests == []


def test_a_disk_that_is_full_on_the_way_keeps_what_came(small, server, place, body):
    here = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, here[1]))
    try:
        with pytest.raises(InputError, match="nothing was overwritten, and what came so far is kept"):
            memsim.fetch("small", place.parent, accept_licence=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, here)
    assert part_of(place).stat().st_size == 100_000
    assert got(place) == body
    assert server.ranges == [None, "bytes=100000-"]


#: Where Ctrl-C may come: as the server is asked, as bytes arrive, as they are hashed, brought to the disk and placed.
POINTS = [
    (download, "asked"),
    (download, "size_of"),
    (download._Transfer, "_write"),
    (download, "sha256_of"),
    (download, "sync"),
    (Path, "rename"),
]


@pytest.mark.parametrize("size", ["known", "unknown"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("owner", "name"), POINTS, ids=[name for _, name in POINTS])
def test_it_goes_on_from_wherever_it_was_interrupted(small, place, body, owner, name, after, size, monkeypatch):
    if size == "unknown":
        monkeypatch.setitem(SETS, "small", is_of(small._replace(size=None)))
    does = getattr(owner, name)

    def interrupted(*arguments):
        if after:
            does(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            memsim.fetch("small", place.parent, accept_licence=True)
    assert not place.exists() or place.read_bytes() == body
    assert got(place) == body
