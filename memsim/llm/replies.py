"""What a model says, freed of what surrounds it."""

from __future__ import annotations

import json
import re
from typing import Any

#: Longer than this, no reply is looked at: what was asked for is a few thousand characters.
MOST = 200_000
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_LEFT_OPEN = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)  # some templates swallow the opening tag
_FENCE = "```"


def spoken(text: str) -> str:
    """Return the text without what the model thought aloud; thoughts that never end leave nothing."""
    return _LEFT_OPEN.sub("", _THOUGHT.sub("", text)).strip()


def parsed_json(text: str) -> Any:
    """Return the JSON that a reply is, thoughts and a fence around it left out; None where it is none, or longer than MOST."""
    if len(text) > MOST:
        return None
    try:
        return json.loads(_unfenced(spoken(text)))
    except (ValueError, RecursionError):
        return None


def _unfenced(said: str) -> str:
    """Return what stands between the lines of a fence; without a regular expression, as those that find a fence take long over blank lines."""
    if not (said.startswith(_FENCE) and said.endswith(_FENCE)):
        return said
    language, _, content = said[len(_FENCE) : -len(_FENCE)].partition("\n")
    return content if not language.strip() or language.strip().isidentifier() else said
