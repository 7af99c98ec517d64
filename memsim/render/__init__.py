"""From facts and queries to text, by phrases."""
