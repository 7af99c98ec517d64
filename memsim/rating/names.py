"""What classes, attributes and roles are called in a language, from the files names.<language>.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml


def called(name: str, language: str) -> str:
    """Return how a name reads; one that its language has no word for reads as it stands, in words."""
    return _names(language).get(name, name.replace("_", " "))


@cache
def _names(language: str) -> Mapping[str, str]:
    file = files("memsim.rating") / f"names.{language}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}
