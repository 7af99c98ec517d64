"""Question types: what each asks, as patterns; and the query, with its meaning in Python and in SQL."""
