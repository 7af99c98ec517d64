"""Reads with a language model: a letter where there are choices, a short answer where there are none."""

from __future__ import annotations

from collections.abc import Sequence

from memsim.errors import CallError
from memsim.llm.client import Client, Completion
from memsim.llm.prompts import hashes, render
from memsim.llm.replies import spoken
from memsim.reader.letters import decline, lettered, parse_choice
from memsim.records import Asked, Passage, Reply


class LLMReader:
    """Any language model as a reader.

    Args:
        client: The model.
        concurrency: How many questions it is asked at a time.
        max_tokens: Where a reply is cut off; a model that thinks aloud needs many.
    """

    def __init__(self, client: Client, concurrency: int = 8, max_tokens: int = 64) -> None:
        self.concurrency = concurrency
        self._client = client
        self._max_tokens = max_tokens

    def read(self, asked: Asked, passages: Sequence[Passage], seed: int) -> Reply:
        """Answer a question from the passages, best first.

        Raises:
            InputError: There are no prompts in the language of the question, or more choices than letters.
            MissingDependencyError: litellm or jinja2 is not installed.
        """
        common = {"question": asked.question, "time": asked.time, "passages": passages}
        if asked.choices:
            prompt = render("choices", asked.language, choices=lettered(asked.choices), **common)
        else:
            prompt = render("free", asked.language, answer_type=asked.answer_type, **common)
        try:
            said = self._client.complete([{"role": "user", "content": prompt}], seed=seed, max_tokens=self._max_tokens)
        except CallError as error:
            return Reply("failed", reason=str(error))
        status, answer, reason = _choice(said, asked) if asked.choices else _free(said, asked)
        if status == "unparsed" and said.finish_reason == "length":
            reason = f"{reason}; cut off at {self._max_tokens} tokens"
        return Reply(status, answer, said.text, reason, said.usage)

    def identity(self) -> dict[str, object]:
        """Return the model, its settings, and the hashes of the prompts by language."""
        prompts = {name: hashes(name) for name in ("choices", "free")}
        return {"name": "llm", **self._client.identity(), "max_tokens": self._max_tokens, "prompts": prompts}


def _choice(said: Completion, asked: Asked) -> tuple[str, str, str]:
    return parse_choice(said.text, asked.choices, asked.language)


def _free(said: Completion, asked: Asked) -> tuple[str, str, str]:
    """Return free text as it is: whether "not stated" is the right answer is for scoring to say."""
    answer = spoken(said.text)
    if not answer:
        return "unparsed", "", "says nothing"
    declined = decline(answer, asked.language)
    return declined if declined and declined.status == "refused" else ("answered", answer, "")
