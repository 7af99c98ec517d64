"""One language model, called through litellm: bounded retries, kept replies, a budget, no secrets in what it says."""

from __future__ import annotations

import asyncio
import math
from asyncio import sleep
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import metadata
from typing import Any, NamedTuple

from memsim.errors import CallError, InputError, MemsimError, MissingDependencyError, RefusedError
from memsim.llm import loop
from memsim.llm.budget import Budget
from memsim.llm.cache import ReplyCache, key_of
from memsim.llm.calls import ATTEMPTS, WAIT, Patience, library, server
from memsim.llm.completion import Completion, Tally
from memsim.llm.naming import check_address, check_name
from memsim.llm.prices import Price, known, most_prompt_tokens
from memsim.llm.retry import may_be_billed
from memsim.records import Usage
from memsim.redact import credentials, keys, redact, without, without_credentials

__all__ = ["ALL_IS_LOST", "Client", "Completion", "Tally"]

#: After so many calls in a row that failed, none is made any more.
ALL_IS_LOST = 50
_SLACK = 10.0  # seconds, also for what litellm imports at its first call


class _Asked(NamedTuple):
    """One call."""

    messages: Sequence[Mapping[str, str]]
    seed: int
    max_tokens: int
    schema: Mapping[str, Any] | None


class NoReplyError(Exception):
    """A try that brought no reply, though nobody said that it failed; another may."""

    status_code = 502


