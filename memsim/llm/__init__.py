"""The one client for language models."""
