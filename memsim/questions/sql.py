"""Pieces of SQL that both kinds of query are made of.

Every table of facts has an alias of its own, each SELECT has a WHERE, texts are plain quoted strings and numbers have a decimal point: anybody can re-run
a query with the sqlite3 of the standard library, and a prover can turn its literals into columns.
"""

from __future__ import annotations

from collections.abc import Sequence


def quoted(text: str) -> str:
    """Return the text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def among(alias: str, subjects: Sequence[str], attribute: str) -> str:
    """Return the condition that a fact is one of these subjects' and of this attribute."""
    return f"{alias}.subject IN ({', '.join(map(quoted, subjects))}) AND {alias}.attribute = {quoted(attribute)}"


def covered(subjects: Sequence[str], attribute: str) -> str:
    """Return the condition that each subject's number is told."""
    numbered = f"FROM facts e WHERE {among('e', subjects, attribute)} AND e.number IS NOT NULL"
    return f"(SELECT count(DISTINCT e.subject) {numbered}) = {len(subjects)}"
