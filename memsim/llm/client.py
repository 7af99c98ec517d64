"""One language model, called through litellm: bounded retries, what it took, no secrets in what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from types import ModuleType
from typing import Any, NamedTuple

from memsim.errors import InputError, MissingDependencyError
from memsim.llm.calls import ATTEMPTS, WAIT, library, patiently, server
from memsim.llm.redact import without_credentials
from memsim.records import Usage


class Completion(NamedTuple):
    """What a model said; `finish_reason` is ``length`` where it was cut off."""

    text: str
    usage: Usage
    finish_reason: str


class Client:
    """A language model; may be called from many threads at a time.

    Keys are read from the environment by litellm (OPENAI_API_KEY and the like); an `api_base` is also called without one, as local servers need none.

    Args:
        model: As litellm names it: ``provider/model``.
        api_base: Where the model is served, for one that is not where its provider serves it.
        temperature: 0 for the likeliest words.
        timeout: Of one try, in seconds.
        attempts: How often to try at most.
        wait: The longest wait after the first failed try, in seconds; it doubles each time.
    """

    def __init__(
        self,
        model: str,
        api_base: str | None = None,
        *,
        temperature: float = 0.0,
        timeout: float = 60.0,
        attempts: int = ATTEMPTS,
        wait: float = WAIT,
    ) -> None:
        self.model = model
        self._api_base = api_base
        self._temperature = temperature
        self._timeout = timeout
        self._attempts = attempts
        self._wait = wait

    def check(self) -> None:
        """Find out whether the model can be called at all, without calling it.

        Raises:
            InputError: litellm does not know the provider.
            MissingDependencyError: litellm is not installed.
        """
        litellm = library()
        try:
            litellm.get_llm_provider(self.model, api_base=self._api_base)
        except Exception:  # noqa: BLE001 - litellm's errors have no base of their own
            raise InputError(
                f"model {self.model!r}: litellm knows no such provider; expected provider/model, such as openai/gpt-4o-mini, "
                "or openai/NAME with the address of a server that speaks its protocol"
            ) from None

    def complete(
        self, messages: Sequence[Mapping[str, str]], *, seed: int, max_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Return what the model says to a conversation.

        Args:
            messages: With `role` and `content` each.
            seed: Where the provider takes one, the same seed asks for the same words.
            max_tokens: Where the model is cut off.
            schema: The JSON Schema that the reply shall follow; what a provider does not support it is not sent, so the reply may still be anything.

        Raises:
            CallError: No try succeeded, or the failure is one that no other try would mend.
            MissingDependencyError: litellm is not installed.
        """
        litellm = library()
        return patiently(
            lambda: self._once(litellm, messages, seed=seed, max_tokens=max_tokens, schema=schema),
            f"model {self.model!r}",
            seed=seed,
            attempts=self._attempts,
            wait=self._wait,
        )

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it.

        Raises:
            MissingDependencyError: litellm is not installed.
        """
        try:
            version = metadata.version("litellm")
        except metadata.PackageNotFoundError:
            raise MissingDependencyError("language models", "llm") from None
        address = self._api_base and without_credentials(self._api_base)
        return {"model": self.model, "api_base": address, "temperature": self._temperature, "litellm": version}

    def _once(
        self, litellm: ModuleType, messages: Sequence[Mapping[str, str]], *, seed: int, max_tokens: int, schema: Mapping[str, Any] | None
    ) -> Completion:
        optional: dict[str, Any] = {}
        if schema is not None:
            optional["response_format"] = {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema), "strict": True}}
        response = litellm.completion(
            model=self.model,
            messages=[dict(message) for message in messages],
            temperature=self._temperature,
            timeout=self._timeout,
            seed=seed,
            max_tokens=max_tokens,
            max_retries=0,  # those of the provider's library would come on top
            drop_params=True,  # what a provider does not support is left out
            **server(self.model, self._api_base),
            **optional,
        )
        if not response.choices:
            raise ValueError("a reply without choices")
        said = response.choices[0]
        text = said.message.content or getattr(said.message, "refusal", None) or ""
        return Completion(text, _usage(litellm, response, self.model), said.finish_reason or "")


def _usage(litellm: ModuleType, response: Any, model: str) -> Usage:
    sent, said = response.usage.prompt_tokens, response.usage.completion_tokens
    try:
        cost = litellm.completion_cost(completion_response=response, model=model)
    except Exception:  # noqa: BLE001 - raises what it likes where it knows no price
        cost = None
    return Usage(1, sent, said, cost if sent else None)  # a provider that does not count tokens leaves no way to tell the cost
