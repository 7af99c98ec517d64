"""Reads and checks a scenario: its YAML, its phrases and its priors. A scenario is data only."""
