"""Readers by name: those without a model, and any model as litellm names it."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from memsim.errors import InputError
from memsim.llm.client import Client
from memsim.reader.llm import LLMReader
from memsim.reader.protocol import Reader

#: Readers that need no model: where each lives.
READERS = {"lexical": "memsim.reader.lexical:LexicalReader"}


def make_reader(
    name: str,
    *,
    api_base: str | None = None,
    temperature: float = 0.0,
    timeout: float = 60.0,
    concurrency: int = 8,
    max_tokens: int = 64,
) -> Reader:
    """Return a reader.

    Args:
        name: A key of `READERS`, or a model as ``provider/model``; the other arguments are for models only.
        api_base: Where the model is served.
        temperature: 0 for the likeliest words.
        timeout: Of one try to call it, in seconds.
        concurrency: How many questions it is asked at a time.
        max_tokens: Where a reply is cut off.

    Raises:
        InputError: The name is neither.
        MissingDependencyError: A model is named and litellm is not installed.
    """
    if name in READERS:
        module, _, reader = READERS[name].partition(":")
        return getattr(import_module(module), reader)()
    if "/" not in name:
        near = get_close_matches(name, READERS, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"expected {', '.join(READERS)}"
        raise InputError(f"unknown reader {name!r}; {hint} A model is named provider/model, such as openai/gpt-4o-mini")
    client = Client(name, api_base, temperature=temperature, timeout=timeout)
    client.check()
    return LLMReader(client, concurrency, max_tokens)
