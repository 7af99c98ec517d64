"""What a model is asked of a case, and what its reply holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from memsim.errors import CallError, RefusedError
from memsim.llm.client import Client, Completion
from memsim.llm.prompts import languages, render
from memsim.llm.replies import parsed_json
from memsim.network.elicit.cases import Implicit
from memsim.rng import Rng

PROMPT = "elicit"
_LISTED = 250  # more values than this are not listed in the prompt
_EXAMPLES = 12
_TOKENS = 32  # of one value in one language, with what JSON needs around it
_SPARE_TOKENS = 256
_SEEDS = 2**31  # what providers take for a seed is a signed integer of 32 bits


class Question(NamedTuple):
    """What is asked in one call."""

    prompt: str
    schema: Mapping[str, Any]
    max_tokens: int
    seed: int


def template(language: str) -> str:
    """Return the language of the text around conditional prompts in a language: the same, or English where there is none."""
    return language if language in languages(PROMPT) else "en"


def question(implicit: Implicit, case: int, language: str, seed: int, attempt: int) -> Question:
    """Return what is asked of a case.

    The values stand in random order, since models prefer the first of a list. A further attempt has another seed and, where there are values enough, another
    order: it is another question even to a model that always says the same.
    """
    node, domain, spec = implicit.node, implicit.site.domain, implicit.site.spec
    order = Rng(seed, np.array([implicit.numbers[case]]), attempt).permutation(f"elicit/{implicit.site.attribute}", domain.size)[:, 0]
    shuffled = [domain.surfaces[language][code] for code in order]
    is_open = node.vocabulary == "open"
    is_listed = not is_open and domain.size <= _LISTED
    added = spec.file.languages if is_open else []
    prompt = render(
        PROMPT,
        template(language),
        description=implicit.description(case, language),
        draws=node.draws,
        values=shuffled if is_listed else [],
        examples=shuffled[:_EXAMPLES],
        added=added,
    )
    value: dict[str, Any] = {"type": "string"}
    if is_listed:
        value["enum"] = list(domain.surfaces[language])
    if added:
        value = {"type": "object", "properties": dict.fromkeys(added, value), "required": list(added), "additionalProperties": False}
    values = {"type": "array", "items": value, "minItems": node.draws, "maxItems": node.draws}
    schema = {"type": "object", "properties": {"values": values}, "required": ["values"], "additionalProperties": False}
    call = int(Rng(seed, np.array([attempt])).below("elicit/call", _SEEDS)[0])
    return Question(prompt, schema, _SPARE_TOKENS + node.draws * _TOKENS * (len(added) or 1), call)


async def replied(client: Client, one: Question) -> Completion | None:
    """Return the reply to a question, None where the call failed.

    Raises:
        BudgetError: The budget does not allow the call.
        RefusedError: No call of the model will succeed.
    """
    message = {"role": "user", "content": one.prompt}
    try:
        return await client.acomplete([message], seed=one.seed, max_tokens=one.max_tokens, schema=one.schema)
    except RefusedError:
        raise
    except CallError:
        return None


def said_values(text: str, language: str) -> list[dict[str, str]] | None:
    """Return how each value of a reply is said, by language; None where the reply cannot be read, an empty dictionary for what is no text."""
    content = parsed_json(text)
    listed = content.get("values") if isinstance(content, dict) else content
    return [said_value(item, language) for item in listed] if isinstance(listed, list) else None


def said_value(item: object, language: str) -> dict[str, str]:
    """Return how one value of a reply is said, by language; an empty dictionary for what is no text."""
    if isinstance(item, dict):
        return {str(key): text for key, text in item.items() if isinstance(text, str)}
    return {language: str(item)} if isinstance(item, str | int | float) and not isinstance(item, bool) else {}
