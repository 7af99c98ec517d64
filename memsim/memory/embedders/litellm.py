"""Any embedding model that litellm can ask: of a service, or of a server of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from typing import Any

import numpy as np

from memsim.errors import CallError
from memsim.llm.calls import library, patiently, server
from memsim.llm.naming import check_address, check_name
from memsim.memory.embedders import Vectors, unit
from memsim.redact import credentials, without_credentials

_BATCH = 100  # texts a call: below the limits of the services
_TIMEOUT = 60.0  # of one try, in seconds
_PROBE = "How many dimensions?"


class LiteLLM:
    """The embedder ``litellm:MODEL``.

    A service batches as it pleases, so the last bits of a vector may change from call to call, unlike with the embedders that run here.

    Args:
        model: As litellm names it, such as ``openai/text-embedding-3-small``.
        api_base: Where the service listens, if not at its usual address.

    Raises:
        InputError: The name or the address can be none.
        MissingDependencyError: litellm is not installed.
    """

    def __init__(self, model: str, api_base: str | None = None) -> None:
        check_name(model)
        if api_base is not None:
            check_address(api_base)
        self.name, self.model, self.api_base = f"litellm:{model}", model, api_base
        self._litellm = library()

    @cached_property
    def dimensions(self) -> int:
        """How long a vector is; asked of the service once, with a text of no meaning here."""
        return self._vectors([_PROBE]).shape[1]

    def identity(self) -> dict[str, str]:
        """Return the model, the address asked, litellm's version and the dimensions."""
        where = {} if self.api_base is None else {"api_base": without_credentials(self.api_base)}
        return {"model": self.model, **where, "litellm": version("litellm"), "dimensions": str(self.dimensions)}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape (n, d); blank texts are not sent.

        Raises:
            CallError: The service refuses, stays unreachable, or answers with something else than a vector a text.
        """
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        spoken = [place for place, text in enumerate(texts) if text.strip()]
        for start in range(0, len(spoken), _BATCH):
            batch = spoken[start : start + _BATCH]
            found = self._vectors([texts[place] for place in batch])
            if found.shape[1] != self.dimensions:
                raise self._fault(f"vectors of {found.shape[1]} dimensions; expected {self.dimensions}, as before")
            vectors[batch] = found
        return unit(vectors)

    def _vectors(self, texts: list[str]) -> Vectors:
        data = self._ask(texts).data
        try:
            in_order = sorted(data, key=lambda one: one["index"])
            vectors = np.array([one["embedding"] for one in in_order], np.float32)
        except (KeyError, TypeError, ValueError) as error:
            raise self._fault(f"a reply that cannot be read ({error}); expected a list of vectors with their index") from None
        places = [one["index"] for one in in_order]
        if places != list(range(len(texts))) or vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise self._fault(
                f"vectors of shape {vectors.shape} for texts {places}; expected finite numbers for each of {len(texts)} texts"
            )
        return vectors

    def _ask(self, texts: list[str]) -> Any:
        def call() -> Any:
            # Not every service knows encoding_format; those that do may else answer in base64.
            options = {"encoding_format": "float", "drop_params": True, "timeout": _TIMEOUT, **server(self.model, self.api_base)}
            return self._litellm.embedding(self.model, texts, **options)

        return patiently(call, f"embedder {self.name!r}", credentials(self.api_base) if self.api_base else ())

    def _fault(self, said: str) -> CallError:
        return CallError(f"embedder {self.name!r}: {said}")
