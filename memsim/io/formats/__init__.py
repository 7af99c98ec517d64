"""Sets of our own and of others, one file a format, all read into histories."""
