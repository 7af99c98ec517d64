"""How fast a set is rewritten, as a share of what a server's latency allows, and how much memory it takes as the set grows.

A server on this machine answers each call after a fixed time, from a process of its own; the share is of concurrency / latency calls a second.
See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LATENCY, CONCURRENCY = 0.2, 32
_PAIR = re.compile(r'"(m\d+|q)": ("(?:[^"\\]|\\.)*")')


def reply(request: dict) -> dict:
    """Return a completion that gives each text with another tail."""
    said = dict(_PAIR.findall(request["messages"][-1]["content"]))
    ids = request["response_format"]["json_schema"]["schema"]["properties"]
    content = json.dumps({name: f"{json.loads(said[name])} Thanks." for name in ids})
    message = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [message], "usage": usage}


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
            request = json.loads(await reader.readexactly(length))
            await asyncio.sleep(LATENCY)
            data = json.dumps(reply(request)).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data))
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def serve() -> None:
    """Serve until the input is closed."""
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    os._exit(0)  # connections that are still open are of no matter


def generate(port: str, n: int, folder: Path) -> tuple[float, float]:
    """Return the seconds that a set takes, and the peak of its process's memory in MiB."""
    command = [
        Path(sys.executable).with_name("memsim"),
        "generate",
        "--n",
        str(n),
        "--quiet",
        "--out",
        folder / "set",
        "--llm",
        "openai/stub",
    ]
    command += ["--api-base", f"http://127.0.0.1:{port}/v1", "--concurrency", str(CONCURRENCY), "--cache", folder / f"{n}.sqlite"]
    started = time.perf_counter()
    child = subprocess.Popen(command)
    _pid, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"memsim generate ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, nargs="+", default=[2500, 10000])
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve())
        return
    with (
        tempfile.TemporaryDirectory() as place,
        subprocess.Popen([sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as stub,
    ):
        port = stub.stdout.readline().strip()
        print("| trajectories | seconds | calls a second | share of the ideal | peak memory, MiB |\n|---|---|---|---|---|")
        for n in given.n:
            seconds, peak = generate(port, n, Path(place))
            print(f"| {n:,} | {seconds:.1f} | {n / seconds:.0f} | {n / seconds / (CONCURRENCY / LATENCY):.1%} | {peak:,.0f} |", flush=True)
        stub.stdin.close()


if __name__ == "__main__":
    main()
