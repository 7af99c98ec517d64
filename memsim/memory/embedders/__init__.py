"""Embedders: what turns a text into a vector, so that texts alike in meaning have vectors that point the same way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memsim.errors import InputError, MissingDependencyError

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors.

    Attributes:
        name: As `load_embedder` knows it.
    """

    name: str

    def identity(self) -> dict[str, str]:
        """Return what a manifest keeps of it: package or model, version, SHA-256 of its files, dimensions."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape (n, d): of length 1, or zero for a blank text.

        The vector of a text depends on that text alone, to the byte, whatever stands beside it in the call.
        """


def unit(vectors: Vectors) -> Vectors:
    """Return the rows, brought to length 1; rows of zeros stay so.

    The sum runs along each row (einsum, not BLAS), so a row's result does not depend on the number of rows.
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return vectors / np.maximum(lengths, np.finfo(np.float32).tiny)[:, None]


def one_by_one(encode: Callable[[str], Vectors], texts: Sequence[str], dimensions: int) -> Vectors:
    """Return vectors made by a model that is given one text at a time.

    Given many, a model pads, quantises or multiplies over all of them, and the last bits of a vector depend on its neighbours.
    """
    vectors = np.zeros((len(texts), dimensions), np.float32)
    for row, text in zip(vectors, texts, strict=True):
        if text.strip():
            row[:] = encode(text)
    return unit(vectors)


def imported(module: str, feature: str, extra: str) -> Any:
    """Return a module of an optional package.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise MissingDependencyError(feature, extra) from None


def installed(package: str, feature: str, extra: str, alone: str = "") -> Distribution:
    """Return what is known of an optional package, without importing it.

    Args:
        package: Its name.
        feature: What needs it.
        extra: What brings it.
        alone: The packages to install without what they depend on, where no extra brings them.

    Raises:
        MissingDependencyError: It is not installed.
    """
    try:
        return distribution(package)
    except PackageNotFoundError:
        raise MissingDependencyError(feature, extra, alone) from None


def packaged(package: Distribution, file: str) -> Path:
    """Return where a file of a package lies.

    Raises:
        InputError: The package does not hold it.
    """
    path = Path(str(package.locate_file(file)))
    if not path.is_file():
        raise InputError(f"{path}: no such file; expected package {package.name} {package.version} to hold it: install it again")
    return path


def identity_of(files: Sequence[tuple[Distribution, str]], dimensions: int) -> dict[str, str]:
    """Return the identity of an embedder that is made of files of packages."""
    found = {"dimensions": str(dimensions)}
    for package, file in files:
        found[package.name] = package.version
        found[f"sha256 of {file}"] = hashlib.sha256(packaged(package, file).read_bytes()).hexdigest()
    return found
