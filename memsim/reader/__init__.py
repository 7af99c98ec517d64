"""Readers turn what was recalled into an answer; they never see the truth."""
