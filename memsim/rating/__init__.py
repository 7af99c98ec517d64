"""Judged quality of a set, by models or by people: scores of messages and profiles, correctness of questions, intervals and agreement."""

from memsim.rating.people import PeopleRatings, import_ratings
from memsim.rating.run import Ratings, rate
from memsim.rating.sheet import Sheet, make_sheet, write_sheet

__all__ = ["PeopleRatings", "Ratings", "Sheet", "import_ratings", "make_sheet", "rate", "write_sheet"]
