"""The prompts, one file a name and language, as jinja2 templates: values come out as they are, whatever they hold."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from memsim.errors import InputError, MissingDependencyError


def languages(name: str) -> list[str]:
    """Return the languages of a prompt."""
    return sorted(file.name.split(".")[1] for file in _folder().iterdir() if file.name.startswith(f"{name}."))


def render(name: str, language: str, **values: object) -> str:
    """Return a prompt with its values filled in.

    Raises:
        InputError: There is no such prompt in the language.
        MissingDependencyError: jinja2 is not installed.
    """
    return _template(name, language).render(values).strip()


@cache
def prompt_hash(name: str, language: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a prompt's file.

    Raises:
        InputError: There is no such prompt in the language.
    """
    return hashlib.sha256(_read(name, language)).hexdigest()[:16]


def hashes(name: str) -> dict[str, str]:
    """Return the hash of a prompt in each of its languages."""
    return {language: prompt_hash(name, language) for language in languages(name)}


def _folder() -> Traversable:
    return files("memsim.llm") / "prompts"


def _read(name: str, language: str) -> bytes:
    known = languages(name)
    if language not in known:
        raise InputError(f"prompt {name!r}: language {language!r}; expected one of {', '.join(known)}")
    return (_folder() / f"{name}.{language}.txt").read_bytes()


@cache
def _template(name: str, language: str) -> Any:
    try:
        from jinja2 import StrictUndefined
        from jinja2.sandbox import SandboxedEnvironment
    except ImportError:
        raise MissingDependencyError("language models", "llm") from None
    environment = SandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,  # plain text, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.from_string(_read(name, language).decode("utf-8"))
