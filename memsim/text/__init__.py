"""How things read in each language: lists, articles, dates, clock times. Shared by rendering and checking."""
