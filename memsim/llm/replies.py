"""What a model says, freed of what surrounds it."""

from __future__ import annotations

import json
import re
from typing import Any

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_LEFT_OPEN = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)  # some templates swallow the opening tag
_FENCED = re.compile(r"```\w*\s*\n(.*?)\n?\s*```", re.DOTALL)


def spoken(text: str) -> str:
    """Return the text without what the model thought aloud; thoughts that never end leave nothing."""
    return _LEFT_OPEN.sub("", _THOUGHT.sub("", text)).strip()


def parsed_json(text: str) -> Any:
    """Return the JSON that a reply is, thoughts and a fence around it left out; None where it is none."""
    said = spoken(text)
    fenced = _FENCED.fullmatch(said)
    try:
        return json.loads(fenced[1] if fenced else said)
    except (ValueError, RecursionError):
        return None
