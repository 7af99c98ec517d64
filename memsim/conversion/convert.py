"""`convert` as the Python API gives it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from memsim.conversion.output import Conversion, Order, Progress
from memsim.conversion.registry import output
from memsim.errors import InputError
from memsim.io.files import placed
from memsim.io.formats.registry import AUTO


def convert(
    path: str | Path,
    out: str | Path,
    to: str,
    *,
    format: str = AUTO,
    language: str | Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Conversion:
    """Write a set, or the rankings of a run, in a format that the harnesses of others read, and return what was written and what was lost.

    The file or folder is there whole or not at all. The same set gives the same bytes.

    Args:
        path: A set of any format that `memsim bench` reads, on the Hub too, or a run folder for ``trec-run``.
        out: The file or folder to make; nothing may be there yet.
        to: ``memdaily``, ``membench``, ``longmemeval``, ``locomo``, ``beir``, ``mteb``, ``trec``, ``trec-run``, ``chat`` or ``csv``.
        format: Format of the set; told by its content by default.
        language: One language or several; by default all, where the format holds several.
        progress: Is told now and then how many histories are done, and of how many, if that is known.

    Raises:
        InputError: There is no such format, something is there already, or the format cannot hold the set.
        DatasetError: There is no such set, or a row of it is wrong.
        HubError: The Hub was not reached, or there is no such set.
        MissingDependencyError: What speaks with the Hub is not installed.
    """
    kind, out = output(to), Path(out)
    if not out.name.endswith(kind.ending):
        raise InputError(f"{out}: {kind.format} is a file; expected a name that ends with {kind.ending}")
    languages = language.split(",") if isinstance(language, str) else language
    chosen = None if languages is None else tuple(dict.fromkeys(name.strip() for name in languages))
    with placed(out) as place:
        made = kind.make(Order(Path(path), format, chosen, progress), place)
    return made._replace(path=out)
