"""What a model's reply says for each text that it was asked for, however badly the reply is formed."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable

from memsim.llm.replies import MOST, spoken

_JSON = json.JSONDecoder(strict=False)
_PAIR = re.compile(r'"([^"\\\s]{1,12})"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ENTRY = re.compile(r'"id"\s*:\s*"([^"\\\s]{1,12})"\s*,\s*"text"\s*:\s*"((?:[^"\\]|\\.)*)"')


def texts(reply: str, ids: Collection[str]) -> dict[str, list[str]]:
    """Return the texts that a reply gives for each id, in order; an id that stands twice has two, one that is missing has none.

    Understands an object with the ids as keys, and entries with `id` and `text`, at any depth and with other things around them; from a reply that was cut off,
    what is whole. Texts come back stripped, the empty ones left out.

    Args:
        reply: All that the model said; longer than MOST, it says nothing.
        ids: Those that were asked for; others are passed over.
    """
    out: dict[str, list[str]] = {name: [] for name in ids}
    if len(reply) > MOST:
        return out
    said = spoken(reply)
    pairs = [*_ENTRY.findall(said), *_PAIR.findall(said)]
    for name, text in _decoded(pairs):
        if name in out and text and text not in out[name]:
            out[name].append(text)
    return out


def _decoded(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    for name, raw in pairs:
        try:
            text = _JSON.decode(f'"{raw}"').strip()
            text.encode()
        except ValueError:  # a stray backslash or half a surrogate pair: what it was to say cannot be told
            continue
        yield name, text
