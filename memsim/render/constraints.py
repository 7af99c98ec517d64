"""How strictly a model is held to the facts of the messages that it words: memsim's own way, and those that MemSim (arXiv 2409.20163) compares it with."""

from __future__ import annotations

from typing import NamedTuple

from memsim.errors import InputError


class Constraint(NamedTuple):
    """One way.

    Attributes:
        prompt: The name of its prompt.
        guarded: Whether a text must keep its fact and bring in nothing new. Where not, the texts prove nothing: such sets are for comparison.
    """

    prompt: str
    guarded: bool


CONSTRAINTS = {
    "strict": Constraint("rewrite", guarded=True),  # each message keeps its fact and brings in nothing new, or stays as the phrases word it
    "soft": Constraint("write_soft", guarded=False),  # SoftCons: the model is told all facts and need not use them
    "part": Constraint("write_part", guarded=False),  # PartCons: it is told part of them
    "zero": Constraint("write_zero", guarded=False),  # ZeroCons: it is told none
}


def constraint(name: str) -> Constraint:
    """Return a way by name.

    Raises:
        InputError: There is none of that name.
    """
    if name not in CONSTRAINTS:
        raise InputError(f"unknown constraints {name!r}; expected {', '.join(CONSTRAINTS)}")
    return CONSTRAINTS[name]
