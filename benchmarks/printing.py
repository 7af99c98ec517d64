"""Measures as a table on the terminal and as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from intervals import Measure

_WIDE = 185


def table(found: list[Measure], title: str, headings: tuple[str, str, str, str]) -> Table:
    """Lay measures out.

    Args:
        found: In the order of the table; equal sections stand together.
        title: Above it.
        headings: Of the section, of what is measured, of the counts and of the value.
    """
    out = Table(title=title)
    for name in (*headings, "95 % interval", "bar", ""):
        out.add_column(name, justify="left" if name in (*headings[:2], "") else "right", no_wrap=True)
    section = ""
    for m in found:
        of = f"{m.hits:,} / {m.n:,}" if m.hits is not None else f"of {m.n:,}" if m.n else ""
        interval = f"{100 * m.low:.2f} – {100 * m.high:.2f}" if m.low is not None and m.high is not None else ""
        verdict = {True: "ok", False: "MISSED", None: ""}[m.ok]
        out.add_row(m.section if m.section != section else "", m.what, of, _value(m), interval, m.bar, verdict)
        section = m.section
    return out


def _value(m: Measure) -> str:
    if m.hits is not None:
        return f"{100 * m.value:.2f} %"
    return f"{m.value:,}" if isinstance(m.value, int) else f"{m.value:.4f}"


def show(laid_out: Table) -> None:
    """Print a table, wide enough where it goes to a file."""
    Console(width=_WIDE if not sys.stdout.isatty() else None).print(laid_out)


def write_json(path: Path, title: str, found: list[Measure]) -> None:
    """Write measures to a file."""
    content: dict[str, Any] = {"title": title, "measures": [m.as_dict() for m in found]}
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
