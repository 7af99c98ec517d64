"""A table, and how it and the numbers in it read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NOTHING = "–"
Found = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under a heading each; the first column names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self, level: int = 3) -> str:
        """Return the table as GitHub shows it, under a heading."""
        lines = [self.columns, ["---", *["--:"] * (len(self.columns) - 1)], *self.rows]
        body = "\n".join("| " + " | ".join(map(_escaped, cells)) + " |" for cells in lines)
        return f"{'#' * level} {self.title}\n\n{body}\n" if self.title else f"{body}\n"

    _repr_markdown_ = markdown

    def __str__(self) -> str:
        """Return it in columns of equal width."""
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 0 else cell.rjust(width) for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in (self.columns, *self.rows)
        ]
        return "\n".join(filter(None, (self.title, *lines)))


def of_columns(title: str, names: Sequence[str], columns: Sequence[Sequence[str]]) -> Table:
    """Return a table of columns, each with its heading first; `names` are the first one."""
    heads, *rows = zip(names, *columns, strict=True)
    return Table(title, heads, rows)


def counted(heading: str, found: Sequence[Found | None], show: Callable[[Found], str]) -> list[str]:
    """Return a column, its heading first: n stands in the heading where it is the same for all, else in each cell."""
    counts = {one["n"] for one in found if one}
    if len(counts) == 1:
        return [f"{heading} (n={counts.pop():,})", *(show(one) if one else NOTHING for one in found)]
    return [heading, *(f"{show(one)} n={one['n']:,}" if one else NOTHING for one in found)]


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")


def share(value: float) -> str:
    """Return a number from 0 to 1 to three places, without the leading zero: ".564", "1.000"."""
    return f"{value:.3f}".removeprefix("0")


def figure(value: float | str | None) -> str:
    """Return a figure of any size: "31,065", "917.2", "8.225", "0.0253", a text as it is; what there is not is `NOTHING`."""
    match value:
        case None:
            return NOTHING
        case float():
            return f"{value:,.1f}" if value >= 10 else f"{value:.3f}" if value >= 1 else f"{value:#.3g}"
        case int():
            return f"{value:,}"
    return value


def signed(value: float) -> str:
    """Return a difference of such numbers with its sign: "+.023", "-1.000"; what rounds to nothing is "+.000"."""
    text = f"{round(value, 3) + 0.0:+.3f}"
    return text[0] + text[1:].removeprefix("0")


def estimate(found: Found) -> str:
    """Return a mean with its interval, ".564 (.533–.595)"; of numbers that have no upper end, mean / p50 / p95."""
    if "low" in found:
        return f"{share(found['mean'])} ({share(found['low'])}–{share(found['high'])})"
    return " / ".join(f"{found[name]:.3g}" for name in ("mean", "p50", "p95"))


def seconds(value: float) -> str:
    """Return a time in a unit that fits: "1.2 s", "31 ms", "8.4 µs"."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"
