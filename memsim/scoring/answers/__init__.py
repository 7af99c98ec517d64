"""Typed answers: what a reply in free text comes to, by rules and not by models."""

from memsim.scoring.answers.grade import Graded, grade
from memsim.scoring.answers.kinds import KINDS, kind_of

__all__ = ["KINDS", "Graded", "grade", "kind_of"]
