"""Judged quality: scores from 1 to 5 for the messages and profiles of a set, criterion by criterion, with their intervals and agreement."""

from memsim.rating.run import Ratings, rate

__all__ = ["Ratings", "rate"]
