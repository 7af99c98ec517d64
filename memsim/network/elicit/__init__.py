"""Asks a language model for the values of implicit nodes, and writes what it says as tables of a scenario that needs no model."""
