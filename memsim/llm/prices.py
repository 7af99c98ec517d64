"""What a token costs, and how many tokens a call may take at most."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from memsim.llm.calls import library

# What a provider puts around the messages: a template with a system prompt of its own, or the way it asks for JSON.
_AROUND_ALL, _AROUND_EACH = 512, 32


class Price(NamedTuple):
    """Of one model, in US dollars a token: the ordinary one, without what is taken off for prompts seen before or put on for very long ones."""

    prompt: float
    completion: float

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost, in dollars."""
        return prompt_tokens * self.prompt + completion_tokens * self.completion


def known(model: str) -> Price | None:
    """Return the price of a model that litellm's table holds, under the name itself or the name without its provider; None where it holds none.

    Raises:
        MissingDependencyError: litellm is not installed.
    """
    table = library().model_cost
    provider, _, name = model.partition("/")
    entry = table.get(model) or table.get(name) or {}
    if entry.get("litellm_provider") != provider and model not in table:  # the same name with somebody else
        return None
    prompt, completion = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    if prompt is None or completion is None or "input_cost_per_request" in entry:
        return None
    return Price(prompt, completion)


def most_prompt_tokens(messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None) -> int:
    """Return how many tokens a prompt has at most: no tokeniser makes more of a text than it has bytes."""
    written = [json.dumps(schema)] if schema is not None else []
    texts = [*written, *(text for message in messages for text in message.values())]
    return _AROUND_ALL + _AROUND_EACH * len(messages) + sum(len(text.encode("utf-8", "replace")) for text in texts)
