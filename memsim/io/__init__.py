"""Dataset folders: tables, digests, manifest, card."""
