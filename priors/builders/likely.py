"""Rows of a table for the values that can occur."""

from collections.abc import Mapping

from builders.tables import shares


def likely(weights: Mapping[str, float]) -> list[tuple[str, str]]:
    """Give each value of weight > 0 its share; a table needs no row for the others."""
    able = {value: weight for value, weight in weights.items() if weight > 0}
    return list(zip(able, shares(able.values()), strict=True))
