"""Memories: what is measured. They see messages and questions, never the truth."""