class Client:
    """A language model; may be called from many threads at a time, and from any event loop.

    Keys are read from the environment by litellm (OPENAI_API_KEY and the like); an `api_base` is also called without one, as local servers need none.
    What goes wrong is told to the logger ``memsim.llm``.

    Args:
        model: As litellm names it: ``provider/model``.
        api_base: Where the model is served, for one that is not where its provider serves it.
        temperature: 0 for the likeliest words.
        timeout: Of one try, in seconds.
        attempts: How often to try at most.
        wait: The longest wait after the first failed try, in seconds; it doubles each time.
        cache: Where replies are kept; by default they are not.
        budget: What all tries may cost; one that failed counts in full where it may have been billed.
        price: What a token costs; by default what litellm knows.

    Attributes:
        tally: What the calls took so far.
    """

    def __init__(  # noqa: PLR0913 - the options of every command that calls a model
        self,
        model: str,
        api_base: str | None = None,
        *,
        temperature: float = 0.0,
        timeout: float = 60.0,
        attempts: int = ATTEMPTS,
        wait: float = WAIT,
        cache: ReplyCache | None = None,
        budget: Budget | None = None,
        price: Price | None = None,
    ) -> None:
        self.model = model
        self.tally = Tally()
        self._api_base = api_base
        self._temperature = float(temperature)
        self._timeout = timeout
        self._attempts = attempts
        self._wait = wait
        self._cache = cache
        self._budget = budget or Budget(math.inf)
        self._given_price = price
        self._lost = 0  # calls in a row
        self._first_failure: CallError | None = None

    def check(self) -> None:
        """Find out whether the model can be called at all, without calling it.

        Raises:
            InputError: The name or the address can be none, litellm does not know the provider, or there is a budget and no price.
            MissingDependencyError: litellm is not installed.
        """
        check_name(self.model)
        if self._api_base is not None:
            check_address(self._api_base)
        litellm = library()
        try:
            litellm.get_llm_provider(self.model, api_base=self._api_base)
        except Exception:  # noqa: BLE001 - litellm's errors have no base of their own
            raise InputError(
                f"{self._who}: litellm knows no such provider; expected provider/model, such as openai/gpt-4o-mini, "
                "or openai/NAME with the address of a server that speaks its protocol"
            ) from None
        self.price()

    def open(self) -> None:
        """Open the cache, if there is one, which is else opened at the first call.

        Raises:
            InputError: It cannot be used.
        """
        if self._cache is not None:
            self._cache.open()

    def check_answered(self) -> None:
        """Find out whether anything came of the calls so far, if there were any: work that nothing came from is not done.

        Raises:
            CallError: All of them failed.
        """
        if self._first_failure and not self.tally.calls:
            raise CallError(f"no call was answered; the first: {self._first_failure}")

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
            RefusedError: As above, and no other call will do better: a wrong key, no such model, or too many calls in a row that failed.
            BudgetError: It might cost more than is left.
            InputError: There is a budget and no price, or the cache cannot be used.
            MissingDependencyError: litellm is not installed.
        """
        return loop.wait(self._complete(_Asked(messages, seed, max_tokens, schema)))

    async def acomplete(
        self, messages: Sequence[Mapping[str, str]], *, seed: int, max_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Return what `complete` returns, and raise what it raises."""
        work = self._complete(_Asked(messages, seed, max_tokens, schema))
        return await (work if loop.is_inside() else asyncio.wrap_future(loop.submit(work)))

    def price(self) -> Price | None:
        """Return what a token costs, or None where nobody knows.

        Raises:
            InputError: Nobody knows, and there is a budget.
            MissingDependencyError: litellm is not installed.
        """
        if self._price is None and self._budget.dollars < math.inf:
            raise InputError(f"{self._who}: its price is not known, so no budget can be kept; expected its price, 0,0 if it is free")
        return self._price

    def identity(self) -> dict[str, object]:
        """Return what a manifest keeps of it.

        Raises:
            MissingDependencyError: litellm is not installed.
        """
        try:
            version = metadata.version("litellm")
        except metadata.PackageNotFoundError:
            raise MissingDependencyError("language models", "llm") from None
        return {"model": redact(self.model), "api_base": self._address, "temperature": self._temperature, "litellm": version}

    @property
    def _who(self) -> str:
        return f"model {redact(self.model)!r}"

    @cached_property
    def _address(self) -> str | None:
        return self._api_base and without_credentials(self._api_base)

    @cached_property
    def _secrets(self) -> set[str]:
        return keys() | (credentials(self._api_base) if self._api_base else set())

    @cached_property
    def _price(self) -> Price | None:
        return self._given_price or known(self.model)

    async def _complete(self, asked: _Asked) -> Completion:
        if self._cache is None:
            said = await self._called(asked)
        else:
            key = self._key(asked)
            kept = self._cache.get(key)
            said = kept or self._cache.put(key, await self._called(asked))
            self.tally.cached += kept is not None
        self.tally.calls += 1
        return said

    def _key(self, asked: _Asked) -> bytes:
        """Return what a call is kept under; user and query of the address count too, as they may tell servers apart."""
        messages = [sorted(message.items()) for message in asked.messages]
        return key_of([self.model, self._api_base, messages, self._temperature, asked.seed, asked.max_tokens, asked.schema])

    async def _called(self, asked: _Asked) -> Completion:
        if self._lost >= ALL_IS_LOST:
            raise RefusedError(f"{self._who} is called no more: {self._lost} calls in a row failed")
        try:
            said = await self._patiently(asked)
        except CallError as error:
            self._lost += 1
            self._first_failure = self._first_failure or error
            raise
        self._lost = 0
        self.tally.usage += said.usage
        return said

    async def _patiently(self, asked: _Asked) -> Completion:
        patience = Patience(self._who, seed=asked.seed, attempts=self._attempts, wait=self._wait, secrets=self._secrets)
        while True:
            try:
                return await self._within_budget(asked)
            except MemsimError:  # not the provider's
                raise
            except Exception as error:  # noqa: BLE001 - litellm's errors have no base of their own
                self.tally.failures[type(error).__name__] += 1
                seconds = patience.after(error)
            await sleep(seconds)

    async def _within_budget(self, asked: _Asked) -> Completion:
        price = self.price()
        most = price.of(most_prompt_tokens(asked.messages, asked.schema), asked.max_tokens) if price else 0.0
        async with self._budget.reserved(most) as reservation:
            try:
                said = await self._once(asked)
            except Exception as error:
                reservation.cost = most if may_be_billed(error) else 0.0
                raise
            reservation.cost = most if said.usage.cost is None else said.usage.cost
            return said

    async def _once(self, asked: _Asked) -> Completion:
        optional: dict[str, Any] = {}
        if asked.schema is not None:
            reply = {"name": "reply", "schema": dict(asked.schema), "strict": True}
            optional["response_format"] = {"type": "json_schema", "json_schema": reply}
        litellm = library()
        self.tally.tries += 1
        try:
            async with asyncio.timeout(self._timeout + _SLACK):  # litellm's own time begins anew with every byte that comes
                response = await litellm.acompletion(
                    model=self.model,
                    messages=[dict(message) for message in asked.messages],
                    temperature=self._temperature,
                    timeout=self._timeout,
                    seed=asked.seed,
                    max_tokens=asked.max_tokens,
                    max_retries=0,  # those of the provider's library would come on top
                    drop_params=True,  # what a provider does not support is left out
                    input_cost_per_token=1.0,  # prices of no meaning: else litellm searches its tables at every call, which takes
                    output_cost_per_token=1.0,  # it a fifth of its time
                    **server(self.model, self._api_base),
                    **optional,
                )
        except TimeoutError:
            raise NoReplyError(f"no end of the reply after {self._timeout + _SLACK:g} s") from None
        return self._read(response)

    def _read(self, response: Any) -> Completion:
        if not response.choices:
            raise NoReplyError("a reply without choices")
        said = response.choices[0]
        text = said.message.content or getattr(said.message, "refusal", None) or ""
        text = without(text, self._secrets).encode("utf-8", "replace").decode()  # half a surrogate pair fits in no file
        usage = getattr(response, "usage", None)
        sent, spoken = getattr(usage, "prompt_tokens", 0) or 0, getattr(usage, "completion_tokens", 0) or 0
        # A provider that does not count tokens leaves no way to tell the cost.
        cost = self._price.of(sent, spoken) if self._price and sent else None
        return Completion(text, Usage(1, sent, spoken, cost), said.finish_reason or "")
