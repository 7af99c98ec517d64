"""Grades free text with a language model, by the right answer."""

from __future__ import annotations

from typing import NamedTuple

from memsim.errors import CallError
from memsim.llm.client import Client
from memsim.llm.prompts import hashes, render
from memsim.llm.replies import parsed_json
from memsim.records import Asked, Usage

_VERDICTS = ("correct", "wrong")
_SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": list(_VERDICTS)}},
    "required": ["verdict"],
    "additionalProperties": False,
}


class Verdict(NamedTuple):
    """What a judge says: `status` is ``correct``, ``wrong``, ``unparsed`` (no verdict can be told from what it said) or ``failed``."""

    status: str
    raw: str = ""
    reason: str = ""
    usage: Usage = Usage()


class Judge:
    """A language model that says whether a reply means the right answer.

    Args:
        client: The model.
        max_tokens: Where its verdict is cut off; a model that thinks aloud needs many.
    """

    def __init__(self, client: Client, max_tokens: int = 64) -> None:
        self._client = client
        self._max_tokens = max_tokens

    def grade(self, asked: Asked, gold: str, reply: str, seed: int) -> Verdict:
        """Grade one reply; what the judge says beside its verdict is a reason for neither verdict.

        Raises:
            InputError: There is no prompt in the language of the question.
            MissingDependencyError: litellm or jinja2 is not installed.
        """
        prompt = render("judge", asked.language, question=asked.question, time=asked.time, gold=gold, reply=reply)
        try:
            said = self._client.complete([{"role": "user", "content": prompt}], seed=seed, max_tokens=self._max_tokens, schema=_SCHEMA)
        except CallError as error:
            return Verdict("failed", reason=str(error))
        content = parsed_json(said.text)
        verdict = content.get("verdict") if isinstance(content, dict) else None
        if verdict not in _VERDICTS:
            cut = f"; cut off at {self._max_tokens} tokens" if said.finish_reason == "length" else ""
            return Verdict("unparsed", said.text, f'expected {{"verdict": "correct"}} or {{"verdict": "wrong"}}{cut}', said.usage)
        return Verdict(verdict, said.text, "", said.usage)

    def identity(self) -> dict[str, object]:
        """Return the model, its settings, and the hash of the prompt by language."""
        return {"name": "judge", **self._client.identity(), "max_tokens": self._max_tokens, "prompts": {"judge": hashes("judge")}}
