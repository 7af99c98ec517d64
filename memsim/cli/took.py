"""What calls of a model took, as every command that calls one tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memsim.llm.client import Tally


def took(tally: Tally) -> str:
    """Return a line on the calls of this run; replies from the cache cost nothing."""
    usage = tally.usage
    cost = "cost unknown" if usage.cost is None else f"${usage.cost:,.4f}"
    failed = ", ".join(f"{count:,} × {kind}" for kind, count in sorted(tally.failures.items()))
    asked = f"{usage.prompt_tokens:,} prompt and {usage.completion_tokens:,} completion tokens, {cost}"
    return f"calls answered: {tally.calls:,}, {tally.cached:,} of them from the cache; {asked}; tries that failed: {failed or 'none'}"
