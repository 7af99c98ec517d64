"""What is in each prior file, in one table beside them."""

import hashlib
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from builders.tables import DAILY, Files, Header, Row, as_csv, records

NAME = "statistics.csv"
CHILDREN = ("value", "offset")  # what a table gives weights to; the columns before it are the parents
LANGUAGES = ("en", "zh")


def _first_weights(rows: list[dict[str, str]]) -> list[list[float]]:
    """Return the shares in the first column of weights, a list for each row of parents; none where a file has no such column."""
    columns = list(rows[0])
    child = next((columns.index(name) for name in CHILDREN if name in columns), None)
    names = [name for name in columns[child + 1 :] if name not in ("number", *LANGUAGES)] if child is not None else []
    if child is None or not names:
        return []
    by_parents: dict[tuple[str, ...], list[float]] = {}
    for row in rows:
        by_parents.setdefault(tuple(row[name] for name in columns[:child]), []).append(float(row[names[0]]))
    return [[weight / math.fsum(weights) for weight in weights] for weights in by_parents.values()]


def _support(weights: Iterable[float]) -> float:
    return math.exp(-math.fsum(weight * math.log(weight) for weight in weights if weight > 0))


def describe(name: str, text: str) -> Row:
    """Return the row of one file."""
    rows = records(text)
    child = next((column for column in CHILDREN if column in rows[0]), None)
    values = len({row[child] for row in rows}) if child else ""
    weights = _first_weights(rows)
    positive = [weight for one in weights for weight in one if weight > 0]
    support = f"{math.fsum(map(_support, weights)) / len(weights):.2f}" if weights else ""
    least, greatest = (f"{edge(positive):.6f}" if weights else "" for edge in (min, max))
    return (name, len(rows), values, support, least, greatest, hashlib.sha256(text.encode()).hexdigest())


def statistics(texts: Mapping[str, str]) -> str:
    """Return the table of all files but itself."""
    header = Header(
        "the other prior files of this folder",
        "support = exp of the entropy of the first column of weights, the mean over rows of parents; least, greatest = share among its own "
        "row of parents, zeros left out; empty where a file has no weights",
        "the files named, by their sha256",
    )
    rows = [describe(name, texts[name]) for name in sorted(texts) if name != NAME]
    return as_csv(header, "file,rows,values,support,least,greatest,sha256", rows)


def build(out: Files, folder: Path = DAILY) -> None:
    """Describe the files of the folder as they will be once all that was built is written."""
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.csv")}
    out[NAME] = statistics(kept | out)
