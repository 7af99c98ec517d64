"""Scores: metrics, typed answers, intervals and comparisons. Knows the truth, and nothing of memories."""
