"""What all builders share: headers, rows of CSV, shares that sum to 1, where a package's data comes from."""

import csv
import hashlib
import importlib
import io
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

DAILY = Path(__file__).resolve().parents[1] / "daily"

Row = Sequence[object]
Files = dict[str, str]  # the text of each file by name


@dataclass(frozen=True)
class Header:
    """The four comments at the top of a file."""

    population: str
    unit: str
    source: str = "authored"
    licence: str = "same as this project"

    def lines(self) -> str:
        return f"# source: {self.source}\n# licence: {self.licence}\n# population: {self.population}\n# unit: {self.unit}\n"


def as_csv(header: Header, columns: str, rows: Iterable[Row]) -> str:
    """Write a file; rows of parents name no value that has no weight among them."""
    if columns.endswith(",value,weight"):
        rows = [row for row in rows if float(row[-1])]
    text = io.StringIO()
    text.write(header.lines())
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns.split(","))
    writer.writerows(rows)
    return text.getvalue()


def slug(text: str) -> str:
    """Make the ascii key of a surface."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def shares(weights: Iterable[float], digits: int = 6) -> list[str]:
    """Write the weights as decimals that sum to 1; the largest takes what rounding leaves over."""
    given = list(weights)
    scale, total = 10**digits, math.fsum(given)
    whole = [round(weight / total * scale) for weight in given]
    whole[whole.index(max(whole))] += scale - sum(whole)
    return [f"{n / scale:.{digits}f}".rstrip("0").rstrip(".") for n in whole]


def records(text: str) -> list[dict[str, str]]:
    """Read the rows of a prior file, past its header."""
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def read_rows(name: str) -> list[dict[str, str]]:
    """Read the rows of a file kept by hand."""
    return records((DAILY / name).read_text(encoding="utf-8"))


def read_weights(name: str) -> dict[str, float]:
    """Read the values of a domain file kept by hand, with their weights (1 where it has several columns of them)."""
    return {row["value"]: float(row.get("weight", 1)) for row in read_rows(name)}


def read_blocks(text: str) -> dict[str, list[str]]:
    """Read lines of the form `key: word word`."""
    pairs = (line.split(": ") for line in text.strip().splitlines())
    return {key: words.split() for key, words in pairs}


def must_agree(what: str, one: Iterable[str], other: Iterable[str]) -> None:
    if odd := set(one) ^ set(other):
        raise SystemExit(f"{what}: not in both the script and the file: {sorted(odd)}")


def provenance(package: str, *files: str) -> str:
    """Name the package, its version and the digest of each of its files that is used."""
    root = Path(str(importlib.import_module(package).__file__)).parent
    digests = {file: hashlib.sha256((root / file).read_bytes()).hexdigest() for file in files}
    named = "; ".join(f"file {package}/{file}, sha256 {digest}" for file, digest in digests.items())
    return f"package {package} {metadata.version(package)}, {named}"


def ranked(weights: Mapping[str, float]) -> list[str]:
    """Sort keys by falling weight, ties by name."""
    return sorted(weights, key=lambda key: (-weights[key], key))


def tilted(weights: Mapping[str, float], factors: Mapping[str, float]) -> list[str]:
    """Write the shares of weights that are each multiplied by a factor (1 where none is given)."""
    return shares(weight * factors.get(key, 1) for key, weight in weights.items())
