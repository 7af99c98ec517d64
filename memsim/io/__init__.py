"""Sets: dataset folders with their tables, digest, manifest and card, those on the Hub, and those of others."""
