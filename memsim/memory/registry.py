"""Memories by name: ``recent:5``, ``retrieved:5,embedder=use``, the paper's names, ``package.module:Class``, entry points."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from inspect import signature
from typing import Any

from memsim.errors import InputError
from memsim.memory.protocol import Memory, Shared

GROUP = "memsim.memories"  # of entry points
_OPTION = re.compile(r"[A-Za-z_]\w*=")
_SIZE = re.compile(r"[1-9][0-9]{0,17}")
_IMPORTABLE = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of memory that comes with memsim.

    Attributes:
        home: ``module:Class``; empty for those that only the bench can build, since they are made of the truth.
        paper: What the paper calls it.
        sized: Whether it recalls as many as it is asked for, and not what it has.
        options: Its parameters besides k.
        needs: Those of them that must be given.
    """

    home: str
    paper: str = ""
    sized: bool = True
    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


KINDS = {
    "full": Kind("memsim.memory.baselines:Full", "FullMem", sized=False),
    "recent": Kind("memsim.memory.baselines:Recent", "ReceMem"),
    "retrieved": Kind("memsim.memory.dense:Retrieved", "RetrMem", options=("embedder", "index", "api_base")),
    "bm25": Kind("memsim.memory.bm25:BM25"),
    "grep": Kind("memsim.memory.grep:Grep"),
    "hybrid": Kind("memsim.memory.hybrid:Hybrid", options=("embedder", "index", "api_base")),
    "llm": Kind("memsim.memory.llm:LLMMemory", options=("model", "api_base"), needs=("model",)),
    "none": Kind("memsim.memory.baselines:Nothing", "NonMem", sized=False),
    "noisy": Kind("", "NoisyMem", sized=False),
    "oracle": Kind("", "OracleMem", sized=False),
    "random": Kind("memsim.memory.baselines:Random"),
    "first": Kind("memsim.memory.baselines:First"),
}
PAPER = {kind.paper: name for name, kind in KINDS.items() if kind.paper}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A memory that takes part in a run.

    Attributes:
        name: As it stands in results, parameters included.
        kind: A key of `KINDS`; empty for a memory from elsewhere.
        k: How much it is asked for; None for as much as the metrics need.
        make: Returns a fresh memory; None where only the bench can build it.
        paper: What the paper calls it.
    """

    name: str
    kind: str
    k: int | None
    make: Callable[[Shared], Memory] | None = field(repr=False)
    paper: str = ""


def entrants(text: str) -> list[Entrant]:
    """Return the memories that a comma-separated list names.

    Raises:
        InputError: A memory or parameter is unknown, missing or unreadable, or one is named twice.
    """
    named: list[list[str]] = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        if _OPTION.match(word) and named:
            named[-1].append(word)
        else:
            named.append([word])
    if not named:
        raise InputError(f"memories {text!r}: none named; expected some of {', '.join(KINDS)}")
    return distinct([_entrant(head, _options(head, options)) for head, *options in named])


def distinct(found: list[Entrant]) -> list[Entrant]:
    """Return the memories, none named twice.

    Raises:
        InputError: Two have one name, so that their results could not be told apart.
    """
    names = [entrant.name for entrant in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"memory {name!r} is named twice; expected each once")
    return found


def from_object(given: object) -> Entrant:
    """Return a memory given as a class, as a function without parameters that makes one, or as an object.

    An object is closed after each history if it can be: a memory that does not live on after `close` is given as a class.

    Raises:
        InputError: It lacks a method that memories have, or cannot be made without parameters.
    """
    name = getattr(given, "__name__", type(given).__name__)
    if name in KINDS:
        raise InputError(f"memory {name!r} is named like one that comes with memsim; give it another name")
    if isinstance(given, type) or (callable(given) and _lacking(given)):
        return Entrant(name, "", None, _maker(given, name, {}))
    memory = _checked(given, name)
    return Entrant(name, "", None, lambda _: memory)


def _options(head: str, words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key in options or not value:
            raise InputError(f"memory {head!r}: {word!r}; expected each parameter once, with a value, such as embedder=use")
        options[key] = value
    return options


def _entrant(head: str, options: dict[str, str]) -> Entrant:
    base = head.partition(":")[0]
    base = PAPER.get(base, base)
    if base not in KINDS:
        return _foreign(head, options)
    kind, k = KINDS[base], _size(head)
    _check(head, k, options, kind)
    module, _, name = kind.home.partition(":")
    return Entrant(_named(base, k, options), base, k, _built_in(module, name, options) if module else None, kind.paper)


def _named(base: str, k: int | None, options: Mapping[str, str]) -> str:
    return ",".join([base if k is None else f"{base}:{k}", *(f"{key}={options[key]}" for key in sorted(options))])


def _size(head: str) -> int | None:
    """Return how many messages a memory is asked for: what stands behind the colon."""
    base, colon, text = head.partition(":")
    if not colon:
        return None
    if not _SIZE.fullmatch(text):
        raise InputError(f"memory {head!r}: size {text!r}; expected how many messages to recall, such as {base}:5")
    return int(text)


def _check(head: str, k: int | None, options: Mapping[str, str], kind: Kind) -> None:
    if k is not None and not kind.sized:
        raise InputError(f"memory {head!r}: size {k}; expected none, since what it recalls does not depend on a size")
    for key in options:
        if key not in kind.options:
            raise InputError(f"memory {head!r} has no parameter {key!r}; expected {', '.join(kind.options) or 'none'}")
    for key in kind.needs:
        if key not in options:
            raise InputError(f"memory {head!r} needs {key}=…, such as {head},{key}=openai/gpt-4o-mini")


def _built_in(module: str, name: str, options: Mapping[str, str]) -> Callable[[Shared], Memory]:
    def make(shared: Shared) -> Memory:
        return getattr(import_module(module), name)(shared, **options)

    return make


def _foreign(head: str, options: Mapping[str, str]) -> Entrant:
    """Return a memory of somebody else: from an entry point, or imported."""
    base = head.partition(":")[0]
    points = {point.name: point for point in entry_points(group=GROUP)}
    if base in points:
        k = _size(head)
        name = _named(base, k, options)
        return Entrant(name, "", k, _maker(_loaded(head, points[base].load), name, options))
    match = _IMPORTABLE.fullmatch(head)
    if not match:
        known = [*KINDS, *PAPER, *points]
        near = get_close_matches(base, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}."
        raise InputError(f"unknown memory {head!r}; {hint} A memory of your own is named package.module:Class")
    name = _named(head, None, options)
    return Entrant(name, "", None, _maker(_loaded(head, lambda: getattr(import_module(match["module"]), match["name"])), name, options))


def _loaded(head: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"memory {head!r}: {error}; expected package.module:Class that can be imported from here") from None


def _maker(make: Any, name: str, options: Mapping[str, str]) -> Callable[[Shared], Memory]:
    """Return what makes a memory of somebody else.

    Raises:
        InputError: It cannot be called, or not with these parameters.
    """
    try:
        signature(make).bind(**options)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"memory {name!r}: {error}; expected a class, or a function that makes one, with the parameters {', '.join(options) or '(none)'}"
        ) from None
    return lambda _: _checked(make(**options), name)


def _lacking(memory: object) -> list[str]:
    return [method for method in ("reset", "store", "recall") if not callable(getattr(memory, method, None))]


def _checked(memory: Any, name: str) -> Memory:
    lacking = _lacking(memory)
    if lacking:
        raise InputError(f"memory {name!r} has no method {lacking[0]}(); expected reset(), store(message) and recall(query, k)")
    return memory
