"""The embedders, by name. A new one is one file and one entry here."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from memsim.errors import InputError
from memsim.memory.embedders import Embedder
from memsim.memory.embedders.litellm import LiteLLM
from memsim.memory.embedders.minilm import MiniLM
from memsim.memory.embedders.use import USE


class Kind(NamedTuple):
    """A kind of embedder.

    Attributes:
        make: The class; one that is remote is given a model and the address of its service, or None for the usual one.
        remote: Whether it asks a service, and so is named with a model: ``litellm:MODEL``.
    """

    make: Callable[..., Embedder]
    remote: bool = False


EMBEDDERS = {"use": Kind(USE), "minilm": Kind(MiniLM), "litellm": Kind(LiteLLM, remote=True)}


@cache
def load_embedder(name: str, api_base: str | None = None) -> Embedder:
    """Return an embedder; loaded once in a process, whatever runs and memories ask for it.

    Args:
        name: A key of `EMBEDDERS`, with a model for one that is remote: ``litellm:openai/text-embedding-3-small``.
        api_base: Where the service of a remote one listens, if not at its usual address.

    Raises:
        InputError: The name is unknown, or model or address do not go with it.
        MissingDependencyError: A package that it needs is not installed.
    """
    word, colon, model = name.partition(":")
    if word not in EMBEDDERS:
        near = get_close_matches(word, EMBEDDERS, n=3, cutoff=0.5)
        known = [f"{other}:MODEL" if kind.remote else other for other, kind in EMBEDDERS.items()]
        hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}"
        raise InputError(f"unknown embedder {name!r}; {hint}")
    kind = EMBEDDERS[word]
    if kind.remote:
        if not model:
            raise InputError(f"embedder {name!r} names no model; expected {word}:MODEL, such as {word}:openai/text-embedding-3-small")
        return kind.make(model, api_base)
    if colon or api_base:
        raise InputError(f"embedder {name!r} runs here; expected neither a model nor an api_base ({model or api_base!r})")
    return kind.make()
