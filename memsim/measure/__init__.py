"""Measures memories: with `check/leaks.py` the only place where memory, reader, scoring and truth meet."""
