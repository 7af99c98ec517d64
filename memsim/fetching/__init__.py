"""Fetches sets of others from their publishers, pinned and checked."""
