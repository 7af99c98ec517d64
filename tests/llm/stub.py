"""A scripted model that answers hundreds of requests a second, and fails in every way that is asked of it. It runs in a process of its own.

It prints its port and serves until its input is closed. The name of the model that a request asks for says what happens: a key of `BEHAVIOURS`;
any other is answered, after the latency in seconds that the process was started with.
"""

import asyncio
import json
import socket
import struct
import sys


def completion(content="B", **changes):
    """The body of a reply: ten tokens for a prompt of a hundred."""
    told = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "stub",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return json.dumps(told | changes).encode()


def http(body, status=200, *, length=None, kind="application/json", **headers):
    """A reply as it is sent; `length` is what is said of the body's."""
    said = {"Content-Type": kind, "Content-Length": length or len(body), **headers}
    lines = [f"HTTP/1.1 {status} Told", *(f"{name.replace('_', '-')}: {value}" for name, value in said.items()), "", ""]
    return "\r\n".join(lines).encode() + body


def fault(message, status, **headers):
    return http(json.dumps({"error": {"message": message, "type": "scripted"}}).encode(), status, **headers)


PLAIN = http(completion())
#: By the name of the model, what is sent.
BEHAVIOURS = {
    "busy": fault("slow down", 429),
    "busy-for-a-while": fault("slow down", 429, Retry_After="0.1"),
    "busy-until": fault("slow down", 429, Date="Wed, 21 Oct 2026 07:28:00 GMT", Retry_After="Wed, 21 Oct 2026 07:28:07 GMT"),
    "broken": fault("oops", 500),
    "broken-proxy": http(b"<html>bad gateway</html>", 502, kind="text/html"),
    "proxy": http(b"<html>a proxy</html>", kind="text/html"),
    "reset": http(completion()[:40], length=len(completion())),
    "reset-at-once": b"",
    "hang": b"",
    "drip": http(b"", length=1000),
    "cut": http(completion()[:40]),
    "long": http(completion("word " * 2_000_000)),
    "not-utf8": http(completion("caf@").replace(b"@", b"\xe9")),
    "half-a-pair": http(completion("a\ud83d.")),
    "no-choices": http(completion(choices=[])),
    "no-object": http(b"[1, 2]"),
    "empty-object": http(b"{}"),
    "no-content": http(completion(None)),
    "no-usage": http(completion(usage=None)),
    "no-http": b"\x00\x01 nothing of the kind\r\n\r\n",
    "too-long": fault("maximum context length is 8 tokens", 400),
    "filtered": fault("content filter", 400),
    "wrong-key": fault("wrong key", 401),
    "unpaid": fault("pay first", 402),
    "forbidden": fault("not for you", 403),
    "unknown": fault("no such model", 404),
    "no-quota": fault("insufficient_quota: check your plan", 429),
}
RESET = {"reset", "reset-at-once"}


async def reply(request, writer):
    """Send what the model does; return whether the connection stays."""
    name = request["model"]
    writer.write(BEHAVIOURS.get(name, PLAIN))
    await writer.drain()
    if name == "hang":
        await asyncio.sleep(60)
    while name == "drip":
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.05)
    if name in RESET:
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return name not in RESET


async def serve(reader, writer):
    stays = True
    try:
        while stays:
            head = await reader.readuntil(b"\r\n\r\n")
            (length,) = (int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
            request = json.loads(await reader.readexactly(length))
            await asyncio.sleep(float(sys.argv[1]))
            stays = await reply(request, writer)
    except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
        pass  # the client, or the test, is done
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)  # noqa: T201 - for who started it
    await asyncio.to_thread(sys.stdin.read)
    server.close()
    await asyncio.sleep(0.05)  # for connections that are just being taken: the loop would end before they are


if __name__ == "__main__":
    asyncio.run(main())
