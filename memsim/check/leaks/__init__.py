"""Leaks: what can be scored in a set without memory, or without understanding. One subject a file, one entry in `registry.CHECKS`."""
