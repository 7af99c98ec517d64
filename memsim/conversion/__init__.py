"""Sets, and the rankings of runs, in the formats that the harnesses of others read."""
