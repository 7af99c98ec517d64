"""What is wrong with the rows of a set, of any format: one subject a file."""
