"""Does a text keep its fact, and say nothing else? Judges what a language model made of a message or a question, without trusting it."""

from memsim.render.guard.engine import RULES, Guard, Rejection, longest
from memsim.render.guard.given import Inquiry, Statement
from memsim.render.guard.stating import states

__all__ = ["RULES", "Guard", "Inquiry", "Rejection", "Statement", "longest", "states"]
