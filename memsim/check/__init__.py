"""Proves and checks datasets. Reads SQL from the rows and shares no query code with the generator."""
