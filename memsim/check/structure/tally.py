"""Counts for one rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memsim.check.finding import Finding

KEPT = 100  # examples


class Tally:
    """What was held to a rule, what broke it, and the first examples.

    Args:
        name: Of the rule, in kebab words.
        rule: What should hold.

    Attributes:
        tested: How many were held to it: whoever tests counts here.
        found: How many broke it.
    """

    def __init__(self, name: str, rule: str) -> None:
        self.name, self.rule = name, rule
        self.tested = self.found = 0
        self.examples: list[str] = []

    def test(self, *, broken: bool, example: str) -> None:
        """Count one that was held to the rule."""
        self.tested += 1
        if broken:
            self.add(example)

    def add(self, example: str) -> None:
        """Count one that broke it."""
        self.found += 1
        if len(self.examples) < KEPT:
            self.examples.append(example)

    def finding(self, *, ok: bool | None = None, detail: Mapping[str, Any] | None = None) -> Finding:
        """Return what it comes to: it is ok where nothing broke the rule, unless said otherwise."""
        share = self.found / self.tested if self.tested else 0.0
        passes = not self.found if ok is None else ok
        return Finding("structure", self.name, self.rule, self.tested, self.found, share, tuple(self.examples), passes, dict(detail or {}))
