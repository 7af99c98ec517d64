"""The paper's third retriever: a language model sees all messages and picks those that bear on a query."""

from __future__ import annotations

import re
import zlib
from typing import Any

from memsim.errors import ReplyError
from memsim.llm.client import Client
from memsim.llm.prompts import render
from memsim.llm.replies import parsed_json, spoken
from memsim.memory.keeping import Keeping, in_order
from memsim.memory.protocol import Shared
from memsim.records import Recalled, Usage

_LIST = re.compile(r"\d{1,9}(?: ?[,，、;； ] ?\d{1,9})*[.。]?")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LONGEST_QUOTE = 200


class LLMMemory(Keeping):
    """Keeps messages, and has a model name the numbers of those to recall. What is no list of numbers is a failure, never a guess.

    Args:
        shared: What the memories of a run keep for each other: here the client.
        model: As litellm names it.
        api_base: Where it is served.

    Attributes:
        usage: What the calls took.
    """

    def __init__(self, shared: Shared, *, model: str, api_base: str | None = None) -> None:
        super().__init__(shared)
        self.usage = Usage()
        self._model = model
        self._client = shared.get(f"llm/{model}/{api_base}", lambda: _checked(Client(model, api_base)))

    def recall(self, query: str, k: int) -> list[Recalled]:
        """Return the messages that the model names, at most k, in its order.

        The query alone tells the language and the seed, since a memory is told nothing else: the prompt is in Chinese where the query has a
        Chinese character.

        Raises:
            CallError: The model could not be called.
            ReplyError: Its reply is no list of numbers, or names a message that there is none of.
        """
        if not self.messages or k < 1:
            return []
        prompt = render("recall", "zh" if _HAN.search(query) else "en", messages=self.messages, query=query, k=k)
        said = self._client.complete(
            [{"role": "user", "content": prompt}],
            seed=zlib.crc32(query.encode()) >> 1,  # some providers take 31 bits
            max_tokens=32 + 8 * k,
            schema=_schema(len(self.messages), k),
        )
        self.usage += said.usage
        numbers = _numbers(said.text)
        if numbers is None:
            raise ReplyError(f"model {self._model!r}: unparsable reply: {said.text[:_LONGEST_QUOTE]!r}; expected the numbers of messages")
        for number in numbers:
            if not 1 <= number <= len(self.messages):
                raise ReplyError(f"model {self._model!r} names message {number} of {len(self.messages)}: {said.text[:_LONGEST_QUOTE]!r}")
        return in_order([self.messages[number - 1] for number in list(dict.fromkeys(numbers))[:k]])


def _checked(client: Client) -> Client:
    client.check()
    return client


def _schema(messages: int, k: int) -> dict[str, Any]:
    ids = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": messages}, "maxItems": k}
    return {"type": "object", "properties": {"ids": ids}, "required": ["ids"], "additionalProperties": False}


def _numbers(text: str) -> list[int] | None:
    """Return the numbers of ``{"ids": [3, 7]}``, ``[3, 7]`` or ``3, 7``; None for anything else."""
    content = parsed_json(text)
    if isinstance(content, dict):
        content = content.get("ids")
    if isinstance(content, list):
        return content if all(type(number) is int for number in content) else None
    said = " ".join(spoken(text).split())  # a pattern takes long over many blanks
    return [int(number) for number in re.findall(r"\d+", said)] if _LIST.fullmatch(said) else None
